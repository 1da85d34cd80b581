// SPDX-License-Identifier: Apache-2.0
// How a person wants the lanes: which, in what order and under which headings. Plain data that outlives the Run it was made for: lanes
// are named by launch and rank.
#pragma once

#include "core/model/run.h"

#include <QString>

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::ui {

struct LaneKey {
  std::uint32_t launch = 0;
  model::Rank rank = 0;
  auto operator<=>(const LaneKey&) const = default;
};

enum class LaneGrouping : std::uint8_t { launch, host, behaviour, none };
enum class LaneOrder : std::uint8_t { rank, firstFailure, lastLine, severity };
// Whether lanes that behave alike share a row; `automatic`: above 64 lanes.
enum class LaneFolding : std::uint8_t { automatic, on, off };

// Both inclusive.
struct RankSpan {
  model::Rank first = 0, last = 0;
  bool operator==(const RankSpan&) const = default;
};

// "0-7, 13", "32-" (and all above). Parts are separated by commas, semicolons or spaces; a part may begin with "r". Empty text: no span.
// nullopt where that is no list; `errorAt` is then the offset of what was not understood.
std::optional<std::vector<RankSpan>> parseRankList(std::string_view text, std::size_t& errorAt);
// "0-7, 13", as parseRankList() reads it.
QString rankListText(const std::vector<RankSpan>& spans);
bool contains(const std::vector<RankSpan>& spans, model::Rank rank);

// Which marks are drawn beside failures and warnings of NCCL, which always are.
struct MarkChoice {
  enum class Minor : std::uint8_t { automatic, shown, hidden };
  Minor minor = Minor::automatic;                // other warnings, notes, starts; automatic: up to 64 lanes
  bool followers = true;                         // what followed from another failure, and teardown
  bool operator==(const MarkChoice&) const = default;
};

struct LaneArrangement {
  LaneGrouping grouping = LaneGrouping::launch;
  LaneOrder order = LaneOrder::rank;
  LaneFolding folding = LaneFolding::automatic;
  std::vector<RankSpan> ranks;                   // only these; empty: all
  bool onlyTroubled = false;                     // those that failed, stopped or left nothing
  std::set<LaneKey> hidden;
  std::set<LaneKey> pinned;                      // stay at the top
  std::set<LaneKey> opened;                      // first lanes of bands that are shown lane by lane
  MarkChoice marks;
  bool operator==(const LaneArrangement&) const = default;

  bool hides() const { return !ranks.empty() || onlyTroubled || !hidden.empty(); }
};

// With what is open and closed: all of a timeline that is neither the run nor the visible range.
struct TimelineLook {
  LaneArrangement arrangement;
  std::set<std::uint32_t> collapsed;             // launches
  std::set<std::string> closedGroups;            // keys of their rows
  bool foldsIdle = false;
  bool operator==(const TimelineLook&) const = default;
};

}  // namespace lanescope::ui
