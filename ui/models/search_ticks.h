// SPDX-License-Identifier: Apache-2.0
// Moments of a search's hits, for the timeline: on each lane at most one for each part of the run's time that a screen can tell apart.
// They are found on a pool thread, since the time of a line has to be looked up.
#pragma once

#include "ui/models/search_state.h"

#include <QObject>
#include <QTimer>

#include <stop_token>
#include <vector>

namespace lanescope::ui {

class SearchTicks : public QObject {
  Q_OBJECT
 public:
  explicit SearchTicks(SearchState* search, QObject* parent = nullptr);
  ~SearchTicks() override { m_stop.request_stop(); }

  struct Tick {
    model::LaneId lane;                          // invalid: of the job
    std::int64_t utc = 0;
    model::LineRef line;                         // the first of those that fall together
  };
  const std::vector<Tick>& ticks() const { return m_ticks; }
  QString textOf(const Tick& tick) const;        // "stdout:199"

 Q_SIGNALS:
  void changed();

 private:
  void follow();
  void find();

  SearchState* m_search;
  std::shared_ptr<const model::Run> m_run;       // of m_ticks
  std::vector<Tick> m_ticks;
  QTimer m_soon;
  std::stop_source m_stop;                       // of those that are looked for now
};

}  // namespace lanescope::ui
