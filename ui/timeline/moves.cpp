// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/moves.h"

#include "ui/timeline/event_marks.h"
#include "ui/timeline/lane_bins.h"

#include <algorithm>
#include <limits>

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

namespace {

constexpr TimeRange kAlways{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};

// The things of a lane by number, in order of time: either its events or its tests. `before` counts those before the place, `after`
// those before it or at it; where one of them is the place itself, that one alone is neither.
struct Stops {
  std::size_t before = 0, after = 0, count = 0;
  bool here = false;                             // one of them is the place
};

template <class TimeOf, class LineOf>
Stops stopsOf(std::size_t count, const LanePlace& place, TimeOf timeOf, LineOf lineOf) {
  Stops stops{0, count, count, false};
  while (stops.before < stops.after) {           // binary search of the first at the place's time or behind
    const std::size_t middle = (stops.before + stops.after) / 2;
    if (timeOf(middle) < place.utc) stops.before = middle + 1;
    else stops.after = middle;
  }
  while (stops.after < count && timeOf(stops.after) == place.utc) ++stops.after;
  for (std::size_t i = stops.before; i < stops.after && place.line; ++i) {
    if (lineOf(i) != *place.line) continue;
    stops = {i, i + 1, count, true};
  }
  return stops;
}

template <class Wanted>
std::optional<std::size_t> next(const Stops& stops, int direction, Wanted wanted) {
  if (direction > 0) {
    for (std::size_t i = stops.after; i < stops.count; ++i) {
      if (wanted(i)) return i;
    }
    return {};
  }
  for (std::size_t i = stops.before; i > 0; --i) {
    if (wanted(i - 1)) return i - 1;
  }
  return {};
}

}  // namespace

// A test stands before the events of the same moment.
std::optional<Hit> nextMark(const model::Run& run, const RunIndex& index, model::LaneId lane, const LanePlace& place, int direction) {
  const auto ids = index.events(lane);
  const auto ranks = index.eventRanks(lane);
  const RunIndex::Slice slice = index.intervals(lane, kAlways);
  const auto eventAt = [&](std::size_t i) -> const model::Event& { return index.event(run, ids[i]); };
  const auto testAt = [&](std::size_t i) { return slice.first + static_cast<std::uint32_t>(i); };
  Stops events = stopsOf(ids.size(), place, [&](std::size_t i) { return eventAt(i).utc; }, [&](std::size_t i) { return model::LineRef{eventAt(i).source, eventAt(i).line}; });
  Stops tests = stopsOf(slice.last - slice.first, place, [&](std::size_t i) { return index.extent(testAt(i)).begin; }, [&](std::size_t i) { return run.intervals[testAt(i)].line; });
  if (tests.here && !events.here) events.after = events.before;
  if (events.here && !tests.here) tests.before = tests.after;
  const auto event = next(events, direction, [&](std::size_t i) { return ranks[i] > static_cast<std::uint8_t>(MarkRank::lifecycle); });
  const auto test = next(tests, direction, [&](std::size_t i) { return hasNoVerdict(index.testValue(testAt(i))); });
  if (!event && !test) return {};
  const bool testFirst = event && test && index.extent(testAt(*test)).begin <= eventAt(*event).utc;
  const bool takesTest = !event || (test && testFirst == (direction > 0));
  if (takesTest) return Hit{Hit::What::interval, testAt(*test), lane};
  return Hit{Hit::What::event, ids[*event], lane};
}

}  // namespace lanescope::ui
