// SPDX-License-Identifier: Apache-2.0
// The timeline with its overview below.
#pragma once

#include "ui/timeline/overview.h"
#include "ui/timeline/timeline_view.h"

namespace lanescope::ui {

class TimelinePane : public QWidget {
  Q_OBJECT
 public:
  explicit TimelinePane(ViewState* state, QWidget* parent = nullptr);
  TimelineView* view() const { return m_view; }
  Overview* overview() const { return m_overview; }

 private:
  TimelineView* m_view;
  Overview* m_overview;
};

}  // namespace lanescope::ui
