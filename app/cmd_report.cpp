// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/keep_settings.h"
#include "app/output.h"
#include "app/picture_bytes.h"
#include "app/provenance.h"
#include "app/redaction.h"
#include "core/report/comparison_report.h"
#include "core/report/exports.h"
#include "core/report/json_report.h"
#include "core/report/text_report.h"
#include "core/session/known_failures.h"

#include <cstdlib>
#include <iostream>
#include <optional>

namespace lanescope::app {

namespace {

// The outcomes that come with a first failure.
bool wentWrong(model::RunOutcome outcome) {
  using Outcome = model::RunOutcome;
  return outcome == Outcome::failed || outcome == Outcome::recovered || outcome == Outcome::cancelled;
}

std::string exported(const CommandLine& line, const model::Run& original, const ComparedWith& with, const Writable& shown, const report::ComparedRuns* compared) {
  const report::Export what{*shown.run, compared, provenanceOf(line, original, with, shown)};
  return line.format == "html" ? report::writeHtmlReport(what, pictureOf(line)) : report::writeMarkdownReport(what);
}

std::string written(const CommandLine& line, const model::Run& original, const ComparedWith& with, const Writable& shown) {
  const model::Run& run = *shown.run;
  const report::ReportOptions options{LANESCOPE_VERSION};
  std::optional<report::ComparedRuns> compared;
  if (shown.with.comparison) compared.emplace(report::ComparedRuns{run, shown.with.baselines, *shown.with.comparison});
  if (line.format == "json") return compared ? report::writeJsonReport(*compared, options) : report::writeJsonReport(run, nullptr, options);
  if (line.format == "brief") return report::writeBrief(run);
  if (line.format != "text") return exported(line, original, with, shown, compared ? &*compared : nullptr);
  return report::writeTextReport(run, nullptr) + (compared ? '\n' + report::writeComparisonText(*compared) : "");
}

// Annotations are read from the output of the step. The summary never stands there: a line of a log could be taken for a command.
base::Result<void> writeForGithub(const CommandLine& line, const Writable& shown, const std::string& summary) {
  const char* summaryFile = std::getenv("GITHUB_STEP_SUMMARY");
  const bool stated = summaryFile && *summaryFile != '\0';
  if (line.output.empty() && !stated) complain("no summary is written: neither -o FILE nor GITHUB_STEP_SUMMARY says where");
  if (!line.output.empty() || stated) {
    auto output = line.output.empty() ? Output::append(summaryFile) : Output::open(line.output);
    if (!output) return tl::make_unexpected(output.error());
    output->stream() << summary;
    if (auto done = output->commit(); !done) return done;
  }
  std::cout << report::writeAnnotations(*shown.run);
  return Output::open("")->commit();
}

base::Result<void> writeReport(const CommandLine& line, const Writable& shown, const std::string& text) {
  if (line.format == "github") return writeForGithub(line, shown, text);
  auto output = Output::open(line.output);
  if (!output) return tl::make_unexpected(output.error());
  output->stream() << text;
  return output->commit();
}

// Who is told that a failure was seen before adds to that. A data folder that cannot be written is no reason to fail.
void keepSightings(const model::Run& run) {
  if (run.seenBefore.empty()) return;
  if (const auto kept = session::keepSightings(run); !kept) complain(base::describe(kept.error()));
}

}  // namespace

int runReport(const CommandLine& line) {
  if (!line.settings.empty()) {
    if (const auto kept = keepSettings(line); !kept) return exitWith(kept.error());
  }
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  if (line.request.known) keepSightings(**run);
  base::Result<ComparedWith> with;
  if (!line.baselines.empty()) with = compareAttended(line, **run);
  if (!with) return exitWith(with.error());
  const Writable shown = writable(line, *run, *with);
  if (const auto done = writeReport(line, shown, written(line, **run, *with, shown)); !done) return exitWith(done.error());
  const bool differs = with->comparison && with->comparison->differs();
  return wentWrong((*run)->outcome) || differs ? kFailureFound : kSuccess;
}

}  // namespace lanescope::app
