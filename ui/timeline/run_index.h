// SPDX-License-Identifier: Apache-2.0
// Look-up of a Run by lane and time, made once for each Run: the events and intervals of a lane that touch a window are
// found by binary search. Immutable; any thread may read. Keeps no reference to the Run.
#pragma once

#include "core/model/run.h"
#include "ui/models/view_state.h"
#include "ui/timeline/event_marks.h"
#include "ui/timeline/worst_lod.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace lanescope::ui {

class RunIndex {
 public:
  // Where `stop` is requested meanwhile it is not whole, and of no use.
  explicit RunIndex(const model::Run& run, const std::stop_token& stop = {});

  // What an index of an event means: Run::events, and behind them the verdicts of failed tests that none of those tells of.
  const model::Event& event(const model::Run& run, std::uint32_t index) const {
    return index < run.events.size() ? run.events[index] : m_verdicts[index - run.events.size()];
  }
  std::uint32_t eventCount(const model::Run& run) const { return static_cast<std::uint32_t>(run.events.size() + m_verdicts.size()); }
  // Those verdicts, by lane, then time.
  const std::vector<model::Event>& verdicts() const { return m_verdicts; }

  // Indexes of events with a known time, by time.
  std::span<const std::uint32_t> events(model::LaneId lane) const { return slice(m_laneEvents, m_eventStarts, lane.value); }
  // Those on no lane and of no host: the job itself and shared files.
  std::span<const std::uint32_t> jobEvents() const { return slice(m_laneEvents, m_eventStarts, m_lanes); }
  // Those of a host's kernel; some of them stand on a rank's lane too.
  const std::vector<std::uint32_t>& hostEvents(std::size_t host) const { return m_hostEvents[host]; }
  // How bad each of events(lane) is: a MarkRank. Parallel to it.
  std::span<const std::uint8_t> eventRanks(model::LaneId lane) const {
    return {m_eventRanks.data() + m_eventStarts[lane.value], m_eventRanks.data() + m_eventStarts[lane.value + 1]};
  }
  // The worst of those that belong to no finding.
  MarkRank worstOfNoFinding(model::LaneId lane) const { return m_worstOfNoFinding[lane.value]; }
  // eventRanks() over time; its items count in events(lane).
  const WorstLod& eventLod(model::LaneId lane) const { return m_eventLods[lane.value]; }
  // Indexes into Run::intervals [first, last): all of `lane` that touch `window`, and perhaps some between them that
  // do not.
  struct Slice { std::uint32_t first = 0, last = 0; };
  Slice intervals(model::LaneId lane, TimeRange window) const;
  // Where interval `index` is drawn; openEnded ones end with their lane. Empty where a time is unknown.
  TimeRange extent(std::uint32_t index) const { return m_extents[index]; }

  // 1 + badness of a test's outcome; 0 where the interval is no test or its time is unknown.
  std::uint8_t testValue(std::uint32_t index) const { return m_testValues[index]; }
  std::span<const std::uint8_t> testValues(Slice slice) const { return {m_testValues.data() + slice.first, m_testValues.data() + slice.last}; }
  // The same over time; its items count in Run::intervals.
  const WorstLod& testLod(model::LaneId lane) const { return m_testLods[lane.value]; }
  // Their values alone, finer.
  const WorstLod& testValueLod(model::LaneId lane) const { return m_testValueLods[lane.value]; }
  // Which kinds of intervals the lane has, tests by their outcome: a bit for each.
  std::uint64_t kinds(model::LaneId lane) const { return m_kinds[lane.value]; }
  static constexpr std::uint64_t kindBit(model::IntervalKind kind, int badness) { return std::uint64_t{1} << (static_cast<int>(kind) * kOutcomes + badness); }
  static constexpr int kOutcomes = 8;            // badness() is less
  // Indexes of the lane's intervals that are no tests, by begin.
  const std::vector<std::uint32_t>& spans(model::LaneId lane) const { return m_spans[lane.value]; }
  std::uint64_t memoryBytes() const;

  // The event that carries the ring: the first failure's own line, or its earliest event. One in a run.
  std::optional<std::uint32_t> firstFailureEvent() const { return m_firstFailureEvent; }
  // Events of one finding with a known time, by time.
  std::span<const std::uint32_t> eventsOfFinding(std::uint32_t finding) const {
    return slice(m_findingEvents, m_findingStarts, finding);
  }

 private:
  static std::span<const std::uint32_t> slice(const std::vector<std::uint32_t>& all, const std::vector<std::uint32_t>& starts,
                                              std::uint32_t at) {
    return {all.data() + starts[at], all.data() + starts[at + 1]};
  }
  void indexEvents(const model::Run& run);
  void indexHosts(const model::Run& run);
  void addVerdicts(const model::Run& run);
  void indexIntervals(const model::Run& run);
  void indexTests(const model::Run& run, std::uint32_t lane);
  void indexMarks(const model::Run& run, std::uint32_t lane);
  void findFirstFailure(const model::Run& run);

  std::uint32_t m_lanes = 0;
  std::vector<std::uint32_t> m_laneEvents, m_eventStarts;        // compressed rows; the last row is the job's
  std::vector<model::Event> m_verdicts;
  std::vector<std::vector<std::uint32_t>> m_hostEvents;          // of each of Run::hostLanes, by time
  std::vector<std::uint32_t> m_findingEvents, m_findingStarts;
  std::vector<std::uint32_t> m_intervalStarts;                   // by lane
  std::vector<TimeRange> m_extents;                              // by interval
  std::vector<std::int64_t> m_latestEnds;                        // greatest end on the lane up to and with this interval
  std::vector<std::uint8_t> m_testValues;                        // by interval
  std::vector<WorstLod> m_testLods, m_testValueLods;             // by lane
  std::vector<std::uint64_t> m_kinds;                            // by lane
  std::vector<std::vector<std::uint32_t>> m_spans;               // by lane
  std::vector<std::uint8_t> m_eventRanks;                        // parallel to m_laneEvents
  std::vector<WorstLod> m_eventLods;                             // by lane
  std::vector<MarkRank> m_worstOfNoFinding;                      // by lane
  std::optional<std::uint32_t> m_firstFailureEvent;
};

// The stretch of time a launch or lane takes, for drawing; empty (begin == end == 0) where nothing is known.
TimeRange extentOf(const model::Launch& launch, const model::Run& run);
TimeRange extentOf(const model::Lane& lane);

}  // namespace lanescope::ui
