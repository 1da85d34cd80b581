// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/keep_settings.h"
#include "app/output.h"
#include "app/redaction.h"
#include "core/report/sources_report.h"

#include <ostream>

namespace lanescope::app {

int runSources(const CommandLine& line) {
  if (!line.settings.empty()) {
    if (const auto done = keepSettings(line); !done) return exitWith(done.error());
  }
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  const auto shown = writable(line, *run).run;
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  output->stream() << (line.format == "json" ? report::writeSourcesJson(*shown) : report::writeSourcesText(*shown));
  const auto written = output->commit();
  return written ? kSuccess : exitWith(written.error());
}

}  // namespace lanescope::app
