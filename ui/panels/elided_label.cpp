// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/elided_label.h"

namespace lanescope::ui {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text) {
  m_full = text;
  setAccessibleName(text);
  updateGeometry();
  fit();
}

QSize ElidedLabel::minimumSizeHint() const { return {40, fontMetrics().height()}; }

QSize ElidedLabel::sizeHint() const { return {fontMetrics().horizontalAdvance(m_full) + 4, fontMetrics().height()}; }

void ElidedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  fit();
}

void ElidedLabel::fit() {
  const QString shown = fontMetrics().elidedText(m_full, Qt::ElideMiddle, width());
  if (shown != text()) setText(shown);
  setToolTip(shown == m_full ? QString() : m_full);
}

}  // namespace lanescope::ui
