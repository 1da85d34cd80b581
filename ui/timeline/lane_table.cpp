// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_table.h"

#include "core/base/task_pool.h"
#include "ui/timeline/lane_bins.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope::ui {

namespace {

// What is compared. Times are not: alike lanes do the same, not at the same nanosecond.
struct Behaviour {
  std::uint32_t launch = 0;
  MarkRank worst = MarkRank::none;               // of what belongs to no finding
  std::vector<std::uint32_t> findings;           // sorted
  std::uint64_t spans = 0;                       // a bit for each kind of interval and outcome
  model::EndKind end = model::EndKind::open;
  std::optional<int> code;
  std::string signal;
  auto operator<=>(const Behaviour&) const = default;
};

constexpr int kOutcomes = 8;                     // badness() is less

bool endedBadly(const model::LaneEnd& end) {
  switch (end.kind) {
    case model::EndKind::killed:
    case model::EndKind::crashed:
    case model::EndKind::noData: return true;
    default: return end.code.value_or(0) != 0 || !end.signal.empty();
  }
}

void lookAtEvents(const model::Run& run, const RunIndex& index, model::LaneId lane, LaneFacts& facts, Behaviour& behaviour) {
  const auto events = index.events(lane);
  const auto ranks = index.eventRanks(lane);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const model::Event& event = run.events[events[i]];
    const auto rank = static_cast<MarkRank>(ranks[i]);
    facts.worst = std::max(facts.worst, rank);
    if (rank >= MarkRank::error) facts.firstFailure = std::min(facts.firstFailure, event.utc);
    if (event.finding >= run.findings.size()) behaviour.worst = std::max(behaviour.worst, rank);
    else if (behaviour.findings.empty() || behaviour.findings.back() != event.finding) behaviour.findings.push_back(event.finding);
  }
  std::sort(behaviour.findings.begin(), behaviour.findings.end());
  behaviour.findings.erase(std::unique(behaviour.findings.begin(), behaviour.findings.end()), behaviour.findings.end());
}

void lookAtIntervals(const model::Run& run, const RunIndex& index, model::LaneId lane, LaneFacts& facts, Behaviour& behaviour) {
  const TimeRange always{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  const RunIndex::Slice slice = index.intervals(lane, always);
  for (std::uint32_t i = slice.first; i < slice.last; ++i) {
    const model::Interval& interval = run.intervals[i];
    if (interval.kind == model::IntervalKind::iterations) continue;   // one rank prints them for all
    const int bad = interval.kind == model::IntervalKind::test ? badness(interval.outcome) : 0;
    behaviour.spans |= std::uint64_t{1} << (static_cast<int>(interval.kind) * kOutcomes + bad);
    if (bad == badness(model::TestOutcome::failed)) facts.worst = std::max(facts.worst, MarkRank::testFailure);
    if (bad >= badness(model::TestOutcome::interrupted)) facts.troubled = true;
  }
}

Behaviour lookAt(const model::Run& run, const RunIndex& index, model::LaneId id, LaneFacts& facts) {
  const model::Lane& lane = run.lanes[id.value];
  Behaviour behaviour;
  behaviour.launch = lane.launch;
  lookAtEvents(run, index, id, facts, behaviour);
  lookAtIntervals(run, index, id, facts, behaviour);
  behaviour.end = lane.end.kind;
  behaviour.code = lane.end.code;
  behaviour.signal = lane.end.signal;
  const TimeRange extent = extentOf(lane);
  if (extent.length() > 0) facts.last = lane.last.known() ? lane.last.utc : extent.end;
  facts.troubled = facts.troubled || facts.worst >= MarkRank::error || endedBadly(lane.end);
  return behaviour;
}

}  // namespace

LaneTable::LaneTable(const model::Run& run, const RunIndex& index) : m_facts(run.lanes.size()) {
  std::vector<Behaviour> behaviours(run.lanes.size());
  base::parallelFor(run.lanes.size(), 0, {}, [&](std::size_t lane) {
    behaviours[lane] = lookAt(run, index, {static_cast<std::uint32_t>(lane)}, m_facts[lane]);
  });
  std::map<Behaviour, std::uint32_t> numbers;
  for (std::size_t lane = 0; lane < behaviours.size(); ++lane) {
    m_facts[lane].behaviour = numbers.try_emplace(std::move(behaviours[lane]), static_cast<std::uint32_t>(numbers.size())).first->second;
  }
}

}  // namespace lanescope::ui
