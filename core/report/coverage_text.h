// SPDX-License-Identifier: Apache-2.0
// What was read, what was looked for in it, and how its times are known: a sentence each. Internal to core/report.
#pragma once

#include "core/model/run.h"

#include <string>
#include <vector>

namespace lanescope::report {

std::vector<std::string> coverageSentences(const model::Run& run);
std::vector<std::string> clockSentences(const model::Run& run);

}  // namespace lanescope::report
