// SPDX-License-Identifier: Apache-2.0
#include "core/report/text_report.h"

#include "core/model/ranks_text.h"
#include "core/report/added_text.h"
#include "core/report/coverage_text.h"
#include "core/report/rank_table.h"
#include "core/report/rerun_line.h"
#include "core/report/story.h"
#include "core/report/text_layout.h"
#include "core/report/time_text.h"
#include "core/report/verdict.h"
#include "core/text/clean.h"

#include <fmt/format.h>
#include <algorithm>

namespace lanescope::report {

using namespace model;

namespace {

constexpr std::string_view kBullet = "  - ";
constexpr std::size_t kLabelWidth = 10;  // "inferred", "printed" and their like
constexpr std::size_t kTimeWidth = 21;   // "09:09:20 – 09:09:27 Z"
constexpr std::size_t kNotedBytes = 500;  // of a line that a note is about
constexpr std::size_t kKindWidth = 13;   // "FIRST FAILURE"

void section(std::string& out, std::string_view heading) { out += fmt::format("\n{}\n", heading); }

std::string place(const Run& run, const Evidence& evidence) {
  return fmt::format("{}:{}", run.source(evidence.source).path, evidence.line);
}

// The first line of evidence is shown at length, the others as one line each.
void appendEvidence(std::string& out, const Run& run, const Evidence& evidence, bool first) {
  constexpr std::size_t kFirstCells = 3 * kTextWidth;
  out += fmt::format("    {}{}\n", pad(first ? "printed" : "and", kLabelWidth), place(run, evidence));
  const std::string indent(4 + kLabelWidth, ' ');
  const std::string text = text::display(evidence.text);
  if (first)
    appendWrapped(out, indent, fit(text, kFirstCells));
  else
    out += indent + fit(text, kTextWidth - indent.size()) + '\n';
}

void appendVerdict(std::string& out, const Run& run) {
  const Verdict verdict = verdictOf(run);
  out += fmt::format("{}  {}\n\n", verdict.badge, run.name);
  const bool failed = run.firstFailure.has_value();
  appendWrapped(out, failed ? "First failure  " : "", verdict.headline);
  if (failed && !verdict.test.empty()) out += fmt::format("  in           {}\n", verdict.test);
  if (!verdict.then.empty()) appendWrapped(out, failed ? "               " : "", verdict.then);
  if (const SeenBefore* seen = failed ? seenBeforeOf(run, run.findings[*run.firstFailure]) : nullptr) appendWrapped(out, "Known          ", seenBeforeText(*seen));
  if (!verdict.notKnown.empty()) appendWrapped(out, "Not known      ", verdict.notKnown);
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

std::string storyHead(const When& time, std::string_view kind) {
  return fmt::format("  {}  {}  ", pad(whenText(time), kTimeWidth), pad(kind, kKindWidth));
}

void appendLabelled(std::string& out, std::string_view label, std::string_view text) {
  appendWrapped(out, "    " + pad(label, kLabelWidth), text);
}

// The calls of the user's own code, innermost first, and the innermost of a library where the error came out of one.
void appendStack(std::string& out, const Finding& finding) {
  constexpr std::size_t kShown = 4;
  const std::vector<StackFrame>& stack = finding.attributes.stack;
  if (finding.role != Role::firstFailure || stack.empty()) return;
  const auto frameText = [](const StackFrame& frame) {
    const std::string code = frame.code.empty() ? std::string() : ": " + text::display(frame.code);
    return fmt::format("{}:{}{}{}", frame.file, frame.line, frame.function.empty() ? "" : " in " + frame.function, code);
  };
  std::size_t users = 0, shown = 0;
  for (const StackFrame& frame : stack) users += frame.user ? 1 : 0;
  for (auto frame = stack.rbegin(); frame != stack.rend() && shown < kShown; ++frame) {
    if (frame->user) appendLabelled(out, shown++ == 0 ? "your code" : "called by", frameText(*frame));
  }
  if (users > shown) appendLabelled(out, "", fmt::format("{} more calls of it", users - shown));
  if (stack.size() > users) appendLabelled(out, "libraries", fmt::format("{} {}, innermost {}", stack.size() - users, stack.size() - users == 1 ? "call" : "calls",
                                                                          frameText(*std::find_if(stack.rbegin(), stack.rend(), [](const StackFrame& frame) { return !frame.user; }))));
}

void appendFinding(std::string& out, const Run& run, const Finding& finding) {
  // Three lines of evidence show the pattern; the rest stands in the JSON report.
  constexpr std::size_t kShown = 3;
  appendWrapped(out, storyHead(finding.time, upper(roleText(finding.role))), finding.title + launchNote(run, finding));
  for (std::size_t i = 0; i < std::min(kShown, finding.evidence.size()); ++i)
    appendEvidence(out, run, finding.evidence[i], i == 0);
  if (finding.count > kShown) appendLabelled(out, "", fmt::format("{} observations in all", thousands(finding.count)));
  if (finding.time.basis != Basis::stamped) appendLabelled(out, "time", basisText(finding.time.basis));
  if (const When& since = finding.attributes.waitingSince; since.known()) {
    appendLabelled(out, "waiting", fmt::format("since {} ({})", whenText(since), basisText(since.basis)));
  }
  if (finding.attributes.progress) appendLabelled(out, "training", "last told of " + progressText(*finding.attributes.progress));
  appendStack(out, finding);
  appendLabelled(out, "inferred", fmt::format("{}: {}", roleText(finding.role), finding.why));
  if (!finding.suspectRanks.empty())
    appendLabelled(out, "suspected", fmt::format("{} (basis: {})", model::ranksText(finding.suspectRanks), finding.suspectBasis));
  if (const SeenBefore* seen = seenBeforeOf(run, finding)) appendLabelled(out, "known", seenBeforeText(*seen));
  appendLabelled(out, "finding", fmt::format("{}, fingerprint {}", finding.id, finding.fingerprint));
}

void appendMilestone(std::string& out, const Run& run, const Milestone& milestone) {
  const std::string head = storyHead(milestone.time, toString(milestone.kind));
  out += head + fit(text::display(milestone.text), kTextWidth - cells(head)) + '\n';
  if (!milestone.evidence.empty()) appendLabelled(out, "printed", place(run, milestone.evidence.front()));
}

void appendStory(std::string& out, const Run& run) {
  const std::string day = run.clock.first.known() ? ", from " + dateText(run.clock.first.utc) : "";
  section(out, fmt::format("WHAT HAPPENED (times UTC{})", day));
  for (const Step& step : storyOf(run)) {
    if (step.finding)
      appendFinding(out, run, *step.finding);
    else
      appendMilestone(out, run, *step.milestone);
  }
}

// The user's words, with the line that they are about.
void appendNotes(std::string& out, const Run& run) {
  if (run.notes.empty()) return;
  section(out, "NOTES OF THE USER");
  for (std::size_t i = 0; i < run.notes.size(); ++i) {
    const Note& note = run.notes[i];
    const std::string why = note.problem.empty() ? "" : " (" + note.problem + ")";
    appendWrapped(out, fmt::format("  {:>2}  ", i + 1), noteText(note));
    const std::string time = note.place == NotePlace::line && note.time.known() ? ", " + whenText(note.time) : "";
    out += fmt::format("      {}{}{}\n", notePlaceText(run, note), time, why);
    const std::string line = text::display(noteLine(run, note, kNotedBytes));
    if (!line.empty()) out += "      " + fit(line, kTextWidth - 6) + '\n';
  }
}

void appendNotEstablished(std::string& out, const Run& run) {
  if (run.notEstablished.empty()) return;
  section(out, "NOT ESTABLISHED");
  for (const NotEstablished& item : run.notEstablished) appendWrapped(out, kBullet, capitalised(item.text));
}

void appendCoverage(std::string& out, const Run& run) {
  section(out, "WHAT WAS READ");
  for (const std::string& sentence : coverageSentences(run)) appendWrapped(out, kBullet, sentence);
}

void appendClock(std::string& out, const Run& run) {
  section(out, "CLOCK");
  for (const std::string& sentence : clockSentences(run)) appendWrapped(out, kBullet, sentence);
}

void appendRerun(std::string& out, const Run& run) {
  const std::optional<RerunLine> rerun = rerunLine(run);
  if (!rerun) return;
  section(out, "TO RUN IT AGAIN");
  appendWrapped(out, kBullet, rerun->from);
  out += "    " + rerun->command + '\n';
}

void appendBaseline(std::string& out, const Run& baseline) {
  const Verdict verdict = verdictOf(baseline);
  section(out, "BASELINE");
  out += fmt::format("  {}  {}\n", verdict.badge, baseline.name);
  appendWrapped(out, "  ", verdict.headline);
}

}  // namespace

std::string writeTextReport(const Run& run, const Run* baseline) {
  std::string out;
  appendVerdict(out, run);
  appendStory(out, run);
  appendNotes(out, run);
  appendRanks(out, run);
  appendCounts(out, run);
  appendNotEstablished(out, run);
  appendRerun(out, run);
  appendCoverage(out, run);
  appendClock(out, run);
  if (baseline) appendBaseline(out, *baseline);
  return text::visible(text::toUtf8(out));
}

}  // namespace lanescope::report
