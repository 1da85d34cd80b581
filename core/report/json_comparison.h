// SPDX-License-Identifier: Apache-2.0
// COMPARISON of the report contract, and `lanescope.comparison/1`, which is nothing else.
#pragma once

#include "core/compare/comparison.h"
#include "core/report/json_parts.h"

namespace lanescope::report {

// `baselines` as they were compared; places of messages and ends are looked up in them.
Json jsonComparison(const compare::Comparison& comparison, const model::Run& run, const std::vector<const model::Run*>& baselines);

}  // namespace lanescope::report
