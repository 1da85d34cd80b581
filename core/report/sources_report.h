// SPDX-License-Identifier: Apache-2.0
// How each source was read and placed in time: `lanescope.sources/1` and a table for people.
#pragma once

#include "core/model/run.h"

#include <string>

namespace lanescope::report {

std::string writeSourcesJson(const model::Run& run);
std::string writeSourcesText(const model::Run& run);

}  // namespace lanescope::report
