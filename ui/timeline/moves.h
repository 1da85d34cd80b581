// SPDX-License-Identifier: Apache-2.0
// How wheel and keys move the visible range and walk the events of a lane: the same on every timeline. Pure functions.
#pragma once

#include "ui/timeline/run_index.h"

namespace lanescope::ui {

inline constexpr double kWheelZoom = 1.25;       // of one notch
inline constexpr double kKeyZoom = 1.5;
inline constexpr double kKeyPan = 0.15;          // of what is visible

// Closer (factor > 1) around `pivot`, which keeps its place.
TimeRange zoomed(TimeRange range, std::int64_t pivot, double factor);
TimeRange panned(TimeRange range, double fraction);

// The next event on `lane` behind (direction > 0) or before `from` that is drawn with a mark worth going to. Index into Run::events.
std::optional<std::uint32_t> nextMarkedEvent(const model::Run& run, const RunIndex& index, model::LaneId lane, std::int64_t from, int direction);

}  // namespace lanescope::ui
