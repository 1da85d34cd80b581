// SPDX-License-Identifier: Apache-2.0
// One stream of lines of a run, and its text.
#pragma once

#include "core/base/id.h"
#include "core/input/byte_source.h"
#include "core/model/when.h"
#include "core/recognise/source_scan.h"
#include "core/text/line_index.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::model {

using SourceId = base::Id<struct SourceTag>;     // index into Run::sources
using Rank = std::uint32_t;                      // global rank
inline constexpr std::uint32_t kMaxRanks = 1'000'000;   // a larger number in a log is no rank and no world size

enum class Layout : std::uint8_t { torchrun, jobLog, nccl, merged, slurm, ray, journal, junit, other };
const char* toString(Layout layout) noexcept;    // torchrun|job-log|nccl|merged|...
enum class Stream : std::uint8_t { out, err, both, unknown };

// What a line is, for stripes and marks in the text. Not a finding.
enum class LineClass : std::uint8_t { plain, info, warning, error, fatal, testStart, testPass, testFail, lifecycle, advice, echo };

// The text of a source and what the scan kept for each line: at most 10 bytes a line. Immutable, thread safe; each reader
// brings its own LineReader.
class SourceText {
 public:
  std::shared_ptr<const input::ByteSource> bytes;
  text::LineIndex lines;
  // Columns; an empty one means "the same for every line" (no tag, plain, no stamp).
  std::vector<std::uint16_t> tags;               // the writer's number as printed ([default5]:, [rank5]:), kNoTag
  std::vector<LineClass> classes;
  std::vector<std::uint32_t> stampsMs;           // milliseconds after stampBaseNs, kNoStamp
  std::int64_t stampBaseNs = 0;                  // true UTC
  static constexpr std::uint16_t kNoTag = 0xFFFF;
  static constexpr std::uint32_t kNoStamp = 0xFFFFFFFF;

  std::uint32_t lineCount() const noexcept { return lines.size(); }
  // Line `number` (1-based) without control sequences, as valid UTF-8.
  std::string lineText(std::uint32_t number, std::size_t maxBytes = SIZE_MAX) const;
  LineClass lineClass(std::uint32_t number) const noexcept { return classes.empty() ? LineClass::plain : classes[number - 1]; }
  std::uint64_t columnBytes() const noexcept;    // memory of the index and the columns
};

// A line whose time is known without asking its neighbours; sorted by line. Between two anchors a line is `bounded`.
struct Anchor {
  std::uint32_t line = 0;
  When when;
};

struct SourceClock {
  Basis basis = Basis::none;                     // how most of its lines are placed
  std::string zone = "assumed UTC";              // of stamps that state none: "UTC", "assumed UTC", "+02:00", "+02:00, then +01:00"
  std::string zoneFrom = "assumed";              // stated|joined|user|assumed
  std::uint32_t zoneLines = 0;                   // of this source, which show the zone: they carry a second stamp in UTC
  std::string yearFrom = "stated";               // stated|source|name|file|assumed
  double offsetSeconds = 0;                      // how far its host's clock is ahead of the first host's; not applied to any time
  std::optional<std::array<double, 2>> offsetRange;
  std::array<std::uint32_t, kBasisCount> lines{};// lines by basis
};

// A part of a source that holds several writers' lines: the launch that ran there, and whose the writers' numbers are.
struct Stretch {
  std::uint32_t firstLine = 1, lastLine = 0;     // inclusive
  std::uint32_t launch = 0, firstAttempt = 0;
  std::vector<std::uint32_t> restartLines;       // the next attempts begin behind these
  struct Known { recognise::WriterKey writer; Rank rank = 0; };
  std::vector<Known> ranks;                      // of the writers whose rank is known
  std::uint32_t soleFirst = 0, soleLast = 0;     // lines of a process without a launcher and a rank; 0: there is none
  std::uint32_t attemptAt(std::uint32_t line) const;
};

// Another text for a line, where a run is shown with something left out.
using LineRewrite = std::function<std::string(std::string_view)>;

struct Source {
  std::string path;                              // contract rule 5
  std::uint32_t input = 0;
  Layout layout = Layout::other;
  Stream stream = Stream::unknown;
  std::optional<std::uint32_t> launch;
  std::optional<std::uint32_t> attempt;
  std::optional<Rank> rank;                      // where the whole source is one rank's
  std::string host;
  std::vector<std::string> layers;               // names of the layers seen, outermost first
  recognise::LineForm form;                      // with which its lines are read
  std::vector<std::string> origins;              // WriterKey::origin -> name
  std::vector<Stretch> stretches;                // by first line; they do not overlap
  std::uint64_t byteCount = 0;
  std::uint64_t damagedBytes = 0;                // NUL runs, torn and overwritten pieces
  bool truncated = false;
  std::optional<SourceId> copyOf;
  When first, last;                              // least and greatest time of a line
  SourceClock clock;
  std::vector<Anchor> anchors;                   // strictly increasing lines
  std::int64_t stampWidthNs = 1'000'000;         // a stamped line lies in [stamp, stamp + this]
  std::int64_t writerStartNs = When::kOpenEarly; // bounds for every line: the writer's start ...
  std::int64_t writerEndNs = When::kOpenLate;    // ... and end (true UTC)
  std::int64_t writerGoneNs = When::kOpenLate;   // the best single value of that end, where the launcher saw it
  std::shared_ptr<const SourceText> text;
  std::shared_ptr<const LineRewrite> rewrite;    // null: lines are shown as they are

  // The line as it is to be shown; `number` is 1-based. Empty where there is no text.
  std::string lineText(std::uint32_t number, std::size_t maxBytes = SIZE_MAX) const;
};

// A line of a source; `line` is 1-based.
struct LineRef {
  SourceId source;
  std::uint32_t line = 0;
  bool operator==(const LineRef&) const = default;
  friend bool operator<(const LineRef& a, const LineRef& b) noexcept { return a.source == b.source ? a.line < b.line : a.source < b.source; }
};

// One line that supports a claim. `text` is one contiguous piece of the physical line (contract rule 6).
struct Evidence {
  SourceId source;
  std::uint32_t line = 0;
  std::optional<Rank> rank;
  When time;
  std::string text;
};

}  // namespace lanescope::model
