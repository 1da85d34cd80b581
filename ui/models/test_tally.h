// SPDX-License-Identifier: Apache-2.0
// How the tests of one launch ended over its ranks, counted from what the ranks printed.
#pragma once

#include "core/model/run.h"

namespace lanescope::ui {

struct TestTally {
  std::uint32_t failed = 0, stalled = 0;  // tests
  std::vector<model::Rank> failedRanks, stalledRanks;
  std::uint32_t passedEverywhere = 0;  // passed on every rank of the launch's last attempt
  std::uint32_t skippedEverywhere = 0;
  std::optional<std::uint32_t> neverReached;  // selected but begun on no rank; none where "selected" is not stated
};

// The launch whose tests people ask about first: that of the first failure, else the last one that ran tests.
std::optional<std::uint32_t> launchThatMatters(const model::Run& run);
TestTally tallyTests(const model::Run& run, std::uint32_t launch);

}  // namespace lanescope::ui
