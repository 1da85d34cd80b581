// SPDX-License-Identifier: Apache-2.0
// Pages of which one is shown, and which need no more room than that one: what a page that is not shown would need takes nothing from the
// docks around.
#pragma once

#include <QStackedWidget>

namespace lanescope::ui {

class PageStack : public QStackedWidget {
 public:
  explicit PageStack(QWidget* parent = nullptr) : QStackedWidget(parent) {
    connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
  }
  QSize minimumSizeHint() const override {
    const QWidget* page = currentWidget();
    return page == nullptr ? QSize() : page->minimumSizeHint().expandedTo(page->minimumSize());
  }
};

}  // namespace lanescope::ui
