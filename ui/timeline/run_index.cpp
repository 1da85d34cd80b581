// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/run_index.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace lanescope::ui {

namespace {

// Rows of indexes, compressed: row r is [starts[r], starts[r + 1]) of `all`. `rowOf` gives an event's row or rows.size().
void fillRows(const std::vector<model::Event>& events, std::uint32_t rows,
              const std::function<std::uint32_t(const model::Event&)>& rowOf, std::vector<std::uint32_t>& all,
              std::vector<std::uint32_t>& starts) {
  starts.assign(rows + 1, 0);
  for (const model::Event& event : events) {
    const std::uint32_t row = event.basis == model::Basis::none ? rows : rowOf(event);
    if (row < rows) ++starts[row + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  all.resize(starts.back());
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const std::uint32_t row = events[i].basis == model::Basis::none ? rows : rowOf(events[i]);
    if (row < rows) all[next[row]++] = i;
  }
}

void widen(std::optional<TimeRange>& range, const model::When& when) {
  if (!when.known() || when.basis == model::Basis::file) return;
  if (!range) range = TimeRange{when.utc, when.utc};
  range->begin = std::min(range->begin, when.utc);
  range->end = std::max(range->end, when.utc);
}

}  // namespace

TimeRange extentOf(const model::Lane& lane) {
  std::optional<TimeRange> range;
  widen(range, lane.first);
  widen(range, lane.last);
  widen(range, lane.end.time);
  return range.value_or(TimeRange{});
}

TimeRange extentOf(const model::Launch& launch, const model::Run& run) {
  std::optional<TimeRange> range;
  widen(range, launch.start);
  widen(range, launch.end);
  if (launch.start.known() && launch.end.known()) return range.value_or(TimeRange{});
  for (const model::Lane& lane : run.lanes) {
    if (lane.launch != launch.index) continue;
    widen(range, lane.first);
    widen(range, lane.last);
    widen(range, lane.end.time);
  }
  return range.value_or(TimeRange{});
}

RunIndex::RunIndex(const model::Run& run) : m_lanes(static_cast<std::uint32_t>(run.lanes.size())) {
  indexEvents(run);
  indexIntervals(run);
  findFirstFailure(run);
}

void RunIndex::indexEvents(const model::Run& run) {
  fillRows(run.events, m_lanes + 1,
           [this](const model::Event& event) { return event.lane.valid() ? event.lane.value : m_lanes; }, m_laneEvents,
           m_eventStarts);
  fillRows(run.events, static_cast<std::uint32_t>(run.findings.size()),
           [](const model::Event& event) { return event.finding; }, m_findingEvents, m_findingStarts);
}

void RunIndex::indexIntervals(const model::Run& run) {
  m_intervalStarts.assign(m_lanes + 1, 0);
  m_extents.resize(run.intervals.size());
  m_latestEnds.resize(run.intervals.size());
  for (std::uint32_t i = 0; i < run.intervals.size(); ++i) {
    const model::Interval& interval = run.intervals[i];
    ++m_intervalStarts[interval.lane.value + 1];
    if (!interval.begin.known()) continue;
    const TimeRange lane = extentOf(run.lanes[interval.lane.value]);
    std::int64_t end = interval.end.known() ? interval.end.utc : interval.begin.utc;
    if (interval.openEnded) end = std::max(end, lane.end);
    m_extents[i] = {interval.begin.utc, std::max(end, interval.begin.utc)};
  }
  std::partial_sum(m_intervalStarts.begin(), m_intervalStarts.end(), m_intervalStarts.begin());
  for (std::uint32_t lane = 0; lane < m_lanes; ++lane) {
    std::int64_t latest = std::numeric_limits<std::int64_t>::min();
    for (std::uint32_t i = m_intervalStarts[lane]; i < m_intervalStarts[lane + 1]; ++i) {
      latest = std::max(latest, m_extents[i].end);
      m_latestEnds[i] = latest;
    }
  }
}

RunIndex::Slice RunIndex::intervals(model::LaneId lane, TimeRange window) const {
  const std::uint32_t first = m_intervalStarts[lane.value], last = m_intervalStarts[lane.value + 1];
  const auto ends = m_latestEnds.begin();
  const auto from = std::lower_bound(ends + first, ends + last, window.begin);
  const auto extents = m_extents.begin();
  const auto to = std::lower_bound(extents + (from - ends), extents + last, window.end,
                                   [](const TimeRange& extent, std::int64_t ns) { return extent.begin < ns; });
  return {static_cast<std::uint32_t>(from - ends), static_cast<std::uint32_t>(to - extents)};
}

void RunIndex::findFirstFailure(const model::Run& run) {
  if (!run.firstFailure) return;
  const auto own = eventsOfFinding(*run.firstFailure);
  if (own.empty()) return;
  m_firstFailureEvent = own.front();
  const auto& evidence = run.findings[*run.firstFailure].evidence;
  if (evidence.empty()) return;
  for (const std::uint32_t index : own) {
    const model::Event& event = run.events[index];
    if (event.source == evidence.front().source && event.line == evidence.front().line) {
      m_firstFailureEvent = index;
      return;
    }
  }
}

}  // namespace lanescope::ui
