// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/finding_named.h"
#include "app/output.h"
#include "core/report/known_report.h"
#include "core/session/known_failures.h"

#include <ostream>

namespace lanescope::app {

namespace {

report::KnownEntry entryOf(const session::KnownFailure& known) { return {known.findingClass, known.title, session::allSightings(known)}; }

int write(const CommandLine& line, const std::string& text) {
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  output->stream() << text;
  const auto written = output->commit();
  return written ? kSuccess : exitWith(written.error());
}

// One entry, or all of them.
int show(const CommandLine& line, const std::string& fingerprint) {
  const auto known = session::readKnownFailures();
  if (!known) return exitWith(known.error());
  std::vector<report::KnownEntry> entries;
  for (const session::KnownFailure& each : *known) {
    if (fingerprint.empty() || each.fingerprint == fingerprint) entries.push_back(entryOf(each));
  }
  return write(line, line.format == "json" ? report::writeKnownJson(entries) : report::writeKnownText(entries));
}

int add(const CommandLine& line) {
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  const auto finding = findingNamed(**run, line.finding);
  if (!finding) return exitWith(finding.error());
  if (const auto named = session::nameFailure(**run, **finding, line.note, line.url); !named) return exitWith(named.error());
  return show(line, (*finding)->fingerprint);
}

int remove(const CommandLine& line) {
  std::vector<report::KnownEntry> entries;
  for (const std::string& id : line.knownIds) {
    const auto gone = session::forgetFailure(id);
    if (!gone) return exitWith(gone.error());
    entries.push_back(entryOf(*gone));
  }
  return write(line, line.format == "json" ? report::writeKnownJson(entries) : "No longer known:\n" + report::writeKnownText(entries));
}

}  // namespace

int runKnown(const CommandLine& line) {
  switch (line.known) {
    case KnownAction::add:
      return add(line);
    case KnownAction::list:
      return show(line, {});
    case KnownAction::remove:
      return remove(line);
  }
  return kUnusable;
}

}  // namespace lanescope::app
