// SPDX-License-Identifier: Apache-2.0
// Rows and pixels of LogView. Rows are of one height, except where lines are wrapped: then those on screen are measured, and the scroll bar
// still counts rows.
#include "ui/logview/log_view.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lanescope::ui {

namespace {

constexpr int kStripe = 14;                      // room for the stripe, the mark of a hit, and a margin
constexpr int kGap = 14;                         // between two columns
constexpr int kRightMargin = 8;
constexpr int kMostPlace = 24;                   // letters of a file's name
constexpr double kMostForColumns = 0.6;          // of the view's width
constexpr LogColumn kGivingWay[] = {LogColumn::basis, LogColumn::place};

// The rank whose number is longest, and room for four digits in any run.
QString widestRank(const model::Run* run) {
  model::Rank most = 9'999;
  if (run) {
    for (const model::Lane& lane : run->lanes) most = std::max(most, lane.rank);
  }
  return QLatin1Char('r') + QString(QString::number(most).size(), QLatin1Char('0'));
}

}  // namespace

void LogView::updateMetrics() {
  const QFontMetrics mono(textFont());
  const QFontMetrics small(basisFont());
  m_rowHeight = mono.height() + 4;
  m_charWidth = std::max(1.0, QFontMetricsF(textFont()).horizontalAdvance(QLatin1Char('0')));
  int place = 0;
  if (m_list && m_run) {
    for (const model::SourceId source : m_list->sources()) {
      const auto& text = m_run->source(source).text;
      const QString longest =
          columnSourceName(m_run->source(source)).left(kMostPlace) + QLatin1Char(':') + QString::number(text ? text->lineCount() : 0);
      place = std::max(place, mono.horizontalAdvance(longest));
    }
  }
  const std::array<int, kLogColumns> widths = {mono.horizontalAdvance(QStringLiteral("00:00:00 – 00:00:00 Z")),
                                               mono.horizontalAdvance(QStringLiteral("T+00:00:00.000")),
                                               mono.horizontalAdvance(QStringLiteral("≈+00 m 00.0 s")),
                                               mono.horizontalAdvance(QStringLiteral("≈+00 m 00.0 s")),
                                               small.horizontalAdvance(tr("bounded")),
                                               mono.horizontalAdvance(widestRank(m_run.get())),
                                               place};
  for (std::size_t i = 0; i < kLogColumns; ++i) m_places[i].width = widths[i];
  placeColumns();
}

// In a narrow view some columns give way to the text until there is room again.
void LogView::placeColumns() {
  std::array<bool, kLogColumns> shown{};
  int taken = kStripe;
  for (std::size_t i = 0; i < kLogColumns; ++i) {
    const auto column = static_cast<LogColumn>(i);
    shown[i] = m_columns.has(column) && (column != LogColumn::rank || m_several);
    if (shown[i]) taken += m_places[i].width + kGap;
  }
  for (const LogColumn column : kGivingWay) {
    const auto i = static_cast<std::size_t>(column);
    if (!shown[i] || taken <= viewport()->width() * kMostForColumns) continue;
    shown[i] = false;
    taken -= m_places[i].width + kGap;
  }
  m_textLeft = kStripe;
  for (std::size_t i = 0; i < kLogColumns; ++i) {
    m_places[i].left = shown[i] ? m_textLeft : -1;
    if (shown[i]) m_textLeft += m_places[i].width + kGap;
  }
  displace();
}

void LogView::setColumns(const LogColumns& columns) {
  if (columns == m_columns) return;
  m_columns = columns;
  updateMetrics();
  updateScrollBars();
  viewport()->update();
  Q_EMIT optionsChanged();
}

// What is looked at stays where it is: the chosen row where it is on screen, else the first one.
void LogView::setTextSize(int size) {
  size = std::clamp(size, kLeastTextSize, kMostTextSize);
  if (size == m_textSize) return;
  const auto [first, last] = visibleRows();
  const std::size_t kept = m_current && *m_current >= first && *m_current < last ? *m_current : first;
  m_textSize = size;
  m_widest = 0;
  updateMetrics();
  updateScrollBars();
  if (kept < rowCount()) showRow(kept, true);
  viewport()->update();
  Q_EMIT optionsChanged();
}

void LogView::setWrap(bool on) {
  if (on == m_wrap) return;
  m_wrap = on;
  horizontalScrollBar()->setValue(0);
  displace();
  updateScrollBars();
  if (m_current) showRow(*m_current, true);
  viewport()->update();
  Q_EMIT optionsChanged();
}

void LogView::setColours(bool on) {
  if (on == m_colours) return;
  m_colours = on;
  viewport()->update();
  Q_EMIT optionsChanged();
}

void LogView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() != QEvent::FontChange && event->type() != QEvent::PaletteChange) return;
  updateMetrics();
  updateScrollBars();
  markAll();
  viewport()->update();
}

void LogView::resizeEvent(QResizeEvent*) {
  placeColumns();
  updateScrollBars();
}

void LogView::scrollContentsBy(int, int dy) {
  displace();
  viewport()->update();
  if (dy == 0) return;
  if (m_pointerY) tellHovered();                 // the rows move under the pointer
  Q_EMIT firstRowChanged();
}

int LogView::fullRowsOnScreen() const { return std::max(1, viewport()->height() / m_rowHeight); }

// --- wrapping

std::vector<LogView::Piece> LogView::piecesOf(const QString& text) const {
  const int length = static_cast<int>(text.size());
  const int width = std::max(static_cast<int>(m_charWidth * 8), viewport()->width() - m_textLeft - kRightMargin);
  const int most = std::max(1, fullRowsOnScreen() - 1);      // a row is never higher than the view
  const int lineHeight = m_rowHeight - 4;
  std::vector<Piece> pieces;
  if (hasOneWidth(text)) {
    const int letters = static_cast<int>(width / m_charWidth);
    for (int begin = 0; begin < length && static_cast<int>(pieces.size()) < most; begin += letters) {
      pieces.push_back({{begin, std::min(length, begin + letters)}, static_cast<int>(pieces.size()) * lineHeight});
    }
  } else {
    const QFontMetrics metrics(textFont());
    int begin = 0, taken = 0;
    for (int at = 0; at < length && static_cast<int>(pieces.size()) < most; ++at) {
      // A surrogate pair stays together.
      const int units = text[at].isHighSurrogate() && at + 1 < length ? 2 : 1;
      const int advance = metrics.horizontalAdvance(text.mid(at, units));
      if (taken + advance > width && at > begin) {
        pieces.push_back({{begin, at}, static_cast<int>(pieces.size()) * lineHeight});
        begin = at;
        taken = 0;
      }
      taken += advance;
      at += units - 1;
    }
    if (begin < length && static_cast<int>(pieces.size()) < most) pieces.push_back({{begin, length}, static_cast<int>(pieces.size()) * lineHeight});
  }
  if (pieces.empty()) pieces.push_back({});
  return pieces;
}

int LogView::heightOf(std::size_t row) const {
  if (!m_wrap) return m_rowHeight;
  return (static_cast<int>(piecesOf(rowText(row)).size()) - 1) * (m_rowHeight - 4) + m_rowHeight;
}

// How many rows directly before `row` fit into `height`.
std::size_t LogView::rowsThatFitBefore(std::size_t row, int height) const {
  if (!m_wrap) return std::min(row, static_cast<std::size_t>(std::max(0, height) / m_rowHeight));
  std::size_t count = 0;
  while (count < row) {
    height -= heightOf(row - count - 1);
    if (height < 0) break;
    ++count;
  }
  return count;
}

// --- where rows stand

void LogView::displace() {
  m_placedIsValid = false;
  m_placed.clear();
}

void LogView::place() const {
  if (m_placedIsValid) return;
  m_placedIsValid = true;
  m_placed.clear();
  int top = 0;
  for (auto row = static_cast<std::size_t>(verticalScrollBar()->value()); row < rowCount() && top < viewport()->height(); ++row) {
    const int height = heightOf(row);
    m_placed.push_back({row, top, height});
    top += height;
  }
}

void LogView::updateScrollBars() {
  const auto rows = static_cast<int>(std::min<std::size_t>(rowCount(), std::numeric_limits<int>::max()));
  const auto last = m_wrap ? static_cast<int>(rowsThatFitBefore(rowCount(), viewport()->height())) : fullRowsOnScreen();
  verticalScrollBar()->setPageStep(std::max(1, last));
  verticalScrollBar()->setRange(0, std::max(0, rows - std::max(1, last)));
  const int textWidth = std::max(0, viewport()->width() - m_textLeft);
  horizontalScrollBar()->setPageStep(textWidth);
  horizontalScrollBar()->setSingleStep(static_cast<int>(m_charWidth * 8));
  horizontalScrollBar()->setRange(0, m_wrap ? 0 : std::max(0, m_widest + 16 - textWidth));
}

std::pair<std::size_t, std::size_t> LogView::visibleRows() const {
  place();
  const std::size_t first = std::min(static_cast<std::size_t>(verticalScrollBar()->value()), rowCount());
  return {first, first + m_placed.size()};
}

QRect LogView::rowRect(std::size_t row) const {
  const auto [first, last] = visibleRows();
  if (row < first || row >= last) return {};
  const Placed& placed = m_placed[row - first];
  return {0, placed.top, viewport()->width(), placed.height};
}

std::optional<std::size_t> LogView::rowAtY(int y) const {
  place();
  if (y < 0) return {};
  for (const Placed& placed : m_placed) {
    if (y < placed.top + placed.height) return placed.row;
  }
  return {};
}

void LogView::showRow(std::size_t row, bool centred) {
  if (row >= rowCount()) return;
  const QRect rect = rowRect(row);
  if (!rect.isEmpty() && rect.bottom() < viewport()->height()) return viewport()->update();
  const int height = viewport()->height();
  const auto first = static_cast<std::size_t>(verticalScrollBar()->value());
  std::size_t top = row;
  if (centred) top = row - rowsThatFitBefore(row, height / 3);
  else if (row >= first) top = row - rowsThatFitBefore(row, height - heightOf(row));
  verticalScrollBar()->setValue(static_cast<int>(top));
}

bool LogView::hasOneWidth(QStringView text) {
  return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() >= 0x20 && c.unicode() < 0x7F; });
}

double LogView::widthOf(const QString& text) const {
  return hasOneWidth(text) ? static_cast<double>(text.size()) * m_charWidth : QFontMetricsF(textFont()).horizontalAdvance(text);
}

// The first hit of a row that is gone to, where it stands beside what is on screen.
void LogView::showHitIn(std::size_t row) {
  const auto line = lineAt(row);
  if (m_wrap || !m_search->isActive() || !line || closedFoldAt(*line)) return;
  const ShownLine& shown = m_lines.whole(*line);
  if (shown.hits.empty()) return;
  const TextSpan hit = shown.hits.front();
  const int begin = static_cast<int>(widthOf(shown.text.left(hit.begin))), end = static_cast<int>(std::ceil(widthOf(shown.text.left(hit.end))));
  const int room = viewport()->width() - m_textLeft, left = horizontalScrollBar()->value();
  if (begin >= left && end <= left + room) return;
  m_widest = std::max(m_widest, static_cast<int>(std::ceil(widthOf(shown.text))));
  updateScrollBars();
  horizontalScrollBar()->setValue(end <= room ? 0 : begin - room / 3);
}

}  // namespace lanescope::ui
