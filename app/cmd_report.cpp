// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/keep_settings.h"
#include "app/output.h"
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

}  // namespace

int runReport(const CommandLine& line) {
  const LoadOptions options{line.quiet, line.verbose};
  if (!line.settings.empty()) {
    if (const auto kept = keepSettings(line); !kept) return exitWith(kept.error());
  }
  const auto run = loadAttended(line.request, options);
  if (!run) return exitWith(run.error());
  std::shared_ptr<const model::Run> baseline;
  if (!line.baselines.empty()) {
    const auto loaded = loadAttended(line.baselines.front(), options);
    if (!loaded) return exitWith(loaded.error());
    baseline = *loaded;
    if (line.baselines.size() > 1) complain("several baselines given: this version reports the first");
  }
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  output->stream() << (line.format == "json" ? report::writeJsonReport(**run, baseline.get(), {LANESCOPE_VERSION})
                                             : report::writeTextReport(**run, baseline.get()));
  if (const auto written = output->commit(); !written) return exitWith(written.error());
  return wentWrong((*run)->outcome) ? kFailureFound : kSuccess;
}

}  // namespace lanescope::app
