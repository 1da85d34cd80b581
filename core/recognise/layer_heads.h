// SPDX-License-Identifier: Apache-2.0
// The grammars of the single heads that splitPieces() and quickHead() are made of. Each function looks at the start of
// `text` and returns how many bytes the head takes with the separator behind it, having set all of `layer`; 0 where there
// is no such head, with `layer` untouched.
#pragma once

#include "core/recognise/layers.h"

namespace lanescope::recognise {

// ci_heads.cpp
std::size_t parseGithubStamp(std::string_view text, Layer& layer) noexcept;
std::size_t parseGitlabStamp(std::string_view text, Layer& layer) noexcept;
std::size_t parseCiStamp(std::string_view text, Layer& layer) noexcept;
std::size_t parseTask(std::string_view text, Layer& layer) noexcept;

// container_heads.cpp
std::size_t parseContainer(std::string_view text, Layer& layer) noexcept;
std::size_t parsePod(std::string_view text, Layer& layer) noexcept;

// cluster_heads.cpp
std::size_t parseAddress(std::string_view text, Layer& layer) noexcept;
std::size_t parseMpi(std::string_view text, Layer& layer) noexcept;
// A label, a service or a host: only where the form of the source says so.
std::size_t parsePrefix(std::string_view text, LineForm::Prefix prefix, Layer& layer) noexcept;

// torch_heads.cpp
std::size_t parseTag(std::string_view text, Layer& layer) noexcept;   // a tee header, or a rank that names itself
std::size_t parseDeepspeedRank(std::string_view text, Layer& layer) noexcept;   // elsewhere `[Rank 3]` may be that in a group
std::size_t parseSpokenRank(std::string_view text, Layer& layer) noexcept;      // behind the time of a log: `rank 3: `
std::size_t parseC10(std::string_view text, Layer& layer) noexcept;   // in brackets
std::size_t parseGlog(std::string_view text, Layer& layer) noexcept;  // torchPython, and glog's own head (c10)

// nccl_head.cpp
inline constexpr std::size_t kMaxHost = 64;  // HOST_NAME_MAX
inline bool isHostCharacter(char c) noexcept { return c > ' ' && c != ':' && c != '/' && c != '[' && c != ']'; }
std::size_t parseNccl(std::string_view text, Layer& layer) noexcept;

// log_heads.cpp: at line starts only, in front of those below or of the message
std::size_t parseLog(std::string_view text, Layer& layer) noexcept;
std::size_t parseActor(std::string_view text, Layer& layer) noexcept;
// Whether a line can begin with one: a cheap look at its first bytes.
bool mayStartLog(std::string_view line) noexcept;

// One of the envelopes, told apart by the first bytes.
std::size_t parseEnvelope(std::string_view text, const LineForm& form, Layer& layer) noexcept;
// One head of those that a launcher or a library writes (tag, c10, glog, nccl), told apart by the first byte.
std::size_t parseHead(std::string_view text, Layer& layer) noexcept;

// Peels the heads in the middle of a line, outermost first, and calls take(layer) for each; returns where the message starts.
template <class Take>
std::size_t peelHeads(std::string_view text, Layer& scratch, Take take) {
  text = text.substr(0, kMaxHeads);
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t size = parseHead(text.substr(at), scratch);
    if (size == 0) break;
    at += size;
    take(scratch);
    if (endsHeads(scratch.kind)) break;
  }
  return at;
}

// The same at a line start: envelopes, then heads and the times that logs put before their messages, in any order that occurs.
template <class Take>
std::size_t peelLineStart(std::string_view line, LineForm form, Take take) {
  line = line.substr(0, kMaxHeads);
  Layer scratch;
  std::size_t at = 0;
  bool enveloped = true;
  while (at < line.size()) {
    std::size_t size = enveloped ? parseEnvelope(line.substr(at), form, scratch) : 0;
    if (size == 0) {
      size = parseHead(line.substr(at), scratch);
      if (size == 0) size = parseLog(line.substr(at), scratch);
      if (size == 0) break;
      enveloped = false;
    }
    at += size;
    take(scratch);
    if (endsHeads(scratch.kind)) break;
    if (scratch.kind == LayerKind::log) {
      const std::size_t rank = scratch.function.empty() ? parseSpokenRank(line.substr(at), scratch) : parseDeepspeedRank(line.substr(at), scratch);
      if (rank > 0) take(scratch);
      at += rank;
    }
    // What repeats the prefix of the source is text.
    if (scratch.kind == LayerKind::label || scratch.kind == LayerKind::service || scratch.kind == LayerKind::host) form.prefix = LineForm::Prefix::none;
  }
  return at;
}

}  // namespace lanescope::recognise
