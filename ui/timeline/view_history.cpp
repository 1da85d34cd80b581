// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/view_history.h"

namespace lanescope::ui {

namespace {
constexpr std::size_t kMost = 100;
}

ViewHistory::ViewHistory(ViewState* state, QObject* parent) : QObject(parent), m_state(state) {
  connect(state, &ViewState::runChanged, this, &ViewHistory::onRun);
  connect(state, &ViewState::rangeChanged, this, &ViewHistory::onRange);
  onRun();
}

void ViewHistory::onRun() {
  const std::string id = m_state->run() ? m_state->run()->id : std::string();
  if (id == m_runId) return;
  m_runId = id;
  m_past.clear();
  m_future.clear();
  m_present = {};                                // how a run opens is no step
  Q_EMIT changed();
}

void ViewHistory::onRange() {
  const TimeRange before = std::exchange(m_present, m_state->range());
  const bool goesOn = m_since.isValid() && m_since.elapsed() < m_stillMs;
  m_since.start();
  if (m_moving || before == TimeRange{} || goesOn) return;
  m_past.push_back(before);
  if (m_past.size() > kMost) m_past.erase(m_past.begin());
  m_future.clear();
  Q_EMIT changed();
}

void ViewHistory::move(std::vector<TimeRange>& from, std::vector<TimeRange>& to) {
  if (from.empty()) return;
  to.push_back(m_present);
  const TimeRange next = from.back();
  from.pop_back();
  m_moving = true;
  m_state->setRange(next);
  m_moving = false;
  m_since.invalidate();                          // what the user does next is a step of its own
  Q_EMIT changed();
}

}  // namespace lanescope::ui
