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

// Of iterations one rank tells for all.
constexpr std::uint64_t kIterations = ((std::uint64_t{1} << RunIndex::kOutcomes) - 1) << (static_cast<int>(model::IntervalKind::iterations) * RunIndex::kOutcomes);

bool endedBadly(const model::LaneEnd& end) {
  switch (end.kind) {
    case model::EndKind::killed:
    case model::EndKind::crashed:
    case model::EndKind::noData: return true;
    default: return end.code.value_or(0) != 0 || !end.signal.empty();
  }
}

void lookAtEvents(const model::Run& run, const RunIndex& index, model::LaneId lane, LaneFacts& facts, Behaviour& behaviour) {
  const auto ranks = index.eventRanks(lane);
  if (!ranks.empty()) facts.worst = static_cast<MarkRank>(*std::max_element(ranks.begin(), ranks.end()));
  const auto failure = std::find_if(ranks.begin(), ranks.end(), [](std::uint8_t rank) { return rank >= static_cast<std::uint8_t>(MarkRank::error); });
  if (failure != ranks.end()) facts.firstFailure = index.event(run, index.events(lane)[static_cast<std::size_t>(failure - ranks.begin())]).utc;
  behaviour.worst = index.worstOfNoFinding(lane);
}

// Of each lane, in order. Most events of a large run belong to none.
std::vector<std::vector<std::uint32_t>> findingsOfLanes(const model::Run& run, const RunIndex& index) {
  std::vector<std::vector<std::uint32_t>> found(run.lanes.size());
  for (std::uint32_t finding = 0; finding < run.findings.size(); ++finding) {
    for (const std::uint32_t event : index.eventsOfFinding(finding)) {
      const model::LaneId lane = index.event(run, event).lane;
      if (lane.value < found.size() && (found[lane.value].empty() || found[lane.value].back() != finding)) found[lane.value].push_back(finding);
    }
  }
  return found;
}

void lookAtIntervals(const RunIndex& index, model::LaneId lane, LaneFacts& facts, Behaviour& behaviour) {
  behaviour.spans = index.kinds(lane) & ~kIterations;
  for (int bad = 0; bad < RunIndex::kOutcomes; ++bad) {
    if ((behaviour.spans & RunIndex::kindBit(model::IntervalKind::test, bad)) == 0) continue;
    if (bad == badness(model::TestOutcome::failed)) facts.worst = std::max(facts.worst, MarkRank::testFailure);
    if (bad >= badness(model::TestOutcome::interrupted)) facts.troubled = true;
  }
}

Behaviour lookAt(const model::Run& run, const RunIndex& index, model::LaneId id, LaneFacts& facts) {
  const model::Lane& lane = run.lanes[id.value];
  Behaviour behaviour;
  behaviour.launch = lane.launch;
  lookAtEvents(run, index, id, facts, behaviour);
  lookAtIntervals(index, id, facts, behaviour);
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
  std::vector<std::vector<std::uint32_t>> findings = findingsOfLanes(run, index);
  base::parallelFor(run.lanes.size(), 0, {}, [&](std::size_t lane) {
    behaviours[lane] = lookAt(run, index, {static_cast<std::uint32_t>(lane)}, m_facts[lane]);
    behaviours[lane].findings = std::move(findings[lane]);
  });
  std::map<Behaviour, std::uint32_t> numbers;
  for (std::size_t lane = 0; lane < behaviours.size(); ++lane) {
    m_facts[lane].behaviour = numbers.try_emplace(std::move(behaviours[lane]), static_cast<std::uint32_t>(numbers.size())).first->second;
  }
}

}  // namespace lanescope::ui
