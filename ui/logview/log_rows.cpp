// SPDX-License-Identifier: Apache-2.0
// Which lines of LogView's text are rows: all, those that match, or all but what is folded; where the hits are among them.
#include "ui/logview/log_view.h"
#include "ui/logview/marked_scroll_bar.h"
#include "ui/models/current_theme.h"
#include "ui/models/finding_look.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::size_t kPickAtOnce = 200'000;     // lines that are walked on the GUI thread: about a millisecond
constexpr std::size_t kMarkAtOnce = 64;          // sources of a text whose hits are marked while they arrive
constexpr int kMarkSteps = 600;                  // heights that the scroll bar tells apart

using LinesOfSource = std::vector<std::vector<std::uint32_t>>;

// The places in `list` of some lines of its sources; `lines` is parallel to list.sources(), each ascending.
std::vector<std::uint32_t> placesOf(const LineList& list, const LinesOfSource& lines) {
  std::vector<std::uint32_t> places;
  if (list.sources().size() == 1) {
    for (const std::uint32_t line : lines[0]) places.push_back(line - 1);
    return places;
  }
  std::map<model::SourceId, std::size_t> which;
  for (std::size_t i = 0; i < list.sources().size(); ++i) which[list.sources()[i]] = i;
  std::vector<std::size_t> next(lines.size(), 0);
  std::size_t at = 0;
  std::optional<model::SourceId> of;
  list.forEach(0, list.size(), [&](std::size_t place, model::LineRef line) {
    if (of != line.source) {
      of = line.source;
      at = which[line.source];
    }
    if (next[at] < lines[at].size() && lines[at][next[at]] == line.line) {
      places.push_back(static_cast<std::uint32_t>(place));
      ++next[at];
    }
    return true;
  });
  return places;
}

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
  viewport()->update();
}

bool LogView::isSearched() const {
  if (m_run == nullptr || !m_search->isActive()) return false;
  for (std::size_t side = 0; side < m_search->hits().sides(); ++side) {
    if (m_search->hits().run(side) == m_run) return true;
  }
  return false;
}

void LogView::remapRows() {
  ++m_rowsWanted;
  if (m_list == nullptr) return;
  if (m_onlyHits && isSearched()) return pickHits();
  applyFolds();
}

void LogView::pickHits() {
  LinesOfSource lines;
  for (const model::SourceId source : m_list->sources()) {
    const auto own = m_search->hits().linesOf(m_run.get(), source);
    lines.emplace_back(own.begin(), own.end());
  }
  if (m_list->sources().size() == 1 || m_list->size() <= kPickAtOnce) return setRows(RowMap::picked(m_list->size(), placesOf(*m_list, lines)));
  QThreadPool::globalInstance()->start([view = QPointer<LogView>(this), list = m_list, lines = std::move(lines), id = m_rowsWanted] {
    auto places = std::make_shared<std::vector<std::uint32_t>>(placesOf(*list, lines));
    const auto arrive = [view, list, places, id] {
      if (view.isNull() || view->m_rowsWanted != id || view->m_list != list) return;
      view->setRows(RowMap::picked(list->size(), std::move(*places)));
      Q_EMIT view->listChanged();
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), arrive, Qt::QueuedConnection);
  });
}

void LogView::setOnlyHits(bool on) {
  if (on == m_onlyHits) return;
  m_onlyHits = on;
  remapRows();
  if (m_state->selection().line) reveal(*m_state->selection().line);
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
  if (m_folds.empty() || m_onlyHits) return {};
  // By source as they are in the run, then line.
  const auto found = std::lower_bound(m_folds.begin(), m_folds.end(), line, before);
  if (found == m_folds.end() || found->source != line.source || found->first > line.line) return {};
  const auto at = static_cast<std::size_t>(found - m_folds.begin());
  return m_open[at] ? std::nullopt : std::optional(at);
}

bool LogView::toggleFold(std::size_t row) {
  const auto line = lineAt(row);
  if (!line || m_folds.empty() || m_onlyHits) return false;
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

// Opens what hides the line; false where it is not in the text, or the filter hides it.
bool LogView::reveal(model::LineRef line) {
  if (m_list == nullptr) return false;
  const auto place = m_list->rowOf(line);
  if (!place) return false;
  if (m_rows.rowOf(*place)) return true;
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
  remapRows();
  markHits();
  viewport()->update();
  Q_EMIT hitsChanged();
  Q_EMIT listChanged();
}

void LogView::followHits() {
  if (m_onlyHits) {
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

// --- marks beside the scroll bar

void LogView::markFindings() {
  std::vector<MarkedScrollBar::Mark> marks;
  for (std::size_t i = 0; m_list && m_list->size() > 0 && i < m_run->findings.size(); ++i) {
    const model::Finding& finding = m_run->findings[i];
    if (finding.role == model::Role::noise || finding.evidence.empty()) continue;
    for (const model::Evidence& evidence : finding.evidence) {
      const auto line = m_list->rowOf({evidence.source, evidence.line});
      if (!line) continue;
      marks.push_back({static_cast<double>(*line) / static_cast<double>(m_list->size()), findingLook(finding.role, finding.findingClass, currentTheme()).colour});
      break;
    }
  }
  m_bar->setMarks(MarkedScrollBar::Marks::findings, std::move(marks));
}

void LogView::setNotes(std::vector<model::LineRef> lines) {
  m_notes = std::move(lines);
  markNotes();
}

void LogView::markNotes() {
  std::vector<MarkedScrollBar::Mark> marks;
  for (const model::LineRef& note : m_notes) {
    const auto line = m_list ? m_list->rowOf(note) : std::nullopt;
    if (line) marks.push_back({static_cast<double>(*line) / static_cast<double>(m_list->size()), currentTheme().link});
  }
  m_bar->setMarks(MarkedScrollBar::Marks::notes, std::move(marks));
}

// One for each height at which there is a hit.
void LogView::markHits() {
  std::vector<MarkedScrollBar::Mark> marks;
  if (m_list && m_list->size() > 0 && hitCount() > 0) {
    std::size_t before = 0;
    for (int step = 1; step <= kMarkSteps; ++step) {
      const std::size_t end = m_list->size() * static_cast<std::size_t>(step) / kMarkSteps;
      const std::size_t upTo = end == m_list->size() ? hitCount() : hitsBefore(end);
      if (upTo > before) marks.push_back({static_cast<double>(step - 1) / kMarkSteps, currentTheme().warning});
      before = upTo;
    }
  }
  m_bar->setMarks(MarkedScrollBar::Marks::hits, std::move(marks));
}

}  // namespace lanescope::ui
