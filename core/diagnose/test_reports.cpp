// SPDX-License-Identifier: Apache-2.0
// Tests that did not pass everywhere: where they failed, who was still inside, and what became of them in other launches.
#include "core/clock/line_time.h"
#include "core/diagnose/steps.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::TestRun;
using model::TestOutcome;
using model::TestReport;
using recognise::TestWord;

struct Key {
  std::uint32_t test, launch, attempt;
  bool operator<(const Key& o) const { return std::tie(launch, attempt, test) < std::tie(o.launch, o.attempt, o.test); }
};

// Open when stopped counts as stalled only while a peer had failed or waited in it.
TestOutcome outcomeOf(const TestRun& test, bool stopped) {
  const TestOutcome outcome = test.outcome();
  return outcome == TestOutcome::stalled && !stopped ? TestOutcome::interrupted : outcome;
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

std::string phaseOf(const std::vector<const TestRun*>& tests, TestOutcome outcome) {
  if (outcome == TestOutcome::failed) return "call";
  for (const TestRun* test : tests) {
    if (test->errorLine == 0) continue;
    switch (test->errorPhase) {
      case recognise::TestPhase::call: return "call";
      case recognise::TestPhase::setup: return "setup";
      case recognise::TestPhase::teardown: return "teardown";
      case recognise::TestPhase::collect:        // of a file, before any phase
      case recognise::TestPhase::unknown: return {};
    }
  }
  return {};
}

// The runs, on all lanes, of every test that did not pass on some lane.
std::map<Key, std::vector<const TestRun*>> wantedTests(const Draft& draft) {
  std::map<Key, std::vector<const TestRun*>> byTest;
  if (draft.unpassed.empty()) return byTest;
  std::vector<bool> wanted(draft.run.testNames.size(), false);
  for (const TestRun* test : draft.unpassed) wanted[test->test.value] = true;
  for (std::size_t i = 0; i < draft.run.testRuns.size(); ++i) {
    const model::Lane& lane = draft.run.lanes[i];
    for (const TestRun& test : draft.run.testRuns[i]) {
      if (wanted[test.test.value]) byTest[{test.test.value, lane.launch, lane.attempt}].push_back(&test);
    }
  }
  return byTest;
}

void earliest(model::When& target, const model::When& candidate) {
  if (candidate.known() && (!target.known() || candidate.utc < target.utc)) target = candidate;
}

// Where a test of one name ran, and with what outcomes.
using Places = std::vector<const std::pair<const Key, ByOutcome>*>;

std::vector<model::OtherLaunch> elsewhere(const Key& own, const Places& places) {
  std::vector<model::OtherLaunch> others;
  for (const auto* place : places) {
    if (place->first.launch == own.launch && place->first.attempt == own.attempt) continue;
    model::OtherLaunch other{place->first.launch, place->first.attempt, worst(place->second), {}};
    for (const auto& ranks : place->second) other.ranks.insert(other.ranks.end(), ranks.second.begin(), ranks.second.end());
    std::sort(other.ranks.begin(), other.ranks.end());
    other.ranks.erase(std::unique(other.ranks.begin(), other.ranks.end()), other.ranks.end());
    others.push_back(std::move(other));
  }
  return others;
}

}  // namespace

void reportTests(model::Draft& draft) {
  // Only tests that did not pass on some lane are reported, with what became of them everywhere.
  std::map<Key, std::vector<const TestRun*>> byTest = wantedTests(draft);
  // Tests in which a rank that reports a time-out stood when its file ended.
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> waitedIn;
  std::set<std::uint32_t> reporters, named;      // lanes; of several reports of one lane the one in a section names the test
  for (const model::Observation& observation : draft.observations) {
    if (!observation.lane.valid()) continue;
    const recognise::FailureFact& fact = draft.scans[observation.source].failures[observation.fact];
    const bool waited = observation.findingClass == model::FindingClass::ncclTimeout && fact.work;
    const bool crashed = fact.kind == recognise::FailureFact::Kind::crash && observation.prior == recognise::Prior::root && !observation.expected;
    if (!waited && !crashed) continue;
    const model::Lane& lane = draft.run.lanes[observation.lane.value];
    if (observation.test.valid()) {
      waitedIn.insert({lane.launch, lane.attempt, observation.test.value});
      named.insert(observation.lane.value);
      continue;
    }
    reporters.insert(observation.lane.value);
  }
  // Without one it is the test left open.
  for (const TestRun* test : draft.unpassed) {
    if (!test->open() || !reporters.count(test->lane.value) || named.count(test->lane.value)) continue;
    const model::Lane& lane = draft.run.lanes[test->lane.value];
    waitedIn.insert({lane.launch, lane.attempt, test->test.value});
  }
  std::map<Key, ByOutcome> outcomes;
  for (const auto& entry : byTest) {
    const bool waited = waitedIn.count({entry.first.launch, entry.first.attempt, entry.first.test}) > 0;
    const bool anyFailed = std::any_of(entry.second.begin(), entry.second.end(), [](const TestRun* test) { return test->word == TestWord::failed || test->errorLine != 0; });
    for (const TestRun* test : entry.second) {
      const TestOutcome outcome = outcomeOf(*test, anyFailed || waited);
      outcomes[entry.first][outcome].push_back(draft.run.lanes[test->lane.value].rank);
    }
  }
  std::unordered_map<std::uint32_t, Places> byName;
  for (const auto& entry : outcomes) byName[entry.first.test].push_back(&entry);
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
      ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());   // a name may stand for several tests of a rank
      return ranks;
    };
    report.failedRanks = ranksOf(TestOutcome::failed);
    report.errorRanks = ranksOf(TestOutcome::error);
    report.stalledRanks = ranksOf(TestOutcome::stalled);
    report.phase = phaseOf(entry.second, outcome);
    for (const TestRun* test : entry.second) {
      const model::TestTimes& times = model::timesOf(draft.run, *test);
      earliest(report.start, times.start);
      if (times.end.known() && (!report.end.known() || times.end.utc > report.end.utc)) report.end = times.end;
    }
    report.otherLaunches = elsewhere(key, byName[key.test]);
    draft.run.tests.push_back(std::move(report));
  }
  // The test each rank was in at its end.
  for (const TestRun* test : draft.unpassed) {
    if (test->open()) draft.run.lanes[test->lane.value].test = draft.run.testNames[test->test.value];
  }
}

}  // namespace lanescope::diagnose
