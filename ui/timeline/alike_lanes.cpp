// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/alike_lanes.h"

#include <algorithm>
#include <map>
#include <set>

namespace lanescope::ui {

namespace {

// The lanes of a row may be attempts: alike is what was alike in each. A rank without any lane is like others without any.
std::vector<std::uint32_t> behaviourOf(const LaneTable& table, const Row& row) {
  std::vector<std::uint32_t> behaviour;
  for (const model::LaneId lane : row.lanes) behaviour.push_back(table.facts(lane).behaviour);
  return behaviour;
}

}  // namespace

std::vector<Row> foldAlike(const LaneTable& table, std::vector<Row> rows, std::size_t fewest, const std::set<LaneKey>& opened) {
  std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) groups[{rows[i].launch, behaviourOf(table, rows[i])}].push_back(i);
  std::set<std::size_t> hidden;
  for (const auto& [behaviour, members] : groups) {
    if (members.size() < fewest || opened.count({rows[members.front()].launch, rows[members.front()].rank}) > 0) continue;
    Row& kept = rows[members.front()];
    for (std::size_t i = 1; i < members.size(); ++i) {
      const Row& other = rows[members[i]];
      kept.alike.push_back(other.rank);
      kept.alikeLanes.insert(kept.alikeLanes.end(), other.lanes.begin(), other.lanes.end());
      hidden.insert(members[i]);
    }
    std::sort(kept.alike.begin(), kept.alike.end());
  }
  std::vector<Row> kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (hidden.count(i) == 0) kept.push_back(std::move(rows[i]));
  }
  return kept;
}

}  // namespace lanescope::ui
