// SPDX-License-Identifier: Apache-2.0
// Tests that did not pass everywhere: where they failed, who was still inside, and what became of them in other launches.
#include "core/clock/line_time.h"
#include "core/diagnose/steps.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::LaneTest;
using model::TestOutcome;
using model::TestReport;
using recognise::TestMark;
using recognise::TestWord;

struct Key {
  std::uint32_t test, launch, attempt;
  bool operator<(const Key& o) const { return std::tie(launch, attempt, test) < std::tie(o.launch, o.attempt, o.test); }
};

TestOutcome outcomeOf(const LaneTest& test, bool stopped) {
  if (test.word == TestWord::failed) return TestOutcome::failed;
  if (test.errorLine != 0) return TestOutcome::error;
  switch (test.word) {
    case TestWord::passed: return TestOutcome::passed;
    case TestWord::skipped: return TestOutcome::skipped;
    case TestWord::xfail: return TestOutcome::xfailed;
    case TestWord::xpass: return TestOutcome::xpassed;
    default: return test.interrupted ? TestOutcome::interrupted : stopped ? TestOutcome::stalled : TestOutcome::interrupted;
  }
}

// Contract rule 13: the worst is told.
int badness(TestOutcome outcome) {
  switch (outcome) {
    case TestOutcome::failed: return 6;
    case TestOutcome::error: return 5;
    case TestOutcome::stalled: return 4;
    case TestOutcome::interrupted: return 3;
    case TestOutcome::passed:
    case TestOutcome::xfailed:
    case TestOutcome::xpassed: return 2;
    case TestOutcome::skipped: return 1;
    case TestOutcome::absent: return 0;
  }
  return 0;
}

using ByOutcome = std::map<TestOutcome, std::vector<model::Rank>>;

TestOutcome worst(const ByOutcome& ranks) {
  TestOutcome out = TestOutcome::absent;
  for (const auto& entry : ranks) {
    if (badness(entry.first) > badness(out)) out = entry.first;
  }
  return out;
}

std::string phaseOf(const std::vector<const LaneTest*>& tests, TestOutcome outcome) {
  if (outcome == TestOutcome::failed) return "call";
  for (const LaneTest* test : tests) {
    if (test->errorLine == 0) continue;
    return test->errorPhase == TestMark::Phase::setup ? "setup" : "teardown";
  }
  return {};
}

void earliest(model::When& target, const model::When& candidate) {
  if (candidate.known() && (!target.known() || candidate.utc < target.utc)) target = candidate;
}

}  // namespace

void reportTests(model::Draft& draft) {
  std::map<Key, std::vector<const LaneTest*>> byTest;
  for (const LaneTest& test : draft.laneTests) {
    const model::Lane& lane = draft.run.lanes[test.lane.value];
    byTest[{test.test.value, lane.launch, lane.attempt}].push_back(&test);
  }
  // Tests in which a rank that reports a time-out stood when its file ended.
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> waitedIn;
  for (const model::Observation& observation : draft.observations) {
    if (observation.findingClass != model::FindingClass::ncclTimeout || !observation.lane.valid()) continue;
    if (!draft.scans[observation.source].failures[observation.fact].work) continue;
    const model::Lane& lane = draft.run.lanes[observation.lane.value];
    if (observation.test.valid()) {
      waitedIn.insert({lane.launch, lane.attempt, observation.test.value});
      continue;
    }
    // Of several sections of one lane the one that reports the wait names the test; without one it is the test left open.
    const bool named = std::any_of(draft.observations.begin(), draft.observations.end(), [&](const model::Observation& other) {
      return other.lane == observation.lane && other.findingClass == observation.findingClass && other.test.valid();
    });
    for (const LaneTest& test : draft.laneTests) {
      if (!named && test.lane == observation.lane && test.open()) waitedIn.insert({lane.launch, lane.attempt, test.test.value});
    }
  }
  std::map<Key, ByOutcome> outcomes;
  for (const auto& entry : byTest) {
    const bool waited = waitedIn.count({entry.first.launch, entry.first.attempt, entry.first.test}) > 0;
    const bool anyFailed = std::any_of(entry.second.begin(), entry.second.end(), [](const LaneTest* test) { return test->word == TestWord::failed || test->errorLine != 0; });
    for (const LaneTest* test : entry.second) {
      const TestOutcome outcome = outcomeOf(*test, anyFailed || waited);
      outcomes[entry.first][outcome].push_back(draft.run.lanes[test->lane.value].rank);
    }
  }
  for (const auto& entry : byTest) {
    const Key& key = entry.first;
    const ByOutcome& own = outcomes[key];
    const TestOutcome outcome = worst(own);
    if (badness(outcome) < badness(TestOutcome::interrupted)) continue;
    TestReport report;
    report.id = draft.run.testNames[key.test];
    report.launch = key.launch;
    report.attempt = key.attempt;
    report.outcome = outcome;
    const auto ranksOf = [&own](TestOutcome which) {
      const auto it = own.find(which);
      std::vector<model::Rank> ranks = it == own.end() ? std::vector<model::Rank>() : it->second;
      std::sort(ranks.begin(), ranks.end());
      return ranks;
    };
    report.failedRanks = ranksOf(TestOutcome::failed);
    report.errorRanks = ranksOf(TestOutcome::error);
    report.stalledRanks = ranksOf(TestOutcome::stalled);
    report.phase = phaseOf(entry.second, outcome);
    for (const LaneTest* test : entry.second) {
      earliest(report.start, test->start);
      if (test->end.known() && (!report.end.known() || test->end.utc > report.end.utc)) report.end = test->end;
    }
    for (const auto& other : outcomes) {
      if (other.first.test != key.test || (other.first.launch == key.launch && other.first.attempt == key.attempt)) continue;
      model::OtherLaunch elsewhere{other.first.launch, other.first.attempt, worst(other.second), {}};
      for (const auto& ranks : other.second) elsewhere.ranks.insert(elsewhere.ranks.end(), ranks.second.begin(), ranks.second.end());
      std::sort(elsewhere.ranks.begin(), elsewhere.ranks.end());
      report.otherLaunches.push_back(std::move(elsewhere));
    }
    draft.run.tests.push_back(std::move(report));
  }
  // The test each rank was in at its end.
  for (const LaneTest& test : draft.laneTests) {
    if (test.open()) draft.run.lanes[test.lane.value].test = draft.run.testNames[test.test.value];
  }
}

}  // namespace lanescope::diagnose
