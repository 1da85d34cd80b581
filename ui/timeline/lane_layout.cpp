// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_layout.h"

#include "ui/timeline/alike_lanes.h"

#include <algorithm>
#include <map>

namespace lanescope::ui {

namespace {

// The lanes of a launch by rank, attempts of one rank in one row; ranks that should be there and left nothing included.
std::map<model::Rank, Row> rowsOf(const model::Run& run, const model::Launch& launch) {
  std::map<model::Rank, Row> rows;
  for (std::uint32_t i = 0; i < run.lanes.size(); ++i) {
    const model::Lane& lane = run.lanes[i];
    if (lane.launch == launch.index) rows[lane.rank].lanes.push_back({i});
  }
  if (!rows.empty()) {
    for (const model::Rank rank : run.coverage.missingRanks) {
      if (launch.worldSize && rank < *launch.worldSize) rows.try_emplace(rank);
    }
  }
  for (auto& [rank, row] : rows) {
    row.rank = rank;
    row.launch = launch.index;
  }
  return rows;
}

constexpr int kRoomyHeight = 30;
constexpr std::size_t kFewestAlike = 3;          // fewer are drawn as they are

bool isQuiet(model::LaunchOutcome outcome) {
  return outcome == model::LaunchOutcome::passed || outcome == model::LaunchOutcome::empty;
}

}  // namespace

int laneHeightFor(std::size_t lanes) {
  if (lanes <= 16) return 24;
  if (lanes <= 64) return 14;
  if (lanes <= 128) return 8;
  if (lanes <= 256) return 5;
  return 3;
}

std::set<std::uint32_t> collapsedAtFirst(const model::Run& run) {
  std::set<std::uint32_t> collapsed;
  for (const model::Launch& launch : run.launches) {
    if (isQuiet(launch.outcome)) collapsed.insert(launch.index);
  }
  const bool all = collapsed.size() == run.launches.size();
  if (!all) return collapsed;
  for (const model::Launch& launch : run.launches) {
    if (launch.outcome == model::LaunchOutcome::passed) collapsed.erase(launch.index);
  }
  return collapsed;
}

LaneLayout::LaneLayout(const model::Run& run, const LayoutOptions& options) {
  struct Group { std::uint32_t launch; bool collapsed; std::vector<Row> lanes; };
  std::vector<Group> groups;
  std::map<model::Rank, Row> merged;
  for (const model::Launch& launch : run.launches) {
    const auto& only = options.launches;
    if (only && std::find(only->begin(), only->end(), launch.index) == only->end()) continue;
    Group group{launch.index, options.collapsed.count(launch.index) > 0, {}};
    for (auto& [rank, row] : rowsOf(run, launch)) {
      if (options.mergeLaunches) {
        Row& target = merged.try_emplace(rank, Row{}).first->second;
        target.rank = rank;
        target.lanes.insert(target.lanes.end(), row.lanes.begin(), row.lanes.end());
      } else if (!group.collapsed) {
        group.lanes.push_back(std::move(row));
      }
    }
    if (options.foldAlike != nullptr) group.lanes = foldAlike(run, *options.foldAlike, std::move(group.lanes), kFewestAlike);
    m_laneCount += group.lanes.size();
    groups.push_back(std::move(group));
  }
  std::vector<Row> mergedRows;
  for (auto& [rank, row] : merged) mergedRows.push_back(std::move(row));
  if (options.foldAlike != nullptr) mergedRows = foldAlike(run, *options.foldAlike, std::move(mergedRows), kFewestAlike);
  m_laneCount += mergedRows.size();
  int headers = 0;
  for (const Group& group : groups) headers += group.collapsed ? options.collapsedHeight : options.headerHeight;
  m_laneHeight = chooseLaneHeight(options, options.headers ? headers : 0);

  if (options.mergeLaunches) {
    addLanes(std::move(mergedRows), options);
    addHosts(run.hostLanes.size());
    return;
  }
  for (Group& group : groups) {
    Row header;
    header.kind = Row::Kind::launch;
    header.launch = group.launch;
    header.collapsed = group.collapsed;
    if (options.headers) push(std::move(header), group.collapsed ? options.collapsedHeight : options.headerHeight);
    addLanes(std::move(group.lanes), options);
  }
  addHosts(run.hostLanes.size());
}

void LaneLayout::addHosts(std::size_t hosts) {
  constexpr int kLeastHeight = 18;               // shapes and a label; there are few of them
  for (std::uint32_t host = 0; host < hosts; ++host) {
    Row row;
    row.kind = Row::Kind::host;
    row.host = host;
    push(std::move(row), std::max(m_laneHeight, kLeastHeight));
  }
}

int LaneLayout::chooseLaneHeight(const LayoutOptions& options, int headers) const {
  if (options.laneHeight > 0) return options.laneHeight;
  const int least = laneHeightFor(m_laneCount);
  if (options.available <= 0 || m_laneCount == 0) return least;
  return std::clamp((options.available - headers) / static_cast<int>(m_laneCount), least, std::max(least, kRoomyHeight));
}

void LaneLayout::addLanes(std::vector<Row> rows, const LayoutOptions& options) {
  const std::size_t every = static_cast<std::size_t>(std::max(1, (options.labelHeight + m_laneHeight - 1) / m_laneHeight));
  // Round numbers are easier to count from than every third or seventh.
  std::size_t step = 1;
  while (step < every) step *= 2;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].labelled = i % step == 0 && (rows.size() - i >= every || step == 1);
    push(std::move(rows[i]), m_laneHeight);
  }
}

void LaneLayout::push(Row row, int height) {
  row.top = m_height;
  row.height = height;
  m_height += height;
  m_rows.push_back(std::move(row));
}

const Row* LaneLayout::rowAt(int y) const {
  const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), y, [](int at, const Row& row) { return at < row.top; });
  if (after == m_rows.begin() || !(after - 1)->contains(y)) return nullptr;
  return &*(after - 1);
}

std::optional<std::size_t> LaneLayout::rowOf(const model::Run& run, model::LaneId lane) const {
  std::optional<std::size_t> header;
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    const Row& row = m_rows[i];
    if (std::find(row.lanes.begin(), row.lanes.end(), lane) != row.lanes.end()) return i;
    if (row.kind == Row::Kind::launch && row.launch == run.lanes[lane.value].launch) header = i;
  }
  return header;
}

LaneLayout LaneLayout::placedAt(const std::vector<int>& tops) const {
  LaneLayout moved = *this;
  for (std::size_t i = 0; i < moved.m_rows.size(); ++i) moved.m_rows[i].top = tops[i];
  moved.m_height = moved.m_rows.empty() ? 0 : moved.m_rows.back().top + moved.m_rows.back().height;
  return moved;
}

LaneLayout::Slice LaneLayout::visible(int top, int bottom) const {
  const auto first = std::partition_point(m_rows.begin(), m_rows.end(), [&](const Row& r) { return r.top + r.height <= top; });
  const auto last = std::partition_point(first, m_rows.end(), [&](const Row& r) { return r.top < bottom; });
  return {static_cast<std::size_t>(first - m_rows.begin()), static_cast<std::size_t>(last - m_rows.begin())};
}

}  // namespace lanescope::ui
