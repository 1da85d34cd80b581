// SPDX-License-Identifier: Apache-2.0
// Lanes that did the same, in one row. Of a thousand ranks a few are interesting; the others only have to be there.
#pragma once

#include "ui/timeline/lane_layout.h"
#include "ui/timeline/lane_table.h"

namespace lanescope::ui {

// Keeps one row of each group of at least `fewest` alike rows, in its first rank's place, and lists the others in
// Row::alike. Rows of different launches are never alike; those in `opened` stay as they are, and so do their likes.
std::vector<Row> foldAlike(const LaneTable& table, std::vector<Row> rows, std::size_t fewest, const std::set<LaneKey>& opened = {});

}  // namespace lanescope::ui
