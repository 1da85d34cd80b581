// SPDX-License-Identifier: Apache-2.0
#include "core/report/exports.h"

#include "core/report/added_text.h"
#include "core/report/document.h"
#include "core/report/verdict.h"
#include "core/text/clean.h"

#include <fmt/format.h>

namespace lanescope::report {
namespace {

constexpr std::size_t kMostBytes = 400;          // of a line in a chat

std::string oneLine(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  return shortened(out, kMostBytes);
}

// The line that shows the first failure, else what the outcome rests on.
const model::Evidence* lineToShow(const model::Run& run) {
  if (run.firstFailure && !run.findings[*run.firstFailure].evidence.empty()) return &run.findings[*run.firstFailure].evidence.front();
  return run.outcomeEvidence.empty() ? nullptr : &run.outcomeEvidence.front();
}

}  // namespace

std::string writeBrief(const model::Run& run) {
  const Verdict verdict = verdictOf(run);
  const std::string test = verdict.test.empty() ? "" : " · in " + verdict.test;
  const model::SeenBefore* seen = run.firstFailure ? seenBeforeOf(run, run.findings[*run.firstFailure]) : nullptr;
  const std::string known = seen ? " · " + seenBeforeText(*seen) : "";
  std::string out = oneLine(fmt::format("{} {}: {}{}{}", verdict.badge, run.name, verdict.headline, test, known)) + '\n';
  const model::Evidence* line = lineToShow(run);
  out += line ? oneLine(fmt::format("Line: {}:{}: {}", run.source(line->source).path, line->line, text::display(line->text))) : "Line: none to show";
  out += '\n' + oneLine("Not known: " + (verdict.notKnown.empty() ? std::string("the log leaves nothing open that is asked of it") : verdict.notKnown)) + '\n';
  return text::visible(text::toUtf8(out));
}

}  // namespace lanescope::report
