// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/test_verdicts.h"

#include "core/clock/line_time.h"
#include "ui/timeline/event_marks.h"

#include <algorithm>
#include <optional>

namespace lanescope::ui {

namespace {

using model::TestOutcome;

// The lines of the lane's failures, sorted.
std::vector<model::LineRef> failureLines(const model::Run& run, std::span<const std::uint32_t> events) {
  std::vector<model::LineRef> lines;
  for (const std::uint32_t event : events) {
    if (markRankOf(run, run.events[event]) >= MarkRank::error) lines.push_back({run.events[event].source, run.events[event].line});
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::uint32_t verdictLine(const model::TestRun& test) {
  if (test.outcome() == TestOutcome::error && test.errorLine != 0) return test.errorLine;
  return test.verdictLine != 0 ? test.verdictLine : test.startLine;
}

bool isTold(const std::vector<model::LineRef>& failures, const model::TestRun& test) {
  const auto first = std::lower_bound(failures.begin(), failures.end(), model::LineRef{test.source, test.startLine});
  return first != failures.end() && first->source == test.source && first->line <= verdictLine(test);
}

// A span is drawn to the end of the lane, or of the launch.
bool hasSpan(const model::Run& run, const model::TestRun& test) {
  const model::Lane& lane = run.lanes[test.lane.value];
  return timesOf(run, test).start.known() && (lane.end.time.known() || run.launches[lane.launch].end.known());
}

model::When timeOf(const model::Run& run, const model::TestRun& test) {
  const model::TestTimes& times = timesOf(run, test);
  if (times.end.known()) return times.end;
  const model::Source& source = run.source(test.source);
  const model::When line = source.text ? clock::whenOf(source, verdictLine(test)) : model::When{};
  return line.known() ? line : times.start;
}

}  // namespace

std::vector<model::Event> untoldVerdicts(const model::Run& run, model::LaneId lane, std::span<const std::uint32_t> events) {
  std::vector<model::Event> verdicts;
  if (lane.value >= run.testRuns.size()) return verdicts;
  std::optional<std::vector<model::LineRef>> failures;   // few lanes need them
  for (const model::TestRun& test : run.testRuns[lane.value]) {
    if (!test.needsReport()) continue;
    if (!failures) failures = failureLines(run, events);
    const TestOutcome outcome = test.outcome();
    const bool failed = outcome == TestOutcome::failed || outcome == TestOutcome::error;
    if (failed ? isTold(*failures, test) : hasSpan(run, test)) continue;
    model::Event verdict = makeEvent(timeOf(run, test), model::EventKind::testEnd, model::EventSeverity::error, {test.source, verdictLine(test)}, lane);
    if (verdict.basis == model::Basis::none) continue;
    verdict.detail = test.test.value;
    verdict.outcome = static_cast<std::uint8_t>(outcome);
    verdicts.push_back(verdict);
  }
  std::stable_sort(verdicts.begin(), verdicts.end(), model::eventBefore);
  return verdicts;
}

}  // namespace lanescope::ui
