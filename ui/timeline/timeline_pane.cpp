// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_pane.h"

#include <QVBoxLayout>

namespace lanescope::ui {

TimelinePane::TimelinePane(ViewState* state, QWidget* parent)
    : QWidget(parent), m_view(new TimelineView(state, this)), m_overview(new Overview(state, TimelineView::kLabelWidth, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_view, 1);
  column->addWidget(m_overview);
  setFocusProxy(m_view);
}

}  // namespace lanescope::ui
