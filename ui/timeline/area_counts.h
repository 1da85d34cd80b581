// SPDX-License-Identifier: Apache-2.0
// What happened in a stretch of time on some lanes, counted.
#pragma once

#include "ui/timeline/event_marks.h"
#include "ui/timeline/run_index.h"

#include <array>

namespace lanescope::ui {

struct AreaCounts {
  TimeRange range;
  std::size_t lanes = 0;
  std::array<std::uint64_t, static_cast<std::size_t>(MarkRank::firstFailure) + 1> marks{};   // events by MarkRank; [none]: those without a mark
  std::uint64_t tests = 0, failedTests = 0;      // that ran in it, wholly or in part; failed or in error
  std::uint64_t waits = 0;
};
// Events at range.begin <= t < range.end. Looks at nothing outside the stretch.
AreaCounts countArea(const model::Run& run, const RunIndex& index, const std::vector<model::LaneId>& lanes, TimeRange range);
// "12.4 s · 8 lanes · 2 × time-out · 14 × warning · 120 tests, 1 failed": the worst first.
QString areaText(const AreaCounts& counts);

}  // namespace lanescope::ui
