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
std::size_t parseTask(std::string_view text, Layer& layer) noexcept;

// torch_heads.cpp
std::size_t parseTag(std::string_view text, Layer& layer) noexcept;   // a tee header, or `[rankN]:`
std::size_t parseC10(std::string_view text, Layer& layer) noexcept;   // in brackets
std::size_t parseGlog(std::string_view text, Layer& layer) noexcept;  // torchPython, and glog's own head (c10)

// nccl_head.cpp
inline constexpr std::size_t kMaxHost = 64;  // HOST_NAME_MAX
inline bool isHostCharacter(char c) noexcept { return c > ' ' && c != ':' && c != '/' && c != '[' && c != ']'; }
std::size_t parseNccl(std::string_view text, Layer& layer) noexcept;

// log_heads.cpp: at line starts only, in front of those below or of the message
std::size_t parseLog(std::string_view text, Layer& layer) noexcept;
// Whether a line can begin with one: a cheap look at its first bytes.
bool mayStartLog(std::string_view line) noexcept;

// One head of those that a launcher or a library writes (tag, c10, glog, nccl), told apart by the first byte.
std::size_t parseHead(std::string_view text, Layer& layer) noexcept;
// Behind one of these nothing but the message follows.
inline bool endsHeads(LayerKind kind) noexcept {
  return kind == LayerKind::c10 || kind == LayerKind::torchPython || kind == LayerKind::nccl;
}

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

// The same at a line start, where a CI stamp and a task may stand before them.
template <class Take>
std::size_t peelLineStart(std::string_view line, Take take) {
  line = line.substr(0, kMaxHeads);
  Layer scratch;
  std::size_t at = 0;
  if (!line.empty() && line[0] >= '0' && line[0] <= '9') {
    at = parseGithubStamp(line, scratch);
    if (at == 0) at = parseGitlabStamp(line, scratch);
    if (at > 0) take(scratch);
  }
  if (const std::size_t size = parseTask(line.substr(at), scratch); size > 0) {
    take(scratch);
    at += size;
  }
  // A multiplexer's prefix, a log's own time, and heads, in any order that occurs.
  for (int round = 0; round < 3; ++round) {
    bool ended = false;
    const std::size_t heads = peelHeads(line.substr(at), scratch, [&](const Layer& layer) {
      ended = endsHeads(layer.kind);
      take(layer);
    });
    at += heads;
    if (ended || round == 2) break;
    const std::size_t log = parseLog(line.substr(at), scratch);
    if (log == 0) break;
    take(scratch);
    at += log;
  }
  return at;
}

}  // namespace lanescope::recognise
