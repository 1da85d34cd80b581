// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/moves.h"

#include "ui/timeline/event_marks.h"

#include <algorithm>
#include <iterator>

namespace lanescope::ui {

TimeRange zoomed(TimeRange range, std::int64_t pivot, double factor) {
  pivot = std::clamp(pivot, range.begin, range.end);
  const double length = std::max(1e6, static_cast<double>(range.length()) / factor);
  const double share = static_cast<double>(pivot - range.begin) / std::max(1.0, static_cast<double>(range.length()));
  const auto begin = pivot - static_cast<std::int64_t>(length * share);
  return {begin, begin + static_cast<std::int64_t>(length)};
}

TimeRange panned(TimeRange range, double fraction) {
  const auto step = static_cast<std::int64_t>(static_cast<double>(range.length()) * fraction);
  return {range.begin + step, range.end + step};
}

std::optional<std::uint32_t> nextMarkedEvent(const model::Run& run, const RunIndex& index, model::LaneId lane, std::int64_t from, int direction) {
  const auto events = index.events(lane);
  const auto ranks = index.eventRanks(lane);
  const auto isMarked = [](std::uint8_t rank) { return rank > static_cast<std::uint8_t>(MarkRank::lifecycle); };
  const auto eventOf = [&](auto rank) { return std::optional<std::uint32_t>(events[static_cast<std::size_t>(rank - ranks.begin())]); };
  // Events stand in the order of time.
  const auto countWhere = [&](auto before) { return std::partition_point(events.begin(), events.end(), before) - events.begin(); };
  if (direction > 0) {
    const auto first = ranks.begin() + countWhere([&](std::uint32_t i) { return run.events[i].utc <= from; });
    const auto found = std::find_if(first, ranks.end(), isMarked);
    return found != ranks.end() ? eventOf(found) : std::nullopt;
  }
  const auto last = ranks.begin() + countWhere([&](std::uint32_t i) { return run.events[i].utc < from; });
  const auto found = std::find_if(std::make_reverse_iterator(last), ranks.rend(), isMarked);
  return found != ranks.rend() ? eventOf(found.base() - 1) : std::nullopt;
}

}  // namespace lanescope::ui
