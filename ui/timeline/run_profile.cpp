// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/run_profile.h"

#include "core/base/task_pool.h"
#include "core/clock/line_time.h"
#include "ui/timeline/lane_bins.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>

namespace lanescope::ui {

namespace {

// Of a lane's events the worst.
RunProfile::State worstEvent(const RunIndex& index, model::LaneId lane) {
  const auto ranks = index.eventRanks(lane);
  const auto worst = std::max_element(ranks.begin(), ranks.end());
  if (worst == ranks.end() || *worst < static_cast<std::uint8_t>(MarkRank::warning)) return {};
  const auto count = static_cast<std::uint32_t>(std::count(worst, ranks.end(), *worst));
  return {static_cast<MarkRank>(*worst), false, index.events(lane)[static_cast<std::size_t>(worst - ranks.begin())], count};
}

std::uint32_t failedRuns(const model::Run& run, model::LaneId lane) {
  if (lane.value >= run.testRuns.size()) return 0;
  const auto& tests = run.testRuns[lane.value];
  const auto failed = [](const model::TestRun& test) { return test.needsReport() && badness(test.outcome()) == badness(model::TestOutcome::failed); };
  return static_cast<std::uint32_t>(std::count_if(tests.begin(), tests.end(), failed));
}

// Its failed tests that have a span.
RunProfile::State failedTests(const RunIndex& index, model::LaneId lane) {
  constexpr TimeRange kAlways{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  const int failed = 1 + badness(model::TestOutcome::failed);
  const RunIndex::Slice slice = index.intervals(lane, kAlways);
  RunProfile::State state;
  for (std::uint32_t i = slice.first; i < slice.last; ++i) {
    if (index.testValue(i) != failed) continue;
    if (state.count++ == 0) state = {MarkRank::testFailure, true, i, 1};
  }
  return state;
}

TimeRange spanOf(const model::Run& run) {
  std::optional<TimeRange> range;
  for (const model::Source& source : run.sources) {
    if (!source.first.known() || !source.last.known() || source.first.basis == model::Basis::file) continue;
    if (!range) range = TimeRange{source.first.utc, source.last.utc};
    range->begin = std::min(range->begin, source.first.utc);
    range->end = std::max(range->end, source.last.utc);
  }
  return range.value_or(TimeRange{});
}

}  // namespace

RunProfile::RunProfile(const model::Run& run, const RunIndex& index, const std::stop_token& stop) : m_span(spanOf(run)), m_states(run.lanes.size()) {
  findStates(run, index, stop);
  if (m_span.end == 0) return;
  m_cellNs = m_span.length() / kCells + 1;
  countLines(run, stop);
}

void RunProfile::findStates(const model::Run& run, const RunIndex& index, const std::stop_token& stop) {
  base::parallelFor(m_states.size(), 0, stop, [&](std::size_t i) {
    const model::LaneId lane{static_cast<std::uint32_t>(i)};
    const State event = worstEvent(index, lane), test = failedTests(index, lane);
    m_states[i] = test.worst > event.worst ? test : event;
    if (m_states[i].worst == MarkRank::testFailure) m_states[i].count = std::max({test.count, event.count, failedRuns(run, lane)});
  });
}

RunProfile::State RunProfile::stateOf(const std::vector<model::LaneId>& lanes) const {
  State all;
  for (const model::LaneId lane : lanes) {
    if (lane.value >= m_states.size()) continue;
    const State& own = m_states[lane.value];
    if (own.worst > all.worst) all = own;
    else if (own.worst == all.worst) all.count += own.count;
  }
  return all;
}

void RunProfile::countLines(const model::Run& run, const std::stop_token& stop) {
  m_lines.resize(kCells);
  std::vector<Counts*> laneOfSource(run.sources.size());
  if (run.lanes.size() <= kMostLanes) m_lanes.resize(run.lanes.size());
  for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
    for (const model::SourceId source : run.lanes[lane].sources) laneOfSource[source.value] = &m_lanes[lane];
    if (!run.lanes[lane].sources.empty()) m_lanes[lane].resize(kCells);
  }
  std::mutex together;
  base::parallelFor(run.sources.size(), 0, stop, [&](std::size_t i) {
    Counts own(kCells);
    clock::eachMoment(run.sources[i], [&](std::int64_t ns, std::uint32_t, std::uint32_t count) {
      if (ns >= m_span.begin && ns <= m_span.end) own[static_cast<std::size_t>((ns - m_span.begin) / m_cellNs)] += count;
    });
    const std::lock_guard lock(together);
    for (Counts* const sums : {&m_lines, laneOfSource[i]}) {
      if (sums != nullptr) std::transform(own.begin(), own.end(), sums->begin(), sums->begin(), std::plus<>());
    }
  });
}

std::uint32_t RunProfile::sum(const Counts& counts, TimeRange window) const {
  if (counts.empty()) return 0;
  const auto at = [this](std::int64_t ns) { return std::clamp<std::int64_t>((ns - m_span.begin) / m_cellNs, 0, kCells); };
  if (window.end <= m_span.begin || window.begin > m_span.end) return 0;
  if (window.length() < m_cellNs) return counts[static_cast<std::size_t>(at(window.begin))];   // nothing finer is known
  const std::int64_t first = window.begin <= m_span.begin ? 0 : at(window.begin + m_cellNs - 1), last = at(window.end + m_cellNs - 1);
  std::uint32_t sum = 0;
  for (std::int64_t i = first; i < last; ++i) sum += counts[static_cast<std::size_t>(i)];
  return sum;
}

}  // namespace lanescope::ui
