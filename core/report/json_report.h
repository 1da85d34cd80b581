// SPDX-License-Identifier: Apache-2.0
// The machine-readable report, `lanescope.report/1`.
#pragma once

#include "core/model/run.h"

#include <string>

namespace lanescope::report {

struct ReportOptions {
  std::string version;  // of the tool
};

// One JSON object with a final newline. The same runs give the same bytes. `baseline` may be null; the comparison of the
// two is always null in this version of the schema's content.
std::string writeJsonReport(const model::Run& run, const model::Run* baseline, const ReportOptions& options);

}  // namespace lanescope::report
