// SPDX-License-Identifier: Apache-2.0
// Tests that went wrong and that nothing else on their lane tells of: a runner that prints a test and its verdict in one line leaves no
// span, and a verdict alone is no finding. Pure; any thread.
#pragma once

#include "core/model/run.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::ui {

// The verdicts of such tests of `lane`, in order of time, as events of kind testEnd. `events`: those that Run::events has of the lane.
// A failure that was told while the test ran stands for its verdict; a test without a verdict counts where it has no span to be seen by.
std::vector<model::Event> untoldVerdicts(const model::Run& run, model::LaneId lane, std::span<const std::uint32_t> events);

}  // namespace lanescope::ui
