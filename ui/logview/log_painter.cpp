// SPDX-License-Identifier: Apache-2.0
// Painting of LogView: the rows on screen, the stripe, the hits of a search, and what stands where there is no text.
#include "core/clock/line_time.h"
#include "ui/logview/log_view.h"
#include "ui/models/current_theme.h"
#include "ui/models/finding_look.h"
#include "ui/models/words.h"

#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kStripeWidth = 4;

bool isAscii(const QString& text) {
  return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() >= 0x20 && c.unicode() < 0x7F; });
}

}  // namespace

void LogView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), currentTheme().base);
  if (rowCount() == 0) return paintEmpty(painter);
  const auto [first, last] = visibleRows();
  const int widest = m_widest;
  for (std::size_t row = first; row < last; ++row) paintRow(painter, row, rowRect(row), row == first);
  // Widths are known only once a row was read; the scroll bar grows with them.
  if (m_widest != widest) QMetaObject::invokeMethod(this, &LogView::updateScrollBars, Qt::QueuedConnection);
}

void LogView::paintEmpty(QPainter& painter) {
  painter.setPen(currentTheme().muted);
  painter.setFont(uiFont(13));
  QString sentence = tr("Choose a rank, a finding or a source to see its lines.");
  if (m_run == nullptr)
    sentence = tr("The lines of a rank or a file appear here.");
  else if (m_merging)
    sentence = tr("Merging the rank's files by time…");
  else if (m_scope.source)
    sentence = tr("This source holds no lines.");
  else if (m_scope.lane)
    sentence = tr("This rank has no file of its own: its lines are in a merged source.");
  painter.drawText(viewport()->rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, sentence);
}

QColor LogView::stripe(model::LineRef line) const {
  const Theme& theme = currentTheme();
  const auto finding = m_findingOf.constFind(quint64{line.source.value} << 32 | line.line);
  if (finding != m_findingOf.constEnd()) {
    const model::Finding& about = m_run->findings[*finding];
    return findingLook(about.role, about.findingClass, theme).colour;
  }
  switch (m_run->source(line.source).text->lineClass(line.line)) {
    case model::LineClass::fatal:
    case model::LineClass::error:
      return theme.fatal;
    case model::LineClass::warning:
      return theme.warning;
    case model::LineClass::testFail:
      return theme.testFailure;
    default:
      return {};
  }
}

QString LogView::placeText(model::LineRef line) const {
  return columnSourceName(m_run->source(line.source)).left(24) + QLatin1Char(':') + QString::number(line.line);
}

void LogView::paintRow(QPainter& painter, std::size_t row, const QRect& rect, bool first) {
  const Theme& theme = currentTheme();
  const model::LineRef line = m_list->at(row);
  const bool chosen = m_current && row >= std::min(m_anchor, *m_current) && row <= std::max(m_anchor, *m_current);
  if (chosen) {
    const auto finding = m_findingOf.constFind(quint64{line.source.value} << 32 | line.line);
    const bool answer = finding != m_findingOf.constEnd() && m_run->firstFailure == *finding;
    painter.fillRect(rect, answer ? theme.firstFailureGround : theme.selection);
  }
  const QColor mark = stripe(line);
  if (mark.isValid()) painter.fillRect(QRect(rect.left(), rect.top(), kStripeWidth, rect.height()), mark);

  const model::When when = clock::whenOf(m_run->source(line.source), line.line);
  bool repeated = false;
  if (!first && row > 0) {
    const model::LineRef above = m_list->at(row - 1);
    repeated = above.source == line.source && clock::whenOf(m_run->source(above.source), above.line) == when;
  }
  const auto column = [&](int left, int right) { return QRect(left, rect.top(), right - left - 8, rect.height()); };
  constexpr int kFlags = Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine;
  painter.setFont(monoFont(12));
  if (!repeated) {
    painter.setPen(theme.text);
    painter.drawText(column(m_columns.time, m_columns.basis), kFlags, columnTimeText(when));
    painter.setPen(theme.faint);
    painter.setFont(uiFont(11));
    painter.drawText(column(m_columns.basis, m_columns.place), kFlags, basisText(when));
    painter.setFont(monoFont(12));
  }
  painter.setPen(theme.link);
  painter.drawText(column(m_columns.place, m_columns.text), kFlags, placeText(line));
  const bool quiet = m_run->source(line.source).text->lineClass(line.line) == model::LineClass::echo;
  painter.setPen(quiet ? theme.muted : theme.text);
  paintText(painter, m_lines.shown(line), QRect(m_columns.text, rect.top(), rect.right() - m_columns.text, rect.height()));
}

// Letters of printable ASCII have one width: of a long line only what is on screen is drawn.
void LogView::paintText(QPainter& painter, const QString& text, const QRect& rect) {
  const int shift = horizontalScrollBar()->value();
  painter.save();
  painter.setClipRect(rect);
  const bool fixed = isAscii(text);
  const QFontMetrics metrics(painter.font());
  const int width = fixed ? static_cast<int>(text.size()) * m_charWidth : metrics.horizontalAdvance(text);
  m_widest = std::max(m_widest, width);
  if (!m_findText.isEmpty()) {
    QColor ground = currentTheme().warning;
    ground.setAlphaF(0.35F);
    const Qt::CaseSensitivity match = m_matchCase ? Qt::CaseSensitive : Qt::CaseInsensitive;
    for (auto at = text.indexOf(m_findText, 0, match); at >= 0; at = text.indexOf(m_findText, at + m_findText.size(), match)) {
      const int left = fixed ? static_cast<int>(at) * m_charWidth : metrics.horizontalAdvance(text.left(at));
      const int length = fixed ? static_cast<int>(m_findText.size()) * m_charWidth
                               : metrics.horizontalAdvance(text.mid(at, m_findText.size()));
      painter.fillRect(QRect(rect.left() - shift + left, rect.top() + 1, length, rect.height() - 2), ground);
    }
  }
  const int skipped = fixed ? shift / m_charWidth : 0;
  const QString part = fixed ? text.mid(skipped, rect.width() / m_charWidth + 2) : text;
  const QRect place(rect.left() - shift + skipped * m_charWidth, rect.top(), std::max(width, rect.width()) + m_charWidth,
                    rect.height());
  painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, part);
  painter.restore();
}

bool LogView::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = toolTipAt(help->pos());
  if (tip.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), tip, viewport());
  return true;
}

QString LogView::toolTipAt(QPoint position) {
  const auto row = rowAtY(position.y());
  if (!row || position.x() >= m_columns.text) return {};
  const model::LineRef line = m_list->at(*row);
  const model::Source& source = m_run->source(line.source);
  if (position.x() >= m_columns.place) return toQt(source.path) + QLatin1Char(':') + QString::number(line.line);
  const model::When when = clock::whenOf(source, line.line);
  return QStringList{timeText(when, true), basisText(when), errorText(when)}.join(QLatin1Char(' ')).simplified();
}

}  // namespace lanescope::ui
