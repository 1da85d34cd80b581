// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/alike_lanes.h"

#include "ui/timeline/lane_bins.h"

#include <map>
#include <set>
#include <tuple>

namespace lanescope::ui {

namespace {

// What is compared. Times are not: alike lanes do the same, not at the same nanosecond.
struct Behaviour {
  std::uint32_t launch = 0;
  bool present = false;
  std::set<std::uint32_t> findings;
  std::set<std::tuple<model::IntervalKind, int>> spans;
  std::vector<std::tuple<model::EndKind, std::optional<int>, std::string>> ends;
  auto operator<=>(const Behaviour&) const = default;
};

Behaviour behaviourOf(const model::Run& run, const RunIndex& index, const Row& row) {
  Behaviour behaviour;
  behaviour.launch = row.launch;
  behaviour.present = !row.lanes.empty();
  for (const model::LaneId id : row.lanes) {
    for (const std::uint32_t event : index.events(id)) {
      if (run.events[event].finding < run.findings.size()) behaviour.findings.insert(run.events[event].finding);
    }
    const TimeRange always{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    const RunIndex::Slice slice = index.intervals(id, always);
    for (std::uint32_t i = slice.first; i < slice.last; ++i) {
      const model::Interval& interval = run.intervals[i];
      if (interval.kind == model::IntervalKind::iterations) continue;   // one rank prints them for all
      behaviour.spans.insert({interval.kind, interval.kind == model::IntervalKind::test ? badness(interval.outcome) : 0});
    }
    const model::LaneEnd& end = run.lanes[id.value].end;
    behaviour.ends.emplace_back(end.kind, end.code, end.signal);
  }
  return behaviour;
}

}  // namespace

std::vector<Row> foldAlike(const model::Run& run, const RunIndex& index, std::vector<Row> rows, std::size_t fewest) {
  std::map<Behaviour, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) groups[behaviourOf(run, index, rows[i])].push_back(i);
  std::set<std::size_t> hidden;
  for (const auto& [behaviour, members] : groups) {
    if (members.size() < fewest) continue;
    for (std::size_t i = 1; i < members.size(); ++i) {
      rows[members.front()].alike.push_back(rows[members[i]].rank);
      hidden.insert(members[i]);
    }
  }
  std::vector<Row> kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (hidden.count(i) == 0) kept.push_back(std::move(rows[i]));
  }
  return kept;
}

}  // namespace lanescope::ui
