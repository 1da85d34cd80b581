// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/moves.h"

#include "ui/timeline/event_marks.h"

#include <algorithm>

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
  const auto worthIt = [&](std::uint32_t i) {
    const model::Event& event = run.events[i];
    const bool beyond = direction > 0 ? event.utc > from : event.utc < from;
    return beyond && markRankOf(run, event) > MarkRank::lifecycle;
  };
  if (direction > 0) {
    const auto found = std::find_if(events.begin(), events.end(), worthIt);
    return found != events.end() ? std::optional<std::uint32_t>(*found) : std::nullopt;
  }
  const auto found = std::find_if(events.rbegin(), events.rend(), worthIt);
  return found != events.rend() ? std::optional<std::uint32_t>(*found) : std::nullopt;
}

}  // namespace lanescope::ui
