// SPDX-License-Identifier: Apache-2.0
// One interval for each pixel column of a lane: where several fall into one column the worst outcome wins, then the
// longest, then the first. Never wider than a pixel, so that nothing bad is averaged away. Where a lane has more tests than
// columns, bars are runs of columns that are equally bad.
#pragma once

#include "ui/timeline/run_index.h"
#include "ui/timeline/time_axis.h"

namespace lanescope::ui {

// failed and error are the worst, passed and skipped the least.
int badness(model::TestOutcome outcome);
// Of a RunIndex::testValue(): stalled or interrupted.
bool hasNoVerdict(std::uint8_t testValue);

// A run of columns that show the same test interval, or, where it is dense, several of the same badness.
struct Bar {
  int firstColumn = 0, columns = 0;
  std::uint32_t interval = 0;                    // the first, where dense
  bool dense = false;
};

// The tests of `lane` that touch the axis, as bars in column order, without overlap.
std::vector<Bar> testBars(const RunIndex& index, model::LaneId lane, const TimeAxis& axis);
// For rows too low to show single tests: for each column 1 + badness() of the worst in it, 0 where there is none. Of a dense lane a column
// may show what its neighbour holds too.
std::vector<std::uint8_t> testCells(const RunIndex& index, model::LaneId lane, const TimeAxis& axis);
// The interval that column `column` of the axis shows; none where it is empty.
std::optional<std::uint32_t> testAt(const RunIndex& index, model::LaneId lane, const TimeAxis& axis, int column);

}  // namespace lanescope::ui
