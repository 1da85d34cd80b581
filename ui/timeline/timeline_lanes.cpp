// SPDX-License-Identifier: Apache-2.0
// Arranging lanes: pin, hide, group, sort, and the menu that says so.
#include "ui/models/keymap.h"
#include "ui/models/words.h"
#include "ui/timeline/timeline_view.h"

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QMenu>

#include <algorithm>
#include <iterator>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

template <class Choice>
Choice after(Choice choice, Choice last) {
  return choice == last ? Choice{} : static_cast<Choice>(static_cast<int>(choice) + 1);
}

// The row that commands on lanes mean: the one with the focus, where it is a lane.
const Row* laneRow(const LaneLayout& layout, std::optional<std::size_t> focus) {
  if (!focus || *focus >= layout.rows().size() || layout.rows()[*focus].kind != Row::Kind::lane) return nullptr;
  return &layout.rows()[*focus];
}

}  // namespace

void TimelineView::setLook(TimelineLook look) {
  if (look == this->look()) return;
  std::set_symmetric_difference(m_collapsed.begin(), m_collapsed.end(), look.collapsed.begin(), look.collapsed.end(), std::inserter(m_moved, m_moved.end()));
  m_collapsed = std::move(look.collapsed);
  m_closedGroups = std::move(look.closedGroups);
  if (look.foldsIdle != m_foldsIdle) setFoldsIdleTime(look.foldsIdle);
  if (look.arrangement == m_arrangement) return rebuildLayout();
  setArrangement(std::move(look.arrangement));
}

std::set<LaneKey> TimelineView::meantLanes() const {
  if (!m_ticked.empty()) return m_ticked;
  const Row* row = laneRow(*m_layout, m_focusRow);
  if (row == nullptr) return {};
  std::set<LaneKey> keys{row->laneKey()};
  for (const model::Rank rank : row->alike) keys.insert({row->launch, rank});
  return keys;
}

// All of them; where all are pinned, none.
void TimelineView::pinLane() {
  const Row* row = laneRow(*m_layout, m_focusRow);
  const std::optional<LaneKey> focus = row != nullptr ? std::optional(row->laneKey()) : std::nullopt;
  const std::set<LaneKey> meant = !m_ticked.empty() ? m_ticked : focus ? std::set<LaneKey>{*focus} : std::set<LaneKey>();
  if (meant.empty()) return;
  LaneArrangement arrangement = m_arrangement;
  const bool all = std::includes(arrangement.pinned.begin(), arrangement.pinned.end(), meant.begin(), meant.end());
  for (const LaneKey& key : meant) {
    if (all) arrangement.pinned.erase(key);
    else arrangement.pinned.insert(key);
  }
  setArrangement(std::move(arrangement));
  // The lane keeps the focus, wherever it went.
  for (std::size_t i = 0; focus && i < m_layout->rows().size(); ++i) {
    if (m_layout->rows()[i].kind == Row::Kind::lane && m_layout->rows()[i].laneKey() == *focus) m_focusRow = i;
  }
}

void TimelineView::hideLane() {
  const std::set<LaneKey> meant = meantLanes();
  if (meant.empty()) return;
  LaneArrangement arrangement = m_arrangement;
  for (const LaneKey& key : meant) arrangement.pinned.erase(key);
  arrangement.hidden.insert(meant.begin(), meant.end());
  const auto index = m_focusRow;
  setArrangement(std::move(arrangement));
  if (index && *index < m_layout->rows().size()) m_focusRow = index;   // the one that stands there now
}

void TimelineView::showAllLanes() {
  LaneArrangement arrangement = m_arrangement;
  arrangement.hidden.clear();
  arrangement.ranks.clear();
  arrangement.onlyTroubled = false;
  setArrangement(std::move(arrangement));
  if (showsOnlyHits()) Q_EMIT allLanesWanted();
}

void TimelineView::setLanesWithHits(std::optional<std::set<LaneKey>> lanes) {
  if (lanes == m_withHits) return;
  m_withHits = std::move(lanes);
  m_focusRow.reset();
  rebuildLayout();
}

void TimelineView::goToLane(model::LaneId id) {
  if (m_run == nullptr || id.value >= m_run->lanes.size()) return;
  const model::Lane& lane = m_run->lanes[id.value];
  const auto isShown = [&] {
    const auto row = m_layout->rowOf(*m_run, id);
    return row && m_layout->rows()[*row].kind == Row::Kind::lane;
  };
  LaneArrangement arrangement = m_arrangement;
  arrangement.hidden.erase({lane.launch, lane.rank});
  if (!arrangement.ranks.empty() && !contains(arrangement.ranks, lane.rank)) arrangement.ranks.push_back({lane.rank, lane.rank});
  setArrangement(arrangement);
  if (isCollapsed(lane.launch)) setCollapsed(lane.launch, false);
  if (!isShown() && m_arrangement.onlyTroubled) showOnlyTroubled(false);
  if (!isShown() && showsOnlyHits()) Q_EMIT allLanesWanted();
  if (!isShown() && !m_closedGroups.empty()) {
    m_closedGroups.clear();                      // its own is among them
    rebuildLayout();
  }
  const auto row = m_layout->rowOf(*m_run, id);
  if (row && m_layout->rows()[*row].rank != lane.rank && !m_layout->rows()[*row].alike.empty()) toggleGroup(*row);
  Selection selection;
  selection.lane = id;
  selection.time = m_state->selection().time;
  m_state->select(selection);
}

void TimelineView::showOnlyTroubled(bool only) {
  LaneArrangement arrangement = m_arrangement;
  arrangement.onlyTroubled = only;
  setArrangement(std::move(arrangement));
}

void TimelineView::nextGrouping() {
  LaneArrangement arrangement = m_arrangement;
  arrangement.grouping = after(arrangement.grouping, LaneGrouping::none);
  setArrangement(std::move(arrangement));
}

void TimelineView::nextOrder() {
  LaneArrangement arrangement = m_arrangement;
  arrangement.order = after(arrangement.order, LaneOrder::severity);
  setArrangement(std::move(arrangement));
}

void TimelineView::toggleFollowers() {
  LaneArrangement arrangement = m_arrangement;
  arrangement.marks.followers = !arrangement.marks.followers;
  setArrangement(std::move(arrangement));
}

void TimelineView::toggleMinorMarks() {
  LaneArrangement arrangement = m_arrangement;
  const bool shown = showsMinor(arrangement.marks, m_layout->laneCount());
  arrangement.marks.minor = shown ? MarkChoice::Minor::hidden : MarkChoice::Minor::shown;
  setArrangement(std::move(arrangement));
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
  if (m_run == nullptr) return;
  const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
  const Row* row = byMouse ? rowUnder(event->pos().y()) : nullptr;
  if (row != nullptr) focusRow(static_cast<std::size_t>(row - m_layout->rows().data()));
  const Row* lane = laneRow(*m_layout, m_focusRow);
  QMenu menu(this);
  const auto add = [this, &menu](const QString& text, const char* id) {
    const Keymap::Keys keys = Keymap::inForce().keys(QLatin1String(id));
    return menu.addAction(keys.isEmpty() ? text : text + QLatin1Char('\t') + keys.front().toString(QKeySequence::NativeText), this, [this, id] { commands()->run(QLatin1String(id)); });
  };
  const auto addSwitch = [&add](const QString& text, const char* id, bool on) {
    QAction* action = add(text, id);
    action->setCheckable(true);
    action->setChecked(on);
  };
  if (!m_ticked.empty()) {
    add(tr("Pin the ticked lanes to the top, or let them scroll"), "timeline.pin");
    add(tr("Hide the ticked lanes"), "timeline.hide");
    add(tr("Show only the ticked lanes"), "timeline.only");
    add(tr("Text of the ticked lanes by time"), "timeline.read");
    add(tr("Tick none"), "timeline.untick");
    menu.addSeparator();
  } else if (lane != nullptr) {
    add(tr("Tick the lane"), "timeline.tick");
    add(lane->pinned ? tr("Let the lane scroll") : tr("Pin the lane to the top"), "timeline.pin");
    add(lane->alike.empty() ? tr("Hide the lane") : tr("Hide these lanes"), "timeline.hide");
    if (!lane->alike.empty()) add(tr("Show them one by one"), "timeline.open");
  }
  add(tr("Show all lanes"), "timeline.showAll")->setEnabled(hidesLanes());
  addSwitch(tr("Only lanes that failed or stopped"), "timeline.troubled", m_arrangement.onlyTroubled);
  addSwitch(tr("Marks of what followed, and teardown"), "timeline.followers", m_arrangement.marks.followers);
  addSwitch(tr("Minor warnings, notes and starts"), "timeline.minor", showsMinor(m_arrangement.marks, m_layout->laneCount()));
  addSwitch(tr("Fold idle time"), "timeline.idle", m_foldsIdle);
  menu.addSeparator();
  add(tr("Count T+ from here"), "timeline.zero");
  add(tr("Fit the selection"), "timeline.fit");
  add(tr("Choose its time"), "timeline.span");
  menu.exec(byMouse ? event->globalPos() : mapToGlobal(QPoint(kLabelWidth, m_header.height())));
}

// --- for screen readers

QString TimelineView::rowCell(std::size_t index, LaneColumn column) const {
  const Row& row = m_layout->rows()[index];
  const QString text = laneCellText(*m_run, *m_index, row, column);
  if (column != LaneColumn::state || row.kind != Row::Kind::lane || m_ticked.count(row.laneKey()) == 0) return text;
  return text.isEmpty() ? tr("ticked") : tr("%1, ticked").arg(text);
}

QString TimelineView::rowName(std::size_t index) const {
  QStringList parts{rowCell(index, LaneColumn::lane), rowCell(index, LaneColumn::state)};
  parts.removeAll(QString());
  return parts.join(u", "_s);
}

QString TimelineView::rowDescription(std::size_t index) const {
  constexpr qsizetype kMost = 8;
  const Row& row = m_layout->rows()[index];
  QStringList marks;
  for (const model::LaneId lane : row.lanes) {
    const auto events = m_index->events(lane);
    const auto ranks = m_index->eventRanks(lane);
    for (std::size_t i = 0; i < events.size() && marks.size() < kMost; ++i) {
      if (ranks[i] >= static_cast<std::uint8_t>(MarkRank::teardown)) marks << spokenOf(*m_run, describe(*m_run, *m_index, {Hit::What::event, events[i], lane}));
    }
  }
  return marks.join(u"; "_s);
}

void TimelineView::updateAccessible() {
  if (m_run == nullptr) return setAccessibleDescription({});
  const Selection& selection = m_state->selection();
  QStringList parts;
  if (selection.finding && *selection.finding < m_run->findings.size()) parts << toQt(m_run->findings[*selection.finding].title);
  if (selection.lane && selection.lane->value < m_run->lanes.size()) parts << laneText(*m_run, *selection.lane);
  if (selection.time.known()) parts << timeText(selection.time);
  setAccessibleDescription(parts.join(u", "_s));
}

}  // namespace lanescope::ui
