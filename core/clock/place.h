// SPDX-License-Identifier: Apache-2.0
// Times for what carries none. Anchors are written into each source, tests and lanes get their times, and the run its span.
#pragma once

#include "core/model/draft.h"

#include <map>
#include <vector>

namespace lanescope::clock {

// Anchors of each source while they are collected: line -> when. What is written later is better known.
using AnchorMap = std::vector<std::map<std::uint32_t, model::When>>;

// The steps, in order.
// Lines that a launcher's tee copied into a stamped log: `joined`.
void joinTeedLines(model::Draft& draft, AnchorMap& anchors);
// Tests and sessions of ranks that no stamped log shows: `aligned` with a rank whose times are known. Sets TestRun::times.
void alignTests(model::Draft& draft, AnchorMap& anchors);
// A collective's wait, from its time-out back: bounds what stands before it. `derived`.
void boundByWaits(model::Draft& draft, AnchorMap& anchors);

// run.clock.assumptions: how zones, years and days were found that stamps do not state.
void sayAssumptions(model::Draft& draft);

// The first and the last line of each lane that says something, and their times.
void placeLaneLines(model::Draft& draft);
// ExitStatus::firstExitRank of each attempt and launch.
void decideFirstExits(model::Draft& draft);

// All of it; then lanes and the run's clock.
void placeInTime(model::Draft& draft);

// The start of the wait that a time-out reports: its moment minus "ran for".
model::When waitStart(const model::When& timeout, std::int64_t ranMs);

}  // namespace lanescope::clock
