// SPDX-License-Identifier: Apache-2.0
// Prefix layers: what CI runners, launchers, prefixers and loggers put before a message. A line is peeled from the left,
// in any nesting; heads also stand in the middle of a line (a launcher's tee continues a line that somebody left open),
// so a line becomes one or more pieces, each with its own layers and message.
//
// Numbers are kept apart by what they mean: a global rank (`[rank5]:`), a launcher's local rank (`[default5]:`), a CUDA
// device (the bracket of an NCCL head), a node index (`task-1/0`). None is converted here.
#pragma once

#include "core/recognise/stamp.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

enum class Severity : std::uint8_t { none, debug, info, warning, error, fatal };
// What a signature says of a line, no worse than the line's own head states; none: it states nothing.
constexpr Severity capped(Severity severity, Severity head) noexcept { return head != Severity::none && head < severity && head < Severity::error ? head : severity; }

enum class LayerKind : std::uint8_t {
  githubStamp,     // 2026-08-21T19:24:31.0000001Z <msg>          (7 fraction digits, GitHub Actions)
  gitlabStamp,     // 2026-01-02T03:04:05.123456Z 01O <msg>       (name = "01O", stream and O or E; level = "+" where it
                   //                                              goes on with the line before of that stream, else " ")
  ciStamp,         // [2026-01-02T03:04:05.123Z] <msg>             (Jenkins, Buildkite)
  container,       // 2026-01-02T03:04:05.123456789Z stdout F <msg> (CRI; name = stream; level = "P" where the line goes on, else
                   //                                              "F"), or the stamp alone (docker, kubectl: no name)
  pod,             // [pod/trainer-0/main] <msg>                   (kubectl --prefix; name = trainer-0/main)
  service,         // trainer-1  | <msg>                           (docker compose)
  host,            // 10.8.33.9: <msg>                             (pdsh; name = address or host)
  label,           // 3: <msg>                                     (srun --label, ft_launcher; number = task index)
  mpi,             // [1,3]<stdout>:<msg>                          (mpirun; number = rank of MPI; name = host, pid where stated)
  task,            // task-1/0 <msg>                               (NeMo-Run, TorchX; number = node index)
  tee,             // [default0]:<msg>                             (torchrun; number = LOCAL rank)
  rank,            // [rank5]:<msg>, [rank5]: <msg>, [rank: 5] <msg> (Lightning), [RANK 5] <msg> (Accelerate): GLOBAL rank
  c10,             // [E821 20:08:49.374204123 File.cpp:688] <msg>; before 2.4 [W File.cpp:401] <msg>; glog's own
                   // E0821 20:08:49.374204 719 File.cpp:688] <msg> (fraction of the same clock; number = thread: tid)
  torchPython,     // W0821 20:08:52.400000 699 path/file.py:908] <msg>
  nccl,            // [2026-08-21 20:19:05] host:719:724 [3] misc/argcheck.cc:41 (Func) NCCL WARN <msg>
  log,             // 2026-01-21 02:49:31,640 INFO <msg> and other shapes of logging libraries (syslog: name = host, pid;
                   //                                              SGLang: name = "DP0 TP3")
  kernel,          // [12345.678901] <msg>                         (dmesg: since boot, no stamp); [Fri Jan  2 03:04:05 2026] <msg>
  actor,           // (WorkerDict pid=1188242, ip=10.0.0.2) <msg>  (Ray, vLLM; name = class, pid; level = address of its node)
  count_
};
const char* toString(LayerKind kind) noexcept;   // "gha", "gitlab", "task", "torchrun", "rank", "c10", "torch", "nccl", "log" ...

// Whoever passes lines on puts these in front of the whole line; they stand before the writer's own heads, in any order.
constexpr bool isEnvelope(LayerKind kind) noexcept { return kind <= LayerKind::task; }
// The stamp says when the line was read, not when its writer wrote it. (A CRI stamp is that of the container's runtime, which reads a pipe.)
constexpr bool isTimeOfReading(LayerKind kind) noexcept { return isEnvelope(kind); }
// Behind one of these nothing but the message follows.
constexpr bool endsHeads(LayerKind kind) noexcept {
  return kind == LayerKind::c10 || kind == LayerKind::torchPython || kind == LayerKind::nccl;
}

// What a source shows as a whole and no line proves alone (line_form.h decides it): which prefix that could as well be text stands
// before its lines.
struct LineForm {
  enum class Prefix : std::uint8_t { none, label, service, host } prefix = Prefix::none;
  // Behind each label or tag of mpirun runs a launcher of its own: the number is a node's, no rank's.
  bool taskIsNode = false;
  bool operator==(const LineForm&) const = default;
};

struct Layer {
  // Not an aggregate: g++ would clear one with `rep stos`, which takes longer than to parse a head.
  Layer() noexcept {}

  LayerKind kind = LayerKind::githubStamp;
  Severity severity = Severity::none;
  std::optional<Stamp> stamp;
  std::int32_t number = -1;                      // what it is depends on kind (see there); nccl: CUDA device index
  std::int32_t pid = -1;                         // torchPython: -1 where a 15-digit thread id stands there (torch 2.3, 2.4)
  std::int32_t tid = -1;
  std::int32_t line = -1;                        // source line of the head
  std::string_view name;                         // task or role name; nccl: host; else empty
  std::string_view file;                         // source file of the head
  std::string_view function;                     // nccl >= 2.30.7
  std::string_view level;                        // nccl: WARN INFO TRACE CALL; see also gitlabStamp, container, actor
};

// The heads of one piece take at most this many bytes; what would reach beyond them is message.
inline constexpr std::size_t kMaxHeads = 512;

// Views point into the text given to splitPieces().
struct Piece {
  std::vector<Layer> layers;                     // outermost first; the envelopes of the physical line are repeated on every
                                                 // piece of the line
  std::string_view message;
  std::uint32_t column = 0;                      // where message starts, in bytes of the cleaned line
  const Layer* find(LayerKind kind) const noexcept;
};

// Splits a line as appendPlain() (plain_line.h) gives it. Always gives at least one piece (an empty line: one piece with an empty
// message). Pure: the answer depends on the line and the form alone. Reuses `out`'s capacity.
//
// Mid-line heads that start a new piece: a tee header (a role name and digits in brackets with a colon, as it stands at
// line starts of this line or `[default<N>]:`), `[rankN]:`, a c10 head, a torch Python head, an NCCL head, and another envelope of
// a kind that this line begins with (a task prefix, a tag of mpirun, an actor, a host). Text that only resembles one is left
// alone: a head must parse whole, and one that stands right behind a quotation mark or an escaped line end (`\n`) is quoted.
void splitPieces(std::string_view line, const LineForm& form, std::vector<Piece>& out);
inline void splitPieces(std::string_view line, std::vector<Piece>& out) { splitPieces(line, LineForm{}, out); }

// The first piece's stamps and the tag of its writer, from raw bytes (ANSI still inside), without allocating unless the line is a
// record: for the scan of every line. Agrees with splitPieces (tested).
struct QuickHead {
  std::optional<Stamp> stamp;                    // the outermost layer that has one; else what the message states of itself
  LayerKind stampKind = LayerKind::log;
  // Behind a `stamp` with a zone, the first that has a date and no zone: Stamp's ns and hasYear, and whose it is.
  std::int64_t innerNs = 0;
  LayerKind innerKind = LayerKind::count_;       // count_: there is none
  bool innerHasYear = false;
  bool hasInner() const noexcept { return innerKind != LayerKind::count_; }
  std::int32_t teeRank = -1;                     // [defaultN]:
  std::int32_t globalRank = -1;                  // [rankN]:, or that of a launcher's label
  std::int32_t node = -1;                        // of a task prefix, or of a label behind which a launcher runs
  bool labelled = false;                         // the rank is a launcher's label or a record's field: every line of it has one
  Severity severity = Severity::none;
  // The logical line does not end here, or did not begin here (logical_line.h).
  bool goesOn = false, continues = false;
  // Where the message begins in the raw line, where heads of these kinds alone stand before it: runners' and loggers' stamps, task
  // prefixes and [defaultN]. kOther elsewhere.
  static constexpr std::uint32_t kOther = 0xFFFFFFFF;
  std::uint32_t message = kOther;
};
QuickHead quickHead(std::string_view rawLine, const LineForm& form = {}) noexcept;

}  // namespace lanescope::recognise
