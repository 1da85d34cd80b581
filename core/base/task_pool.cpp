// SPDX-License-Identifier: Apache-2.0
#include "core/base/task_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>

namespace lanescope::base {

unsigned workerCount(unsigned wanted) noexcept {
  return std::max(1u, wanted != 0 ? wanted : std::thread::hardware_concurrency());
}

bool parallelFor(std::size_t count, unsigned workers, std::stop_token stop, const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr failure;                    // the first one; read when the threads have ended
  const auto work = [&] {
    while (!stop.stop_requested() && !failed) {
      const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= count) return;
      try {
        task(index);
      } catch (...) {
        if (!failed.exchange(true)) failure = std::current_exception();
      }
    }
  };

  {
    const std::size_t helpers = std::min<std::size_t>(workerCount(workers), std::max<std::size_t>(count, 1)) - 1;
    std::vector<std::jthread> threads;
    threads.reserve(helpers);
    try {
      for (std::size_t i = 0; i < helpers; ++i) threads.emplace_back(work);
    } catch (const std::system_error&) {
      // The machine gives no more threads: those that run, and the caller, do the work.
    }
    work();
  }
  if (failure) std::rethrow_exception(failure);
  return !stop.stop_requested();
}

}  // namespace lanescope::base
