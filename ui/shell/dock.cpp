// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/dock.h"

#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>

namespace lanescope::ui {

namespace {
constexpr QMargins kCaptionMargins(16, 9, 12, 5);
}

QDockWidget* makeDock(const QString& objectName, const QString& title, QWidget* content, Caption caption, QWidget* parent) {
  auto* dock = new QDockWidget(title, parent);
  dock->setObjectName(objectName);
  dock->setWidget(content);
  auto* bar = new QWidget(dock);
  auto* layout = new QHBoxLayout(bar);
  if (caption == Caption::shown) {
    auto* label = new QLabel(title.toUpper(), bar);
    label->setFont(uiFont(11, true));
    label->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(label);
    const auto follow = [dock, label, layout] {
      const auto* window = qobject_cast<QMainWindow*>(dock->parentWidget());
      const bool inTab = window != nullptr && !dock->isFloating() && !window->tabifiedDockWidgets(dock).isEmpty();
      label->setVisible(!inTab);
      layout->setContentsMargins(inTab ? QMargins() : kCaptionMargins);
    };
    follow();
    QObject::connect(dock, &QDockWidget::visibilityChanged, bar, follow);
    QObject::connect(dock, &QDockWidget::dockLocationChanged, bar, follow);
    QObject::connect(dock, &QDockWidget::topLevelChanged, bar, follow);
  } else {
    layout->setContentsMargins({});
  }
  dock->setTitleBarWidget(bar);
  return dock;
}

}  // namespace lanescope::ui
