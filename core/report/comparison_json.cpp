// SPDX-License-Identifier: Apache-2.0
#include "core/report/comparison_report.h"

#include "core/report/json_comparison.h"

namespace lanescope::report {

std::string writeComparisonJson(const ComparedRuns& runs, const ReportOptions& options) {
  return dump({{"schema", "lanescope.comparison/1"},
               {"tool", {{"name", "lanescope"}, {"version", options.version}}},
               {"comparison", jsonComparison(runs.comparison, runs.run, runs.baselines)}});
}

}  // namespace lanescope::report
