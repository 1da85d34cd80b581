// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/run_index.h"

#include "core/base/task_pool.h"
#include "ui/timeline/event_marks.h"
#include "ui/timeline/lane_bins.h"
#include "ui/timeline/test_verdicts.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lanescope::ui {

namespace {

// Rows of indexes, compressed: row r is [starts[r], starts[r + 1]) of `all`. `rowOf` gives an event's row or rows.size().
template <class RowOf>
void fillRows(const std::vector<model::Event>& events, std::uint32_t rows, RowOf rowOf, std::vector<std::uint32_t>& all,
              std::vector<std::uint32_t>& starts) {
  starts.assign(rows + 1, 0);
  if (rows == 0) return;
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

RunIndex::RunIndex(const model::Run& run, const std::stop_token& stop) : m_lanes(static_cast<std::uint32_t>(run.lanes.size())) {
  indexEvents(run);
  indexIntervals(run);
  m_testLods.resize(m_lanes);
  m_testValueLods.resize(m_lanes);
  m_eventLods.resize(m_lanes);
  m_worstOfNoFinding.resize(m_lanes);
  m_kinds.resize(m_lanes);
  m_spans.resize(m_lanes);
  base::parallelFor(m_lanes, 0, stop, [&](std::size_t lane) {
    indexTests(run, static_cast<std::uint32_t>(lane));
    indexMarks(run, static_cast<std::uint32_t>(lane));
  });
  findFirstFailure(run);
}

void RunIndex::indexEvents(const model::Run& run) {
  indexHosts(run);
  std::vector<bool> ofHost(m_hostEvents.empty() ? 0 : run.events.size());
  for (const std::vector<std::uint32_t>& events : m_hostEvents) {
    for (const std::uint32_t event : events) ofHost[event] = true;
  }
  const auto rowOf = [&](const model::Event& event) {
    if (event.lane.valid()) return event.lane.value;
    const auto index = static_cast<std::size_t>(&event - run.events.data());
    return index < ofHost.size() && ofHost[index] ? m_lanes + 1 : m_lanes;   // beyond the last row: in none
  };
  fillRows(run.events, m_lanes + 1, rowOf, m_laneEvents, m_eventStarts);
  fillRows(run.events, static_cast<std::uint32_t>(run.findings.size()),
           [](const model::Event& event) { return event.finding; }, m_findingEvents, m_findingStarts);
  addVerdicts(run);
  m_eventRanks.resize(m_laneEvents.size());
}

// Behind the events of each lane its verdicts; then both together in order of time.
void RunIndex::addVerdicts(const model::Run& run) {
  std::vector<std::vector<model::Event>> ofLane(m_lanes);
  base::parallelFor(m_lanes, 0, {}, [&](std::size_t lane) {
    const model::LaneId id{static_cast<std::uint32_t>(lane)};
    ofLane[lane] = untoldVerdicts(run, id, events(id));
  });
  if (std::all_of(ofLane.begin(), ofLane.end(), [](const auto& verdicts) { return verdicts.empty(); })) return;
  std::vector<std::uint32_t> all, starts{0};
  for (std::uint32_t row = 0; row <= m_lanes; ++row) {
    const auto told = slice(m_laneEvents, m_eventStarts, row);
    const auto first = static_cast<std::ptrdiff_t>(all.size());
    all.insert(all.end(), told.begin(), told.end());
    const auto middle = static_cast<std::ptrdiff_t>(all.size());
    for (std::size_t i = 0; row < m_lanes && i < ofLane[row].size(); ++i) {
      all.push_back(eventCount(run));
      m_verdicts.push_back(ofLane[row][i]);
    }
    std::inplace_merge(all.begin() + first, all.begin() + middle, all.end(), [&](std::uint32_t a, std::uint32_t b) { return event(run, a).utc < event(run, b).utc; });
    starts.push_back(static_cast<std::uint32_t>(all.size()));
  }
  m_laneEvents = std::move(all);
  m_eventStarts = std::move(starts);
}

void RunIndex::indexHosts(const model::Run& run) {
  m_hostEvents.resize(run.hostLanes.size());
  std::vector<std::pair<model::LineRef, std::size_t>> hostOfLine;
  for (std::size_t host = 0; host < run.hostLanes.size(); ++host) {
    for (const model::LineRef& line : run.hostLanes[host].lines) hostOfLine.emplace_back(line, host);
  }
  std::sort(hostOfLine.begin(), hostOfLine.end());
  if (hostOfLine.empty()) return;
  for (std::uint32_t i = 0; i < run.events.size(); ++i) {
    const model::LineRef line{run.events[i].source, run.events[i].line};
    const auto found = std::lower_bound(hostOfLine.begin(), hostOfLine.end(), line, [](const auto& entry, const model::LineRef& wanted) { return entry.first < wanted; });
    const bool placed = run.events[i].basis != model::Basis::none;
    if (placed && found != hostOfLine.end() && found->first == line) m_hostEvents[found->second].push_back(i);
  }
}

void RunIndex::indexMarks(const model::Run& run, std::uint32_t lane) {
  const std::uint32_t first = m_eventStarts[lane], last = m_eventStarts[lane + 1];
  // A lane's events lie far from each other: each is fetched once.
  std::vector<std::int64_t> times(last - first);
  for (std::uint32_t i = first; i < last; ++i) {
    const model::Event& event = this->event(run, m_laneEvents[i]);
    const MarkRank rank = markRankOf(run, event);
    times[i - first] = event.utc;
    m_eventRanks[i] = static_cast<std::uint8_t>(rank);
    if (event.finding >= run.findings.size()) m_worstOfNoFinding[lane] = std::max(m_worstOfNoFinding[lane], rank);
  }
  m_eventLods[lane] = WorstLod::of(
      last - first, 0, [&](std::uint32_t i) { return TimeRange{times[i], times[i]}; }, [&](std::uint32_t i) { return m_eventRanks[first + i]; });
}

void RunIndex::indexIntervals(const model::Run& run) {
  // Intervals are sorted by lane.
  m_intervalStarts.resize(m_lanes + 1);
  for (std::uint32_t lane = 0; lane <= m_lanes; ++lane) {
    const auto first = std::partition_point(run.intervals.begin(), run.intervals.end(), [lane](const model::Interval& interval) { return interval.lane.value < lane; });
    m_intervalStarts[lane] = static_cast<std::uint32_t>(first - run.intervals.begin());
  }
  m_extents.resize(run.intervals.size());
  m_latestEnds.resize(run.intervals.size());
  m_testValues.resize(run.intervals.size());
}

void RunIndex::indexTests(const model::Run& run, std::uint32_t lane) {
  const std::uint32_t first = m_intervalStarts[lane], last = m_intervalStarts[lane + 1];
  const TimeRange ofLane = extentOf(run.lanes[lane]);
  std::int64_t latest = std::numeric_limits<std::int64_t>::min();
  for (std::uint32_t i = first; i < last; ++i) {
    const model::Interval& interval = run.intervals[i];
    const bool test = interval.kind == model::IntervalKind::test;
    m_kinds[lane] |= kindBit(interval.kind, test ? badness(interval.outcome) : 0);
    if (!test) m_spans[lane].push_back(i);
    if (interval.begin.known()) {
      std::int64_t end = interval.end.known() ? interval.end.utc : interval.begin.utc;
      if (interval.openEnded) end = std::max(end, ofLane.end);
      m_extents[i] = {interval.begin.utc, std::max(end, interval.begin.utc)};
      if (test) m_testValues[i] = static_cast<std::uint8_t>(1 + badness(interval.outcome));
    }
    latest = std::max(latest, m_extents[i].end);
    m_latestEnds[i] = latest;
  }
  const auto extentOfTest = [&](std::uint32_t i) { return m_extents[first + i]; };
  const auto valueOfTest = [&](std::uint32_t i) { return m_testValues[first + i]; };
  m_testLods[lane] = WorstLod::of(last - first, first, extentOfTest, valueOfTest);
  m_testValueLods[lane] = WorstLod::of(last - first, first, extentOfTest, valueOfTest, WorstLod::Detail::fine);
}

std::uint64_t RunIndex::memoryBytes() const {
  const auto bytes = [](const auto& column) { return column.capacity() * sizeof(column[0]); };
  std::uint64_t sum = bytes(m_laneEvents) + bytes(m_eventStarts) + bytes(m_verdicts) + bytes(m_findingEvents) + bytes(m_findingStarts) + bytes(m_intervalStarts) +
                      bytes(m_extents) + bytes(m_latestEnds) + bytes(m_testValues) + bytes(m_kinds) + bytes(m_spans) + bytes(m_eventRanks) +
                      bytes(m_testLods) + bytes(m_testValueLods) + bytes(m_eventLods);
  for (const std::vector<WorstLod>* lods : {&m_testLods, &m_testValueLods, &m_eventLods}) {
    for (const WorstLod& lod : *lods) sum += lod.memoryBytes();
  }
  return sum;
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
