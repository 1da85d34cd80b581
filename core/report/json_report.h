// SPDX-License-Identifier: Apache-2.0
// The machine-readable report, `lanescope.report/1`.
#pragma once

#include "core/compare/comparison.h"

#include <string>
#include <vector>

namespace lanescope::report {

struct ReportOptions {
  std::string version;  // of the tool
};

// One JSON object with a final newline. The same runs give the same bytes. `baseline` may be null; it is written, not compared.
std::string writeJsonReport(const model::Run& run, const model::Run* baseline, const ReportOptions& options);

// A run, those that it was compared with (at least one, of which a report writes the first), and the result.
struct ComparedRuns {
  const model::Run& run;
  const std::vector<const model::Run*>& baselines;
  const compare::Comparison& comparison;
};
// The same with what differs.
std::string writeJsonReport(const ComparedRuns& runs, const ReportOptions& options);

}  // namespace lanescope::report
