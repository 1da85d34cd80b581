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
// A task must not throw; it reports failure through what it writes. Returns false where `stop` was requested.
bool parallelFor(std::size_t count, unsigned workers, std::stop_token stop, const std::function<void(std::size_t)>& task);

}  // namespace lanescope::base
