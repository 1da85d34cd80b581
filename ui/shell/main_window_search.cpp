// SPDX-License-Identifier: Apache-2.0
// The search in the main window: its box in the top bar, its panel beside the text, walking from one text's hits to the next one's, ticks
// on lanes and overview, lanes without hits, and how the text is shown, which is kept.
#include "ui/logview/log_pane.h"
#include "ui/models/search_ticks.h"
#include "ui/models/words.h"
#include "ui/panels/row_list_view.h"
#include "ui/search/search_box.h"
#include "ui/search/search_panel.h"
#include "ui/shell/dock.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"
#include "ui/timeline/timeline_pane.h"

#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QStatusBar>

#include <algorithm>
#include <array>

namespace lanescope::ui {

namespace {

constexpr const char* kSearchDock = "search";
constexpr int kMessageMs = 5000;

// Of SearchQuery::Scope and LineKinds, as a view keeps them.
constexpr std::array<const char*, 4> kScopes = {"everything", "lanes", "time", "text"};
constexpr std::array<const char*, kLineKinds> kKinds = {"", "warnings", "errors", "tests"};

// Where the name is one of another version: the first.
template <std::size_t size>
std::size_t placeOf(const std::array<const char*, size>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
}

session::KeptSearch kept(const SearchQuery& query) {
  return {query.text.toStdString(), query.regex, query.matchCase, query.wholeWord, kScopes[static_cast<std::size_t>(query.scope)]};
}

SearchQuery queryOf(const session::KeptSearch& kept) {
  return {toQt(kept.text), kept.regex, kept.matchCase, kept.wholeWord, static_cast<SearchQuery::Scope>(placeOf(kScopes, kept.scope))};
}

bool holdsFocus(const QWidget* pane) { return pane->isAncestorOf(QApplication::focusWidget()); }

bool shows(const LogView& text, const HitGroup& group) {
  return std::any_of(group.parts.begin(), group.parts.end(), [&text](const HitGroup::Part& part) { return text.showsSource(part.source); });
}

// Those that have a row, and those that a row stands for.
std::vector<model::LaneId> lanesOf(const model::Run& run, const LaneLayout& layout) {
  std::vector<model::LaneId> lanes;
  for (const Row& row : layout.rows()) {
    for (const model::LaneId lane : row.lanes) {
      lanes.push_back(lane);
      const model::Lane& own = run.lanes[lane.value];
      for (const model::Rank rank : row.alike) {
        if (const auto alike = run.laneOf(own.launch, own.attempt, rank)) lanes.push_back(*alike);
      }
    }
  }
  std::sort(lanes.begin(), lanes.end());
  lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
  return lanes;
}

}  // namespace

void MainWindow::makeSearch() {
  QDockWidget* panel = makeDock(QLatin1String(kSearchDock), tr("Search"), m_searchPanel, Caption::none, this);
  addDockWidget(Qt::BottomDockWidgetArea, panel);
  splitDockWidget(dock("text"), panel, Qt::Horizontal);
  panel->hide();
  m_searchBox = new SearchBox(m_search, this);
  connect(m_searchBox, &SearchBox::searched, this, &MainWindow::showHits);
  connect(m_searchBox, &SearchBox::closeRequested, this, &MainWindow::closeSearch);
  connect(m_searchBox, &SearchBox::nextRequested, this, &MainWindow::walkHits);
  connect(m_searchBox, &SearchBox::listRequested, m_searchPanel, &SearchPanel::enterList);
  connect(m_searchPanel, &SearchPanel::closeRequested, this, &MainWindow::closeSearch);
  connect(m_searchPanel, &SearchPanel::boxRequested, this, [this] { m_searchBox->field()->setFocus(); });
  connect(m_searchPanel, &SearchPanel::narrowed, m_searchBox, &SearchBox::startOver);
  connect(m_searchPanel, &SearchPanel::searchRequested, m_searchBox, &SearchBox::searchFor);
  connect(m_searchPanel, &SearchPanel::wentRound, this, &MainWindow::sayWentRound);
  connect(m_searchPanel, &SearchPanel::openRequested, this, [this] { m_text->view()->setFocus(); });
  connect(m_text->view(), &LogView::searchRequested, this, &MainWindow::openSearch);
  connect(m_text->view(), &LogView::hitsEnded, this, &MainWindow::goToOtherHits);
  connect(m_text->view(), &LogView::hitsChanged, this, &MainWindow::numberHits);
  connect(m_text->view(), &LogView::optionsChanged, this, &MainWindow::keepTextOptions);
  for (const auto signal : {&SearchState::changed, &SearchState::grew, &SearchState::finished, &SearchState::hidingChanged}) connect(m_search, signal, this, &MainWindow::hideLanesWithoutHits);
  connect(m_timeline->view(), &TimelineView::allLanesWanted, this, [this] { m_search->setHidesLanes(false); });

  m_search->setVisibleLanes([this] {
    // Those that are ticked, where any are.
    std::vector<model::LaneId> ticked = m_timeline->view()->tickedLaneIds();
    if (!ticked.empty() || !m_state->run()) return ticked;
    return lanesOf(*m_state->run(), m_timeline->view()->layoutOfRows());
  });
  m_search->setShownSources([this] { return m_text->view()->sources(); });
  auto* ticks = new SearchTicks(m_search, this);
  connect(ticks, &SearchTicks::changed, this, [this, ticks] {
    std::vector<TimelineTick> marks;
    for (const SearchTicks::Tick& tick : ticks->ticks()) {
      marks.push_back({tick.lane, tick.utc, tr("Hit of the search: %1").arg(ticks->textOf(tick))});
    }
    m_timeline->setTicks(marks);
  });
  connect(m_timeline, &TimelinePane::tickActivated, this, [this, ticks](std::uint32_t index) {
    if (index < ticks->ticks().size()) m_state->selectLine(ticks->ticks()[index].line);
  });
}

void MainWindow::openSearch() { m_searchBox->open(); }

// The pane with the keyboard says what is searched; two runs are always searched whole.
void MainWindow::openSearchHere() {
  using Scope = SearchQuery::Scope;
  if (m_comparing) return m_searchBox->open(Scope::everything);
  m_searchBox->open(holdsFocus(m_text) ? Scope::text : holdsFocus(m_timeline) ? Scope::lanes : Scope::everything);
}

void MainWindow::showHits() {
  QDockWidget* panel = dock(kSearchDock);
  if (panel->isVisible() || !m_search->isActive()) return;
  panel->show();
  if (!m_comparing) resizeDocks({dock("text"), panel}, {55, 45}, Qt::Horizontal);
  panel->raise();
}

void MainWindow::closeSearch() {
  m_searchBox->endSearch();
  dock(kSearchDock)->hide();
  if (m_comparing) return;
  m_text->view()->setFocus();
}

// Of a comparison the texts stand side by side: the list is walked.
void MainWindow::walkHits(int direction) {
  if (m_comparing) m_searchPanel->walk(direction);
  else if (direction > 0) m_text->view()->nextHit();
  else m_text->view()->previousHit();
}

void MainWindow::sayWentRound(int direction) {
  statusBar()->showMessage(direction > 0 ? tr("That was the last hit: on from the first one.") : tr("That was the first hit: on from the last one."), kMessageMs);
}

// Counted as they are walked: the writers in the order of the list, what the text shows in its own.
void MainWindow::numberHits() {
  const auto here = m_comparing ? std::nullopt : m_text->view()->currentHit();
  if (!here) return m_searchBox->setCurrentHit({});
  std::uint64_t before = 0;
  for (const HitGroup& group : m_search->hits().groups()) {
    if (shows(*m_text->view(), group)) break;
    before += group.count;
  }
  m_searchBox->setCurrentHit(before + *here);
}

// Only once something was found: lanes that go and come while one types would be in the way.
void MainWindow::hideLanesWithoutHits() {
  const auto run = m_state->run();
  const SearchHits& hits = m_search->hits();
  if (!m_search->hidesLanes() || !m_search->isActive() || run == nullptr) return m_timeline->view()->setLanesWithHits({});
  if (hits.sides() == 0 || hits.run(0) != run || (m_search->isRunning() && hits.total() == 0)) return;
  std::set<LaneKey> lanes;
  for (const model::LaneId lane : hits.lanesWithHits()) lanes.insert({run->lanes[lane.value].launch, run->lanes[lane.value].rank});
  m_timeline->view()->setLanesWithHits(std::move(lanes));
}

// The text has no further hit: the next writer that it does not show, else its own first one.
void MainWindow::goToOtherHits(int direction) {
  if (m_search->hits().total() == 0) return;
  const std::vector<HitGroup>& groups = m_search->hits().groups();
  const LogView& text = *m_text->view();
  const auto count = static_cast<int>(groups.size());
  int at = direction > 0 ? -1 : count;
  for (int i = 0; i < count; ++i) {
    if (shows(text, groups[static_cast<std::size_t>(i)])) at = i;
  }
  for (int steps = 1; steps <= count; ++steps) {
    const int next = ((at + direction * steps) % count + count) % count;
    const HitGroup& group = groups[static_cast<std::size_t>(next)];
    if (shows(text, group) || group.side != 0 || group.count == 0) continue;
    if (at >= 0 && at < count && (direction > 0 ? next < at : next > at)) sayWentRound(direction);
    m_text->view()->showScope();
    return m_state->selectLine(group.at(direction > 0 ? 0 : group.count - 1));
  }
  if (m_text->view()->goToFirstHit(direction)) sayWentRound(direction);
}

void MainWindow::addFilters(session::KeptView& view) const {
  for (const SearchQuery& outer : m_search->narrowedBy()) view.searches.push_back(kept(outer));
  if (!m_search->query().text.isEmpty()) view.searches.push_back(kept(m_search->query()));
  view.hidesLines = m_search->hidesLines();
  view.hidesLanes = m_search->hidesLanes();
  view.kinds = kKinds[static_cast<std::size_t>(m_text->view()->kinds())];
}

void MainWindow::applyFilters(const session::KeptView& view) {
  m_search->setHidesLines(view.hidesLines);
  m_search->setHidesLanes(view.hidesLanes);
  m_text->view()->setKinds(static_cast<LineKinds>(placeOf(kKinds, view.kinds)));
  if (!view.searches.empty()) m_search->clear();
  for (const session::KeptSearch& each : view.searches) {
    m_search->narrow();
    m_search->start(queryOf(each));
  }
  if (m_search->isActive()) showHits();
}

void MainWindow::restoreTextOptions() {
  LogView* const text = m_text->view();
  const TextOptions options = Settings::textOptions();
  if (!options.columns.isEmpty()) text->setColumns(LogColumns::fromText(options.columns));
  text->setWrap(options.wrap);
  text->setColours(options.colours);
  text->setFolding(options.folding);
  if (options.size > 0) text->setTextSize(options.size);
}

void MainWindow::keepTextOptions() {
  if (!m_remembers) return;
  const LogView& text = *m_text->view();
  Settings::setTextOptions({text.columns().toText(), text.wraps(), text.showsColours(), text.folds(), text.textSize()});
}

}  // namespace lanescope::ui
