// SPDX-License-Identifier: Apache-2.0
#include "core/compare/facts.h"

#include <algorithm>
#include <map>

namespace lanescope::compare {
namespace {

using model::Rank;
using model::TestOutcome;

struct Result {
  TestOutcome worst = TestOutcome::absent;
  std::map<Rank, TestOutcome> ofRank;
  double seconds = -1;                           // of the slowest rank; < 0: not known
};
// By name, in the order of the names.
using Results = std::map<std::string, Result>;

void note(Result& result, Rank rank, TestOutcome outcome, const model::TestTimes& times) {
  if (severityOf(outcome) > severityOf(result.worst)) result.worst = outcome;
  const auto known = result.ofRank.try_emplace(rank, outcome);
  if (!known.second && severityOf(outcome) > severityOf(known.first->second)) known.first->second = outcome;
  if (!times.start.known() || !times.end.known()) return;
  result.seconds = std::max(result.seconds, static_cast<double>(times.end.utc - times.start.utc) / 1e9);
}

bool endedSession(const model::Launch& launch, Rank rank) {
  return launch.tests && std::any_of(launch.tests->ranks.begin(), launch.tests->ranks.end(), [rank](const model::RankCounts& counts) { return counts.rank == rank && counts.complete && !counts.stopped; });
}

// Tests that the report calls interrupted: open at the end, and no peer had failed or waited in them.
bool wasInterrupted(const model::Run& run, const model::Lane& lane, const std::string& test) {
  return std::any_of(run.tests.begin(), run.tests.end(), [&](const model::TestReport& report) {
    return report.outcome == TestOutcome::interrupted && report.launch == lane.launch && report.attempt == lane.attempt && report.id == test;
  });
}

// Of one launch; `counts` says which attempts.
template <class Counts>
Results resultsOf(const model::Run& run, std::uint32_t launch, Counts counts) {
  Results results;
  for (std::size_t i = 0; i < run.lanes.size() && i < run.testRuns.size(); ++i) {
    if (run.lanes[i].launch != launch || !counts(run.lanes[i].attempt)) continue;
    const bool wentOn = endedSession(run.launches[launch], run.lanes[i].rank);
    for (const model::TestRun& test : run.testRuns[i]) {
      // A verdict that is not found, of a rank whose session came to its end, was printed all the same.
      if (wentOn && test.word == recognise::TestWord::none && test.errorLine == 0) continue;
      const std::string& name = run.testNames[test.test.value];
      TestOutcome outcome = test.outcome();
      if (outcome == TestOutcome::stalled && wasInterrupted(run, run.lanes[i], name)) outcome = TestOutcome::interrupted;
      note(results[name], run.lanes[i].rank, outcome, model::timesOf(run, test));
    }
  }
  return results;
}

// Of the run's ranks with that outcome, those that differ; a rank of which the baseline tells nothing is compared with all of its peers.
std::vector<Rank> differingRanks(const Result& run, const Result& baseline, TestOutcome told) {
  std::vector<Rank> ranks;
  for (const auto& [rank, outcome] : run.ofRank) {
    const auto other = baseline.ofRank.find(rank);
    if (outcome == told && (other == baseline.ofRank.end() ? baseline.worst : other->second) != outcome) ranks.push_back(rank);
  }
  return ranks;
}

TestState stateOf(TestOutcome run, TestOutcome baseline) noexcept {
  const int failing = severityOf(TestOutcome::interrupted);
  if (baseline == TestOutcome::absent) return TestState::added;
  if (run == TestOutcome::absent) return TestState::gone;
  if (severityOf(run) >= failing && severityOf(baseline) < failing) return TestState::broken;
  if (severityOf(run) < failing && severityOf(baseline) >= failing) return TestState::fixed;
  return TestState::other;
}

// Whether all tests that were to run did so.
bool wentThrough(const model::Launch& launch) {
  return launch.outcome == model::LaunchOutcome::passed || launch.outcome == model::LaunchOutcome::empty ||
         (launch.tests && !launch.tests->ranks.empty() && std::all_of(launch.tests->ranks.begin(), launch.tests->ranks.end(), [](const model::RankCounts& rank) { return rank.complete && !rank.stopped; }));
}

class Comparer {
 public:
  Comparer(const model::Run& run, const std::vector<const model::Run*>& baselines, const std::vector<LaunchPairs>& pairs)
      : m_run(run), m_baselines(baselines), m_pairs(pairs) {}

  Tests compare() {
    m_tests.apart.resize(m_run.launches.size());
    m_tests.notReached.resize(m_run.launches.size());
    for (const model::Launch& launch : m_run.launches) {
      if (const auto other = m_pairs.front().ofRun(launch.index)) compareLaunch(launch, *other);
      else m_tests.apart[launch.index] = resultsOf(m_run, launch.index, [](std::uint32_t) { return true; }).size();
    }
    std::stable_sort(m_tests.differences.begin(), m_tests.differences.end(), [](const TestDifference& a, const TestDifference& b) {
      const auto key = [](const TestDifference& test) { return std::make_tuple(test.weak, -severityOf(test.run), test.state); };
      return key(a) < key(b);
    });
    return std::move(m_tests);
  }

 private:
  Results ofRun(std::uint32_t launch) const {
    return resultsOf(m_run, launch, [&](std::uint32_t attempt) { return m_pairs.front().attemptOfRun(launch, attempt).has_value(); });
  }
  Results ofBaseline(std::size_t baseline, std::uint32_t launch) const {
    return resultsOf(*m_baselines[baseline], launch, [&](std::uint32_t attempt) { return m_pairs[baseline].attemptOfBaseline(launch, attempt).has_value(); });
  }

  // Of the further baselines, for the launch that the run's is paired with.
  std::vector<Results> others(std::uint32_t launch) const {
    std::vector<Results> results;
    for (std::size_t i = 1; i < m_baselines.size(); ++i) {
      const auto other = m_pairs[i].ofRun(launch);
      if (other) results.push_back(ofBaseline(i, *other));
    }
    return results;
  }

  void compareLaunch(const model::Launch& launch, std::uint32_t baselineLaunch) {
    const Results ours = ofRun(launch.index), theirs = ofBaseline(0, baselineLaunch);
    m_others = others(launch.index);
    const bool runWhole = wentThrough(launch), baselineWhole = wentThrough(m_baselines.front()->launches[baselineLaunch]);
    for (const auto& [name, result] : ours) {
      const auto other = theirs.find(name);
      if (other != theirs.end()) {
        ++m_tests.both;
        add(launch, name, result, other->second);
        continue;
      }
      ++m_tests.onlyRun;
      if (baselineWhole && !theirs.empty()) add(launch, name, result, {});
    }
    for (const auto& [name, result] : theirs) {
      if (ours.count(name) > 0) continue;
      ++m_tests.onlyBaseline;
      if (runWhole && !ours.empty()) add(launch, name, {}, result);
      else ++m_tests.notReached[launch.index];
    }
  }

  void add(const model::Launch& launch, const std::string& name, const Result& run, const Result& baseline) {
    TestDifference test;
    test.ranks = differingRanks(run, baseline, run.worst);
    if (run.worst == baseline.worst && !sameRanksDiffer(run, baseline)) return;
    test.id = name;
    test.run = run.worst;
    test.baseline = baseline.worst;
    test.launch = launch.index;
    test.state = stateOf(run.worst, baseline.worst);
    if (run.seconds >= 0) test.secondsRun = run.seconds;
    if (baseline.seconds >= 0) test.secondsBaseline = baseline.seconds;
    test.weak = std::any_of(m_others.begin(), m_others.end(), [&](const Results& other) {
      const auto found = other.find(name);
      return (found == other.end() ? TestOutcome::absent : found->second.worst) == run.worst;
    });
    m_tests.differences.push_back(std::move(test));
  }

  // The same outcome in all, but on other ranks that both runs tell of.
  static bool sameRanksDiffer(const Result& run, const Result& baseline) {
    return std::any_of(run.ofRank.begin(), run.ofRank.end(), [&](const auto& known) {
      const auto other = baseline.ofRank.find(known.first);
      return other != baseline.ofRank.end() && other->second != known.second;
    });
  }

  const model::Run& m_run;
  const std::vector<const model::Run*>& m_baselines;
  const std::vector<LaunchPairs>& m_pairs;
  std::vector<Results> m_others;
  Tests m_tests;
};

}  // namespace

int severityOf(TestOutcome outcome) noexcept {
  switch (outcome) {
    case TestOutcome::failed: return 8;
    case TestOutcome::error: return 7;
    case TestOutcome::stalled: return 6;
    case TestOutcome::interrupted: return 5;
    case TestOutcome::xpassed: return 4;
    case TestOutcome::passed: return 3;
    case TestOutcome::xfailed: return 2;
    case TestOutcome::skipped: return 1;
    case TestOutcome::absent: break;
  }
  return 0;
}

Tests compareTests(const model::Run& run, const std::vector<const model::Run*>& baselines, const std::vector<LaunchPairs>& pairs) {
  return Comparer(run, baselines, pairs).compare();
}

}  // namespace lanescope::compare
