// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/wrapped_list_view.h"

#include <QResizeEvent>

namespace lanescope::ui {

WrappedListView::WrappedListView(QWidget* parent) : QListView(parent) {
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setMouseTracking(true);
  setFrameShape(QFrame::NoFrame);
  viewport()->setBackgroundRole(QPalette::Window);
  setStyleSheet(
      QStringLiteral("QListView { background: palette(window); } QListView::item:hover, QListView::item:selected { background: "
                     "transparent; }"));
}

// A list that runs downwards is laid out anew by Qt only where its height changes; here the width, also that a scroll bar takes, decides
// how high a row is.
void WrappedListView::resizeEvent(QResizeEvent* event) {
  QListView::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) scheduleDelayedItemsLayout();
}

}  // namespace lanescope::ui
