// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/mark_clusters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

namespace lanescope::ui {

namespace {

constexpr std::size_t kManyAlike = 16;           // lanes: more are told once above them

// Takes marks in order of time, into bins at absolute times, so that nothing regroups while panning. Of two neighbouring bins whose marks
// would overlap the milder one goes to the worse one; of equal ones that with the odd number. That looks as far as there are steps from
// the mildest to the worst.
class Clusterer {
 public:
  Clusterer(double reach, std::int64_t binNs) : m_reach(reach), m_binNs(binNs) {}

  void offer(std::int64_t utc, const MarkCluster& mark) {
    if (mark.rank == MarkRank::lifecycle) return offerTick(mark);
    const std::int64_t number = utc / m_binNs - (utc % m_binNs < 0 ? 1 : 0);
    if (m_bins.empty() || m_bins.back().number != number) return m_bins.push_back({number, mark});
    MarkCluster& worst = m_bins.back().mark;
    if (mark.rank > worst.rank) worst = {mark.x, mark.event, mark.rank, worst.first, mark.last};
    else worst.last = mark.last;
  }

  LaneMarks take() {
    std::size_t owner = m_bins.size();           // of the last cluster
    for (std::size_t i = 0; i < m_bins.size(); ++i) {
      const std::size_t root = ownerOf(i);
      if (root != owner) m_marks.clusters.push_back(m_bins[root].mark);
      MarkCluster& cluster = m_marks.clusters.back();
      if (root != owner) cluster.first = m_bins[i].mark.first;
      cluster.last = m_bins[i].mark.last;
      owner = root;
    }
    return std::move(m_marks);
  }

 private:
  struct Bin { std::int64_t number; MarkCluster mark; };

  // Whose mark stands for this bin. A neighbour that is covered itself covers nothing: then it is whoever covers that one, where it
  // reaches so far, else the other neighbour. Ends, because who covers is worse.
  std::size_t ownerOf(std::size_t i) const {
    std::array<std::optional<std::size_t>, 2> sides;
    if (i > 0 && yields(m_bins[i], m_bins[i - 1])) sides[0] = i - 1;
    if (i + 1 < m_bins.size() && yields(m_bins[i], m_bins[i + 1])) sides[1] = i + 1;
    if (sides[0] && sides[1] && m_bins[*sides[1]].mark.rank > m_bins[*sides[0]].mark.rank) std::swap(sides[0], sides[1]);
    for (const auto& side : sides) {
      if (!side) continue;
      const std::size_t owner = ownerOf(*side);
      if (owner == *side || std::abs(m_bins[owner].mark.x - m_bins[i].mark.x) < m_reach) return owner;
    }
    return i;
  }
  bool yields(const Bin& bin, const Bin& other) const {
    const bool overlap = std::abs(bin.number - other.number) == 1 && std::abs(bin.mark.x - other.mark.x) < m_reach;
    return overlap && (other.mark.rank > bin.mark.rank || (other.mark.rank == bin.mark.rank && bin.number % 2 != 0));
  }
  void offerTick(const MarkCluster& tick) {
    constexpr double kTickReach = 2;
    if (m_marks.ticks.empty() || tick.x - m_marks.ticks.back().x >= kTickReach) m_marks.ticks.push_back(tick);
  }

  double m_reach;
  std::int64_t m_binNs;
  std::vector<Bin> m_bins;
  LaneMarks m_marks;
};

// What the user wants to see of this many lanes.
class MarkFilter {
 public:
  explicit MarkFilter(const SceneInput& in) : m_minor(showsMinor(in.marks, in.layout.laneCount())), m_followers(in.marks.followers) {}
  bool shows(MarkRank rank) const {
    if (rank == MarkRank::none) return false;
    if (rank == MarkRank::teardown) return m_followers;
    return m_minor || rank > MarkRank::warning;
  }
  bool counts(std::uint8_t rank) const { return rank > static_cast<std::uint8_t>(MarkRank::lifecycle) && shows(static_cast<MarkRank>(rank)); }

 private:
  bool m_minor, m_followers;
};

// By lane: is it drawn in this row?
std::vector<bool> lanesOf(const SceneInput& in, const Row& row) {
  std::vector<bool> here(in.run.lanes.size());
  for (const model::LaneId lane : row.lanes) here[lane.value] = true;
  for (const model::LaneId lane : row.alikeLanes) here[lane.value] = true;
  return here;
}

// Of a finding's events those of `launch` that are drawn, cut where more than kClusterTogether has passed since the first.
class StackFinder {
 public:
  StackFinder(const SceneInput& in, std::vector<MarkStack>& stacks) : m_in(in), m_stacks(stacks), m_seenIn(in.run.lanes.size()) {}

  void add(std::uint32_t index) {
    const model::Event& event = m_in.event(index);
    if (!m_members.empty() && event.utc - m_in.event(m_members.front()).utc > kClusterTogether) finish();
    if (m_members.empty()) ++m_group;
    m_members.push_back(index);
    if (std::exchange(m_seenIn[event.lane.value], m_group) != m_group) ++m_lanes;
  }
  void finish() {
    if (m_lanes > kManyAlike) m_stacks.push_back({m_members.front(), m_members});
    m_members.clear();
    m_lanes = 0;
  }

 private:
  const SceneInput& m_in;
  std::vector<MarkStack>& m_stacks;
  std::vector<std::uint32_t> m_members, m_seenIn;   // m_seenIn: by lane, the last group in which it was
  std::uint32_t m_group = 0;
  std::size_t m_lanes = 0;
};

}  // namespace

bool showsMinor(const MarkChoice& choice, std::size_t lanes) {
  return choice.minor == MarkChoice::Minor::shown || (choice.minor == MarkChoice::Minor::automatic && lanes <= kManyLanes);
}

LaneMarks laneMarks(const SceneInput& in, model::LaneId lane, double reach) {
  const auto binNs = std::max<std::int64_t>(1, static_cast<std::int64_t>(reach * in.columnsPerPixel * static_cast<double>(in.axis.nsPerColumn())));
  Clusterer clusterer(reach, binNs);
  const MarkFilter filter(in);
  const auto events = in.index.events(lane);
  const auto ranks = in.index.eventRanks(lane);
  const auto offer = [&](std::size_t at) {
    const auto rank = static_cast<MarkRank>(ranks[at]);
    if (!filter.shows(rank)) return;             // events lie far from each other: those that are not drawn are not fetched
    const std::int64_t utc = in.event(events[at]).utc;
    clusterer.offer(utc, {in.x(utc), events[at], rank, at, at + 1});
  };
  const TimeRange span = in.axis.span();
  constexpr std::int64_t kSteps = 2 * (static_cast<std::int64_t>(MarkRank::firstFailure) + 1);
  const std::int64_t margin = kSteps * binNs;    // further bins change nothing in view
  const auto indexAt = [&](std::int64_t ns) {
    const auto found = std::partition_point(events.begin(), events.end(), [&](std::uint32_t i) { return in.event(i).utc < ns; });
    return static_cast<std::size_t>(found - events.begin());
  };
  const std::size_t first = indexAt(span.begin - margin), last = indexAt(span.end + margin);
  if (const auto level = in.index.eventLod(lane).level(in.axis.nsPerColumn()); level && level->cells < last - first) {
    for (std::size_t cell = 0; cell < level->cells; ++cell) {
      if (level->values[cell] > 0 && level->items[cell] >= first && level->items[cell] < last) offer(level->items[cell]);
    }
  } else {
    for (std::size_t i = first; i < last; ++i) offer(i);
  }
  LaneMarks marks = clusterer.take();
  if (marks.clusters.empty()) return marks;
  // What a cell holds beside its worst belongs to a mark, too.
  marks.clusters.front().first = first;
  for (std::size_t i = 0; i + 1 < marks.clusters.size(); ++i) marks.clusters[i].last = std::max(marks.clusters[i].last, marks.clusters[i + 1].first);
  marks.clusters.back().last = last;
  return marks;
}

std::vector<std::uint32_t> membersOf(const SceneInput& in, const Row& row, model::LaneId lane, const MarkCluster& cluster) {
  const auto events = in.index.events(lane);
  const auto ranks = in.index.eventRanks(lane);
  const MarkFilter filter(in);
  std::vector<std::uint32_t> members;
  std::set<std::uint32_t> findings;
  for (std::size_t i = cluster.first; i < cluster.last; ++i) {
    if (!filter.counts(ranks[i])) continue;
    members.push_back(events[i]);
    if (!row.alikeLanes.empty() && in.event(events[i]).finding < in.run.findings.size()) findings.insert(in.event(events[i]).finding);
  }
  if (members.empty() || findings.empty()) return members;
  const TimeRange window{in.event(members.front()).utc - kClusterTogether, in.event(members.back()).utc + kClusterTogether};
  const std::vector<bool> here = lanesOf(in, row);
  for (const std::uint32_t finding : findings) {
    for (const std::uint32_t event : in.index.eventsOfFinding(finding)) {
      const model::Event& other = in.event(event);
      const bool near = other.utc >= window.begin && other.utc <= window.end;
      const bool drawn = filter.counts(static_cast<std::uint8_t>(markRankOf(in.run, other)));
      if (near && drawn && other.lane.valid() && other.lane != lane && here[other.lane.value]) members.push_back(event);
    }
  }
  std::stable_sort(members.begin(), members.end(), [&in](std::uint32_t a, std::uint32_t b) { return model::eventBefore(in.event(a), in.event(b)); });
  return members;
}

std::vector<MarkStack> stacksOf(const SceneInput& in, std::uint32_t launch) {
  std::vector<MarkStack> stacks;
  const MarkFilter filter(in);
  StackFinder finder(in, stacks);
  for (std::uint32_t finding = 0; finding < in.run.findings.size(); ++finding) {
    if (in.run.findings[finding].launch.value_or(launch) != launch) continue;
    for (const std::uint32_t index : in.index.eventsOfFinding(finding)) {
      const model::Event& event = in.event(index);
      if (!event.lane.valid() || in.run.lanes[event.lane.value].launch != launch) continue;
      if (filter.counts(static_cast<std::uint8_t>(markRankOf(in.run, event)))) finder.add(index);
    }
    finder.finish();
  }
  return stacks;
}

std::vector<std::uint32_t> membersOf(const SceneInput& in, const Hit& cluster) {
  if (!cluster.lane.valid()) {
    const model::LaneId lane = in.event(cluster.index).lane;
    for (MarkStack& stack : stacksOf(in, in.run.lanes[lane.value].launch)) {
      if (stack.event == cluster.index) return std::move(stack.members);
    }
    return {};
  }
  const auto row = in.layout.rowOf(in.run, cluster.lane);
  for (const MarkCluster& mark : laneMarks(in, cluster.lane, clusterReach(in.style)).clusters) {
    if (row && mark.event == cluster.index) return membersOf(in, in.layout.rows()[*row], cluster.lane, mark);
  }
  return {};
}

}  // namespace lanescope::ui
