// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_layout.h"

#include "ui/timeline/alike_lanes.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

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
constexpr std::size_t kManyLanes = 64;           // in a group: more fold by themselves
constexpr int kPulledHeight = 12;                // of lanes that did what few did, where others are lower
constexpr std::size_t kMostPulled = 12;          // in a group

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

// Takes the lanes of a run apart into pinned ones and groups with their headers, then places the rows.
class LayoutBuilder {
 public:
  LayoutBuilder(LaneLayout& layout, const model::Run& run, const LayoutOptions& options)
      : m_layout(layout), m_run(run), m_options(options), m_arrangement(options.arrangement), m_table(options.table) {}

  void build() {
    for (const model::Launch& launch : m_run.launches) {
      const auto& only = m_options.launches;
      if (!only || std::find(only->begin(), only->end(), launch.index) != only->end()) addLaunch(launch);
    }
    if (m_options.mergeLaunches) {
      Group group;
      for (auto& [rank, row] : m_merged) group.lanes.push_back(std::move(row));
      m_groups.push_back(std::move(group));
    }
    if (m_arrangement.grouping == LaneGrouping::none && !m_options.mergeLaunches) joinGroups();
    for (Group& group : m_groups) arrange(group);
    place();
  }

 private:
  struct Group {
    std::optional<Row> header;
    int headerHeight = 0;
    std::vector<Row> lanes;
  };

  void addLaunch(const model::Launch& launch) {
    std::vector<Row> rows;
    for (auto& [rank, row] : rowsOf(m_run, launch)) rows.push_back(std::move(row));
    if (m_options.mergeLaunches) return merge(std::move(rows));
    const bool closed = m_options.collapsed.count(launch.index) > 0 && m_arrangement.grouping != LaneGrouping::none;
    rows = chosen(std::move(rows), closed);
    Group group;
    if (m_options.headers && m_arrangement.grouping != LaneGrouping::none) {
      group.header.emplace();
      group.header->kind = Row::Kind::launch;
      group.header->launch = launch.index;
      group.header->collapsed = closed;
      group.headerHeight = closed ? m_options.collapsedHeight : m_options.headerHeight;
    }
    if (closed) rows.clear();
    const bool divided = m_arrangement.grouping == LaneGrouping::host || (m_arrangement.grouping == LaneGrouping::behaviour && m_table != nullptr);
    if (!divided) group.lanes = std::exchange(rows, {});
    m_groups.push_back(std::move(group));
    if (!rows.empty()) divide(std::move(rows));
  }

  void merge(std::vector<Row> rows) {
    for (Row& row : rows) {
      Row& target = m_merged.try_emplace(row.rank, Row{}).first->second;
      target.rank = row.rank;
      target.lanes.insert(target.lanes.end(), row.lanes.begin(), row.lanes.end());
    }
  }

  // What is neither hidden nor pinned; pinned ones are put aside, also those of a closed launch.
  std::vector<Row> chosen(std::vector<Row> rows, bool closed) {
    std::vector<Row> kept;
    if (!closed) m_layout.m_allCount += rows.size();
    for (Row& row : rows) {
      if (m_arrangement.pinned.count(row.laneKey()) > 0) {
        row.pinned = row.namesLaunch = true;
        m_pinned.push_back(std::move(row));
      } else if (isHidden(row)) {
        if (!closed) ++m_layout.m_hiddenCount;
      } else {
        kept.push_back(std::move(row));
      }
    }
    return kept;
  }

  bool isHidden(const Row& row) const {
    if (m_options.only != nullptr && m_options.only->count(row.laneKey()) == 0) return true;
    if (m_arrangement.hidden.count(row.laneKey()) > 0) return true;
    if (!m_arrangement.ranks.empty() && !contains(m_arrangement.ranks, row.rank)) return true;
    if (!m_arrangement.onlyTroubled || m_table == nullptr || row.lanes.empty()) return false;
    return std::none_of(row.lanes.begin(), row.lanes.end(), [this](model::LaneId lane) { return m_table->facts(lane).troubled; });
  }

  // The lanes of a launch under headings of their own: hosts as they come, behaviours with the worst and rarest first.
  void divide(std::vector<Row> rows) {
    const bool byHost = m_arrangement.grouping == LaneGrouping::host;
    std::vector<Group> groups;
    std::map<std::string, std::size_t> known;
    for (Row& row : rows) {
      const std::string name = byHost ? hostOf(row) : behaviourOf(row);
      const auto [entry, fresh] = known.try_emplace(name, groups.size());
      if (fresh) {
        Row header;
        header.kind = Row::Kind::group;
        header.launch = row.launch;
        header.name = byHost ? name : std::string();
        header.key = std::to_string(row.launch) + (byHost ? "/host/" : "/behaviour/") + name;
        header.collapsed = m_options.closedGroups.count(header.key) > 0;
        groups.push_back({std::move(header), m_options.groupHeight, {}});
      }
      groups[entry->second].lanes.push_back(std::move(row));
    }
    if (!byHost) {
      std::stable_sort(groups.begin(), groups.end(), [this](const Group& a, const Group& b) {
        const MarkRank worstA = worstOf(a.lanes.front()), worstB = worstOf(b.lanes.front());
        return worstA != worstB ? worstA > worstB : a.lanes.size() < b.lanes.size();
      });
    }
    for (Group& group : groups) {
      group.header->members = group.lanes.size();
      group.header->lanes = group.lanes.front().lanes;   // one that shows what they have in common
      if (group.header->collapsed) group.lanes.clear();
      m_groups.push_back(std::move(group));
    }
  }

  void joinGroups() {
    Group all;
    for (Group& group : m_groups) std::move(group.lanes.begin(), group.lanes.end(), std::back_inserter(all.lanes));
    for (Row& row : all.lanes) row.namesLaunch = m_run.launches.size() > 1;
    m_groups.clear();
    m_groups.push_back(std::move(all));
  }

  std::string hostOf(const Row& row) const {
    for (const model::LaneId lane : row.lanes) {
      if (!m_run.lanes[lane.value].host.empty()) return m_run.lanes[lane.value].host;
    }
    return {};
  }
  std::string behaviourOf(const Row& row) const {
    std::string behaviour;
    for (const model::LaneId lane : row.lanes) behaviour += std::to_string(m_table->facts(lane).behaviour) + '.';
    return behaviour;
  }
  MarkRank worstOf(const Row& row) const {
    MarkRank worst = row.lanes.empty() ? MarkRank::error : MarkRank::none;   // a rank that left nothing is no quiet one
    for (const model::LaneId lane : row.lanes) worst = std::max(worst, m_table->facts(lane).worst);
    return worst;
  }

  // Less stands further up; equal ones stay by rank.
  std::int64_t sortKey(const Row& row) const {
    switch (m_arrangement.order) {
      case LaneOrder::rank: return row.rank;
      case LaneOrder::severity: return -static_cast<std::int64_t>(worstOf(row));
      case LaneOrder::firstFailure: {
        std::int64_t first = LaneFacts::kNever;
        for (const model::LaneId lane : row.lanes) first = std::min(first, m_table->facts(lane).firstFailure);
        return first;
      }
      case LaneOrder::lastLine: {
        std::int64_t last = std::numeric_limits<std::int64_t>::min();
        for (const model::LaneId lane : row.lanes) last = std::max(last, m_table->facts(lane).last);
        return last;
      }
    }
    return 0;
  }

  bool folds(const Group& group) const {
    if (m_table == nullptr || m_arrangement.folding == LaneFolding::off) return false;
    return m_arrangement.folding == LaneFolding::on || group.lanes.size() > kManyLanes;
  }

  void arrange(Group& group) {
    if (m_arrangement.order == LaneOrder::rank || m_table != nullptr) {
      std::stable_sort(group.lanes.begin(), group.lanes.end(), [this](const Row& a, const Row& b) { return sortKey(a) < sortKey(b); });
    }
    if (folds(group)) group.lanes = foldAlike(*m_table, std::move(group.lanes), kFewestAlike, m_arrangement.opened);
  }

  // Of low lanes those that did what few others did: they are taken out of `group`, the worst first.
  std::vector<Row> pulledOut(Group& group) const {
    std::map<std::string, std::size_t> alike;
    for (const Row& row : group.lanes) ++alike[behaviourOf(row)];
    const auto isOdd = [&](const Row& row) { return row.alike.empty() && alike[behaviourOf(row)] < kFewestAlike && worstOf(row) >= MarkRank::error; };
    const auto odd = static_cast<std::size_t>(std::count_if(group.lanes.begin(), group.lanes.end(), isOdd));
    if (odd == 0 || odd > kMostPulled) return {};    // where many are odd, none is
    std::vector<Row> pulled;
    for (Row& row : group.lanes) {
      if (!isOdd(row)) continue;
      row.pulledOut = true;
      pulled.push_back(row);
    }
    group.lanes.erase(std::remove_if(group.lanes.begin(), group.lanes.end(), [](const Row& row) { return row.pulledOut; }), group.lanes.end());
    std::stable_sort(pulled.begin(), pulled.end(), [this](const Row& a, const Row& b) { return worstOf(a) > worstOf(b); });
    return pulled;
  }

  int chooseLaneHeight(std::size_t lanes, int others) const {
    if (m_options.laneHeight > 0) return m_options.laneHeight;
    if (m_options.available <= 0 || lanes == 0) return laneHeightFor(lanes);
    const int least = lanes <= 16 ? 24 : lanes <= 64 ? 10 : lanes <= 256 ? 3 : 1;
    return std::clamp((m_options.available - others) / static_cast<int>(lanes), least, kRoomyHeight);
  }

  void place() {
    constexpr int kPinnedHeight = 16;
    std::size_t lanes = m_pinned.size();
    int others = 0;
    for (const Group& group : m_groups) {
      lanes += group.lanes.size();
      others += group.headerHeight;
    }
    m_layout.m_laneCount = lanes;
    const int height = m_layout.m_laneHeight = chooseLaneHeight(lanes, others);
    m_layout.addLanes(std::move(m_pinned), m_options, std::max(height, kPinnedHeight));
    m_layout.m_pinnedHeight = m_layout.m_height;
    for (Group& group : m_groups) {
      if (group.header) m_layout.push(std::move(*group.header), group.headerHeight);
      if (m_table != nullptr && height < kPulledHeight) m_layout.addPulledOut(pulledOut(group));
      m_layout.addLanes(std::move(group.lanes), m_options, height);
    }
    m_layout.addHosts(m_run.hostLanes.size());
  }

  LaneLayout& m_layout;
  const model::Run& m_run;
  const LayoutOptions& m_options;
  const LaneArrangement& m_arrangement;
  const LaneTable* m_table;
  std::vector<Row> m_pinned;
  std::vector<Group> m_groups;
  std::map<model::Rank, Row> m_merged;
};

LaneLayout::LaneLayout(const model::Run& run, const LayoutOptions& options) { LayoutBuilder(*this, run, options).build(); }

void LaneLayout::addHosts(std::size_t hosts) {
  constexpr int kLeastHeight = 18;               // shapes and a label; there are few of them
  for (std::uint32_t host = 0; host < hosts; ++host) {
    Row row;
    row.kind = Row::Kind::host;
    row.host = host;
    push(std::move(row), std::max(m_laneHeight, kLeastHeight));
  }
}

void LaneLayout::addLanes(std::vector<Row> rows, const LayoutOptions& options, int height) {
  const std::size_t every = static_cast<std::size_t>(std::max(1, (options.labelHeight + height - 1) / height));
  // Round numbers are easier to count from than every third or seventh.
  std::size_t step = rows.size() > kManyLanes ? 8 : 1;
  while (step < every) step *= 2;
  // In order of rank it is every nth rank that has a label, whatever stands elsewhere.
  const bool byRank = options.arrangement.order == LaneOrder::rank && std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.alike.empty(); });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t number = byRank ? rows[i].rank : i;
    rows[i].labelled = number % step == 0 && (rows.size() - i >= every || step == 1);
    push(std::move(rows[i]), height);
  }
}

void LaneLayout::addPulledOut(std::vector<Row> rows) {
  for (Row& row : rows) push(std::move(row), kPulledHeight);
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
    const auto holds = [lane](const std::vector<model::LaneId>& lanes) { return std::find(lanes.begin(), lanes.end(), lane) != lanes.end(); };
    if (row.kind == Row::Kind::lane && (holds(row.lanes) || holds(row.alikeLanes))) return i;
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
