// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_pane.h"

#include <QVBoxLayout>

namespace lanescope::ui {

TimelinePane::TimelinePane(ViewState* state, QWidget* parent)
    : QWidget(parent), m_view(new TimelineView(state, this)),
      m_overview(new Overview(state, tr("overview"), TimelineView::kLabelWidth, TimelineView::kEdgeWidth, m_view->preparedRuns(), this)), m_lanes(new LaneBar(m_view, this)), m_ticked(new TickedBar(m_view)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_lanes);
  column->addWidget(m_view, 1);
  column->addWidget(m_overview);
  setFocusProxy(m_view);
  connect(m_view, &TimelineView::tickActivated, this, &TimelinePane::tickActivated);
  connect(m_view, &TimelineView::bandChanged, m_overview, &Overview::setBand);
}

void TimelinePane::setTicks(const std::vector<TimelineTick>& ticks) {
  m_view->setTicks(ticks);
  m_overview->setTicks(ticks);
}

}  // namespace lanescope::ui
