// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/compare_runs.h"
#include "app/exit_status.h"
#include "app/keep_settings.h"
#include "app/output.h"
#include "core/report/comparison_report.h"
#include "core/report/json_report.h"
#include "core/report/text_report.h"

#include <ostream>

namespace lanescope::app {

namespace {

// The outcomes that come with a first failure.
bool wentWrong(model::RunOutcome outcome) {
  using Outcome = model::RunOutcome;
  return outcome == Outcome::failed || outcome == Outcome::recovered || outcome == Outcome::cancelled;
}

std::string written(const std::string& format, const model::Run& run, const ComparedWith* with) {
  const report::ReportOptions options{LANESCOPE_VERSION};
  if (!with) return format == "json" ? report::writeJsonReport(run, nullptr, options) : report::writeTextReport(run, nullptr);
  const report::ComparedRuns compared{run, with->baselines, *with->comparison};
  return format == "json" ? report::writeJsonReport(compared, options) : report::writeTextReport(run, nullptr) + '\n' + report::writeComparisonText(compared);
}

}  // namespace

int runReport(const CommandLine& line) {
  if (!line.settings.empty()) {
    if (const auto kept = keepSettings(line); !kept) return exitWith(kept.error());
  }
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  base::Result<ComparedWith> with;
  if (!line.baselines.empty()) with = compareAttended(line, **run);
  if (!with) return exitWith(with.error());
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  output->stream() << written(line.format, **run, with->comparison ? &*with : nullptr);
  if (const auto done = output->commit(); !done) return exitWith(done.error());
  const bool differs = with->comparison && with->comparison->differs();
  return wentWrong((*run)->outcome) || differs ? kFailureFound : kSuccess;
}

}  // namespace lanescope::app
