// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/wrapped_text.h"

#include "ui/theme/clipped_text.h"

#include <QFontMetrics>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr qsizetype kNarrow = 2;                 // characters in the width of an average one, at most

// No more of a text than lines of this width can show: a sentence that names a thousand ranks takes ten times as long to shape.
QString showable(const QFontMetrics& metrics, const QString& text, int width, int mostLines) {
  const qsizetype perLine = std::max(1, width) / std::max(1, metrics.averageCharWidth()) + 1;
  return text.left((mostLines + 1) * perLine * kNarrow);
}

// Calls line(first character, length, whether it is the last one allowed) for each line.
template <class Line>
int layOut(const QFont& font, const QString& text, int width, int mostLines, Line line) {
  QTextLayout layout(text, font);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  int count = 0;
  while (count < mostLines) {
    QTextLine made = layout.createLine();
    if (!made.isValid()) break;
    made.setLineWidth(width);
    line(made.textStart(), made.textLength(), count);
    ++count;
  }
  layout.endLayout();
  return count;
}

int nearSide(const QPainter& painter) { return (painter.layoutDirection() == Qt::RightToLeft ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute; }

}  // namespace

int wrappedHeight(const QFont& font, const QString& text, int width, int mostLines) {
  if (text.isEmpty()) return 0;
  const QFontMetrics metrics(font);
  return layOut(font, showable(metrics, clippedText(text), width, mostLines), width, mostLines, [](int, int, int) {}) * metrics.lineSpacing();
}

void drawLine(QPainter& painter, const QRect& rect, const QString& text) {
  const Qt::LayoutDirection window = painter.layoutDirection();
  const int near = nearSide(painter);
  painter.setLayoutDirection(Qt::LayoutDirectionAuto);
  painter.drawText(rect, near | Qt::AlignVCenter | Qt::TextSingleLine, text);
  painter.setLayoutDirection(window);
}

void drawWrapped(QPainter& painter, const QRect& rect, const QFont& font, const QString& whole, int mostLines) {
  if (whole.isEmpty()) return;
  const QFontMetrics metrics(font);
  const QString text = showable(metrics, clippedText(whole), rect.width(), mostLines);
  const Qt::LayoutDirection window = painter.layoutDirection();
  const int near = nearSide(painter);
  painter.setFont(font);
  painter.setLayoutDirection(Qt::LayoutDirectionAuto);
  layOut(font, text, rect.width(), mostLines, [&](int start, int length, int index) {
    const bool cut = index + 1 == mostLines && start + length < text.size();
    const QString part = cut ? metrics.elidedText(text.mid(start), Qt::ElideRight, rect.width()) : text.mid(start, length);
    const QRect place(rect.left(), rect.top() + index * metrics.lineSpacing(), rect.width() + 2, metrics.height());
    painter.drawText(place, near | Qt::AlignTop | Qt::TextSingleLine, part);
  });
  painter.setLayoutDirection(window);
}

}  // namespace lanescope::ui
