// SPDX-License-Identifier: Apache-2.0
// One interval for each pixel column of a lane: where several fall into one column the worst outcome wins, then the
// longest, then the first. Never wider than a pixel, so that nothing bad is averaged away.
#pragma once

#include "ui/timeline/run_index.h"
#include "ui/timeline/time_axis.h"

namespace lanescope::ui {

// failed and error are the worst, passed and skipped the least.
int badness(model::TestOutcome outcome);

// A run of columns that show the same test interval.
struct Bar {
  int firstColumn = 0, columns = 0;
  std::uint32_t interval = 0;
};

// The tests of `lane` that touch the axis, as bars in column order, without overlap.
std::vector<Bar> testBars(const model::Run& run, const RunIndex& index, model::LaneId lane, const TimeAxis& axis);

}  // namespace lanescope::ui
