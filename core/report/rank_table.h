// SPDX-License-Identifier: Apache-2.0
// The text report's tables over launches and ranks. Internal to core/report.
#pragma once

#include "core/model/run.h"

#include <string>

namespace lanescope::report {

// Every launch with its outcome, and its ranks: one row each where the launch did not pass, ranks that ended alike in
// one row where it did.
void appendRanks(std::string& out, const model::Run& run);

// Test counts of every launch; ranks with equal counts share a row.
void appendCounts(std::string& out, const model::Run& run);

}  // namespace lanescope::report
