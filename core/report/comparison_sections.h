// SPDX-License-Identifier: Apache-2.0
// A comparison as sections of a document. Internal to core/report.
#pragma once

#include "core/report/comparison_document.h"
#include "core/report/document.h"

namespace lanescope::report {

// What was found first, and against what.
std::vector<Block> comparisonLead(const ComparisonDocument& comparison, bool diverges);
// The kinds of differences, a block or two each below a title of its own.
std::vector<Section> comparisonSections(const ComparisonDocument& comparison);

}  // namespace lanescope::report
