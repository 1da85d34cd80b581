// SPDX-License-Identifier: Apache-2.0
// What the window adds to the timeline: commands for its history and its lanes, and the way from a mark to its line.
#include "ui/logview/log_pane.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/timeline/view_history.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCursor>
#include <QDockWidget>
#include <QMenu>
#include <QToolTip>

#include <algorithm>

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
  addCommand("panel.bottom", [this] { toggleBottomPanel(); });
  connect(m_timeline->view(), &TimelineView::textWanted, this, [this](const std::vector<model::LaneId>& lanes) {
    dock("text")->show();
    dock("text")->raise();
    m_text->view()->showLanes(lanes);
  });
  connect(m_timeline->view(), &TimelineView::lineWanted, this, [this] {
    dock("text")->show();
    dock("text")->raise();
    m_text->view()->setFocus();
  });
}

// What a drag with Shift does: measures, as in other timelines of clusters, or pans, as in those of browsers.
void MainWindow::addShiftDragMenu(QMenu* view) {
  QMenu* menu = view->addMenu(tr("Shift+drag"));
  auto* group = new QActionGroup(this);
  const auto add = [&](const QString& text, LanesView::ShiftDrag what) {
    QAction* made = menu->addAction(text, this, [this, what] {
      LanesView::setShiftDrag(what);
      if (m_remembers) Settings::setShiftDragPans(what == LanesView::ShiftDrag::pan);
    });
    made->setCheckable(true);
    made->setChecked(LanesView::shiftDrag() == what);
    group->addAction(made);
    connect(menu, &QMenu::aboutToShow, made, [made, what] { made->setChecked(LanesView::shiftDrag() == what); });
  };
  add(tr("Measures time"), LanesView::ShiftDrag::measure);
  add(tr("Moves the view"), LanesView::ShiftDrag::pan);
  connect(m_timeline->view(), &LanesView::shiftDragged, this, &MainWindow::showShiftDragTip);
}

// Once: whoever is used to the other meaning finds out where to choose it.
void MainWindow::showShiftDragTip() {
  const QString tip = QStringLiteral("shift-drag");
  if (m_tipsShown.contains(tip) || (m_remembers && Settings::wasShown(tip))) return;
  m_tipsShown.insert(tip);
  if (m_remembers) Settings::setShown(tip);
  constexpr int kLongMs = 10'000;
  const bool measures = LanesView::shiftDrag() == LanesView::ShiftDrag::measure;
  QToolTip::showText(QCursor::pos(), measures ? tr("Shift+drag measures time. To move the view: middle button or Space, and drag. View, Shift+drag changes it.")
                                              : tr("Shift+drag moves the view. View, Shift+drag lets it measure time instead."), m_timeline, {}, kLongMs);
}

// All docks below the timeline at once, and the same ones again.
void MainWindow::toggleBottomPanel() {
  QList<QDockWidget*> shown;
  for (QDockWidget* each : findChildren<QDockWidget*>()) {
    if (dockWidgetArea(each) == Qt::BottomDockWidgetArea && !each->isFloating() && !each->isHidden()) shown << each;
  }
  if (shown.isEmpty()) {
    for (QDockWidget* each : m_bottomPanel.isEmpty() ? QList<QDockWidget*>{dock("text")} : m_bottomPanel) each->show();
    if (m_bottomFront != nullptr) m_bottomFront->raise();
    return;
  }
  m_bottomPanel = shown;
  const auto front = std::find_if(shown.begin(), shown.end(), [](const QDockWidget* each) { return !each->visibleRegion().isEmpty(); });
  m_bottomFront = front != shown.end() ? *front : shown.front();
  const bool hadFocus = std::any_of(shown.begin(), shown.end(), [](const QDockWidget* each) { return each->isAncestorOf(QApplication::focusWidget()); });
  for (QDockWidget* each : shown) each->hide();
  if (hadFocus) m_timeline->view()->setFocus();
}

}  // namespace lanescope::ui
