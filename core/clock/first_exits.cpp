// SPDX-License-Identifier: Apache-2.0
// Which process of an attempt failed first, by the times of their ends. A launcher that names one compares whole seconds of one node.
#include "core/clock/host_clocks.h"
#include "core/clock/place.h"

#include <algorithm>
#include <set>

namespace lanescope::clock {
namespace {

using model::Draft;
using model::EndKind;
using model::Lane;
using model::Rank;
using model::When;

struct FailedEnd {
  Rank rank = 0;
  const model::Source* source = nullptr;         // by whose clock
  std::uint32_t node = model::kNoIndex;
  When when;                                     // on the clock of the run's first host
};

// By itself: whom the agent or Slurm stopped was not the first.
bool failedByItself(const model::LaneEnd& end) {
  if (end.kind == EndKind::exited) return end.code.value_or(0) != 0;
  return end.kind == EndKind::crashed || (end.kind == EndKind::killed && end.by.empty());
}

// One node has one clock; two have, where the difference between them is known.
bool comparable(const FailedEnd& a, const FailedEnd& b) {
  return a.node == b.node || a.source->clock.offsetRange || b.source->clock.offsetRange;
}

std::optional<Rank> firstOf(const Draft& draft, std::uint32_t launch, std::uint32_t attempt) {
  std::vector<FailedEnd> ends;
  std::set<std::uint32_t> nodes, told;           // with lanes; with lanes of which an end is known
  for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
    const Lane& lane = draft.run.lanes[i];
    if (lane.launch != launch || lane.attempt != attempt) continue;
    nodes.insert(draft.nodeOfLane[i]);
    if (lane.end.kind != EndKind::open && lane.end.kind != EndKind::noData) told.insert(draft.nodeOfLane[i]);
    if (!failedByItself(lane.end) || !lane.end.evidence) continue;
    const model::Source& source = draft.run.source(lane.end.evidence->source);
    ends.push_back({lane.rank, &source, draft.nodeOfLane[i], onFirstClock(source, lane.end.time)});
  }
  if (ends.empty() || nodes != told) return std::nullopt;
  const auto first = std::min_element(ends.begin(), ends.end(), [](const FailedEnd& a, const FailedEnd& b) {
    return a.when.known() != b.when.known() ? a.when.known() : a.when.latest < b.when.latest;
  });
  const bool before = std::all_of(ends.begin(), ends.end(), [&](const FailedEnd& other) {
    return &other == &*first || (comparable(*first, other) && model::certainlyBefore(first->when, other.when));
  });
  return before ? std::optional<Rank>(first->rank) : std::nullopt;
}

}  // namespace

void decideFirstExits(Draft& draft) {
  for (model::Launch& launch : draft.run.launches) {
    for (model::Attempt& attempt : launch.attempts) attempt.exit.firstExitRank = firstOf(draft, launch.index, attempt.index);
    if (!launch.attempts.empty()) launch.exit.firstExitRank = launch.attempts.back().exit.firstExitRank;
  }
}

}  // namespace lanescope::clock
