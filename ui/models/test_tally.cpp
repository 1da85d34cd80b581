// SPDX-License-Identifier: Apache-2.0
#include "ui/models/test_tally.h"

#include <algorithm>
#include <set>

namespace lanescope::ui {

namespace {

struct Seen {
  std::uint32_t passed = 0, skipped = 0, any = 0;
};

std::uint32_t lastAttempt(const model::Run& run, std::uint32_t launch) {
  std::uint32_t last = 0;
  for (const model::Lane& lane : run.lanes) {
    if (lane.launch == launch) last = std::max(last, lane.attempt);
  }
  return last;
}

std::vector<Seen> seenTests(const model::Run& run, std::uint32_t launch, std::uint32_t attempt) {
  std::vector<Seen> seen(run.testNames.size());
  for (const model::Interval& interval : run.intervals) {
    if (interval.kind != model::IntervalKind::test || !interval.test.valid() || !interval.lane.valid()) continue;
    const model::Lane& lane = run.lanes[interval.lane.value];
    if (lane.launch != launch || lane.attempt != attempt) continue;
    Seen& test = seen[interval.test.value];
    ++test.any;
    if (interval.openEnded) continue;
    if (interval.outcome == model::TestOutcome::passed || interval.outcome == model::TestOutcome::xfailed) ++test.passed;
    if (interval.outcome == model::TestOutcome::skipped) ++test.skipped;
  }
  return seen;
}

}  // namespace

std::optional<std::uint32_t> launchThatMatters(const model::Run& run) {
  if (run.firstFailure) {
    const auto launch = run.findings[*run.firstFailure].launch;
    if (launch && *launch < run.launches.size()) return launch;
  }
  std::optional<std::uint32_t> last;
  for (const model::Launch& launch : run.launches) {
    const bool ran = launch.tests && launch.outcome != model::LaunchOutcome::empty;
    if (ran) last = launch.index;
  }
  return last;
}

TestTally tallyTests(const model::Run& run, std::uint32_t launch) {
  TestTally tally;
  std::set<model::Rank> failed, stalled;
  for (const model::TestReport& test : run.tests) {
    if (test.launch != launch) continue;
    const bool anyFailed = !test.failedRanks.empty() || !test.errorRanks.empty();
    tally.failed += anyFailed ? 1 : 0;
    tally.stalled += test.stalledRanks.empty() ? 0 : 1;
    failed.insert(test.failedRanks.begin(), test.failedRanks.end());
    failed.insert(test.errorRanks.begin(), test.errorRanks.end());
    stalled.insert(test.stalledRanks.begin(), test.stalledRanks.end());
  }
  tally.failedRanks.assign(failed.begin(), failed.end());
  tally.stalledRanks.assign(stalled.begin(), stalled.end());

  const std::uint32_t attempt = lastAttempt(run, launch);
  const auto lanes = std::count_if(run.lanes.begin(), run.lanes.end(),
                                   [&](const model::Lane& lane) { return lane.launch == launch && lane.attempt == attempt; });
  std::uint32_t reached = 0;
  for (const Seen& test : seenTests(run, launch, attempt)) {
    if (test.any == 0) continue;
    ++reached;
    tally.passedEverywhere += test.passed == lanes ? 1 : 0;
    tally.skippedEverywhere += test.skipped == lanes ? 1 : 0;
  }
  const model::Launch& about = run.launches[launch];
  if (about.tests && about.tests->selected && *about.tests->selected >= reached && reached > 0) {
    tally.neverReached = *about.tests->selected - reached;
  }
  return tally;
}

}  // namespace lanescope::ui
