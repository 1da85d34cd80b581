// SPDX-License-Identifier: Apache-2.0
// Which lines the text is made of: of a source, of a rank, of several or all of them, read anew when the run grows.
#include "ui/logview/log_view.h"

#include "core/clock/line_time.h"
#include "ui/logview/log_accessible.h"
#include "ui/logview/marked_scroll_bar.h"
#include "ui/models/pane_commands.h"
#include "ui/models/words.h"

#include <QCoreApplication>
#include <QMetaObject>
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

std::uint32_t linesOf(const model::Run& run, model::SourceId source) {
  const auto& text = run.source(source).text;
  return text ? text->lineCount() : 0;
}

std::shared_ptr<const LineList> merge(const model::Run& run, const std::vector<model::SourceId>& sources) {
  LineList::Merger merger(sources);
  clock::mergeByTime(run, sources, [&merger](std::size_t which, std::uint32_t count) { merger.append(which, count); });
  return std::make_shared<const LineList>(merger.finish());
}

}  // namespace

LogView::LogView(ViewState* state, SearchState* search, QWidget* parent)
    : QAbstractScrollArea(parent), m_state(state), m_search(search), m_bar(new MarkedScrollBar(this)), m_commands(new PaneCommands(this)) {
  installLogAccessibility();                     // before anything is said of this widget: its interface is made once
  addCommands();
  setVerticalScrollBar(m_bar);
  setFocusPolicy(Qt::StrongFocus);
  setLayoutDirection(Qt::LeftToRight);           // logs are written so
  setFrameShape(QFrame::NoFrame);
  setAccessibleName(tr("Log text"));
  viewport()->setCursor(Qt::IBeamCursor);
  viewport()->setMouseTracking(true);
  updateMetrics();
  connect(state, &ViewState::runChanged, this, &LogView::followRun);
  connect(state, &ViewState::textScopeChanged, this, &LogView::followScope);
  connect(state, &ViewState::selectionChanged, this, &LogView::followSelection);
  connect(state, &ViewState::zeroChanged, viewport(), qOverload<>(&QWidget::update));
  connect(state, &ViewState::hoveredChanged, viewport(), qOverload<>(&QWidget::update));
  connect(state, &ViewState::notesChanged, this, &LogView::markNotes);
  connect(search, &SearchState::hidingChanged, this, &LogView::followFilter);
  connect(search, &SearchState::changed, this, &LogView::followSearch);
  connect(search, &SearchState::grew, this, &LogView::followHits);
  connect(search, &SearchState::finished, this, &LogView::followHits);
  followRun();
}

// A newer Run of the same session: the same text, longer. What is on screen stays until the new rows are there.
void LogView::followRun() {
  const bool grown = m_list != nullptr && m_state->run() != nullptr;
  m_lanes.clear();                               // lanes are numbered anew
  if (m_state->run() == nullptr) m_everything = false;
  load(grown);
}

void LogView::followScope() {
  if (m_everything) return;
  // Of several ranks one was chosen: it is among the rows, or it is wanted instead.
  const auto& line = m_state->selection().line;
  if (!m_lanes.empty() && line && showsSource(line->source)) return;
  m_lanes.clear();
  if (m_list == nullptr || m_state->run() != m_run || m_state->textScope() != m_scope) load(false);
}

void LogView::showEverything() {
  m_everything = true;
  m_lanes.clear();
  load(false);
}

void LogView::showLanes(std::vector<model::LaneId> lanes) {
  m_everything = false;
  m_lanes = std::move(lanes);
  load(false);
}

void LogView::showScope() {
  if (!m_everything && m_lanes.empty()) return;
  m_everything = false;
  m_lanes.clear();
  load(false);
}

bool LogView::showsSource(model::SourceId source) const {
  return m_list && std::find(m_list->sources().begin(), m_list->sources().end(), source) != m_list->sources().end();
}

std::vector<model::SourceId> LogView::wantedSources() const {
  const auto run = m_state->run();
  std::vector<model::SourceId> sources;
  if (run == nullptr) return sources;
  if (m_everything) {
    // A repeated text would stand there twice, a test report is no log.
    for (std::uint32_t i = 0; i < run->sources.size(); ++i) {
      const model::Source& source = run->sources[i];
      if (source.text && !source.copyOf && source.layout != model::Layout::junit) sources.push_back(model::SourceId{i});
    }
    return sources;
  }
  for (const model::LaneId lane : m_lanes) sources.insert(sources.end(), run->lanes[lane.value].sources.begin(), run->lanes[lane.value].sources.end());
  if (!m_lanes.empty()) return sources;
  const ViewState::TextScope scope = m_state->textScope();
  if (scope.lane) sources = run->lanes[scope.lane->value].sources;
  if (scope.source) sources = {*scope.source};
  return sources;
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
  m_scope = m_state->textScope();
  const std::vector<model::SourceId> sources = wantedSources();
  ++m_wanted;
  m_nextKeeps.reset();
  if (sources.size() <= 1) {
    const auto one = [&] {
      return std::make_shared<const LineList>(LineList::ofSource(sources[0], linesOf(*run, sources[0])));
    };
    return show(run, sources.empty() ? nullptr : one(), keepPosition);
  }
  std::uint64_t lines = 0;
  for (const model::SourceId source : sources) lines += linesOf(*run, source);
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
  m_rows = {};                                   // they are of the list before
  displace();
  if (run != m_run) {
    m_run = std::move(run);
    m_lines.setRun(m_run);
    m_writers.clear();
    m_mark.reset();
    indexFindings();
  }
  m_list = std::move(list);
  m_current.reset();
  m_anchor = 0;
  m_widest = 0;
  m_folds.clear();
  m_hidden.clear();
  m_open.clear();
  m_several = false;
  for (std::size_t i = 0; m_list && i < m_list->sources().size(); ++i) {
    const auto& rank = m_run->source(m_list->sources()[i]).rank;
    m_several = m_several || !rank || rank != m_run->source(m_list->sources()[0]).rank;
  }
  m_rows = RowMap::all(m_list ? m_list->size() : 0);
  updateMetrics();
  updateScrollBars();
  verticalScrollBar()->setValue(keepPosition ? top : 0);
  if (!keepPosition) horizontalScrollBar()->setValue(0);
  remapRows();
  lookForFolds();
  // What is selected may well stand elsewhere: other ranks were asked for.
  const auto& selected = m_state->selection().line;
  if (!keepPosition && selected && showsSource(selected->source)) {
    followSelection();
  } else if (keepPosition && m_list && selected) {
    const auto line = m_list->rowOf(*selected);
    m_current = line ? m_rows.rowOf(*line) : std::nullopt;
  }
  viewport()->update();
  Q_EMIT listChanged();
  Q_EMIT hitsChanged();
  Q_EMIT firstRowChanged();
}

void LogView::followSelection() {
  viewport()->update();
  if (m_run != m_state->run()) return;           // rows of the run before: its sources have other numbers
  const auto& line = m_state->selection().line;
  if (!line || m_list == nullptr) return;
  // Of the ranks chosen it is none, and of everything a text that stands there twice: its own text is wanted.
  if (!showsSource(line->source) && (m_everything || !m_lanes.empty())) return showScope();
  if (!reveal(*line)) return;
  const auto row = m_rows.rowOf(*m_list->rowOf(*line));
  if (row != m_current) m_anchor = *row;
  m_current = row;
  showRow(*row, true);
  showHitIn(*row);
  Q_EMIT hitsChanged();
}

std::optional<std::size_t> LogView::lineOfRow(std::optional<std::size_t> row) const {
  return row && *row < m_rows.size() ? std::optional(m_rows.lineOf(*row)) : std::nullopt;
}

std::optional<model::LineRef> LogView::lineAt(std::size_t row) const {
  return row < rowCount() ? std::optional(m_list->at(m_rows.lineOf(row))) : std::nullopt;
}

QString LogView::rowText(std::size_t row) const {
  const auto line = lineAt(row);
  if (!line) return {};
  const auto fold = closedFoldAt(*line);
  return fold ? foldText(m_folds[*fold]) : m_lines.shown(*line);
}

QString LogView::rowOrigin(std::size_t row) const {
  const auto line = lineAt(row);
  if (!line) return {};
  const model::Source& source = m_run->source(line->source);
  const model::When when = clock::whenOf(source, line->line);
  QStringList parts{source.rank ? tr("rank %1").arg(*source.rank) : QString(), sourceFileName(source) + QLatin1Char(':') + QString::number(line->line), columnTimeText(when), basisText(when)};
  parts.removeAll(QString());
  return parts.join(QStringLiteral(", "));
}

search::LineWriters& LogView::writersOf(model::SourceId source) {
  auto& writers = m_writers[source];
  if (writers == nullptr) writers = std::make_unique<search::LineWriters>(*m_run, source);
  return *writers;
}

std::optional<model::LaneId> LogView::laneOfLine(model::LineRef line) {
  const search::LineWriter writer = writersOf(line.source).of(line.line);
  return writer.lane.valid() ? std::optional(writer.lane) : std::nullopt;
}

QString LogView::contextText() {
  const auto line = rowCount() > 0 ? lineAt(visibleRows().first) : std::nullopt;
  if (!line) return {};
  const auto lane = laneOfLine(*line);
  const model::Source& source = m_run->source(line->source);
  QStringList parts;
  const auto launch = lane ? std::optional(m_run->lanes[lane->value].launch) : source.launch;
  if (launch && *launch < m_run->launches.size()) {
    const model::Launch& about = m_run->launches[*launch];
    parts << (about.name.empty() ? tr("launch %1").arg(*launch + 1) : tr("launch %1 · %2").arg(*launch + 1).arg(toQt(about.name)));
  }
  if (!lane || lane->value >= m_run->testRuns.size()) return parts.join(QStringLiteral(" · "));
  if (m_several) parts << tr("rank %1").arg(m_run->lanes[lane->value].rank);
  // The last test that began at or before the line and had not ended there.
  const std::vector<model::TestRun>& tests = m_run->testRuns[lane->value];
  const auto before = [](const model::LineRef& at, const model::TestRun& test) { return at < model::LineRef{test.source, test.startLine}; };
  const auto next = std::upper_bound(tests.begin(), tests.end(), *line, before);
  if (next == tests.begin() || std::prev(next)->source != line->source) return parts.join(QStringLiteral(" · "));
  const model::TestRun& test = *std::prev(next);
  const std::uint32_t end = std::max(test.verdictLine, test.errorLine);
  if ((end == 0 && !test.interrupted) || end >= line->line) parts << toQt(m_run->testNames[test.test.value]);
  return parts.join(QStringLiteral(" · "));
}

}  // namespace lanescope::ui
