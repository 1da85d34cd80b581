// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/sheet.h"

#include "ui/models/current_theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::ui {

Sheet::Sheet(QWidget* window) : QWidget(window) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 12, 12, 12);
  window->installEventFilter(this);
  hide();
}

void Sheet::setBox(QWidget* box) {
  delete m_box;
  m_box = box;
  layout()->addWidget(box);
  layout()->setAlignment(box, Qt::AlignCenter);
}

void Sheet::closesForGood() { m_forGood = true; }

QHBoxLayout* Sheet::closingRow(const QString& text, QPushButton* other) {
  auto* close = new QPushButton(text);
  connect(close, &QPushButton::clicked, this, &QWidget::hide);
  auto* row = new QHBoxLayout;
  row->addStretch(1);
  if (other != nullptr) row->addWidget(other);
  row->addWidget(close);
  return row;
}

void Sheet::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  if (event->spontaneous()) return;
  QWidget* const now = QApplication::focusWidget();
  const bool mine = now == nullptr || now == this || isAncestorOf(now);
  if (mine && m_before && m_before->isVisible()) m_before->setFocus(Qt::PopupFocusReason);
  if (m_forGood) deleteLater();
}

void Sheet::showOver() {
  if (!isVisible()) m_before = QApplication::focusWidget();
  setGeometry(parentWidget()->rect());
  raise();
  show();
}

bool Sheet::eventFilter(QObject*, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
  return false;
}

// As they stand: from top to bottom, then in the direction of reading.
bool Sheet::focusNextPrevChild(bool next) {
  constexpr int kLine = 8;
  QList<QWidget*> stops;
  for (QWidget* each : findChildren<QWidget*>()) {
    if (each->isVisible() && each->isEnabled() && (each->focusPolicy() & Qt::TabFocus) != 0 && each->focusProxy() == nullptr) stops << each;
  }
  const bool mirrored = isRightToLeft();
  const auto place = [this, mirrored](const QWidget* each) {
    const QPoint at = each->mapTo(this, each->rect().center());
    return std::pair(at.y() / kLine, mirrored ? -at.x() : at.x());
  };
  std::sort(stops.begin(), stops.end(), [&](const QWidget* a, const QWidget* b) { return place(a) < place(b); });
  if (stops.isEmpty()) return false;
  const qsizetype at = stops.indexOf(QApplication::focusWidget()), count = stops.size();
  stops[at < 0 ? 0 : (at + (next ? 1 : -1) + count) % count]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  return true;
}

void Sheet::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return hide();
  QWidget::keyPressEvent(event);
}

void Sheet::mousePressEvent(QMouseEvent* event) {
  if (m_box == nullptr || !m_box->geometry().contains(event->pos())) hide();
}

void Sheet::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  QColor veil = theme.base;
  veil.setAlphaF(0.72F);
  painter.fillRect(rect(), veil);
  if (m_box == nullptr) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme.hairline);
  painter.setBrush(theme.raised);
  painter.drawRoundedRect(QRectF(m_box->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

}  // namespace lanescope::ui
