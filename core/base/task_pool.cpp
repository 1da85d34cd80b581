// SPDX-License-Identifier: Apache-2.0
#include "core/base/task_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace lanescope::base {

unsigned workerCount(unsigned wanted) noexcept {
  return std::max(1u, wanted != 0 ? wanted : std::thread::hardware_concurrency());
}

namespace {

// Runs `work` on as many threads as make sense for `count` tasks, the caller's among them, and waits for all.
void onWorkers(std::size_t count, unsigned workers, const std::function<void()>& work) {
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

class InOrder {
 public:
  InOrder(std::size_t count, std::size_t slots, std::stop_token stop, const SlotTask& make, const SlotTask& use)
      : m_count(count), m_ready(std::max<std::size_t>(slots, 1), false), m_stop(std::move(stop)), m_make(make), m_use(use) {}

  void work() {
    std::unique_lock lock(m_mutex);
    while (!m_failure && !m_stop.stop_requested() && m_used < m_count) {
      // Using first: it frees slots.
      if (!m_using && m_ready[slotOf(m_used)]) useNext(lock);
      else if (m_begun < m_count && m_begun < m_used + m_ready.size()) makeNext(lock);
      else m_changed.wait(lock);                 // whoever works now tells when it is done
    }
  }
  void rethrow() const {
    if (m_failure) std::rethrow_exception(m_failure);
  }

 private:
  std::size_t slotOf(std::size_t index) const { return index % m_ready.size(); }

  void makeNext(std::unique_lock<std::mutex>& lock) {
    const std::size_t index = m_begun++;
    attempt(lock, m_make, index);
    m_ready[slotOf(index)] = true;
    m_changed.notify_all();
  }

  void useNext(std::unique_lock<std::mutex>& lock) {
    m_using = true;
    attempt(lock, m_use, m_used);
    m_ready[slotOf(m_used)] = false;
    ++m_used;
    m_using = false;
    m_changed.notify_all();
  }

  void attempt(std::unique_lock<std::mutex>& lock, const SlotTask& task, std::size_t index) {
    std::exception_ptr failure;
    lock.unlock();
    try {
      task(index, slotOf(index));
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure && !m_failure) m_failure = failure;
  }

  const std::size_t m_count;
  std::mutex m_mutex;                            // guards all below
  std::condition_variable m_changed;
  std::size_t m_begun = 0, m_used = 0;
  bool m_using = false;
  std::vector<bool> m_ready;                     // by slot: made, not used
  std::exception_ptr m_failure;                  // the first one
  std::stop_token m_stop;
  const SlotTask& m_make;
  const SlotTask& m_use;
};

}  // namespace

bool parallelFor(std::size_t count, unsigned workers, std::stop_token stop, const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr failure;                    // the first one; read when the threads have ended
  onWorkers(count, workers, [&] {
    while (!stop.stop_requested() && !failed) {
      const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= count) return;
      try {
        task(index);
      } catch (...) {
        if (!failed.exchange(true)) failure = std::current_exception();
      }
    }
  });
  if (failure) std::rethrow_exception(failure);
  return !stop.stop_requested();
}

bool parallelInOrder(std::size_t count, unsigned workers, std::size_t slots, std::stop_token stop, const SlotTask& make, const SlotTask& use) {
  InOrder order(count, slots, stop, make, use);
  onWorkers(count, workers, [&order] { order.work(); });
  order.rethrow();
  return !stop.stop_requested();
}

}  // namespace lanescope::base
