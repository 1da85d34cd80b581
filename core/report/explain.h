// SPDX-License-Identifier: Apache-2.0
// Why a finding is what the report says: every rule of the diagnosis that was asked about it, and what it said.
#pragma once

#include "core/model/run.h"

#include <string>

namespace lanescope::report {

// Plain text for a terminal of 100 columns, UTF-8. `finding` is one of the run's. The same run gives the same bytes.
std::string explainFinding(const model::Run& run, const model::Finding& finding);

}  // namespace lanescope::report
