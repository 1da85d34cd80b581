// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/output.h"
#include "app/redaction.h"
#include "core/report/events_writer.h"

namespace lanescope::app {

int runEvents(const CommandLine& line) {
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  report::writeEvents(*writable(line, *run).run, line.format == "csv" ? report::EventsFormat::csv : report::EventsFormat::jsonl, output->stream());
  const auto written = output->commit();
  return written ? kSuccess : exitWith(written.error());
}

}  // namespace lanescope::app
