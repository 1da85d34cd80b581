// SPDX-License-Identifier: Apache-2.0
// How long the GUI thread was away: a timer of a few milliseconds on it takes the time between two of its calls. What lies between is work
// that nobody could interrupt. Beside the wall clock the thread's own, which does not count what others do on a busy machine.
#pragma once

#include <QTimer>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace lanescope::test {

// CPU time of the calling thread.
inline double threadMs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

class EventLoopWatch {
 public:
  struct Gap {
    double wallMs = 0, cpuMs = 0;                // the longest of each, not of one gap
  };

  EventLoopWatch() {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kPeriodMs);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { look(); });
    restart();
    m_timer.start();
  }

  // The longest gap since the last call, the one that is still open included.
  Gap restart() {
    look();
    return std::exchange(m_longest, {});
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kPeriodMs = 5;

  void look() {
    const Clock::time_point now = Clock::now();
    const double cpu = threadMs();
    m_longest.wallMs = std::max(m_longest.wallMs, std::chrono::duration<double, std::milli>(now - m_last).count());
    m_longest.cpuMs = std::max(m_longest.cpuMs, cpu - m_lastCpu);
    m_last = now;
    m_lastCpu = cpu;
  }

  QTimer m_timer;
  Clock::time_point m_last = Clock::now();
  double m_lastCpu = threadMs();
  Gap m_longest;
};

}  // namespace lanescope::test
