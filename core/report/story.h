// SPDX-License-Identifier: Apache-2.0
// What happened, in the order of time: milestones and findings as one story. Internal to core/report.
#pragma once

#include "core/model/run.h"

#include <string>
#include <vector>

namespace lanescope::report {

// Both have a time, a heading and evidence; one of the two is set.
struct Step {
  model::When time;
  const model::Finding* finding = nullptr;
  const model::Milestone* milestone = nullptr;
};
std::vector<Step> storyOf(const model::Run& run);

// " (launch 2)", "" where there is but one.
std::string launchNote(const model::Run& run, const model::Finding& finding);
// "bounded by stamped neighbours of the same writer"
std::string basisText(model::Basis basis);

}  // namespace lanescope::report
