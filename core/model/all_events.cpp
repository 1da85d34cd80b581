// SPDX-License-Identifier: Apache-2.0
// Events are made from what they are events of: those of tests and iterations only when somebody asks for all of them.
#include "core/model/run.h"

#include <algorithm>

namespace lanescope::model {
namespace {

constexpr std::int64_t kMs = 1'000'000;

std::uint32_t deltaMs(std::int64_t ns) noexcept {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>((ns + kMs - 1) / kMs, 0, UINT32_MAX));
}

void addEvents(LaneId lane, const std::vector<Iteration>& iterations, std::vector<Event>& events) {
  for (std::size_t i = 0; i < iterations.size(); ++i) {
    const Iteration& row = iterations[i];
    Event event = makeEvent({}, EventKind::iteration, EventSeverity::info, {row.source, row.line}, lane);
    event.utc = row.utc;
    event.beforeMs = row.beforeMs;
    event.afterMs = row.afterMs;
    event.basis = row.basis;
    const bool timed = i > 0 && row.basis != Basis::none && iterations[i - 1].basis != Basis::none;
    if (timed) event.detail = static_cast<std::uint32_t>(std::clamp<std::int64_t>((row.utc - iterations[i - 1].utc) / kMs, 0, UINT32_MAX - 1));
    events.push_back(event);
  }
}

void addEvents(const Run& run, const TestRun& test, std::vector<Event>& events) {
  const TestTimes& times = timesOf(run, test);
  Event start = makeEvent(times.start, EventKind::testStart, EventSeverity::none, {test.source, test.startLine}, test.lane);
  start.detail = test.test.value;
  events.push_back(start);
  const std::uint32_t endLine = test.verdictLine ? test.verdictLine : test.errorLine;
  if (endLine == 0) return;
  const TestOutcome outcome = test.outcome();
  const bool bad = outcome == TestOutcome::failed || outcome == TestOutcome::error;
  Event end = makeEvent(times.end, EventKind::testEnd, bad ? EventSeverity::error : EventSeverity::none, {test.source, endLine}, test.lane);
  end.detail = test.test.value;
  end.outcome = static_cast<std::uint8_t>(outcome);
  events.push_back(end);
}

}  // namespace

TestOutcome TestRun::outcome() const noexcept {
  using recognise::TestWord;
  if (word == TestWord::failed) return TestOutcome::failed;
  if (errorLine != 0) return TestOutcome::error;
  switch (word) {
    case TestWord::passed: return TestOutcome::passed;
    case TestWord::skipped: return TestOutcome::skipped;
    case TestWord::xfail: return TestOutcome::xfailed;
    case TestWord::xpass: return TestOutcome::xpassed;
    default: return interrupted ? TestOutcome::interrupted : TestOutcome::stalled;
  }
}

const TestTimes& timesOf(const Run& run, const TestRun& test) noexcept {
  static const TestTimes kUnknown;
  return test.times < run.testTimes.size() ? run.testTimes[test.times] : kUnknown;
}

Event makeEvent(const When& when, EventKind kind, EventSeverity severity, LineRef line, LaneId lane) noexcept {
  Event event;
  event.kind = kind;
  event.severity = severity;
  event.source = line.source;
  event.line = line.line;
  event.lane = lane;
  event.basis = when.basis;
  if (!when.known()) return event;
  event.utc = when.utc;
  event.beforeMs = when.earliest == When::kOpenEarly ? Event::kOpen : deltaMs(when.utc - when.earliest);
  event.afterMs = when.latest == When::kOpenLate ? Event::kOpen : deltaMs(when.latest - when.utc);
  return event;
}

bool eventBefore(const Event& a, const Event& b) noexcept {
  const bool knownA = a.basis != Basis::none, knownB = b.basis != Basis::none;
  if (knownA != knownB) return knownA;
  if (knownA && a.utc != b.utc) return a.utc < b.utc;
  return a.source != b.source ? a.source < b.source : a.line < b.line;
}

std::vector<Event> allEvents(const Run& run) {
  std::vector<Event> events = run.events;
  for (const std::vector<TestRun>& ofLane : run.testRuns) {
    for (const TestRun& test : ofLane) addEvents(run, test, events);
  }
  for (std::uint32_t lane = 0; lane < run.iterations.size(); ++lane) addEvents(LaneId{lane}, run.iterations[lane], events);
  std::stable_sort(events.begin(), events.end(), eventBefore);
  return events;
}

}  // namespace lanescope::model
