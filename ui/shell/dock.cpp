// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/dock.h"

#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>

namespace lanescope::ui {

QDockWidget* makeDock(const QString& objectName, const QString& title, QWidget* content, Caption caption, QWidget* parent) {
  auto* dock = new QDockWidget(title, parent);
  dock->setObjectName(objectName);
  dock->setWidget(content);
  auto* bar = new QWidget(dock);
  auto* layout = new QHBoxLayout(bar);
  if (caption == Caption::shown) {
    layout->setContentsMargins(16, 9, 12, 5);
    auto* label = new QLabel(title.toUpper(), bar);
    label->setFont(uiFont(11, true));
    label->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(label);
  } else {
    layout->setContentsMargins(0, 0, 0, 0);
    bar->setMaximumHeight(0);
  }
  dock->setTitleBarWidget(bar);
  return dock;
}

}  // namespace lanescope::ui
