// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/kept_rows.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanescope::ui {

namespace {

// In the order of the enumerations; the first is what nobody has to choose.
constexpr std::array<const char*, 4> kGroupings = {"", "host", "behaviour", "none"};
constexpr std::array<const char*, 4> kOrders = {"", "first_failure", "last_line", "severity"};
constexpr std::array<const char*, 3> kFoldings = {"", "on", "off"};
constexpr std::array<const char*, 3> kMinors = {"", "shown", "hidden"};

template <class Choice, std::size_t N>
Choice choiceOf(const std::array<const char*, N>& words, const std::string& word) {
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? Choice{} : static_cast<Choice>(found - words.begin());
}

template <class Choice, std::size_t N>
std::string wordOf(const std::array<const char*, N>& words, Choice choice) {
  return words[static_cast<std::size_t>(choice)];
}

std::vector<session::KeptLane> keptLanes(const std::set<LaneKey>& keys) {
  std::vector<session::KeptLane> lanes;
  for (const LaneKey& key : keys) lanes.push_back({key.launch, 0, key.rank});
  return lanes;
}

std::set<LaneKey> keysOf(const std::vector<session::KeptLane>& lanes) {
  std::set<LaneKey> keys;
  for (const session::KeptLane& lane : lanes) keys.insert({lane.launch, lane.rank});
  return keys;
}

}  // namespace

session::KeptRows keptRows(const TimelineLook& look) {
  const LaneArrangement& arrangement = look.arrangement;
  session::KeptRows rows;
  rows.grouping = wordOf(kGroupings, arrangement.grouping);
  rows.order = wordOf(kOrders, arrangement.order);
  rows.folding = wordOf(kFoldings, arrangement.folding);
  rows.ranks = rankListText(arrangement.ranks).toStdString();
  rows.onlyTroubled = arrangement.onlyTroubled;
  rows.hidden = keptLanes(arrangement.hidden);
  rows.pinned = keptLanes(arrangement.pinned);
  rows.opened = keptLanes(arrangement.opened);
  rows.closed.assign(look.collapsed.begin(), look.collapsed.end());
  rows.closedGroups.assign(look.closedGroups.begin(), look.closedGroups.end());
  rows.foldsIdle = look.foldsIdle;
  rows.hidesFollowers = !arrangement.marks.followers;
  rows.minor = wordOf(kMinors, arrangement.marks.minor);
  return rows;
}

TimelineLook lookOf(const session::KeptRows& rows) {
  TimelineLook look;
  LaneArrangement& arrangement = look.arrangement;
  arrangement.grouping = choiceOf<LaneGrouping>(kGroupings, rows.grouping);
  arrangement.order = choiceOf<LaneOrder>(kOrders, rows.order);
  arrangement.folding = choiceOf<LaneFolding>(kFoldings, rows.folding);
  std::size_t errorAt = 0;
  if (auto ranks = parseRankList(rows.ranks, errorAt)) arrangement.ranks = *std::move(ranks);
  arrangement.onlyTroubled = rows.onlyTroubled;
  arrangement.hidden = keysOf(rows.hidden);
  arrangement.pinned = keysOf(rows.pinned);
  arrangement.opened = keysOf(rows.opened);
  look.collapsed.insert(rows.closed.begin(), rows.closed.end());
  look.closedGroups.insert(rows.closedGroups.begin(), rows.closedGroups.end());
  look.foldsIdle = rows.foldsIdle;
  arrangement.marks.followers = !rows.hidesFollowers;
  arrangement.marks.minor = choiceOf<MarkChoice::Minor>(kMinors, rows.minor);
  return look;
}

}  // namespace lanescope::ui
