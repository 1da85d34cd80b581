// SPDX-License-Identifier: Apache-2.0
// Painting of LogView: the rows on screen, the stripe, the hits of the search, and what stands where there is no text.
#include "core/clock/line_time.h"
#include "ui/logview/log_view.h"
#include "ui/models/current_theme.h"
#include "ui/models/finding_look.h"
#include "ui/models/words.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

namespace {

constexpr int kStripeWidth = 4;
constexpr int kHitLeft = 6, kHitWidth = 3;       // the mark of a row that matches, maybe beyond what is on screen
constexpr float kHitOpacity = 0.35F;
constexpr float kHoverOpacity = 0.10F;           // under text: it stays readable, also on a chosen row

// "T+00:17:02.118"
QString elapsedText(const model::When& when, std::int64_t zero) {
  if (!when.known()) return {};
  const std::int64_t ms = (when.utc - zero) / 1'000'000, size = ms < 0 ? -ms : ms;
  const auto two = [](std::int64_t number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
  return QStringLiteral("T%1%2:%3:%4.%5")
      .arg(ms < 0 ? QLatin1Char('-') : QLatin1Char('+'))
      .arg(two(size / 3'600'000), two(size / 60'000 % 60), two(size / 1000 % 60))
      .arg(size % 1000, 3, 10, QLatin1Char('0'));
}

}  // namespace

void LogView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.setLayoutDirection(Qt::LeftToRight);
  painter.fillRect(viewport()->rect(), currentTheme().base);
  if (rowCount() == 0) return paintEmpty(painter);
  place();
  const int widest = m_widest;
  for (std::size_t i = 0; i < m_placed.size(); ++i) paintRow(painter, m_placed[i], i == 0);
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
    sentence = tr("Merging files by time…");
  else if (filters() && lineCount() > 0)
    sentence = tr("None of these %1 lines is of those that are wanted. The strip above shows all of them.").arg(countText(lineCount()));
  else if (m_everything)
    sentence = tr("This run holds no lines.");
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

void LogView::paintRow(QPainter& painter, const Placed& placed, bool first) {
  const Theme& theme = currentTheme();
  const model::LineRef line = *lineAt(placed.row);
  const QRect rect(0, placed.top, viewport()->width(), placed.height);
  const bool chosen = m_current && placed.row >= std::min(m_anchor, *m_current) && placed.row <= std::max(m_anchor, *m_current);
  if (chosen) {
    const auto finding = m_findingOf.constFind(quint64{line.source.value} << 32 | line.line);
    const bool answer = finding != m_findingOf.constEnd() && m_run->firstFailure == *finding;
    painter.fillRect(rect, answer ? theme.firstFailureGround : theme.selection);
  }
  if (m_state->hovered() && m_state->hovered()->line == line && m_run == m_state->run()) {
    QColor tint = theme.link;
    tint.setAlphaF(kHoverOpacity);
    painter.fillRect(rect, tint);
  }
  const QColor mark = stripe(line);
  if (mark.isValid()) painter.fillRect(QRect(0, rect.top(), kStripeWidth, rect.height()), mark);
  if (m_search->isActive() && m_search->hits().holds(m_run.get(), line)) {
    painter.fillRect(QRect(kHitLeft, rect.top() + 3, kHitWidth, rect.height() - 6), theme.warning);
  }
  paintColumns(painter, line, placed, first);
  painter.setFont(textFont());
  if (const auto fold = closedFoldAt(line)) {
    ShownLine shown;
    shown.text = foldText(m_folds[*fold]);
    painter.setPen(theme.muted);
    return paintText(painter, shown, placed);
  }
  const bool quiet = m_run->source(line.source).text->lineClass(line.line) == model::LineClass::echo;
  painter.setPen(quiet ? theme.muted : theme.text);
  paintText(painter, m_lines.whole(line), placed);
}

void LogView::paintColumns(QPainter& painter, model::LineRef line, const Placed& placed, bool first) {
  const Theme& theme = currentTheme();
  constexpr int kFlags = Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine;
  const auto draw = [&](LogColumn column, const QColor& colour, const QFont& font, const QString& text) {
    const Place& place = placeOf(column);
    if (place.left < 0 || text.isEmpty()) return;
    painter.setPen(colour);
    painter.setFont(font);
    painter.drawText(QRect(place.left, placed.top, place.width, m_rowHeight), kFlags, text);
  };
  const model::When when = clock::whenOf(m_run->source(line.source), line.line);
  std::optional<model::LineRef> above;
  if (placed.row > 0) above = lineAt(placed.row - 1);
  const model::When before = above ? clock::whenOf(m_run->source(above->source), above->line) : model::When{};
  const bool repeated = !first && above && above->source == line.source && before == when;
  const QFont mono = textFont();
  if (!repeated) {
    draw(LogColumn::time, theme.text, mono, columnTimeText(when));
    draw(LogColumn::elapsed, theme.text, mono, elapsedText(when, m_state->zero()));
    draw(LogColumn::basis, theme.faint, basisFont(), basisText(when));
    draw(LogColumn::sincePrevious, theme.muted, mono, differenceText(before, when));
    if (m_mark) draw(LogColumn::sinceMark, theme.muted, mono, *m_mark == line ? tr("mark") : differenceText(clock::whenOf(m_run->source(m_mark->source), m_mark->line), when));
  }
  if (placeOf(LogColumn::rank).left >= 0) {
    const auto rank = writersOf(line.source).of(line.line).rank;
    draw(LogColumn::rank, theme.muted, mono, rank ? QStringLiteral("r%1").arg(*rank) : QString());
  }
  draw(LogColumn::place, theme.link, mono, placeText(line));
}

// Letters of printable ASCII have one width: of a long line only what is on screen is drawn.
void LogView::paintText(QPainter& painter, const ShownLine& line, const Placed& placed) {
  painter.save();
  painter.setClipRect(QRect(m_textLeft, placed.top, viewport()->width() - m_textLeft, placed.height));
  if (m_wrap) {
    for (const Piece& piece : piecesOf(line.text)) paintPiece(painter, line, piece.span, QPointF(m_textLeft, placed.top + piece.top));
  } else {
    const bool fixed = hasOneWidth(line.text);
    const int length = static_cast<int>(line.text.size()), shift = horizontalScrollBar()->value();
    m_widest = std::max(m_widest, static_cast<int>(std::ceil(widthOf(line.text))));
    const int skipped = fixed ? std::min(length, static_cast<int>(shift / m_charWidth)) : 0;
    const int end = fixed ? std::min(length, skipped + static_cast<int>((viewport()->width() - m_textLeft) / m_charWidth) + 2) : length;
    paintPiece(painter, line, {skipped, end}, {m_textLeft - shift + skipped * m_charWidth, static_cast<double>(placed.top)});
  }
  painter.restore();
}

// A part of a line at `at`, with the grounds of its hits and, where they are wished, its colours.
void LogView::paintPiece(QPainter& painter, const ShownLine& line, TextSpan span, QPointF at) {
  const Theme& theme = currentTheme();
  const QString text = line.text.mid(span.begin, span.end - span.begin);
  const bool fixed = hasOneWidth(text);
  const QFontMetricsF metrics(painter.font());
  const auto x = [&](int place) {
    const int inside = std::clamp(place, span.begin, span.end) - span.begin;
    return at.x() + (fixed ? inside * m_charWidth : metrics.horizontalAdvance(text.left(inside)));
  };
  const auto fill = [&](TextSpan part, const QColor& ground) {
    if (part.end > span.begin && part.begin < span.end) painter.fillRect(QRectF(x(part.begin), at.y() + 1, x(part.end) - x(part.begin), m_rowHeight - 2), ground);
  };
  const auto draw = [&](TextSpan part) {
    const TextSpan inside{std::max(part.begin, span.begin), std::min(part.end, span.end)};
    if (inside.begin >= inside.end) return;
    const QRectF rect(x(inside.begin), at.y(), x(inside.end) - x(inside.begin) + m_charWidth * 2, m_rowHeight);
    painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, line.text.mid(inside.begin, inside.end - inside.begin));
  };
  static const std::vector<AnsiRun> kPlain;
  const std::vector<AnsiRun>& runs = m_colours ? line.colours : kPlain;
  const QPen pen = painter.pen();
  const QFont font = painter.font();
  for (const AnsiRun& run : runs) {
    const auto ground = run.inverse ? ansiColour(run.foreground, theme).value_or(pen.color()) : ansiColour(run.background, theme).value_or(QColor());
    if (ground.isValid()) fill(run.span, ground);
  }
  QColor marked = theme.warning;
  marked.setAlphaF(kHitOpacity);
  for (const TextSpan& hit : line.hits) fill(hit, marked);
  int behind = span.begin;
  for (const AnsiRun& run : runs) {
    if (run.span.end <= span.begin || run.span.begin >= span.end) continue;
    draw({behind, run.span.begin});
    // On a ground of its own a text is written in the view's.
    const bool grounded = run.inverse || run.background >= 0;
    painter.setPen(grounded ? theme.base : ansiColour(run.foreground, theme).value_or(pen.color()));
    QFont own = font;
    own.setBold(run.bold);
    own.setUnderline(run.underline);
    painter.setFont(own);
    draw(run.span);
    painter.setPen(pen);
    painter.setFont(font);
    behind = run.span.end;
  }
  draw({behind, span.end});
}

}  // namespace lanescope::ui
