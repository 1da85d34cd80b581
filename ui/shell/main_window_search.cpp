// SPDX-License-Identifier: Apache-2.0
// The search in the main window: its panel beside the text, walking from one text's hits to the next one's, ticks on lanes and overview,
// and how the text is shown, which is kept.
#include "ui/logview/log_pane.h"
#include "ui/models/search_ticks.h"
#include "ui/panels/row_list_view.h"
#include "ui/search/search_panel.h"
#include "ui/shell/dock.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"
#include "ui/timeline/timeline_pane.h"

#include <QDockWidget>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr const char* kSearchDock = "search";

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
  connect(m_searchPanel, &SearchPanel::closeRequested, this, &MainWindow::closeSearch);
  connect(m_searchPanel, &SearchPanel::openRequested, this, [this] { m_text->view()->setFocus(); });
  connect(m_searchPanel, &SearchPanel::nextRequested, this, [this](int direction) {
    // Of a comparison the texts stand side by side: the list is walked.
    if (m_comparing) m_searchPanel->walk(direction);
    else if (direction > 0) m_text->view()->nextHit();
    else m_text->view()->previousHit();
  });
  connect(m_text->view(), &LogView::searchRequested, this, &MainWindow::openSearch);
  connect(m_text->view(), &LogView::hitsEnded, this, &MainWindow::goToOtherHits);
  connect(m_text->view(), &LogView::optionsChanged, this, &MainWindow::keepTextOptions);

  m_search->setVisibleLanes([this] { return m_state->run() ? lanesOf(*m_state->run(), m_timeline->view()->layoutOfRows()) : std::vector<model::LaneId>(); });
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

void MainWindow::openSearch() {
  const bool opens = !dock(kSearchDock)->isVisible();
  dock(kSearchDock)->show();
  if (opens && !m_comparing) resizeDocks({dock("text"), dock(kSearchDock)}, {55, 45}, Qt::Horizontal);
  dock(kSearchDock)->raise();
  m_searchPanel->openBox();
}

void MainWindow::closeSearch() {
  m_searchPanel->endSearch();
  dock(kSearchDock)->hide();
  if (m_comparing) return;
  m_text->view()->setFocus();
}

// The text has no further hit: the next writer that it does not show, else its own first one.
void MainWindow::goToOtherHits(int direction) {
  const std::vector<HitGroup>& groups = m_search->hits().groups();
  const LogView& text = *m_text->view();
  const auto count = static_cast<int>(groups.size());
  int at = direction > 0 ? -1 : count;
  for (int i = 0; i < count; ++i) {
    if (shows(text, groups[static_cast<std::size_t>(i)])) at = i;
  }
  for (int steps = 1; steps <= count; ++steps) {
    const HitGroup& group = groups[static_cast<std::size_t>(((at + direction * steps) % count + count) % count)];
    if (shows(text, group) || group.side != 0 || group.count == 0) continue;
    m_text->view()->showScope();
    return m_state->selectLine(group.at(direction > 0 ? 0 : group.count - 1));
  }
  m_text->view()->goToFirstHit(direction);
}

void MainWindow::restoreTextOptions() {
  LogView* const text = m_text->view();
  const TextOptions options = Settings::textOptions();
  if (!options.columns.isEmpty()) text->setColumns(LogColumns::fromText(options.columns));
  text->setWrap(options.wrap);
  text->setColours(options.colours);
  text->setFolding(options.folding);
}

void MainWindow::keepTextOptions() {
  if (!m_remembers) return;
  const LogView& text = *m_text->view();
  Settings::setTextOptions({text.columns().toText(), text.wraps(), text.showsColours(), text.folds()});
}

}  // namespace lanescope::ui
