// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/paired_text_view.h"

#include "ui/compare/compare_accessible.h"
#include "ui/models/current_theme.h"
#include "ui/models/words.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPointer>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QThreadPool>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kRowHeight = 18;
constexpr int kNumberWidth = 52;                 // of the line numbers
constexpr int kStripe = 3;
constexpr Side kSides[] = {Side::run, Side::baseline};
constexpr std::size_t indexOf(Side side) { return static_cast<std::size_t>(side); }

std::uint32_t indexIn(const PairedRow& row, Side side) { return side == Side::run ? row.run : row.baseline; }

// The same text, whatever line of it is looked at.
bool sameText(const TextSide& a, const TextSide& b) { return a.run == b.run && a.source == b.source && a.lane == b.lane; }

}  // namespace

struct PairedTextView::Job {
  TextSides sides;
  std::stop_source stop;
  std::shared_ptr<const PairedText> result;
};

PairedTextView::PairedTextView(CompareState* state, QWidget* parent) : QAbstractScrollArea(parent), m_state(state) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  installCompareAccessibility();
  setAccessibleName(tr("Texts of both runs side by side"));
  setMinimumHeight(4 * kRowHeight);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  verticalScrollBar()->setSingleStep(1);
  connect(state, &CompareState::linesChanged, this, &PairedTextView::follow);
  connect(state, &CompareState::resultChanged, this, [this] {
    if (m_job) m_job->stop.request_stop();
    m_job.reset();
    m_text.reset();
    m_wanted = {};
    m_shown.clear();
    m_current.reset();
    viewport()->update();
    Q_EMIT textChanged();
  });
}

PairedTextView::~PairedTextView() {
  if (m_job) m_job->stop.request_stop();
}

void PairedTextView::follow() {
  if (m_selecting) return;
  const TextSides sides = textSidesOf(*m_state);
  const bool same = sameText(sides[0], m_wanted[0]) && sameText(sides[1], m_wanted[1]);
  m_wanted = sides;
  if (!same) return start(sides);
  if (m_text == nullptr) return;                 // on its way
  // Of a long text only a stretch was read: the line may lie outside.
  for (const Side side : kSides) {
    const std::uint32_t line = sides[indexOf(side)].around;
    if (line > 0 && m_text->cut[indexOf(side)] && !m_text->rowOf(side, line)) return start(sides);
  }
  showAnchor();
}

void PairedTextView::start(const TextSides& sides) {
  if (m_job) m_job->stop.request_stop();
  m_text.reset();
  m_shown.clear();
  m_current.reset();
  m_job = std::make_shared<Job>();
  m_job->sides = sides;
  Q_EMIT textChanged();
  viewport()->update();
  QThreadPool::globalInstance()->start([view = QPointer<PairedTextView>(this), job = m_job] {
    job->result = pairText(job->sides, job->stop.get_token());
    const auto tell = [view, job] {
      if (!view.isNull()) view->take(job);
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), tell, Qt::QueuedConnection);
  });
}

void PairedTextView::take(const std::shared_ptr<Job>& job) {
  if (job != m_job) return;
  m_job.reset();
  m_text = job->result;
  for (std::size_t i = 0; i < 2; ++i) m_lines[i].setRun(m_wanted[i].run);
  m_opened.clear();
  m_widest = 0;
  horizontalScrollBar()->setValue(0);
  if (m_text) showAnchor();
  Q_EMIT textChanged();
}

// The line that is looked at stands in the middle, with its surroundings unfolded.
void PairedTextView::showAnchor() {
  std::optional<std::uint32_t> row;
  for (const Side side : kSides) {
    // A line that was only guessed from the time is no better than the one that is known.
    const bool known = m_state->lines().line[indexOf(side)].has_value();
    if (!row && known) row = m_text->rowOf(side, m_wanted[indexOf(side)].around);
  }
  if (!row) {
    const auto differs = std::find_if(m_text->rows.begin(), m_text->rows.end(), [](const PairedRow& each) { return each.kind != PairedKind::same; });
    if (differs != m_text->rows.end()) row = static_cast<std::uint32_t>(differs - m_text->rows.begin());
  }
  fold(row);
  if (!row) return viewport()->update();
  const auto shown = std::find_if(m_shown.begin(), m_shown.end(), [&](const ShownRow& each) { return each.row <= *row && *row < each.row + each.count; });
  if (shown != m_shown.end()) choose(static_cast<std::size_t>(shown - m_shown.begin()), true);
}

void PairedTextView::fold(std::optional<std::uint32_t> keep) {
  m_kept = keep;
  m_shown = foldSame(m_text->rows, keep, m_opened);
  updateScrollBars();
}

void PairedTextView::openFold(std::size_t row) {
  if (row >= m_shown.size() || !m_shown[row].folded()) return;
  m_opened.push_back(m_shown[row].row);
  fold(m_kept);
  choose(row, false);
}

void PairedTextView::choose(std::size_t row, bool centred) {
  m_current = row;
  const int page = std::max(1, viewport()->height() / kRowHeight), at = static_cast<int>(row), top = verticalScrollBar()->value();
  if (centred) verticalScrollBar()->setValue(at - page / 3);
  else if (at < top) verticalScrollBar()->setValue(at);
  else if (at >= top + page) verticalScrollBar()->setValue(at - page + 1);
  setAccessibleDescription(tr("A: %1; B: %2").arg(lineText(row, Side::run), lineText(row, Side::baseline)));
  viewport()->update();
}

// A row that the user chose is the place in both timelines.
void PairedTextView::select(std::size_t row) {
  choose(row, false);
  if (m_shown[row].folded()) return;
  const QScopedValueRollback selecting(m_selecting, true);
  const PairedRow& lines = rowAt(row);
  for (const Side side : {Side::baseline, Side::run}) {
    if (indexIn(lines, side) != kNoLine) m_state->chooseLine(side, m_text->lineOf(side, indexIn(lines, side)));
  }
}

QString PairedTextView::lineText(std::size_t row, Side side) {
  if (m_shown[row].folded()) return tr("%1 lines alike").arg(countText(m_shown[row].count));
  const std::uint32_t index = indexIn(rowAt(row), side);
  return index == kNoLine ? QString() : m_lines[indexOf(side)].shown(m_text->lineOf(side, index));
}

QString PairedTextView::titleOf(Side side) const {
  const QString letter = side == Side::run ? QStringLiteral("A") : QStringLiteral("B");
  const TextSide& text = m_wanted[indexOf(side)];
  if (!text.run) return letter;
  const auto& lane = m_state->lines().lane[indexOf(side)];
  QStringList parts;
  if (lane) parts << laneText(*text.run, *lane);
  if (text.source.valid()) parts << columnSourceName(text.run->source(text.source));
  else parts << tr("no such text");
  if (m_text && m_text->cut[indexOf(side)]) parts << tr("%1 lines around the place").arg(countText(kMostPairedLines));
  return letter + QLatin1Char(' ') + parts.join(QStringLiteral(" · "));
}

QString PairedTextView::copyText() const {
  if (!m_text || !m_current || m_shown[*m_current].folded()) return {};
  QStringList lines;
  for (const Side side : kSides) {
    const std::uint32_t index = indexIn(rowAt(*m_current), side);
    if (index == kNoLine) continue;
    const model::LineRef line = m_text->lineOf(side, index);
    const model::Run& run = *m_wanted[indexOf(side)].run;
    lines << QStringLiteral("%1 %2 %3").arg(side == Side::run ? QStringLiteral("A") : QStringLiteral("B"), toQt(run.name), ui::lineText(run, line)) << m_lines[indexOf(side)].copied(line);
  }
  return lines.join(QLatin1Char('\n'));
}

void PairedTextView::updateScrollBars() {
  const int page = std::max(1, viewport()->height() / kRowHeight);
  verticalScrollBar()->setPageStep(page);
  verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(m_shown.size()) - page));
  const int room = halfWidth() - kNumberWidth - 8;
  horizontalScrollBar()->setPageStep(std::max(1, room));
  horizontalScrollBar()->setSingleStep(40);
  horizontalScrollBar()->setRange(0, std::max(0, m_widest - room));
}

QRect PairedTextView::rowRect(std::size_t row) const { return {0, (static_cast<int>(row) - verticalScrollBar()->value()) * kRowHeight, viewport()->width(), kRowHeight}; }

QRect PairedTextView::halfRect(const QRect& row, Side side) const {
  return side == Side::run ? QRect(0, row.top(), halfWidth() - 1, row.height()) : QRect(halfWidth(), row.top(), viewport()->width() - halfWidth(), row.height());
}

// --- painting

void PairedTextView::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), theme.base);
  if (!m_text || m_shown.empty()) {
    painter.setPen(theme.muted);
    painter.setFont(uiFont(13));
    painter.drawText(viewport()->rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, emptySentence());
    return;
  }
  const int widest = m_widest;
  const auto first = static_cast<std::size_t>(verticalScrollBar()->value());
  const std::size_t last = std::min(m_shown.size(), first + static_cast<std::size_t>(viewport()->height() / kRowHeight) + 2);
  for (std::size_t row = first; row < last; ++row) paintRow(painter, row);
  painter.setPen(theme.hairline);
  painter.drawLine(halfWidth() - 1, 0, halfWidth() - 1, viewport()->height());
  // Widths are known only once a row was read; the scroll bar grows with them.
  if (m_widest != widest) QMetaObject::invokeMethod(this, &PairedTextView::updateScrollBars, Qt::QueuedConnection);
}

QString PairedTextView::emptySentence() const {
  if (m_job) return tr("Laying both texts beside each other…");
  if (m_state->result() == nullptr) return tr("Both texts appear here when the runs are compared.");
  if (m_text && !m_wanted[0].source.valid() && !m_wanted[1].source.valid()) return tr("This difference stands in no text. Choose a message, a test or a lane.");
  return m_text ? tr("Neither run has lines here.") : tr("Choose a difference or a lane to see its lines in both runs.");
}

void PairedTextView::paintRow(QPainter& painter, std::size_t row) {
  const Theme& theme = currentTheme();
  const QRect rect = rowRect(row);
  const bool chosen = m_current == row;
  if (m_shown[row].folded()) {
    paintFold(painter, rect, m_shown[row].count);
  } else {
    for (const Side side : kSides) paintHalf(painter, halfRect(rect, side), side, rowAt(row));
  }
  if (!chosen) return;
  painter.setPen(hasFocus() ? theme.link : theme.muted);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(rect.adjusted(0, 0, -1, -1));
}

void PairedTextView::paintFold(QPainter& painter, const QRect& rect, std::uint32_t count) const {
  const Theme& theme = currentTheme();
  painter.fillRect(rect, theme.window);
  painter.setPen(theme.muted);
  painter.setFont(uiFont(11));
  painter.drawText(rect.adjusted(kNumberWidth, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, QStringLiteral("▸ ") + tr("%1 lines alike").arg(countText(count)));
}

void PairedTextView::paintHalf(QPainter& painter, const QRect& half, Side side, const PairedRow& row) {
  const Theme& theme = currentTheme();
  const bool run = side == Side::run;
  const std::uint32_t index = indexIn(row, side);
  if (index == kNoLine) {
    painter.fillRect(half, theme.window);
    QColor line = theme.noData;
    line.setAlpha(70);
    painter.fillRect(half, QBrush(line, Qt::BDiagPattern));
    return;
  }
  if (row.kind != PairedKind::same) {
    painter.fillRect(half, run ? theme.runTint : theme.baselineTint);
    painter.fillRect(QRect(half.left(), half.top(), kStripe, half.height()), run ? theme.runText : theme.baselineText);
  }
  const model::LineRef line = m_text->lineOf(side, index);
  painter.setFont(uiFont(11));
  painter.setPen(theme.faint);
  painter.drawText(QRect(half.left() + kStripe, half.top(), kNumberWidth - kStripe - 8, half.height()), Qt::AlignVCenter | Qt::AlignRight, QString::number(line.line));
  std::vector<WordSpan> marks;
  if (row.kind == PairedKind::changed) {
    const auto spans = differingSpans(m_lines[0].shown(m_text->lineOf(Side::run, row.run)), m_lines[1].shown(m_text->lineOf(Side::baseline, row.baseline)));
    marks = run ? spans.first : spans.second;
  }
  QColor mark = run ? theme.runText : theme.baselineText;
  mark.setAlpha(70);
  paintLine(painter, half.adjusted(kNumberWidth, 0, -4, 0), m_lines[indexOf(side)].shown(line), marks, mark);
}

void PairedTextView::paintLine(QPainter& painter, const QRect& rect, const QString& text, const std::vector<WordSpan>& marks, const QColor& mark) {
  painter.save();
  painter.setClipRect(rect);
  painter.setFont(monoFont(12));
  const QFontMetrics metrics(painter.font());
  const int shift = horizontalScrollBar()->value(), width = metrics.horizontalAdvance(text);
  m_widest = std::max(m_widest, width);
  for (const WordSpan& span : marks) {
    const int left = metrics.horizontalAdvance(text.left(span.from)), length = metrics.horizontalAdvance(text.mid(span.from, span.length));
    painter.fillRect(QRect(rect.left() - shift + left - 1, rect.top() + 1, length + 2, rect.height() - 2), mark);
  }
  painter.setPen(currentTheme().text);
  painter.drawText(QRect(rect.left() - shift, rect.top(), std::max(width, rect.width()) + 20, rect.height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text);
  painter.restore();
}

// --- input

void PairedTextView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  updateScrollBars();
}

void PairedTextView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) viewport()->update();
}

void PairedTextView::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void PairedTextView::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

void PairedTextView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_text) return;
  const int row = verticalScrollBar()->value() + event->pos().y() / kRowHeight;
  if (row < 0 || row >= static_cast<int>(m_shown.size())) return;
  if (m_shown[static_cast<std::size_t>(row)].folded()) return openFold(static_cast<std::size_t>(row));
  select(static_cast<std::size_t>(row));
}

void PairedTextView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    const QString text = copyText();
    if (!text.isEmpty()) QApplication::clipboard()->setText(text);
    return;
  }
  const int last = static_cast<int>(m_shown.size()) - 1, page = std::max(1, viewport()->height() / kRowHeight - 1);
  int row = m_current ? static_cast<int>(*m_current) : 0;
  switch (event->key()) {
    case Qt::Key_Up: --row; break;
    case Qt::Key_Down: ++row; break;
    case Qt::Key_PageUp: row -= page; break;
    case Qt::Key_PageDown: row += page; break;
    case Qt::Key_Home: row = 0; break;
    case Qt::Key_End: row = last; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (m_current) openFold(*m_current);
      return;
    default: return QAbstractScrollArea::keyPressEvent(event);
  }
  if (last >= 0 && m_text) select(static_cast<std::size_t>(std::clamp(row, 0, last)));
}

}  // namespace lanescope::ui
