// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/paired_layout.h"

#include "ui/timeline/lane_table.h"

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kLabelHeight = 12;                 // labels may touch each other: every rank has one as long as they do not overlap
constexpr int kHighestLane = 24, kLaunchHeight = 22, kClosedLaunchHeight = 32;
constexpr int kGap = 4;                          // between the two runs, and between the pairs of two ranks
constexpr std::size_t kFoldFrom = 64;            // more lanes: those that behave alike share a row

// Lower than on a timeline of its own: two runs have to fit.
int leastHeight(std::size_t lanes) {
  if (lanes <= 16) return 10;
  if (lanes <= 64) return 7;
  return laneHeightFor(lanes);
}

LayoutOptions optionsFor(const PairedSide& side) {
  LayoutOptions options;
  options.headers = !side.launch;
  options.labelHeight = kLabelHeight;
  options.headerHeight = kLaunchHeight;
  options.collapsedHeight = kClosedLaunchHeight;
  if (side.launch) options.launches = std::vector<std::uint32_t>{*side.launch};
  else options.collapsed = collapsedAtFirst(*side.run);
  return options;
}

LaneLayout layoutOf(const PairedSide& side, int laneHeight) {
  LayoutOptions options = optionsFor(side);
  options.laneHeight = laneHeight;
  const LaneLayout whole(*side.run, options);
  if (whole.laneCount() <= kFoldFrom || side.index == nullptr) return whole;
  const LaneTable table(*side.run, *side.index);
  options.table = &table;
  options.arrangement.folding = LaneFolding::on;
  return LaneLayout(*side.run, options);
}

std::vector<int> topsFrom(const LaneLayout& layout, int top) {
  std::vector<int> tops;
  for (const Row& row : layout.rows()) tops.push_back(row.top + top);
  return tops;
}

// Rows of the same rank (and, where several launches are shown, of launches in the same place) follow each other.
void interleave(PairedLayout& layout) {
  std::array<std::vector<int>, 2> tops;
  std::array<std::size_t, 2> next{};
  int y = 0;
  const auto put = [&](std::size_t side) {
    tops[side].push_back(y);
    y += layout.lanes[side].rows()[next[side]++].height;
  };
  const auto left = [&](std::size_t side) { return next[side] < layout.lanes[side].rows().size(); };
  while (left(0) || left(1)) {
    if (!left(0) || !left(1)) {
      put(left(0) ? 0 : 1);
      continue;
    }
    const Row &a = layout.lanes[0].rows()[next[0]], &b = layout.lanes[1].rows()[next[1]];
    if (a.kind != b.kind) {
      put(a.kind == Row::Kind::lane ? 0 : 1);    // a launch's remaining ranks before the next launch
    } else if (a.kind == Row::Kind::lane && a.rank != b.rank) {
      put(a.rank < b.rank ? 0 : 1);
    } else {
      put(0);
      put(1);
      y += kGap;
    }
  }
  layout.height = y;
  for (std::size_t side = 0; side < 2; ++side) layout.lanes[side] = layout.lanes[side].placedAt(tops[side]);
  layout.bandTop = {-1, -1};
}

}  // namespace

PairedLayout pairedLayout(const std::array<PairedSide, 2>& sides, PairOrder order, int available) {
  PairedLayout result;
  for (std::size_t i = 0; i < 2; ++i) result.lanes[i] = layoutOf(sides[i], kHighestLane);
  const std::size_t count = result.lanes[0].laneCount() + result.lanes[1].laneCount();
  const int beside = order == PairOrder::stacked ? 2 * kBandHeight + kGap : static_cast<int>(count) / 2 * kGap;
  int headers = 0;
  for (const LaneLayout& lanes : result.lanes) headers += lanes.height() - static_cast<int>(lanes.laneCount()) * kHighestLane;
  if (count > 0) {
    const int least = leastHeight(std::max(result.lanes[0].laneCount(), result.lanes[1].laneCount()));
    const int height = std::clamp((available - beside - headers) / static_cast<int>(count), least, kHighestLane);
    for (std::size_t i = 0; i < 2; ++i) result.lanes[i] = layoutOf(sides[i], height);
  }
  if (order == PairOrder::interleaved) {
    interleave(result);
    return result;
  }
  int y = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    result.bandTop[i] = y;
    y += kBandHeight;
    const int height = result.lanes[i].height();
    result.lanes[i] = result.lanes[i].placedAt(topsFrom(result.lanes[i], y));
    y += height + (i == 0 ? kGap : 0);
  }
  result.height = y;
  return result;
}

}  // namespace lanescope::ui
