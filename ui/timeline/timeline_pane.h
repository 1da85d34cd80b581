// SPDX-License-Identifier: Apache-2.0
// The timeline with its overview below.
#pragma once

#include "ui/timeline/lane_bar.h"
#include "ui/timeline/overview.h"
#include "ui/timeline/ticked_bar.h"
#include "ui/timeline/timeline_view.h"

namespace lanescope::ui {

class TimelinePane : public QWidget {
  Q_OBJECT
 public:
  explicit TimelinePane(ViewState* state, QWidget* parent = nullptr);
  TimelineView* view() const { return m_view; }
  Overview* overview() const { return m_overview; }
  LaneBar* lanes() const { return m_lanes; }
  TickedBar* ticked() const { return m_ticked; }

  // Draws these on the lanes and in the overview, instead of what was there. Lanes are those of the run that is shown:
  // hand them over again after ViewState::runChanged. What cannot be told apart is drawn once, but every tick is kept in memory: of
  // millions of hits give those of different pixels.
  void setTicks(const std::vector<TimelineTick>& ticks);

 Q_SIGNALS:
  void tickActivated(std::uint32_t index);       // one was clicked: number `index` of the list last given

 private:
  TimelineView* m_view;
  Overview* m_overview;
  LaneBar* m_lanes;
  TickedBar* m_ticked;
};

}  // namespace lanescope::ui
