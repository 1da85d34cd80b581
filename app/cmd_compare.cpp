// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/compare_runs.h"
#include "app/exit_status.h"
#include "app/output.h"
#include "app/picture_bytes.h"
#include "app/redaction.h"
#include "core/report/comparison_report.h"

#include <ostream>

namespace lanescope::app {

namespace {

std::string written(const CommandLine& line, const report::ComparedRuns& runs) {
  const std::string& format = line.format;
  if (format == "json") return report::writeComparisonJson(runs, {LANESCOPE_VERSION});
  if (format == "markdown") return report::writeComparisonMarkdown(runs);
  return format == "html" ? report::writeComparisonHtml(runs, pictureOf(line)) : report::writeComparisonText(runs);
}

}  // namespace

int runCompare(const CommandLine& line) {
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  const auto with = compareAttended(line, **run);
  if (!with) return exitWith(with.error());
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  const Writable shown = writable(line, *run, *with);
  output->stream() << written(line, {*shown.run, shown.with.baselines, *shown.with.comparison});
  if (const auto done = output->commit(); !done) return exitWith(done.error());
  return with->comparison->differs() ? kDifferent : kSuccess;
}

}  // namespace lanescope::app
