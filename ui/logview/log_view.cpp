// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/log_view.h"

#include "core/clock/line_time.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMetaObject>
#include <QMouseEvent>
#include <QPointer>
#include <QScrollBar>
#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace lanescope::ui {

namespace {

// Fewer lines are merged at once: it takes less than a frame.
constexpr std::uint64_t kMergeAtOnce = 50'000;

quint64 keyOf(model::LineRef line) { return quint64{line.source.value} << 32 | line.line; }

std::uint32_t lineCount(const model::Run& run, model::SourceId source) {
  const auto& text = run.source(source).text;
  return text ? text->lineCount() : 0;
}

std::shared_ptr<const LineList> merge(const model::Run& run, const std::vector<model::SourceId>& sources) {
  return std::make_shared<const LineList>(LineList::ofMerged(sources, clock::mergeByTime(run, sources)));
}

}  // namespace

LogView::LogView(ViewState* state, QWidget* parent) : QAbstractScrollArea(parent), m_state(state) {
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  setAccessibleName(tr("Log text"));
  viewport()->setCursor(Qt::IBeamCursor);
  updateMetrics();
  connect(state, &ViewState::runChanged, this, &LogView::followRun);
  connect(state, &ViewState::textScopeChanged, this, &LogView::followScope);
  connect(state, &ViewState::selectionChanged, this, &LogView::followSelection);
  connect(&m_finder, &LineFinder::progressed, this, [this] {
    if (m_jumpToHit && !m_finder.hits().empty()) goToHit(true);
    viewport()->update();
    Q_EMIT findChanged();
  });
  connect(&m_finder, &LineFinder::finished, this, [this] {
    if (m_jumpToHit && !m_finder.hits().empty()) goToHit(true);
    viewport()->update();
    Q_EMIT findChanged();
  });
  followRun();
}

// A newer Run of the same session: the same text, longer. What is on screen stays until the new rows are there.
void LogView::followRun() {
  const bool grown = m_list != nullptr && m_state->run() != nullptr;
  load(grown);
}

void LogView::followScope() {
  if (m_list == nullptr || m_state->run() != m_run || m_state->textScope() != m_scope) load(false);
}

void LogView::indexFindings() {
  m_findingOf.clear();
  if (m_run == nullptr) return;
  for (std::uint32_t i = 0; i < m_run->findings.size(); ++i) {
    for (const model::Evidence& evidence : m_run->findings[i].evidence) {
      const quint64 key = keyOf({evidence.source, evidence.line});
      if (!m_findingOf.contains(key)) m_findingOf.insert(key, i);
    }
  }
}

void LogView::load(bool keepPosition) {
  const auto run = m_state->run();
  const ViewState::TextScope scope = m_state->textScope();
  std::vector<model::SourceId> sources;
  if (run && scope.lane) sources = run->lanes[scope.lane->value].sources;
  if (run && scope.source) sources = {*scope.source};
  m_scope = scope;
  ++m_wanted;
  m_nextKeeps.reset();
  if (sources.size() <= 1) {
    const auto one = [&] {
      return std::make_shared<const LineList>(LineList::ofSource(sources[0], lineCount(*run, sources[0])));
    };
    return show(run, sources.empty() ? nullptr : one(), keepPosition);
  }
  std::uint64_t lines = 0;
  for (const model::SourceId source : sources) lines += lineCount(*run, source);
  if (lines <= kMergeAtOnce) return show(run, merge(*run, sources), keepPosition);
  if (!keepPosition) show(run, nullptr, false);
  mergeInBackground(run, sources, keepPosition);
}

// One merge at a time: what is wanted meanwhile is begun when it ends.
void LogView::mergeInBackground(const std::shared_ptr<const model::Run>& run, const std::vector<model::SourceId>& sources,
                                bool keepPosition) {
  if (m_merging) {
    m_nextKeeps = keepPosition;
    return;
  }
  m_merging = true;
  Q_EMIT listChanged();
  // The pool's thread only hands the pointer on; it is looked at on the GUI thread.
  QThreadPool::globalInstance()->start([view = QPointer<LogView>(this), run, sources, keepPosition, id = m_wanted] {
    auto list = merge(*run, sources);
    const auto arrive = [view, run, list = std::move(list), keepPosition, id] {
      if (view.isNull()) return;
      view->m_merging = false;
      const auto next = std::exchange(view->m_nextKeeps, std::nullopt);
      if (view->m_wanted == id)
        view->show(run, list, keepPosition);
      else if (next)
        view->load(*next);
      else
        Q_EMIT view->listChanged();
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), arrive, Qt::QueuedConnection);
  });
}

void LogView::show(std::shared_ptr<const model::Run> run, std::shared_ptr<const LineList> list, bool keepPosition) {
  const int top = verticalScrollBar()->value();
  if (run != m_run) {
    m_run = std::move(run);
    m_lines.setRun(m_run);
    indexFindings();
  }
  m_list = std::move(list);
  m_current.reset();
  m_anchor = 0;
  m_widest = 0;
  updateMetrics();
  updateScrollBars();
  verticalScrollBar()->setValue(keepPosition ? top : 0);
  if (!keepPosition) horizontalScrollBar()->setValue(0);
  if (!m_findText.isEmpty()) find(m_findText, m_matchCase);
  if (!keepPosition)
    followSelection();
  else if (m_list && m_state->selection().line)
    m_current = m_list->rowOf(*m_state->selection().line);
  viewport()->update();
  Q_EMIT listChanged();
}

void LogView::followSelection() {
  viewport()->update();
  if (m_run != m_state->run()) return;           // rows of the run before: its sources have other numbers
  const auto& line = m_state->selection().line;
  if (!line || m_list == nullptr) return;
  const auto row = m_list->rowOf(*line);
  if (!row) return;
  if (row != m_current) m_anchor = *row;
  m_current = row;
  showRow(*row, true);
  Q_EMIT findChanged();
}

std::optional<model::LineRef> LogView::lineAt(std::size_t row) const {
  return row < rowCount() ? std::optional(m_list->at(row)) : std::nullopt;
}

QString LogView::rowText(std::size_t row) {
  const auto line = lineAt(row);
  return line ? m_lines.shown(*line) : QString();
}

// --- rows and pixels

void LogView::updateMetrics() {
  const QFontMetrics mono(monoFont(12));
  const QFontMetrics small(uiFont(11));
  m_rowHeight = mono.height() + 4;
  m_charWidth = std::max(1, mono.horizontalAdvance(QLatin1Char('0')));
  int place = 0;
  if (m_list && m_run) {
    for (const model::SourceId source : m_list->sources()) {
      const QString longest =
          columnSourceName(m_run->source(source)).left(24) + QLatin1Char(':') + QString::number(lineCount(*m_run, source));
      place = std::max(place, mono.horizontalAdvance(longest));
    }
  }
  m_columns.time = 14;
  m_columns.basis = m_columns.time + mono.horizontalAdvance(QStringLiteral("00:00:00 – 00:00:00 Z")) + 12;
  m_columns.place = m_columns.basis + small.horizontalAdvance(tr("bounded")) + 14;
  m_columns.text = m_columns.place + place + 16;
}

void LogView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() != QEvent::FontChange && event->type() != QEvent::PaletteChange) return;
  updateMetrics();
  updateScrollBars();
  viewport()->update();
}

void LogView::resizeEvent(QResizeEvent*) { updateScrollBars(); }

int LogView::fullRowsOnScreen() const { return std::max(1, viewport()->height() / m_rowHeight); }

void LogView::updateScrollBars() {
  const auto rows = static_cast<int>(std::min<std::size_t>(rowCount(), std::numeric_limits<int>::max()));
  verticalScrollBar()->setPageStep(fullRowsOnScreen());
  verticalScrollBar()->setRange(0, std::max(0, rows - fullRowsOnScreen()));
  const int textWidth = std::max(0, viewport()->width() - m_columns.text);
  horizontalScrollBar()->setPageStep(textWidth);
  horizontalScrollBar()->setSingleStep(m_charWidth * 8);
  horizontalScrollBar()->setRange(0, std::max(0, m_widest + 16 - textWidth));
}

std::pair<std::size_t, std::size_t> LogView::visibleRows() const {
  const auto first = static_cast<std::size_t>(verticalScrollBar()->value());
  const auto shown = static_cast<std::size_t>(viewport()->height() / m_rowHeight + 1);
  return {std::min(first, rowCount()), std::min(first + shown, rowCount())};
}

QRect LogView::rowRect(std::size_t row) const {
  const auto [first, last] = visibleRows();
  if (row < first || row >= last) return {};
  return {0, static_cast<int>(row - first) * m_rowHeight, viewport()->width(), m_rowHeight};
}

std::optional<std::size_t> LogView::rowAtY(int y) const {
  if (y < 0) return {};
  const std::size_t row = visibleRows().first + static_cast<std::size_t>(y / m_rowHeight);
  return row < rowCount() ? std::optional(row) : std::nullopt;
}

void LogView::showRow(std::size_t row, bool centred) {
  const int first = verticalScrollBar()->value(), page = fullRowsOnScreen();
  const auto wanted = static_cast<int>(row);
  if (wanted >= first && wanted < first + page) return viewport()->update();
  if (centred)
    verticalScrollBar()->setValue(wanted - page / 3);
  else
    verticalScrollBar()->setValue(wanted < first ? wanted : wanted - page + 1);
}

void LogView::chooseRow(std::size_t row, bool extend) {
  if (row >= rowCount()) return;
  m_current = row;
  if (!extend) m_anchor = row;
  showRow(row, false);
  viewport()->update();
  if (m_run == m_state->run()) m_state->selectLine(m_list->at(row));
  Q_EMIT findChanged();
}

// --- input

void LogView::keyPressEvent(QKeyEvent* event) {
  const std::size_t rows = rowCount();
  const auto page = static_cast<std::size_t>(fullRowsOnScreen());
  const std::size_t at = m_current.value_or(visibleRows().first);
  const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
  if (event->matches(QKeySequence::Copy)) return copy(true);
  if (rows == 0) return QAbstractScrollArea::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Up:
      return chooseRow(at - std::min<std::size_t>(at, 1), extend);
    case Qt::Key_Down:
      return chooseRow(m_current ? std::min(at + 1, rows - 1) : at, extend);
    case Qt::Key_PageUp:
      return chooseRow(at - std::min(at, page), extend);
    case Qt::Key_PageDown:
      return chooseRow(std::min(at + page, rows - 1), extend);
    case Qt::Key_Home:
      return chooseRow(0, extend);
    case Qt::Key_End:
      return chooseRow(rows - 1, extend);
    case Qt::Key_Left:
      return horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    case Qt::Key_Right:
      return horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    case Qt::Key_N:
      return extend ? findPrevious() : findNext();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      Q_EMIT showInTimelineRequested();
      return;
    default:
      QAbstractScrollArea::keyPressEvent(event);
  }
}

void LogView::mousePressEvent(QMouseEvent* event) {
  const auto row = rowAtY(event->position().toPoint().y());
  if (event->button() == Qt::LeftButton && row) chooseRow(*row, event->modifiers().testFlag(Qt::ShiftModifier));
}

void LogView::mouseMoveEvent(QMouseEvent* event) {
  if (!event->buttons().testFlag(Qt::LeftButton) || !m_current) return;
  const int y = std::clamp(event->position().toPoint().y(), 0, viewport()->height() - 1);
  const auto row = rowAtY(y);
  if (row && row != m_current) chooseRow(*row, true);
}

void LogView::contextMenuEvent(QContextMenuEvent* event) {
  const auto row = rowAtY(event->pos().y());
  const bool inside = row && m_current && *row >= std::min(m_anchor, *m_current) && *row <= std::max(m_anchor, *m_current);
  if (row && !inside && event->reason() == QContextMenuEvent::Mouse) chooseRow(*row, false);
  if (!m_current) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Copy with provenance"), this, [this] { copy(true); });
  menu->addAction(tr("Copy bare"), this, [this] { copy(false); });
  menu->addSeparator();
  menu->addAction(tr("Show in timeline"), this, &LogView::showInTimelineRequested);
  menu->addAction(tr("Find…"), this, &LogView::findRequested);
  menu->popup(event->globalPos());
}

// --- copying

QString LogView::copyText(bool withProvenance) const {
  if (!m_current || m_list == nullptr) return {};
  const std::size_t first = std::min(m_anchor, *m_current), last = std::max(m_anchor, *m_current);
  return withProvenance ? provenanceText(*m_run, *m_list, first, last, m_lines) : bareText(*m_list, first, last, m_lines);
}

void LogView::copy(bool withProvenance) const {
  const QString block = copyText(withProvenance);
  if (!block.isEmpty()) QGuiApplication::clipboard()->setText(block);
}

// --- find

void LogView::find(const QString& text, bool matchCase) {
  m_findText = text;
  m_matchCase = matchCase;
  m_jumpToHit = !text.isEmpty();
  m_finder.start(m_run, m_list, text.toStdString(), matchCase);
  viewport()->update();
  Q_EMIT findChanged();
}

std::optional<std::size_t> LogView::currentHit() const {
  if (!m_current) return {};
  const auto& hits = m_finder.hits();
  const auto found = std::lower_bound(hits.begin(), hits.end(), *m_current);
  if (found == hits.end() || *found != *m_current) return {};
  return static_cast<std::size_t>(found - hits.begin());
}

void LogView::findNext() {
  m_jumpToHit = false;
  goToHit(true);
}

void LogView::findPrevious() { goToHit(false); }

// The next hit from the current row, round the end. A search that was just begun stays where a hit is already current.
void LogView::goToHit(bool forward) {
  const auto& hits = m_finder.hits();
  if (hits.empty()) return;
  const bool stay = std::exchange(m_jumpToHit, false) && currentHit();
  if (stay) return;
  const auto from = static_cast<std::uint32_t>(m_current.value_or(visibleRows().first));
  std::uint32_t row = 0;
  if (forward) {
    const auto next =
        m_current ? std::upper_bound(hits.begin(), hits.end(), from) : std::lower_bound(hits.begin(), hits.end(), from);
    row = next == hits.end() ? hits.front() : *next;
  } else {
    const auto next = std::lower_bound(hits.begin(), hits.end(), from);
    row = next == hits.begin() ? hits.back() : *std::prev(next);
  }
  showRow(row, true);
  chooseRow(row, false);
}

}  // namespace lanescope::ui
