// SPDX-License-Identifier: Apache-2.0
// Which lines of LogView's text are rows: all, those that match, or all but what is folded; where the hits are among them.
#include "ui/logview/log_view.h"
#include "ui/models/in_background.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QScrollBar>
#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace lanescope::ui {

namespace {

constexpr std::size_t kPickAtOnce = 200'000;     // lines that are walked on the GUI thread: about a millisecond
constexpr std::size_t kMarkAtOnce = 64;          // sources of a text whose hits are marked while they arrive

}  // namespace

// The rows anew; what is on screen and what is chosen stay, or the nearest rows above them.
void LogView::setRows(RowMap rows) {
  const auto top = m_list ? lineOfRow(rowCount() > 0 ? std::optional(visibleRows().first) : std::nullopt) : std::nullopt;
  const auto current = lineOfRow(m_current);
  m_rows = std::move(rows);
  displace();
  m_current = current ? m_rows.rowOf(*current) : std::nullopt;
  m_anchor = m_current.value_or(0);
  updateScrollBars();
  if (top && m_rows.size() > 0) verticalScrollBar()->setValue(static_cast<int>(m_rows.rowBefore(*top).value_or(0)));
  markAll();
  viewport()->update();
}

bool LogView::isSearched() const {
  if (m_run == nullptr || !m_search->isActive()) return false;
  for (std::size_t side = 0; side < m_search->hits().sides(); ++side) {
    if (m_search->hits().run(side) == m_run) return true;
  }
  return false;
}

bool LogView::filters() const { return m_kinds != LineKinds::all || (m_search->hidesLines() && isSearched()); }

void LogView::remapRows() {
  ++m_rowsWanted;
  if (m_list == nullptr) return markAll();
  if (filters()) return pickWanted();
  applyFolds();
}

LinesWanted LogView::wantedLines() const {
  LinesWanted wanted{m_run, m_kinds, {}, {}};
  if (m_kinds != LineKinds::all) {
    for (auto finding = m_findingOf.keyBegin(); finding != m_findingOf.keyEnd(); ++finding)
      wanted.always.push_back({model::SourceId{static_cast<std::uint32_t>(*finding >> 32)}, static_cast<std::uint32_t>(*finding)});
    std::sort(wanted.always.begin(), wanted.always.end());
  }
  if (!m_search->hidesLines() || !isSearched()) return wanted;
  wanted.hits.emplace();
  for (const model::SourceId source : m_list->sources()) {
    const auto own = m_search->hits().linesOf(m_run.get(), source);
    wanted.hits->emplace_back(own.begin(), own.end());
  }
  return wanted;
}

// One at a time: what is wanted meanwhile, as while hits arrive, is picked when it ends.
void LogView::pickWanted() {
  if (m_list->size() <= kPickAtOnce) return setRows(pickRows(*m_list, wantedLines()));
  if (std::exchange(m_picking, true)) return;
  inBackground(
      this, [list = m_list, wanted = std::make_shared<LinesWanted>(wantedLines())] { return pickRows(*list, std::move(*wanted)); },
      [this, list = m_list, id = m_rowsWanted](RowMap& rows) {
        m_picking = false;
        if (m_list == list && filters()) {
          setRows(std::move(rows));
          Q_EMIT listChanged();
        }
        if (m_rowsWanted != id) remapRows();
      });
}

void LogView::setOnlyHits(bool on) { m_search->setHidesLines(on); }

void LogView::setKinds(LineKinds kinds) {
  if (kinds == m_kinds) return;
  m_kinds = kinds;
  followFilter();
}

// Both at once: the rows of a long text are found anew only once.
void LogView::showAllLines() {
  const bool hasKinds = std::exchange(m_kinds, LineKinds::all) != LineKinds::all;
  if (m_search->hidesLines()) m_search->setHidesLines(false);    // who hears of it follows
  else if (hasKinds) followFilter();
}

void LogView::followFilter() {
  remapRows();
  if (!filters()) followSelection();             // what was chosen meanwhile has a row again
  Q_EMIT optionsChanged();
  Q_EMIT listChanged();
}

// --- folds

void LogView::setFolding(bool on) {
  if (on == m_folding) return;
  m_folding = on;
  if (on) lookForFolds();
  else {
    m_foldStop.request_stop();
    m_folds.clear();
    m_hidden.clear();
    m_open.clear();
    remapRows();
    Q_EMIT listChanged();
  }
  Q_EMIT optionsChanged();
}

void LogView::lookForFolds() {
  m_foldStop.request_stop();
  if (!m_folding || m_run == nullptr || m_list == nullptr) return;
  m_foldStop = {};
  QThreadPool::globalInstance()->start([view = QPointer<LogView>(this), run = m_run, list = m_list, stop = m_foldStop.get_token()] {
    struct Found { std::vector<Fold> folds; std::vector<std::vector<std::uint32_t>> hidden; };
    auto found = std::make_shared<Found>();
    found->folds = findFolds(*run, list->sources(), stop);
    if (stop.stop_requested()) return;
    found->hidden = hiddenBy(found->folds, *list);
    const auto arrive = [view, list, found, stop] {
      if (view.isNull() || view->m_list != list || stop.stop_requested()) return;
      view->m_folds = std::move(found->folds);
      view->m_hidden = std::move(found->hidden);
      view->m_open.assign(view->m_folds.size(), false);
      view->remapRows();
      // What is chosen stays in sight, in whatever it stands.
      if (view->m_run == view->m_state->run() && view->m_state->selection().line && view->reveal(*view->m_state->selection().line))
        view->followSelection();
      Q_EMIT view->listChanged();
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), arrive, Qt::QueuedConnection);
  });
}

void LogView::applyFolds() {
  std::vector<std::uint32_t> hidden;
  for (std::size_t i = 0; i < m_folds.size(); ++i) {
    if (!m_open[i]) hidden.insert(hidden.end(), m_hidden[i].begin(), m_hidden[i].end());
  }
  setRows(RowMap::without(m_list->size(), std::move(hidden)));
}

std::optional<std::size_t> LogView::closedFoldAt(model::LineRef line) const {
  const auto before = [](const Fold& fold, const model::LineRef& at) { return model::LineRef{fold.source, fold.last} < at; };
  if (m_folds.empty() || filters()) return {};
  // By source as they are in the run, then line.
  const auto found = std::lower_bound(m_folds.begin(), m_folds.end(), line, before);
  if (found == m_folds.end() || found->source != line.source || found->first > line.line) return {};
  const auto at = static_cast<std::size_t>(found - m_folds.begin());
  return m_open[at] ? std::nullopt : std::optional(at);
}

bool LogView::toggleFold(std::size_t row) {
  const auto line = lineAt(row);
  if (!line || m_folds.empty() || filters()) return false;
  auto fold = closedFoldAt(*line);
  for (std::size_t i = 0; i < m_folds.size() && !fold; ++i) {
    if (m_folds[i].source == line->source && m_folds[i].first <= line->line && m_folds[i].last >= line->line) fold = i;
  }
  if (!fold) return false;
  const auto first = m_list->rowOf({m_folds[*fold].source, m_folds[*fold].first});
  m_open[*fold] = !m_open[*fold];
  remapRows();
  if (!m_current && first) {
    m_current = m_rows.rowOf(*first);
    m_anchor = m_current.value_or(0);
  }
  Q_EMIT listChanged();
  return true;
}

// A line that is chosen is never hidden: what is folded opens, a filter makes an exception. False where the line is not in the text.
bool LogView::reveal(model::LineRef line) {
  if (m_list == nullptr) return false;
  const auto place = m_list->rowOf(line);
  if (!place) return false;
  if (m_rows.rowOf(*place)) return true;
  if (m_rows.isPicked()) {
    RowMap rows = m_rows;
    rows.include(*place);
    setRows(std::move(rows));
    Q_EMIT listChanged();
    return true;
  }
  const auto fold = closedFoldAt(line);
  if (!fold) return false;
  m_open[*fold] = true;
  applyFolds();
  Q_EMIT listChanged();
  return m_rows.rowOf(*place).has_value();
}

// --- hits

void LogView::followSearch() {
  m_lines.setExpression(m_search->expression());
  remapRows();                                   // with its marks
  viewport()->update();
  Q_EMIT hitsChanged();
  Q_EMIT listChanged();
}

void LogView::followHits() {
  if (m_search->hidesLines()) {
    remapRows();
    Q_EMIT listChanged();
  }
  if (!m_search->isRunning() || m_list == nullptr || m_list->sources().size() <= kMarkAtOnce) markHits();
  viewport()->update();
  Q_EMIT hitsChanged();
}

std::size_t LogView::hitCount() const {
  std::size_t count = 0;
  for (std::size_t i = 0; m_list && i < m_list->sources().size(); ++i) count += m_search->hits().linesOf(m_run.get(), m_list->sources()[i]).size();
  return count;
}

std::size_t LogView::hitsBefore(std::size_t line) const {
  const std::vector<std::uint32_t> counts = m_list->countsBefore(line);
  std::size_t before = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto lines = m_search->hits().linesOf(m_run.get(), m_list->sources()[i]);
    before += static_cast<std::size_t>(std::upper_bound(lines.begin(), lines.end(), counts[i]) - lines.begin());
  }
  return before;
}

std::optional<std::size_t> LogView::currentHit() const {
  const auto line = lineOfRow(m_current);
  if (!line || !m_search->hits().holds(m_run.get(), m_list->at(*line))) return {};
  return hitsBefore(*line);
}

// The nearest hit behind `line` (direction 1) or before it: that of each source in turn, whichever comes first in the text.
std::optional<std::size_t> LogView::hitLine(std::size_t line, int direction) const {
  const std::vector<std::uint32_t> counts = m_list->countsBefore(direction > 0 ? line + 1 : line);
  std::optional<std::size_t> nearest;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto lines = m_search->hits().linesOf(m_run.get(), m_list->sources()[i]);
    const auto next = std::upper_bound(lines.begin(), lines.end(), counts[i]);
    if (direction > 0 ? next == lines.end() : next == lines.begin()) continue;
    const auto place = m_list->rowOf({m_list->sources()[i], direction > 0 ? *next : *std::prev(next)});
    if (place && (!nearest || (direction > 0 ? *place < *nearest : *place > *nearest))) nearest = place;
  }
  return nearest;
}

void LogView::goToHit(int direction) {
  if (m_list == nullptr || m_run != m_state->run() || !m_search->isActive()) return;
  const bool atAll = rowCount() > 0;
  const std::size_t from = atAll ? m_rows.lineOf(std::min(m_current.value_or(visibleRows().first), rowCount() - 1)) : 0;
  // Without a current row the one on top is a candidate too.
  const bool onHit = atAll && !m_current && m_search->hits().holds(m_run.get(), m_list->at(from));
  const auto line = onHit ? std::optional(from) : hitLine(from, direction);
  if (!line) {
    Q_EMIT hitsEnded(direction);
    return;
  }
  m_state->selectLine(m_list->at(*line));
}

bool LogView::goToFirstHit(int direction) {
  if (m_list == nullptr || m_list->size() == 0 || m_run != m_state->run()) return false;
  const std::size_t edge = direction > 0 ? 0 : m_list->size() - 1;
  const bool isHit = m_search->hits().holds(m_run.get(), m_list->at(edge));
  const auto line = isHit ? std::optional(edge) : hitLine(edge, direction);
  if (line) m_state->selectLine(m_list->at(*line));
  return line.has_value();
}

// --- warnings

bool LogView::isWarning(model::LineRef line) const {
  return admits(LineKinds::warnings, m_run->source(line.source).text->lineClass(line.line)) || m_findingOf.contains(quint64{line.source.value} << 32 | line.line);
}

// Each source is looked at from its own place on: its classes stand side by side, the lines of a merged text do not.
void LogView::goToWarning(int direction) {
  if (m_list == nullptr || m_list->size() == 0 || m_run != m_state->run()) return;
  const std::size_t from = lineOfRow(m_current).value_or(direction > 0 ? 0 : m_list->size() - 1);
  const std::vector<std::uint32_t> counts = m_list->countsBefore(direction > 0 ? from + 1 : from);
  std::optional<std::size_t> nearest;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const model::SourceId source = m_list->sources()[i];
    const std::uint32_t end = direction > 0 ? m_run->source(source).text->lineCount() + 1 : 0;
    std::uint32_t line = direction > 0 ? counts[i] + 1 : counts[i];
    while (line != end && !isWarning({source, line})) line += static_cast<std::uint32_t>(direction);
    const auto place = line == end ? std::nullopt : m_list->rowOf({source, line});
    if (place && (!nearest || (direction > 0 ? *place < *nearest : *place > *nearest))) nearest = place;
  }
  if (nearest) m_state->selectLine(m_list->at(*nearest));
}

}  // namespace lanescope::ui
