// SPDX-License-Identifier: Apache-2.0
// Where one has looked: the ranges that were visible, to go back to and forward again. What follows within a moment (the notches of
// a wheel, a drag) is one step. GUI thread only.
#pragma once

#include "ui/models/view_state.h"

#include <QElapsedTimer>

#include <vector>

namespace lanescope::ui {

class ViewHistory : public QObject {
  Q_OBJECT
 public:
  explicit ViewHistory(ViewState* state, QObject* parent = nullptr);

  bool canGoBack() const { return !m_past.empty(); }
  bool canGoForward() const { return !m_future.empty(); }
  void back() { move(m_past, m_future); }
  void forward() { move(m_future, m_past); }
  // Changes that follow each other faster are one step; 0: each is its own.
  void setStillness(int ms) { m_stillMs = ms; }

 Q_SIGNALS:
  void changed();                                // canGoBack() or canGoForward()

 private:
  void onRun();
  void onRange();
  void move(std::vector<TimeRange>& from, std::vector<TimeRange>& to);

  ViewState* m_state;
  std::vector<TimeRange> m_past, m_future;       // the next to go to last
  TimeRange m_present;
  std::string m_runId;
  QElapsedTimer m_since;                         // the last change
  int m_stillMs = 600;
  bool m_moving = false;
};

}  // namespace lanescope::ui
