// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/finding_named.h"
#include "app/output.h"
#include "app/redaction.h"
#include "core/report/explain.h"

#include <ostream>

namespace lanescope::app {

int runExplain(const CommandLine& line) {
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  const auto shown = writable(line, *run).run;
  const auto finding = findingNamed(*shown, line.finding);
  if (!finding) return exitWith(finding.error());
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  output->stream() << report::explainFinding(*shown, **finding);
  const auto written = output->commit();
  return written ? kSuccess : exitWith(written.error());
}

}  // namespace lanescope::app
