// SPDX-License-Identifier: Apache-2.0
// What goes on lanes: events and intervals.
#include "core/clock/line_time.h"
#include "core/clock/place.h"
#include "core/diagnose/kernel_lines.h"
#include "core/diagnose/lanes_by_pid.h"
#include "core/diagnose/steps.h"
#include "core/diagnose/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Event;
using model::EventKind;
using model::EventSeverity;
using model::Interval;
using model::IntervalKind;
using model::LaneId;
using model::TestRun;
using model::When;

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kSilenceNs = 60'000'000'000;   // shorter gaps are normal between lines

Event eventAt(const When& when, EventKind kind, EventSeverity severity, std::uint32_t source, std::uint32_t line, LaneId lane) {
  return model::makeEvent(when, kind, severity, {model::SourceId{source}, line}, lane);
}

EventSeverity severityOf(const model::Observation& observation) {
  if (observation.expected || observation.heard) return EventSeverity::info;
  switch (observation.severity) {
    case recognise::Severity::fatal: return EventSeverity::fatal;
    case recognise::Severity::error:
      return observation.findingClass == model::FindingClass::cudaError || observation.findingClass == model::FindingClass::eccXid ? EventSeverity::fatal : EventSeverity::error;
    case recognise::Severity::warning: return EventSeverity::warning;
    default: return EventSeverity::info;
  }
}

void addObservationEvents(Draft& draft) {
  for (const model::Observation& observation : draft.observations) {
    const EventSeverity severity = severityOf(observation);
    EventKind kind = severity <= EventSeverity::warning ? EventKind::warning : EventKind::error;
    if (observation.findingClass == model::FindingClass::ncclTimeout) kind = observation.heard ? EventKind::note : EventKind::timeout;
    Event event = eventAt(observation.when, kind, severity, observation.source, observation.line, observation.lane);
    event.finding = observation.finding;
    if (observation.test.valid()) event.detail = observation.test.value;
    draft.run.events.push_back(event);
  }
}

void addHostLanes(Draft& draft) {
  std::map<std::string, std::vector<model::LineRef>> lines;
  for (const model::Observation& observation : draft.observations) {
    const recognise::FailureFact& fact = draft.scans[observation.source].failures[observation.fact];
    if (!fact.ofKernel) continue;
    const std::string host = hostOfKernelLine(draft, observation.source, fact);
    if (!host.empty()) lines[host].push_back({model::SourceId{observation.source}, observation.line});
  }
  for (auto& [host, ofHost] : lines) {
    std::sort(ofHost.begin(), ofHost.end());
    draft.run.hostLanes.push_back({host, std::move(ofHost)});
  }
}

void addLaneEvents(Draft& draft) {
  for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
    const model::Lane& lane = draft.run.lanes[i];
    if (!lane.end.evidence) continue;
    const EventKind kind = lane.end.signal.empty() ? EventKind::exit : EventKind::signal;
    const bool clean = lane.end.code == std::optional<int>(0);
    draft.run.events.push_back(eventAt(lane.end.time, kind, clean ? EventSeverity::info : EventSeverity::error, lane.end.evidence->source.value, lane.end.evidence->line, LaneId{i}));
  }
}

void addSessionEvents(Draft& draft) {
  const LanesByPid lanes(draft);
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const recognise::SessionFact& fact : draft.scans[source].sessions) {
      if (fact.kind == recognise::SessionFact::Kind::collected || draft.isCopy(source, fact.line, fact.writer)) continue;
      const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
      const When when = fact.moment.known() ? model::whenOf(fact.moment) : clock::whenOf(draft.run.sources[source], fact.line);
      const EventKind kind = fact.kind == recognise::SessionFact::Kind::start ? EventKind::sessionStart : EventKind::sessionEnd;
      draft.run.events.push_back(eventAt(when, kind, EventSeverity::info, source, fact.line, owner.lane));
    }
    for (const recognise::NcclFact& fact : draft.scans[source].nccl) {
      if (!fact.complete) continue;
      const LaneId lane = lanes.of(source, draft.run.sources[source].launch, fact.pid);
      draft.run.events.push_back(eventAt(clock::whenOf(draft.run.sources[source], fact.line), EventKind::ncclInit, EventSeverity::info, source, fact.line, lane));
    }
  }
}

// Communicators that were given up; those that were destroyed in order are no event.
void addAborts(Draft& draft) {
  const LanesByPid lanes(draft);
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const recognise::CommunicatorFact& fact : draft.scans[source].communicators) {
      if (!fact.aborted || fact.endLine == 0) continue;
      const Draft::Owner owner = draft.ownerOf(source, fact.endLine, 0);
      const LaneId lane = lanes.of(source, owner.launch ? owner.launch : draft.run.sources[source].launch, fact.pid);
      const model::Layout layout = draft.run.sources[source].layout;
      const bool teed = (layout == model::Layout::jobLog || layout == model::Layout::merged) && lane.valid() && !draft.run.lanes[lane.value].sources.empty();
      if (teed) continue;                        // its own file tells of it
      draft.run.events.push_back(eventAt(clock::whenOf(draft.run.sources[source], fact.endLine), EventKind::ncclAbort, EventSeverity::info, source, fact.endLine, lane));
    }
  }
}

EventKind kindOf(model::MilestoneKind kind) {
  switch (kind) {
    case model::MilestoneKind::jobStart: return EventKind::jobStart;
    case model::MilestoneKind::jobEnd: return EventKind::jobEnd;
    case model::MilestoneKind::launchStart: return EventKind::launchStart;
    case model::MilestoneKind::launchEnd: return EventKind::launchEnd;
    case model::MilestoneKind::restart: return EventKind::restart;
    default: return EventKind::milestone;
  }
}

void addMilestoneEvents(Draft& draft) {
  for (const model::Milestone& milestone : draft.run.milestones) {
    // The first failure and the time-outs are events of their ranks already.
    if (milestone.kind == model::MilestoneKind::firstFailure || milestone.kind == model::MilestoneKind::timeout || milestone.evidence.empty()) continue;
    const model::Evidence& evidence = milestone.evidence.front();
    draft.run.events.push_back(eventAt(milestone.time, kindOf(milestone.kind), EventSeverity::info, evidence.source.value, evidence.line, LaneId{}));
  }
}

void addTestInterval(Draft& draft, const TestRun& test) {
  if (test.times >= draft.run.testTimes.size()) return;
  const model::TestTimes& times = draft.run.testTimes[test.times];
  if (!times.start.known()) return;
  Interval interval;
  interval.begin = times.start;
  interval.lane = test.lane;
  interval.test = test.test;
  interval.outcome = test.outcome();
  interval.openEnded = test.open();
  interval.line = {test.source, test.startLine};
  interval.end = times.end;
  if (!interval.end.known()) {
    const model::Lane& lane = draft.run.lanes[test.lane.value];
    interval.end = lane.end.time.known() ? lane.end.time : draft.run.launches[lane.launch].end;
  }
  if (interval.end.known()) draft.run.intervals.push_back(std::move(interval));
}

// Neighbouring iterations are joined where there are more than can be told apart, in one lane or in all.
constexpr std::size_t kMostOfLane = 1'000, kLeastOfLane = 50, kMostOfAll = 100'000;

std::string iterationsLabel(const model::Iteration& before, const model::Iteration& last, std::size_t joined) {
  const char* unit = last.step ? "step" : "iteration";
  const bool one = joined == 1 && last.number == before.number + 1;
  std::string label = one || last.number <= before.number ? fmt::format("{} {}", unit, last.number) : fmt::format("{}s {} to {}", unit, before.number + 1, last.number);
  if (last.epoch != 0xFFFF) label += fmt::format(" in epoch {}", last.epoch);
  return label;
}

// From the line of one iteration to that of the next.
void addIterations(Draft& draft, LaneId lane, std::size_t most) {
  const std::vector<model::Iteration>& rows = draft.run.iterations[lane.value];
  const std::size_t step = std::max<std::size_t>(1, (rows.size() + most - 1) / most);
  for (std::size_t i = step; i < rows.size() + step - 1; i += step) {
    const std::size_t end = std::min(i, rows.size() - 1);
    const model::Iteration& before = rows[i - step];
    const model::Iteration& last = rows[end];
    if (before.basis == model::Basis::none || last.basis == model::Basis::none || last.utc < before.utc) continue;
    Interval interval;
    interval.kind = IntervalKind::iterations;
    interval.begin = before.when();
    interval.end = last.when();
    interval.lane = lane;
    interval.line = {last.source, last.line};
    interval.label = iterationsLabel(before, last, end - (i - step));
    draft.run.intervals.push_back(std::move(interval));
  }
}

void addIterations(Draft& draft) {
  const auto telling = static_cast<std::size_t>(std::count_if(draft.run.iterations.begin(), draft.run.iterations.end(), [](const auto& rows) { return !rows.empty(); }));
  const std::size_t most = std::clamp(kMostOfAll / std::max<std::size_t>(1, telling), kLeastOfLane, kMostOfLane);
  for (std::uint32_t lane = 0; lane < draft.run.iterations.size(); ++lane) addIterations(draft, LaneId{lane}, most);
}

// A wait for each rank that reports a time-out, as long as it says it was.
void addWaits(Draft& draft) {
  std::set<std::pair<std::uint32_t, std::uint64_t>> seen;
  for (const model::Observation& observation : draft.observations) {
    const recognise::FailureFact& fact = draft.scans[observation.source].failures[observation.fact];
    if (!fact.work || !fact.work->ranMs || !observation.lane.valid() || fact.moment.from != recognise::Moment::From::inner) continue;
    if (!seen.insert({observation.lane.value, fact.work->seq.value_or(0)}).second) continue;
    Interval wait;
    wait.kind = IntervalKind::wait;
    wait.begin = clock::waitStart(observation.when, *fact.work->ranMs);
    wait.end = observation.when;
    wait.lane = observation.lane;
    wait.finding = observation.finding;
    wait.line = {model::SourceId{observation.source}, observation.line};
    wait.label = fmt::format("waiting {} \xC2\xB7 {}{}", secondsText(static_cast<double>(fact.work->timeoutMs.value_or(*fact.work->ranMs)) / 1000.0),
                             fact.work->op, fact.work->seq ? fmt::format(" {}", *fact.work->seq) : "");
    draft.run.intervals.push_back(std::move(wait));
  }
}

// Every moment at which the lane is known to have written.
std::vector<std::int64_t> signsOfLife(const Draft& draft, const model::Lane& lane) {
  std::vector<std::int64_t> times;
  for (const model::SourceId id : lane.sources) {
    const model::Source& source = draft.run.source(id);
    for (const model::Anchor& anchor : source.anchors) times.push_back(anchor.when.utc);
    for (const std::uint32_t delta : source.text->stampsMs) {
      if (delta != model::SourceText::kNoStamp) times.push_back(source.text->stampBaseNs + std::int64_t{delta} * kMs);
    }
  }
  std::sort(times.begin(), times.end());
  return times;
}

// The tests of a lane whose start is known, to be found by time.
class PlacedTests {
 public:
  PlacedTests(const Draft& draft, LaneId lane) {
    for (const TestRun& test : draft.testsOf(lane)) {
      const model::TestTimes& times = model::timesOf(draft.run, test);
      if (times.start.known()) m_tests.push_back({times.start.utc, times.end.known() ? times.end.utc : INT64_MAX, 0, &test});
    }
    std::stable_sort(m_tests.begin(), m_tests.end(), [](const Placed& a, const Placed& b) { return a.start < b.start; });
    for (std::size_t i = 0; i < m_tests.size(); ++i) m_tests[i].latestEnd = i > 0 ? std::max(m_tests[i - 1].latestEnd, m_tests[i].end) : m_tests[i].end;
  }

  // The last test begun by `utc` that had not ended; nullptr where there is none.
  const TestRun* at(std::int64_t utc) const {
    auto behind = std::upper_bound(m_tests.begin(), m_tests.end(), utc + kMs, [](std::int64_t time, const Placed& test) { return time < test.start; });
    while (behind != m_tests.begin() && (--behind)->latestEnd > utc) {
      if (behind->end > utc) return behind->test;
    }
    return nullptr;
  }

 private:
  struct Placed {
    std::int64_t start, end, latestEnd;          // latestEnd: of this and those before it
    const TestRun* test;
  };
  std::vector<Placed> m_tests;                   // by start
};

std::string lengthText(std::int64_t ns) {
  const std::int64_t seconds = ns / 1'000'000'000;
  if (seconds >= 3600) return fmt::format("{} h {} m", seconds / 3600, seconds / 60 % 60);
  return seconds >= 60 ? fmt::format("{} m {} s", seconds / 60, seconds % 60) : fmt::format("{} s", seconds);
}

void addSilences(Draft& draft) {
  std::map<std::uint32_t, std::vector<std::pair<std::int64_t, std::int64_t>>> waits;
  for (const Interval& interval : draft.run.intervals) {
    if (interval.kind == IntervalKind::wait) waits[interval.lane.value].push_back({interval.begin.earliest, interval.end.latest});
  }
  for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
    const model::Lane& lane = draft.run.lanes[i];
    std::vector<std::int64_t> times = signsOfLife(draft, lane);
    if (times.empty()) continue;
    std::optional<PlacedTests> placed;           // made for the first silence
    if (lane.end.time.known()) times.push_back(std::max(times.back(), lane.end.time.utc));
    for (std::size_t t = 1; t < times.size(); ++t) {
      const std::int64_t from = times[t - 1], to = times[t];
      if (to - from < kSilenceNs) continue;
      const auto& own = waits[i];
      const bool waiting = std::any_of(own.begin(), own.end(), [&](const auto& wait) { return wait.first - kSilenceNs < from && wait.second + kSilenceNs > to; });
      if (waiting) continue;
      Interval silence;
      silence.kind = IntervalKind::silence;
      silence.begin = When::at(from, 0, model::Basis::bounded);
      silence.end = When::at(to, 0, model::Basis::bounded);
      silence.lane = LaneId{i};
      if (!placed) placed.emplace(draft, LaneId{i});
      if (const TestRun* test = placed->at(from)) {
        silence.test = test->test;
        silence.line = {test->source, test->startLine};
      }
      silence.label = (silence.test.valid() ? "inside the test, no line for " : "no line for ") + lengthText(to - from);
      if (silence.line.line == 0 && !lane.sources.empty()) silence.line = {lane.sources.front(), draft.run.source(lane.sources.front()).text->lineCount()};
      draft.run.intervals.push_back(std::move(silence));
    }
  }
}

void sortAll(model::Run& run) {
  std::stable_sort(run.events.begin(), run.events.end(), model::eventBefore);
  std::stable_sort(run.intervals.begin(), run.intervals.end(), [](const Interval& a, const Interval& b) {
    return a.lane != b.lane ? a.lane < b.lane : a.begin.utc < b.begin.utc;
  });
}

}  // namespace

void fillTimeline(model::Draft& draft) {
  addObservationEvents(draft);
  addHostLanes(draft);
  addLaneEvents(draft);
  addSessionEvents(draft);
  addAborts(draft);
  addMilestoneEvents(draft);
  for (const std::vector<TestRun>& ofLane : draft.run.testRuns) {
    for (const TestRun& test : ofLane) addTestInterval(draft, test);
  }
  addIterations(draft);
  addWaits(draft);
  addSilences(draft);
  sortAll(draft.run);
}

}  // namespace lanescope::diagnose
