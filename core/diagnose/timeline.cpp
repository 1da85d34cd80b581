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
