// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_pane.h"

#include <QVBoxLayout>

namespace lanescope::ui {

TimelinePane::TimelinePane(ViewState* state, QWidget* parent)
    : QWidget(parent), m_view(new TimelineView(state, this)), m_overview(new Overview(state, TimelineView::kLabelWidth, this)), m_lanes(new LaneBar(m_view, this)) {
  m_overview->setPreparedRuns(m_view->preparedRuns());
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_lanes);
  column->addWidget(m_view, 1);
  column->addWidget(m_overview);
  setFocusProxy(m_view);
  connect(m_view, &TimelineView::tickActivated, this, &TimelinePane::tickActivated);
  connect(m_overview, &Overview::tickActivated, this, &TimelinePane::tickActivated);
}

void TimelinePane::setTicks(TimelineTick::Kind kind, const std::vector<TimelineTick>& ticks) {
  m_view->setTicks(kind, ticks);
  m_overview->setTicks(kind, ticks);
}

}  // namespace lanescope::ui
