// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/output.h"
#include "app/redaction.h"
#include "core/report/explain.h"

#include <fmt/format.h>
#include <algorithm>
#include <ostream>

namespace lanescope::app {

namespace {

// The finding that is meant; without a name the first failure.
const model::Finding* findingOf(const model::Run& run, const std::string& name) {
  if (name.empty()) return run.firstFailure ? &run.findings[*run.firstFailure] : nullptr;
  const auto found = std::find_if(run.findings.begin(), run.findings.end(), [&](const model::Finding& finding) { return finding.id == name || finding.fingerprint == name; });
  return found == run.findings.end() ? nullptr : &*found;
}

base::Error noFinding(const model::Run& run, const std::string& name) {
  std::string what = name.empty() ? "the run has no first failure" : fmt::format("the run has no finding '{}'", name);
  std::string tryThis = run.findings.empty() ? "it has no findings" : fmt::format("its findings are f1 to f{}: lanescope report lists them", run.findings.size());
  return {base::ErrorCode::invalidArgument, std::move(what), {}, std::move(tryThis)};
}

}  // namespace

int runExplain(const CommandLine& line) {
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  const auto shown = writable(line, *run).run;
  const model::Finding* finding = findingOf(*shown, line.finding);
  if (!finding) return exitWith(noFinding(*shown, line.finding));
  auto output = Output::open(line.output);
  if (!output) return exitWith(output.error());
  output->stream() << report::explainFinding(*shown, *finding);
  const auto written = output->commit();
  return written ? kSuccess : exitWith(written.error());
}

}  // namespace lanescope::app
