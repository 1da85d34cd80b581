// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/output.h"
#include "app/redaction.h"
#include "core/report/trace_writer.h"

namespace lanescope::app {

int runTrace(const CommandLine& line) {
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  report::writeTrace(*writable(line, *run).run, LANESCOPE_VERSION, output->stream());
  const auto written = output->commit();
  return written ? kSuccess : exitWith(written.error());
}

}  // namespace lanescope::app
