// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/clamped_label.h"

#include "ui/panels/wrapped_text.h"
#include "ui/theme/clipped_text.h"

#include <QEvent>
#include <QPainter>

namespace lanescope::ui {

ClampedLabel::ClampedLabel(const QFont& font, int mostLines, QWidget* parent) : QLabel(parent), m_mostLines(mostLines) {
  setFont(font);
  setTextFormat(Qt::PlainText);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void ClampedLabel::say(const QString& text, const QString& whole) {
  if (text == this->text() && whole == m_whole && isHidden() == text.isEmpty()) return;
  m_whole = whole;
  m_heights.clear();
  setText(text);
  setVisible(!text.isEmpty());
  updateToolTip();
  update();
}

// Layouts ask again and again.
int ClampedLabel::heightForWidth(int width) const {
  const auto known = m_heights.constFind(width);
  return known != m_heights.constEnd() ? *known : *m_heights.insert(width, wrappedHeight(font(), text(), width, m_mostLines));
}

void ClampedLabel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) m_heights.clear();
  QLabel::changeEvent(event);
}

QSize ClampedLabel::sizeHint() const { return {fontMetrics().averageCharWidth() * 40, fontMetrics().lineSpacing()}; }

QSize ClampedLabel::minimumSizeHint() const { return {0, fontMetrics().lineSpacing()}; }

void ClampedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  painter.setLayoutDirection(layoutDirection());
  drawWrapped(painter, rect(), font(), text(), m_mostLines);
}

void ClampedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  updateToolTip();
}

void ClampedLabel::updateToolTip() {
  if (!m_whole.isEmpty()) return setToolTip(clippedText(m_whole));
  const bool cut = wrappedHeight(font(), text(), width(), m_mostLines + 1) > heightForWidth(width());
  setToolTip(cut ? clippedText(text()) : QString());
}

}  // namespace lanescope::ui
