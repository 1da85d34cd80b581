// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/drop_target.h"

#include "ui/models/current_theme.h"

#include <QPainter>

namespace lanescope::ui {

DropTarget::DropTarget(QWidget* window) : QWidget(window) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAccessibleName(tr("Drop left to open, right to compare"));
  hide();
}

void DropTarget::open(QPoint position) {
  setGeometry(parentWidget()->rect());
  m_position = position;
  raise();
  show();
}

void DropTarget::move(QPoint position) {
  m_position = position;
  update();
}

bool DropTarget::comparesAt(QPoint position) const { return position.x() >= parentWidget()->width() / 2; }

void DropTarget::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = theme.base;
  veil.setAlpha(150);
  painter.fillRect(rect(), veil);
  const int middle = width() / 2;
  const auto half = [&](const QRect& area, const QString& title, const QString& what, bool chosen, const QColor& ground, const QColor& line) {
    const QRectF box = QRectF(area).adjusted(28, 28, -28, -28);
    painter.setPen(QPen(chosen ? line : theme.hairline, chosen ? 2.5 : 1.5, Qt::DashLine));
    painter.setBrush(chosen ? ground : theme.window);
    painter.drawRoundedRect(box, 10, 10);
    painter.setPen(chosen ? line : theme.text);
    painter.setFont(uiFont(20, true));
    painter.drawText(box.adjusted(16, 0, -16, -26), Qt::AlignCenter | Qt::TextWordWrap, title);
    painter.setPen(theme.muted);
    painter.setFont(uiFont(13));
    painter.drawText(box.adjusted(16, 34, -16, 0), Qt::AlignCenter | Qt::TextWordWrap, what);
  };
  const bool compares = comparesAt(m_position);
  half(QRect(0, 0, middle, height()), tr("Open"), tr("in place of the present run; with Shift: add to it"), !compares, theme.runTint, theme.runText);
  half(QRect(middle, 0, width() - middle, height()), tr("Compare with"), tr("the present run, side by side"), compares, theme.baselineTint, theme.baselineText);
}

}  // namespace lanescope::ui
