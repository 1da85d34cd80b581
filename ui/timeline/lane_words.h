// SPDX-License-Identifier: Apache-2.0
// A row of the timeline as columns of words: what a screen reader reads where others look along a lane. GUI thread only.
#pragma once

#include "ui/timeline/lane_layout.h"
#include "ui/timeline/run_index.h"

#include <QString>

namespace lanescope::ui {

enum class LaneColumn : std::uint8_t { lane, state, worst, marks };
inline constexpr int kLaneColumns = 4;
QString laneColumnName(LaneColumn column);

// Empty where the row has nothing of the kind: a header has neither worst nor marks.
QString laneCellText(const model::Run& run, const RunIndex& index, const Row& row, LaneColumn column);

}  // namespace lanescope::ui
