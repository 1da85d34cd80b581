// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/frame_maker.h"

#include <chrono>
#include <utility>

namespace lanescope::ui {

FrameMaker::FrameMaker(QObject* parent) : QObject(parent) {
  m_pool.setMaxThreadCount(1);
  m_pool.setExpiryTimeout(-1);                   // the next frame is never far
}

FrameMaker::~FrameMaker() {
  {
    const std::lock_guard lock(m_mutex);
    m_wanted = nullptr;
  }
  m_pool.waitForDone();
}

void FrameMaker::want(Make make) {
  const std::lock_guard lock(m_mutex);
  m_wanted = std::move(make);
  m_made.reset();
  if (std::exchange(m_working, true)) return;
  m_pool.start([this] { work(); });
}

std::shared_ptr<const LaneFrame> FrameMaker::wait(int ms) {
  std::unique_lock lock(m_mutex);
  const auto ready = [this] { return m_made != nullptr || (!m_working && !m_wanted); };
  if (ms < 0) m_done.wait(lock, ready);
  else m_done.wait_for(lock, std::chrono::milliseconds(ms), ready);
  return m_made;
}

void FrameMaker::work() {
  for (;;) {
    Make make;
    {
      const std::lock_guard lock(m_mutex);
      make = std::exchange(m_wanted, nullptr);
      if (!make) {
        m_working = false;
        m_done.notify_all();
        return;
      }
    }
    auto frame = make();
    {
      const std::lock_guard lock(m_mutex);
      if (m_wanted) continue;                    // already out of date
      m_made = std::move(frame);
      m_done.notify_all();
    }
    Q_EMIT made();
  }
}

}  // namespace lanescope::ui
