// SPDX-License-Identifier: Apache-2.0
// The report for people: the verdict, what happened in time order with its evidence, every rank's end, what is not
// established, and what was read. Plain text for a terminal of 100 columns, UTF-8, no colour.
#pragma once

#include "core/model/run.h"

#include <string>

namespace lanescope::report {

// The same run gives the same bytes. With a baseline (may be null) its verdict and environment follow the run's.
std::string writeTextReport(const model::Run& run, const model::Run* baseline);

}  // namespace lanescope::report
