// SPDX-License-Identifier: Apache-2.0
// Lanes that behave alike: the same findings, kinds of waiting, worst test outcome and end. For folding many lanes into one row.
#pragma once

#include "ui/timeline/lane_layout.h"
#include "ui/timeline/run_index.h"

namespace lanescope::ui {

// Keeps one row of each group of at least `fewest` alike rows, in its first rank's place, and lists the others in
// Row::alike. Rows of different launches are never alike.
std::vector<Row> foldAlike(const model::Run& run, const RunIndex& index, std::vector<Row> rows, std::size_t fewest);

}  // namespace lanescope::ui
