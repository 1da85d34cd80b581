// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_bins.h"

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

bool beats(const model::Run& run, const RunIndex& index, std::uint32_t challenger, std::uint32_t holder) {
  if (holder == kEmpty) return true;
  const int a = badness(run.intervals[challenger].outcome), b = badness(run.intervals[holder].outcome);
  if (a != b) return a > b;
  const std::int64_t lengthA = index.extent(challenger).length(), lengthB = index.extent(holder).length();
  return lengthA != lengthB ? lengthA > lengthB : challenger < holder;
}

}  // namespace

int badness(model::TestOutcome outcome) {
  switch (outcome) {
    case model::TestOutcome::failed:
    case model::TestOutcome::error: return 6;
    case model::TestOutcome::stalled: return 5;
    case model::TestOutcome::interrupted: return 4;
    case model::TestOutcome::xpassed: return 3;
    case model::TestOutcome::passed: return 2;
    case model::TestOutcome::xfailed:
    case model::TestOutcome::skipped: return 1;
    case model::TestOutcome::absent: return 0;
  }
  return 0;
}

std::vector<Bar> testBars(const model::Run& run, const RunIndex& index, model::LaneId lane, const TimeAxis& axis) {
  std::vector<std::uint32_t> cells(static_cast<std::size_t>(axis.columns()), kEmpty);
  const RunIndex::Slice slice = index.intervals(lane, axis.span());
  for (std::uint32_t i = slice.first; i < slice.last; ++i) {
    if (run.intervals[i].kind != model::IntervalKind::test || !run.intervals[i].begin.known()) continue;
    const TimeRange extent = index.extent(i);
    const int first = std::max(0, axis.column(extent.begin));
    const int last = std::min(axis.columns() - 1, axis.column(std::max(extent.begin, extent.end - 1)));
    for (int column = first; column <= last; ++column) {
      std::uint32_t& cell = cells[static_cast<std::size_t>(column)];
      if (beats(run, index, i, cell)) cell = i;
    }
  }
  std::vector<Bar> bars;
  for (int column = 0; column < axis.columns(); ++column) {
    const std::uint32_t cell = cells[static_cast<std::size_t>(column)];
    if (cell == kEmpty) continue;
    const bool continues = !bars.empty() && bars.back().interval == cell &&
                           bars.back().firstColumn + bars.back().columns == column;
    if (continues) ++bars.back().columns;
    else bars.push_back({column, 1, cell});
  }
  return bars;
}

}  // namespace lanescope::ui
