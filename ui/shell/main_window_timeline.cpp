// SPDX-License-Identifier: Apache-2.0
// What the window adds to the timeline: commands for its history and its lanes, and the way from a mark to its line.
#include "ui/logview/log_pane.h"
#include "ui/shell/main_window.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/timeline/view_history.h"

#include <QAction>
#include <QDockWidget>

namespace lanescope::ui {

void MainWindow::makeTimelineActions() {
  auto* history = new ViewHistory(m_state, this);
  QAction* back = addCommand("go.back", [history] { history->back(); });
  QAction* forward = addCommand("go.forward", [history] { history->forward(); });
  const auto update = [=] {
    back->setEnabled(history->canGoBack());
    forward->setEnabled(history->canGoForward());
  };
  connect(history, &ViewHistory::changed, this, update);
  update();
  addCommand("timeline.lanes", [this] { m_timeline->lanes()->open(); });
  addCommand(
      "timeline.hit.next", [this] { walkHits(1); }, m_timeline);
  addCommand(
      "timeline.hit.previous", [this] { walkHits(-1); }, m_timeline);
  connect(m_timeline->view(), &TimelineView::lineWanted, this, [this] {
    dock("text")->show();
    dock("text")->raise();
    m_text->view()->setFocus();
  });
}

}  // namespace lanescope::ui
