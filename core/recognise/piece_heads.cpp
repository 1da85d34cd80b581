// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/piece_heads.h"

#include "core/recognise/stated_time.h"

#include <algorithm>
#include <optional>

namespace lanescope::recognise {
namespace {

constexpr std::int64_t kHalfHourNs = 1'800'000'000'000;

bool isPutBack(std::uint32_t line, const SourceScan& scan) noexcept { return scan.clockPutBack > 0 && line >= scan.clockPutBack; }

// The scan's time of the line, where it depends on the lines before: a time of day, or local time that was put back.
std::optional<std::int64_t> settledStamp(std::uint32_t line, const SourceScan& scan, const TimeContext& context) {
  if (!context.zone.changes() && !isPutBack(line, scan) && scan.datelessStamps == 0) return std::nullopt;
  if (line > scan.stampsMs.size() || scan.stampsMs[line - 1] == UINT32_MAX) return std::nullopt;
  return scan.stampBaseNs + std::int64_t{scan.stampsMs[line - 1]} * 1'000'000;
}

}  // namespace

Moment momentOf(const Piece& piece, std::uint32_t line, const SourceScan& scan, const TimeContext& context) {
  Moment outer, inner;
  const auto take = [&](const Stamp& stamp, LayerKind kind) {
    const bool isOuter = isTimeOfReading(kind);
    std::int64_t ns = 0;
    if (!stamp.hasDate && (outer.known() || inner.known())) return;   // what stands before it says more
    if (outer.known()) {
      ns = context.resolveNear(stamp, kind, outer.ns);
    } else if (const auto settled = stamp.hasZone ? std::nullopt : settledStamp(line, scan, context)) {
      ns = stamp.hasDate ? context.resolveNear(stamp, kind, *settled) : *settled;
      if (isPutBack(line, scan) && ns < *settled - kHalfHourNs) ns += 2 * kHalfHourNs;
    } else if (stamp.hasDate) {
      ns = context.resolve(stamp, kind);
    } else {
      return;                                    // a time of day alone places nothing
    }
    (isOuter ? outer : inner) = {ns, stamp.resolutionNs, isOuter ? Moment::From::outer : Moment::From::inner};
  };
  for (const Layer& layer : piece.layers) {
    if (layer.stamp) take(*layer.stamp, layer.kind);
  }
  if (!inner.known() && !outer.known() && mayStateTime(piece.message)) {
    if (const auto stamp = statedTime(piece.message)) take(*stamp, LayerKind::log);
  }
  return inner.known() ? inner : outer;
}

Severity levelOf(const Piece& piece) noexcept {
  Severity level = Severity::none;
  for (const Layer& layer : piece.layers) {
    if (layer.kind == LayerKind::nccl) return Severity::none;
    const bool own = layer.kind == LayerKind::log || layer.kind == LayerKind::c10 || layer.kind == LayerKind::torchPython;
    if (own && layer.severity != Severity::none) level = layer.severity;
  }
  return level;
}

bool hasLogHead(const Piece& piece) noexcept {
  return std::any_of(piece.layers.begin(), piece.layers.end(), [](const Layer& layer) {
    return (layer.kind == LayerKind::log || layer.kind == LayerKind::c10 || layer.kind == LayerKind::torchPython) && layer.stamp.has_value();
  });
}

}  // namespace lanescope::recognise
