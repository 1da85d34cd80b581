// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/marked_scroll_bar.h"

#include <QPainter>

namespace lanescope::ui {

namespace {
constexpr int kMarkHeight = 2;
}

MarkedScrollBar::MarkedScrollBar(QWidget* parent) : QScrollBar(Qt::Vertical, parent) {}

void MarkedScrollBar::setMarks(Marks kind, std::vector<Mark> marks) {
  m_marks[static_cast<std::size_t>(kind)] = std::move(marks);
  update();
}

void MarkedScrollBar::paintEvent(QPaintEvent* event) {
  QScrollBar::paintEvent(event);
  QPainter painter(this);
  const int lane = width() / static_cast<int>(m_marks.size());
  for (std::size_t kind = 0; kind < m_marks.size(); ++kind) {
    for (const Mark& mark : m_marks[kind]) {
      const int top = static_cast<int>(mark.at * (height() - kMarkHeight));
      painter.fillRect(QRect(static_cast<int>(kind) * lane, top, lane, kMarkHeight), mark.colour);
    }
  }
}

}  // namespace lanescope::ui
