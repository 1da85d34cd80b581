// SPDX-License-Identifier: Apache-2.0
// What clicks and keys mean on the timeline of a run.
#include "ui/timeline/timeline_view.h"

#include "ui/models/notes_text.h"
#include "ui/models/words.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/moves.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

TimeRange widened(TimeRange range) {
  const std::int64_t margin = std::max<std::int64_t>(range.length() / 10, 1'000'000'000);
  return {range.begin - margin, range.end + margin};
}

void include(std::optional<TimeRange>& range, TimeRange other) {
  if (!range) range = other;
  range->begin = std::min(range->begin, other.begin);
  range->end = std::max(range->end, other.end);
}

}  // namespace

void TimelineView::fitSelection() {
  if (m_run == nullptr) return;
  const Selection& selection = m_state->selection();
  std::optional<TimeRange> range;
  if (selection.finding) {
    const model::When& time = m_run->findings[*selection.finding].time;
    if (time.known()) include(range, {time.utc, time.utc});
    for (const std::uint32_t event : m_index->eventsOfFinding(*selection.finding)) {
      include(range, {m_index->event(*m_run, event).utc, m_index->event(*m_run, event).utc});
    }
  }
  for (std::uint32_t i = 0; i < m_run->intervals.size(); ++i) {
    const model::Interval& interval = m_run->intervals[i];
    const bool ofFinding = selection.finding && interval.finding == *selection.finding;
    const bool ofLine = selection.line && interval.line == *selection.line;
    if ((ofFinding || ofLine) && interval.begin.known()) include(range, m_index->extent(i));
  }
  if (!range && selection.lane) range = extentOf(m_run->lanes[selection.lane->value]);
  if (range && range->end > 0) m_state->setRange(widened(*range));
}

// From which row to which: none where the drag began on the rulers, which means all lanes.
void TimelineView::dragged(QPoint from, QPoint to) {
  m_area.reset();
  m_areaRows = {};
  if (m_run == nullptr) return;
  std::vector<model::LaneId> lanes = tickedLaneIds();
  if (!lanes.empty()) {
    // They were chosen before the time was.
  } else if (from.y() >= m_header.height()) {
    const int top = layoutY(std::max(std::min(from.y(), to.y()), m_header.height())), bottom = layoutY(std::max(from.y(), to.y()));
    m_areaRows = m_layout->visible(top, bottom + 1);
    for (std::size_t i = m_areaRows.first; i < m_areaRows.last; ++i) {
      const Row& row = m_layout->rows()[i];
      // A closed launch stands for its lanes.
      for (std::uint32_t lane = 0; row.kind == Row::Kind::launch && row.collapsed && lane < m_run->lanes.size(); ++lane) {
        if (m_run->lanes[lane].launch == row.launch) lanes.push_back({lane});
      }
      if (row.kind != Row::Kind::lane) continue;
      lanes.insert(lanes.end(), row.lanes.begin(), row.lanes.end());
      lanes.insert(lanes.end(), row.alikeLanes.begin(), row.alikeLanes.end());
    }
  } else {
    for (std::uint32_t lane = 0; lane < m_run->lanes.size(); ++lane) lanes.push_back({lane});
  }
  m_area = countArea(*m_run, *m_index, lanes, *m_chosen);
  m_areaLane = lanes.size() == 1 ? std::optional(lanes.front()) : std::nullopt;
}

// A mark or the end of a bar near the pointer: what one wants to measure from.
std::int64_t TimelineView::snapped(QPoint position) const {
  constexpr int kReach = 6;
  const std::int64_t ns = timeAt(position.x());
  const auto hit = m_run ? hitAt(position) : std::nullopt;
  if (!hit) return ns;
  if (hit->what == Hit::What::event || hit->what == Hit::What::cluster) return m_index->event(*m_run, hit->index).utc;   // wherever in the mark one pointed
  std::vector<std::int64_t> moments;
  if (hit->what == Hit::What::interval) moments = {m_index->extent(hit->index).begin, m_index->extent(hit->index).end};
  if (hit->what == Hit::What::laneEnd) moments = {m_run->lanes[hit->index].end.time.utc};
  const TimeAxis mapping = axis();
  for (const std::int64_t moment : moments) {
    if (std::abs(xOn(mapping, moment) - position.x()) <= kReach) return moment;
  }
  return ns;
}

void TimelineView::doubleClick(QPoint position) {
  const auto hit = hitAt(position);
  if (!hit || m_run == nullptr) return;
  if (hit->what == Hit::What::launch) {
    const TimeRange extent = extentOf(m_run->launches[hit->index], *m_run);
    if (extent.length() > 0) m_state->setRange(widened(extent));
  } else if (hit->what == Hit::What::bandPhase) {
    m_state->setRange(widened(m_band->at(hit->index).extent));
  } else if (hit->what == Hit::What::tickBox) {
    activate(*hit);                              // two clicks are two clicks
  } else if (hit->what != Hit::What::group && hit->what != Hit::What::fold) {
    activate(*hit);
    fitSelection();
  }
}

bool TimelineView::pointsAt(QPoint position) {
  const auto hit = hitAt(position);
  return hit && hit->what != Hit::What::lane;
}

// The line of what is under the pointer: the text shows which one it is.
void TimelineView::pointedAt(std::optional<QPoint> position) {
  const auto hit = position && m_run ? hitAt(*position) : std::nullopt;
  const bool ofALine = hit && hit->what != Hit::What::lane && hit->what != Hit::What::launch;
  m_state->setHoveredLine(ofALine ? describeHit(*hit).line : std::nullopt);
}

void TimelineView::click(QPoint position) {
  const Row* row = rowUnder(position.y());
  if (row != nullptr) m_focusRow = static_cast<std::size_t>(row - m_layout->rows().data());
  const auto hit = hitAt(position);
  if (!hit) return;
  if (hit->what == Hit::What::lane && position.x() >= kLabelWidth && position.x() < viewport()->width() - kEdgeWidth) {
    // A click on an empty place of a lane is a moment on it.
    Selection selection;
    selection.lane = hit->lane;
    if (hasTimes(*m_run)) selection.time = model::When::at(timeAt(position.x()));
    return m_state->select(selection);
  }
  activate(*hit);
  if (hit->what == Hit::What::cluster) openMarks(*hit, viewport()->mapToGlobal(position + QPoint(8, 8)));
}

void TimelineView::openMarks(const Hit& cluster, QPoint global) {
  const TimelineFrame* now = frame(-1);
  const std::vector<std::uint32_t> members = now != nullptr ? now->membersOf(cluster) : std::vector<std::uint32_t>();
  if (members.empty()) return;
  if (m_marks == nullptr) {
    m_marks = new MarkList(this);
    connect(m_marks, &MarkList::chosen, this, [this](std::uint32_t event) {
      if (m_run && event < m_index->eventCount(*m_run)) activate({Hit::What::event, event, m_index->event(*m_run, event).lane});
    });
  }
  m_marks->open(m_run, m_index, markGroups(*m_run, *m_index, members, cluster.index), global);
}

// Where the selected event is one of a mark with a number: the list opens beside that mark.
void TimelineView::listMarks() {
  const TimelineFrame* now = frame(-1);
  const Selection& selection = m_state->selection();
  if (now == nullptr || !selection.line) return;
  for (const auto& [cluster, place] : now->clusters()) {
    for (const std::uint32_t index : now->membersOf(cluster)) {
      const model::Event& event = m_index->event(*m_run, index);
      if (model::LineRef{event.source, event.line} == *selection.line) return openMarks(cluster, viewport()->mapToGlobal(place));
    }
  }
}

void TimelineView::activate(const Hit& hit) {
  if (m_run == nullptr) return;
  if (hit.what == Hit::What::launch) return setCollapsed(hit.index, !isCollapsed(hit.index));
  if (hit.what == Hit::What::finding) return m_state->selectFinding(hit.index);
  if (hit.what == Hit::What::group) return toggleGroup(hit.index);
  if (hit.what == Hit::What::fold) return setFoldsIdleTime(!m_foldsIdle);
  if (hit.what == Hit::What::missing) return;
  if (hit.what == Hit::What::tickBox) return toggleTick(*m_layout->rowOf(*m_run, hit.lane));
  if (hit.what == Hit::What::bandPhase) {
    Selection selection;
    selection.time = model::When::at(m_band->at(hit.index).extent.begin);
    return m_state->select(selection);
  }
  if (hit.what == Hit::What::searchHit) Q_EMIT tickActivated(hit.index);
  else if (hit.what == Hit::What::note) selectNote(*m_state, hit.index);
  else m_state->select(selectionOf(*m_run, *m_index, describe(*m_run, *m_index, hit), hit));
}

QString TimelineView::readoutAt(QPoint position) {
  if (m_run == nullptr || position.x() < kLabelWidth) return {};
  const std::int64_t ns = timeAt(position.x());
  model::When moment = model::When::at(ns);
  if (resolutionOf(axis()) >= 1'000'000'000) moment.latest += 1'000'000'000;
  QStringList parts{timeText(moment)};
  const auto hit = hitAt(position);
  if (!hit || !hit->lane.valid()) return parts.join(u" "_s);
  // What is known about the time of the nearest event on that lane.
  const auto events = m_index->events(hit->lane);
  const auto after = std::partition_point(events.begin(), events.end(), [&](std::uint32_t i) { return m_index->event(*m_run, i).utc < ns; });
  if (after != events.begin()) {
    const QString error = errorText(m_index->event(*m_run, *(after - 1)).when());
    if (!error.isEmpty()) parts << error;
  }
  return parts.join(u" "_s) + u" · "_s + laneText(*m_run, hit->lane);
}

// Opens or closes a group; shows the lanes of a band one by one.
void TimelineView::toggleGroup(std::size_t index) {
  const Row row = m_layout->rows()[index];
  if (row.kind == Row::Kind::group) {
    if (m_closedGroups.erase(row.key) == 0) m_closedGroups.insert(row.key);
    return rebuildLayout();
  }
  LaneArrangement arrangement = m_arrangement;
  arrangement.opened.insert(row.laneKey());
  setArrangement(std::move(arrangement));
}

void TimelineView::moveFocus(int steps) {
  if (m_layout->rows().empty()) return;
  const int last = static_cast<int>(m_layout->rows().size()) - 1;
  const int from = m_focusRow ? static_cast<int>(*m_focusRow) : (steps > 0 ? -1 : last + 1);
  focusRow(static_cast<std::size_t>(std::clamp(from + steps, 0, last)));
}

void TimelineView::focusRow(std::size_t index) {
  m_focusRow = index;
  revealRow(index);
  const Row& row = m_layout->rows()[index];
  if (row.kind == Row::Kind::lane && !row.lanes.empty()) {
    Selection selection;
    selection.lane = row.lanes.front();
    selection.time = m_state->selection().time;
    m_state->select(selection);
    m_focusRow = index;                          // a pinned lane has one row only, but a band may hold what was selected
  }
  updateAccessible();
  QAccessibleEvent moved(this, QAccessible::Focus);
  moved.setChild(static_cast<int>(index) * kLaneColumns);   // the first cell of the row
  QAccessible::updateAccessibility(&moved);
  invalidate();
}

// Return: opens and closes a launch; on a lane it goes to the line of what is selected there.
void TimelineView::activateFocusedRow() {
  if (m_focusRow) {
    const Row& row = m_layout->rows()[*m_focusRow];
    if (row.kind == Row::Kind::launch) return setCollapsed(row.launch, !row.collapsed);
    if (row.kind == Row::Kind::group || !row.alike.empty()) return toggleGroup(*m_focusRow);
    const auto& lane = m_state->selection().lane;
    const bool here = lane && std::find(row.lanes.begin(), row.lanes.end(), *lane) != row.lanes.end();
    if (!row.lanes.empty() && (!here || !m_state->selection().line)) activate({Hit::What::lane, row.lanes.front().value, row.lanes.front()});
  }
  if (m_state->selection().line) Q_EMIT lineWanted();
}

void TimelineView::setZeroHere() {
  if (m_run == nullptr) return;
  const model::When& time = m_state->selection().time;
  const std::int64_t jobStart = m_run->clock.zero.known() ? m_run->clock.zero.utc : m_state->span().begin;
  const std::int64_t here = time.known() ? time.utc : m_pointer ? timeAt(m_pointer->x()) : jobStart;
  m_state->setZero(here == m_state->zero() ? jobStart : here);
}

// The next thing worth a stop on the selected lane.
void TimelineView::walkEvents(int direction) {
  const Selection selection = m_state->selection();
  if (m_run == nullptr || !selection.lane) return;
  const std::int64_t from = selection.time.known() ? selection.time.utc : m_state->range().begin;
  const auto target = nextMark(*m_run, *m_index, *selection.lane, {from, selection.line}, direction);
  if (target) activate(*target);
}

// A phase counts where it is wide enough to be looked at: launches from afar, single tests from near.
void TimelineView::walkPhases(int direction) {
  constexpr int kLeastColumns = 24;
  if (m_run == nullptr) return;
  const model::When& time = m_state->selection().time;
  const TimeRange range = m_state->range();
  const std::int64_t from = time.known() && time.utc >= range.begin && time.utc < range.end ? time.utc : direction > 0 ? range.begin : range.end;
  const auto next = m_band->next(from, direction, kLeastColumns * axis().nsPerColumn());
  if (!next) return;
  const std::int64_t start = m_band->at(*next).extent.begin;
  if (start < range.begin || start >= range.end) m_state->setRange({start - range.length() / 5, start - range.length() / 5 + range.length()});
  Selection selection;
  selection.time = model::When::at(start);
  selection.lane = m_state->selection().lane;
  m_state->select(selection);
}

void TimelineView::addCommands() {
  commands()->add("timeline.fit", [this] { fitSelection(); });
  commands()->add("timeline.zero", [this] { setZeroHere(); });
  commands()->add("timeline.span", [this] { chooseSpan(); });
  commands()->add("timeline.tick", [this] { tickLane(); });
  commands()->add("timeline.untick", [this] { untickLanes(); });
  commands()->add("timeline.only", [this] { showOnlyTicked(); });
  commands()->add("timeline.read", [this] { readTicked(); });
  commands()->add("timeline.pin", [this] { pinLane(); });
  commands()->add("timeline.hide", [this] { hideLane(); });
  commands()->add("timeline.showAll", [this] { showAllLanes(); });
  commands()->add("timeline.troubled", [this] { showOnlyTroubled(!m_arrangement.onlyTroubled); });
  commands()->add("timeline.group", [this] { nextGrouping(); });
  commands()->add("timeline.order", [this] { nextOrder(); });
  commands()->add("timeline.followers", [this] { toggleFollowers(); });
  commands()->add("timeline.minor", [this] { toggleMinorMarks(); });
  commands()->add("timeline.list", [this] { listMarks(); });
  commands()->add("timeline.idle", [this] { setFoldsIdleTime(!m_foldsIdle); });
  commands()->add("timeline.open", [this] { activateFocusedRow(); });
  commands()->add("timeline.phase.previous", [this] { walkPhases(-1); });
  commands()->add("timeline.phase.next", [this] { walkPhases(1); });
}

}  // namespace lanescope::ui
