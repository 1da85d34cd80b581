// SPDX-License-Identifier: Apache-2.0
// Workflow commands are read from the job's output: a line of the log must not be able to become one.
#include "core/report/exports.h"

#include "core/model/ranks_text.h"
#include "core/report/document.h"
#include "core/report/verdict.h"
#include "core/text/clean.h"

#include <fmt/format.h>
#include <algorithm>

namespace lanescope::report {

using namespace model;

namespace {

constexpr std::size_t kMost = 10;                // GitHub shows ten of a kind for a step
constexpr std::size_t kMostBytes = 1'000;

std::string message(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '%') out += "%25";
    else if (c == '\r') out += "%0D";
    else if (c == '\n') out += "%0A";
    else out += c;
  }
  return out;
}

std::string property(std::string_view text) {
  std::string out;
  for (const char c : message(text)) {
    if (c == ':') out += "%3A";
    else if (c == ',') out += "%2C";
    else out += c;
  }
  return out;
}

// The user's innermost frame; a path inside the checkout is what GitHub can show.
const StackFrame* frameOf(const Finding& finding) {
  const std::vector<StackFrame>& stack = finding.attributes.stack;
  const auto frame = std::find_if(stack.rbegin(), stack.rend(), [](const StackFrame& item) { return item.user && item.line > 0 && !item.file.starts_with('/'); });
  return frame == stack.rend() ? nullptr : &*frame;
}

std::string annotation(const Run& run, const Finding& finding) {
  std::string place;
  if (const StackFrame* frame = frameOf(finding)) place = fmt::format("file={},line={},", property(frame->file), frame->line);
  else if (!finding.evidence.empty()) place = fmt::format("file={},line={},", property(run.source(finding.evidence.front().source).path), finding.evidence.front().line);
  std::string text = finding.title;
  if (!finding.attributes.test.empty()) text += "\nin " + finding.attributes.test;
  if (!finding.evidence.empty()) {
    const Evidence& line = finding.evidence.front();
    text += fmt::format("\n{}:{}: {}", run.source(line.source).path, line.line, text::display(line.text));
  }
  const char* command = run.outcome == RunOutcome::recovered ? "warning" : "error";
  return fmt::format("::{} {}title={}::{}\n", command, place, property(roleText(finding.role)), message(shortened(text, kMostBytes)));
}

}  // namespace

std::string writeAnnotations(const Run& run) {
  if (!run.firstFailure) {
    const Verdict verdict = verdictOf(run);
    return text::visible(text::toUtf8(fmt::format("::notice title={}::{}\n", property(verdict.badge), message(shortened(verdict.headline, kMostBytes)))));
  }
  std::string out = annotation(run, run.findings[*run.firstFailure]);
  std::size_t count = 1;
  for (std::uint32_t i = 0; i < run.findings.size() && count < kMost; ++i) {
    if (run.findings[i].role != Role::initiating || i == *run.firstFailure) continue;
    out += annotation(run, run.findings[i]);
    ++count;
  }
  return text::visible(text::toUtf8(out));
}

}  // namespace lanescope::report
