// SPDX-License-Identifier: Apache-2.0
// How wheel and keys move the visible range and walk the events of a lane: the same on every timeline. Pure functions.
#pragma once

#include "ui/timeline/draw_list.h"
#include "ui/timeline/run_index.h"

namespace lanescope::ui {

inline constexpr double kWheelZoom = 1.25;       // of one notch
inline constexpr double kKeyZoom = 1.5;
inline constexpr double kKeyPan = 0.15;          // of what is visible

// Closer (factor > 1) around `pivot`, which keeps its place.
TimeRange zoomed(TimeRange range, std::int64_t pivot, double factor);
TimeRange panned(TimeRange range, double fraction);

// Where one is on a lane. Several things may stand at one moment: the line that is selected says which is meant.
struct LanePlace {
  std::int64_t utc = 0;
  std::optional<model::LineRef> line;
};
// The next thing on `lane` behind (direction > 0) or before a place that is worth going to: an event with a mark, or the start of a test
// without a verdict.
std::optional<Hit> nextMark(const model::Run& run, const RunIndex& index, model::LaneId lane, const LanePlace& place, int direction);

}  // namespace lanescope::ui
