// SPDX-License-Identifier: Apache-2.0
// A small pool of workers for independent tasks. Nothing else in core owns threads, except the one coordinator of a
// session. parallelFor() blocks the caller until all tasks are done or the stop token fires (tasks not yet begun are dropped).
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

namespace lanescope::base {

// The number of workers for `wanted` (0: as many as the machine has cores), at least 1.
unsigned workerCount(unsigned wanted) noexcept;

// Runs task(i) for i in [0, count) on `workers` threads, each index once, lowest first. The caller's thread works too.
// A task that throws ends the work: the first exception reaches the caller. Returns false where `stop` was requested.
bool parallelFor(std::size_t count, unsigned workers, std::stop_token stop, const std::function<void(std::size_t)>& task);

// What is made by many and used up in order. `make(i, slot)` runs on any worker; `use(i, slot)` follows in the order of i, never two
// at once, also on any worker. `slot` < `slots` names the buffer that item i is in: no other item is in it between the two, so that
// what is under way is bounded and buffers can be kept. Like parallelFor() otherwise.
using SlotTask = std::function<void(std::size_t index, std::size_t slot)>;
bool parallelInOrder(std::size_t count, unsigned workers, std::size_t slots, std::stop_token stop, const SlotTask& make, const SlotTask& use);

}  // namespace lanescope::base
