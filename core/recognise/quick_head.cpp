// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/layer_heads.h"
#include "core/recognise/layers.h"
#include "core/text/clean.h"

#include <string>

namespace lanescope::recognise {

namespace {

QuickHead readHeads(std::string_view line) noexcept {
  QuickHead head;
  peelLineStart(line, [&head](const Layer& layer) {
    if (layer.kind == LayerKind::tee && head.teeRank < 0) head.teeRank = layer.number;
    if (layer.kind == LayerKind::rank && head.globalRank < 0) head.globalRank = layer.number;
    if (layer.severity != Severity::none && head.severity == Severity::none) head.severity = layer.severity;
    if (layer.stamp && !head.stamp) head.stamp = layer.stamp;
  });
  return head;
}

}  // namespace

QuickHead quickHead(std::string_view rawLine) noexcept {
  if (!text::needsCleaning(rawLine.substr(0, kMaxHeads))) return readHeads(rawLine);
  // Kept by the thread, so that it grows once and not on every line.
  thread_local std::string clean;
  std::size_t taken = 2 * kMaxHeads;
  do {
    clean.clear();
    text::stripControl(rawLine.substr(0, taken), clean);
    taken *= 2;
  } while (clean.size() < kMaxHeads && taken / 2 < rawLine.size());
  return readHeads(clean);
}

}  // namespace lanescope::recognise
