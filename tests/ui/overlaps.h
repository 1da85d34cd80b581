// SPDX-License-Identifier: Apache-2.0
// Widgets of the window that lie over each other though they should not.
#pragma once

#include "ui/logview/log_pane.h"
#include "ui/shell/main_window.h"

#include <QDockWidget>
#include <QStatusBar>

namespace lanescope::test {

// Pairs of visible widgets that lie over each other.
inline QStringList overlapsAmong(const QList<QWidget*>& widgets) {
  QStringList found;
  for (qsizetype i = 0; i < widgets.size(); ++i) {
    for (qsizetype k = i + 1; k < widgets.size(); ++k) {
      const bool both =
          widgets[i]->isVisible() && widgets[k]->isVisible() && !widgets[i]->isWindow() && !widgets[k]->isWindow();
      if (!both || !widgets[i]->geometry().intersects(widgets[k]->geometry())) continue;
      const auto name = [](const QWidget* widget) { return QLatin1String(widget->metaObject()->className()); };
      found << QStringLiteral("%1 over %2").arg(name(widgets[i]), name(widgets[k]));
    }
  }
  return found;
}

inline QStringList overlapsInside(const QWidget* parent) {
  const QList<QWidget*> children = parent->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
  QStringList found = overlapsAmong(children);
  for (const QWidget* child : children) {
    if (child->isVisible()) found += overlapsInside(child);
  }
  return found;
}

// Docks that share a place are behind each other: only those in front count.
inline QStringList overlaps(const ui::MainWindow& window) {
  QList<QWidget*> parts{window.menuWidget(), window.centralWidget(), window.findChild<QStatusBar*>()};
  for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
    if (!dock->visibleRegion().isEmpty()) parts << dock;
  }
  QStringList found = overlapsAmong(parts);
  for (const QWidget* part : {window.menuWidget(), static_cast<QWidget*>(window.text())}) found += overlapsInside(part);
  return found;
}

}  // namespace lanescope::test
