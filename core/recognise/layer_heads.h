// SPDX-License-Identifier: Apache-2.0
// The grammars of the single heads that splitPieces() and quickHead() are made of. Each function looks at the start of
// `text`, fills `layer` (given freshly made) and returns how many bytes the head takes with the separator behind it; 0
// where there is no such head (`layer` may then be half filled).
#pragma once

#include "core/recognise/layers.h"

namespace lanescope::recognise {

// ci_heads.cpp
std::size_t parseGithubStamp(std::string_view text, Layer& layer) noexcept;
std::size_t parseGitlabStamp(std::string_view text, Layer& layer) noexcept;
std::size_t parseTask(std::string_view text, Layer& layer) noexcept;

// torch_heads.cpp
std::size_t parseTag(std::string_view text, Layer& layer) noexcept;      // a tee header, or `[rankN]:`
std::size_t parseC10(std::string_view text, Layer& layer) noexcept;      // in brackets
std::size_t parseGlog(std::string_view text, Layer& layer) noexcept;     // torchPython, and glog's own head (c10)

// nccl_head.cpp
std::size_t parseNccl(std::string_view text, Layer& layer) noexcept;

// One head of those that a launcher or a library writes (tag, c10, glog, nccl), told apart by the first byte.
std::size_t parseHead(std::string_view text, Layer& layer) noexcept;
// Behind one of these nothing but the message follows.
inline bool endsHeads(LayerKind kind) noexcept {
  return kind == LayerKind::c10 || kind == LayerKind::torchPython || kind == LayerKind::nccl;
}

// Peels the heads of a line start, outermost first, and calls take(layer) for each; returns where the message starts.
template <class Take>
std::size_t peelLineStart(std::string_view line, Take take);
// The same from the middle of a line: neither CI stamps nor a task.
template <class Take>
std::size_t peelHeads(std::string_view text, Take take);

template <class Take>
std::size_t peelHeads(std::string_view text, Take take) {
  text = text.substr(0, kMaxHeads);
  std::size_t at = 0;
  while (at < text.size()) {
    Layer layer;
    const std::size_t size = parseHead(text.substr(at), layer);
    if (size == 0) break;
    at += size;
    take(layer);
    if (endsHeads(layer.kind)) break;
  }
  return at;
}

template <class Take>
std::size_t peelLineStart(std::string_view line, Take take) {
  line = line.substr(0, kMaxHeads);
  std::size_t at = 0;
  if (!line.empty() && line[0] >= '0' && line[0] <= '9') {
    Layer layer;
    std::size_t size = parseGithubStamp(line, layer);
    if (size == 0) size = parseGitlabStamp(line, layer = Layer{});
    if (size > 0) take(layer);
    at = size;
  }
  Layer task;
  if (const std::size_t size = parseTask(line.substr(at), task); size > 0) {
    take(task);
    at += size;
  }
  return at + peelHeads(line.substr(at), take);
}

}  // namespace lanescope::recognise
