// SPDX-License-Identifier: Apache-2.0
// Differences in what the runs are known to have done, beside what they print. Internal to core/compare.
#pragma once

#include "core/compare/ignore_list.h"
#include "core/compare/side.h"

namespace lanescope::compare {

// With several baselines a difference from the first that another one does not have is weak. `pairs`: of the run and each baseline.
struct Tests {
  std::vector<TestDifference> differences;
  std::vector<std::uint64_t> apart;              // by launch of the run: tests of a launch that only it has
  std::vector<std::uint64_t> notReached;         // by launch of the run: tests of the first baseline that it did not come to
  std::size_t both = 0, onlyRun = 0, onlyBaseline = 0;   // tests of launches that both have
};
Tests compareTests(const model::Run& run, const std::vector<const model::Run*>& baselines, const std::vector<LaunchPairs>& pairs);

// Phases whose durations differ by more than noise: the larger of 2 s and 25 %, or the spread of several baselines.
std::vector<DurationDifference> compareDurations(const std::vector<Alignment>& alignments);

std::vector<EndDifference> compareEnds(const model::Run& run, const model::Run& baseline, const LaunchPairs& pairs);

std::vector<EnvironmentDifference> compareEnvironments(const model::Run& run, const model::Run& baseline);

std::vector<FileDifference> compareFiles(const Side& run, const Side& baseline);

// Counts of the outcomes' worst: failed > error > stalled > interrupted > passed > skipped > absent.
int severityOf(model::TestOutcome outcome) noexcept;

}  // namespace lanescope::compare
