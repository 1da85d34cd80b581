// SPDX-License-Identifier: Apache-2.0
// A watchdog's line says when the wait began: its moment minus "ran for". What the same rank printed before it issued that
// collective is therefore older than that.
#include "core/clock/place.h"

#include <algorithm>

namespace lanescope::clock {
namespace {

using model::Basis;
using model::Draft;
using model::LaneId;
using model::TestRun;
using model::When;
using recognise::FailureFact;

struct Wait {
  LaneId lane;
  When start, timeout;
  std::uint64_t seq = 0;
  bool lastEnqueued = false;                     // no later collective was issued by this rank
};

// The first stamped time-out of each lane, and whether it is the last that the lane enqueued.
std::vector<Wait> waitsOf(const Draft& draft) {
  std::vector<Wait> waits;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const FailureFact& fact : draft.scans[source].failures) {
      if (!fact.work || !fact.work->ranMs || !fact.work->seq || fact.moment.from != recognise::Moment::From::inner) continue;
      const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
      if (!owner.lane.valid() || draft.isCopy(source, fact.line, fact.writer)) continue;
      const bool known = std::any_of(waits.begin(), waits.end(), [&](const Wait& wait) { return wait.lane == owner.lane; });
      if (known) continue;
      const When timeout = model::whenOf(fact.moment);
      waits.push_back({owner.lane, waitStart(timeout, *fact.work->ranMs), timeout, *fact.work->seq, false});
    }
    for (const FailureFact& fact : draft.scans[source].failures) {
      if (!fact.lastEnqueued) continue;
      const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
      for (Wait& wait : waits) {
        if (wait.lane == owner.lane && wait.seq == *fact.lastEnqueued) wait.lastEnqueued = true;
      }
    }
  }
  return waits;
}

bool reports(const FailureFact& fact, const Wait& wait) { return fact.work && fact.work->seq == wait.seq; }

// The test whose teardown waited: the one with a section that reports the time-out, else the last that the lane began.
const TestRun* waitingTest(const Draft& draft, const Wait& wait) {
  const TestRun* last = nullptr;
  for (const model::SourceId id : draft.run.lanes[wait.lane.value].sources) {
    for (const FailureFact& fact : draft.scans[id.value].failures) {
      if (fact.kind == FailureFact::Kind::testSection && reports(fact, wait)) return draft.testAt(wait.lane, id.value, fact.firstLine);
    }
    if (const TestRun* test = draft.testAt(wait.lane, id.value, UINT32_MAX)) last = test;
  }
  return last;
}

// Sections of failed tests in the lane's own file. The section that reports the time-out itself was printed when it happened; those of
// earlier phases of the same test were printed before the collective was issued.
void boundSections(Draft& draft, const Wait& wait, AnchorMap& anchors) {
  const TestRun* waiting = waitingTest(draft, wait);
  for (const model::SourceId id : draft.run.lanes[wait.lane.value].sources) {
    for (const FailureFact& fact : draft.scans[id.value].failures) {
      if (fact.kind != FailureFact::Kind::testSection || fact.moment.known()) continue;
      if (reports(fact, wait)) {
        const std::int64_t latest = std::max(wait.timeout.latest, draft.run.source(id).writerEndNs == When::kOpenLate
                                                                       ? wait.timeout.latest : draft.run.source(id).writerEndNs);
        const When when{wait.timeout.utc, wait.timeout.earliest, latest, Basis::joined};
        anchors[id.value][fact.firstLine] = anchors[id.value][fact.line] = when;
        continue;
      }
      if (!wait.lastEnqueued) continue;
      const TestRun* test = draft.testAt(wait.lane, id.value, fact.firstLine);
      if (!test || test != waiting || !timesOf(draft.run, *test).start.known()) continue;
      const std::int64_t earliest = timesOf(draft.run, *test).start.earliest;
      const When range = When::between(earliest, std::max(earliest, wait.start.latest), Basis::bounded);
      for (const std::uint32_t line : {fact.firstLine, fact.line, fact.lastLine}) anchors[id.value][line] = range;
      if (test->verdictLine > fact.firstLine) anchors[id.value][test->verdictLine] = range;
    }
  }
}

// A verdict without a section (lost with the process): the failed test's word stands before the wait of its teardown.
void boundVerdict(Draft& draft, const Wait& wait, AnchorMap& anchors) {
  if (!wait.lastEnqueued) return;
  const TestRun* waiting = waitingTest(draft, wait);
  if (!waiting || waiting->word != recognise::TestWord::failed || waiting->times >= draft.run.testTimes.size() || draft.run.lanes[wait.lane.value].sources.empty()) return;
  model::TestTimes& times = draft.run.testTimes[waiting->times];
  if (!times.start.known()) return;
  times.end = When::between(times.start.earliest, std::max(times.start.earliest, wait.start.latest), Basis::bounded);
  anchors[waiting->source.value].try_emplace(waiting->verdictLine, times.end);
}

}  // namespace

model::When waitStart(const model::When& timeout, std::int64_t ranMs) {
  constexpr std::int64_t kMostMs = std::int64_t{366} * 86'400'000;   // a longer wait is no wait
  if (!timeout.known() || ranMs < 0 || ranMs > kMostMs) return {};
  const std::int64_t ran = ranMs * 1'000'000;
  return {timeout.utc - ran, timeout.earliest - ran, timeout.latest - ran, Basis::derived};
}

void boundByWaits(model::Draft& draft, AnchorMap& anchors) {
  for (const Wait& wait : waitsOf(draft)) {
    boundSections(draft, wait, anchors);
    boundVerdict(draft, wait, anchors);
  }
}

}  // namespace lanescope::clock
