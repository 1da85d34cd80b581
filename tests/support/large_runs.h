// SPDX-License-Identifier: Apache-2.0
// Runs of many lanes and many events or tests, made without reading anything, and a scripted walk over them: for measuring.
#pragma once

#include "core/model/run.h"
#include "ui/models/view_state.h"

#include <vector>

namespace lanescope::test {

constexpr std::int64_t kLargeRunNs = 7'200'000'000'000;

enum class LargeKind { tests, events };
// Tests one behind the other, one in a thousand failed; or events, one in a thousand fatal. `items` over all lanes. `part` of the time: what
// was read of it so far, complete where that is all.
model::Run largeRun(std::uint32_t lanes, std::uint32_t items, LargeKind kind, double part = 1);

// 500 views of a run: in and out around a moving point, with pans between.
std::vector<ui::TimeRange> scriptedViews(ui::TimeRange span);

}  // namespace lanescope::test
