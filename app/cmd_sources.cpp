// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/output.h"
#include "core/report/sources_report.h"
#include "core/session/kept_overrides.h"

#include <ostream>

namespace lanescope::app {

namespace {

// Keeps what --set and --clear say. The run is read for it: names and launches are those that it shows.
base::Result<void> changeSettings(const CommandLine& line) {
  session::Request request = line.request;
  request.zone.clear();                          // of this command only: nothing to keep
  auto run = loadAttended(request, {line.quiet, false, true});
  if (!run && run.error().code != base::ErrorCode::cancelled) {
    request.sideFile = false;                    // it may leave out every source
    run = loadAttended(request, {line.quiet, false, true});
  }
  if (!run) return tl::make_unexpected(run.error());
  const auto settings = changed(**run, (*run)->overrides, line.settings);
  if (!settings) return tl::make_unexpected(settings.error());
  const auto kept = session::keepOverrides(line.request.paths, **run, *settings);
  if (!kept) return tl::make_unexpected(kept.error());
  return {};
}

}  // namespace

int runSources(const CommandLine& line) {
  if (!line.settings.empty()) {
    if (const auto done = changeSettings(line); !done) return exitWith(done.error());
  }
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  output->stream() << (line.format == "json" ? report::writeSourcesJson(**run) : report::writeSourcesText(**run));
  const auto written = output->commit();
  return written ? kSuccess : exitWith(written.error());
}

}  // namespace lanescope::app
