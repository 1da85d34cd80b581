// SPDX-License-Identifier: Apache-2.0
// Lanes that are ticked, and the stretch of time that something on a lane takes: what is chosen before anything is done with it.
#include "ui/timeline/timeline_view.h"

#include <QAccessible>

#include <algorithm>
#include <iterator>

namespace lanescope::ui {

namespace {

void addKeys(const Row& row, std::set<LaneKey>& keys) {
  if (row.kind != Row::Kind::lane) return;
  keys.insert(row.laneKey());
  for (const model::Rank rank : row.alike) keys.insert({row.launch, rank});
}

TimeRange atLeast(TimeRange range, std::int64_t length) { return {range.begin, std::max(range.end, range.begin + length)}; }

}  // namespace

void TimelineView::setTickedLanes(std::set<LaneKey> lanes) {
  if (lanes == m_ticked) return;
  m_ticked = std::move(lanes);
  invalidate();
  Q_EMIT tickedChanged();
}

std::vector<model::LaneId> TimelineView::tickedLaneIds() const {
  std::vector<model::LaneId> ids;
  for (std::uint32_t i = 0; m_run && !m_ticked.empty() && i < m_run->lanes.size(); ++i) {
    if (m_ticked.count({m_run->lanes[i].launch, m_run->lanes[i].rank}) > 0) ids.push_back({i});
  }
  return ids;
}

const Row* TimelineView::rowUnder(int y) const { return y >= m_header.height() ? m_layout->rowAt(layoutY(y)) : nullptr; }

void TimelineView::toggleTick(std::size_t index) {
  const Row& row = m_layout->rows()[index];
  std::set<LaneKey> own, ticked = m_ticked;
  addKeys(row, own);
  if (own.empty()) return;
  const bool on = ticked.count(row.laneKey()) == 0;
  for (const LaneKey& key : own) {
    if (on) ticked.insert(key);
    else ticked.erase(key);
  }
  m_tickedLast = row.laneKey();
  setTickedLanes(std::move(ticked));
}

// From the lane that was ticked last, else from that with the focus.
void TimelineView::tickUpTo(std::size_t index) {
  const std::vector<Row>& rows = m_layout->rows();
  const auto last = std::find_if(rows.begin(), rows.end(), [this](const Row& row) { return row.kind == Row::Kind::lane && m_tickedLast == row.laneKey(); });
  const std::size_t from = m_tickedLast && last != rows.end() ? static_cast<std::size_t>(last - rows.begin()) : m_focusRow.value_or(index);
  std::set<LaneKey> ticked = m_ticked;
  for (std::size_t i = std::min(from, index); i <= std::max(from, index) && i < rows.size(); ++i) addKeys(rows[i], ticked);
  setTickedLanes(std::move(ticked));
}

bool TimelineView::chooseLanes(QPoint position, Qt::KeyboardModifiers keys) {
  const Row* row = rowUnder(position.y());
  if (row == nullptr || row->kind != Row::Kind::lane || !(keys & (Qt::ControlModifier | Qt::ShiftModifier))) return false;
  const auto index = static_cast<std::size_t>(row - m_layout->rows().data());
  if (keys & Qt::ShiftModifier) tickUpTo(index);
  else toggleTick(index);
  m_focusRow = index;
  return true;
}

void TimelineView::tickLane() {
  if (!m_focusRow) return;
  toggleTick(*m_focusRow);
  QAccessibleEvent said(this, QAccessible::NameChanged);
  said.setChild(static_cast<int>(*m_focusRow) * kLaneColumns);
  QAccessible::updateAccessibility(&said);
}

void TimelineView::untickLanes() {
  m_tickedLast.reset();
  setTickedLanes({});
}

// What is hidden is not ticked: nothing is done with what nobody sees.
void TimelineView::dropLostTicks() {
  if (m_ticked.empty()) return;
  std::set<LaneKey> there, kept;
  for (const Row& row : m_layout->rows()) addKeys(row, there);
  std::set_intersection(m_ticked.begin(), m_ticked.end(), there.begin(), there.end(), std::inserter(kept, kept.end()));
  setTickedLanes(std::move(kept));
}

// Of a run with one launch as a list of ranks, which stands in the bar of lanes and can be changed there.
void TimelineView::showOnlyTicked() {
  if (m_run == nullptr || m_ticked.empty()) return;
  LaneArrangement arrangement = m_arrangement;
  if (m_run->launches.size() == 1) {
    arrangement.ranks.clear();
    for (const LaneKey& key : m_ticked) {
      if (!arrangement.ranks.empty() && arrangement.ranks.back().last + 1 == key.rank) arrangement.ranks.back().last = key.rank;
      else arrangement.ranks.push_back({key.rank, key.rank});
    }
  } else {
    for (const Row& row : m_layout->rows()) addKeys(row, arrangement.hidden);
    for (const LaneKey& key : m_ticked) arrangement.hidden.erase(key);
  }
  setArrangement(std::move(arrangement));
}

void TimelineView::readTicked() {
  if (!m_ticked.empty()) Q_EMIT textWanted(tickedLaneIds());
}

// Of a test or wait its span; of an event what is not known of its moment, else the test or wait that it stands in.
void TimelineView::chooseSpan() {
  const Selection& selection = m_state->selection();
  if (m_run == nullptr || !selection.lane || !selection.time.known()) return;
  const model::When& time = selection.time;
  std::optional<TimeRange> own, around;
  const RunIndex::Slice near = m_index->intervals(*selection.lane, {time.utc, time.utc + 1});
  for (std::uint32_t i = near.first; i < near.last; ++i) {
    const model::Interval& interval = m_run->intervals[i];
    const TimeRange extent = m_index->extent(i);
    if (extent.begin > time.utc || extent.end < time.utc) continue;
    if (selection.line == interval.line && extent.begin == time.utc) own = extent;
    if (!around || extent.length() < around->length()) around = extent;
  }
  const bool closed = time.earliest != model::When::kOpenEarly && time.latest != model::When::kOpenLate;
  if (!own && closed && time.latest > time.earliest && time.basis != model::Basis::stamped) own = TimeRange{time.earliest, time.latest};
  m_chosen = atLeast(own ? *own : around ? *around : TimeRange{time.utc, time.utc}, axis().nsPerColumn());
  m_measured.reset();
  showArea(*selection.lane);
}

void TimelineView::showArea(model::LaneId lane) {
  const auto row = m_layout->rowOf(*m_run, lane);
  m_areaRows = row ? LaneLayout::Slice{*row, *row + 1} : LaneLayout::Slice{};
  m_area = countArea(*m_run, *m_index, {lane}, *m_chosen);
  viewport()->update();
}

bool TimelineView::stepOut() {
  if (LanesView::stepOut()) return true;
  if (m_ticked.empty()) return false;
  untickLanes();
  return true;
}

}  // namespace lanescope::ui
