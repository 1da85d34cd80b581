// SPDX-License-Identifier: Apache-2.0
// How many lines of a run were written when and by whom, in cells at absolute times, and the worst that each lane shows. Made once for
// each Run; immutable, so any thread may read. Keeps no reference to the Run.
#pragma once

#include "core/model/run.h"
#include "ui/models/view_state.h"
#include "ui/timeline/event_marks.h"
#include "ui/timeline/run_index.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanescope::ui {

class RunProfile {
 public:
  RunProfile() = default;
  // Where `stop` is requested meanwhile it is not whole, and of no use.
  RunProfile(const model::Run& run, const RunIndex& index, const std::stop_token& stop = {});

  // Lines of all sources in `window`. Each cell counts in one of the windows that lie side by side.
  std::uint32_t lines(TimeRange window) const { return sum(m_lines, window); }
  // Those of a lane's own files; 0 everywhere where a run has so many lanes that nobody looks at one.
  std::uint32_t linesOf(model::LaneId lane, TimeRange window) const { return lane.value < m_lanes.size() ? sum(m_lanes[lane.value], window) : 0; }

  // The worst that a lane shows at a known time, from a warning on, and how often: an event, or a failed test (also those without a span).
  struct State {
    MarkRank worst = MarkRank::none;
    bool test = false;                           // `item` counts in Run::intervals, else an event of the RunIndex
    std::uint32_t item = 0, count = 0;           // the first of them; how many are as bad
  };
  // Of several lanes together.
  State stateOf(const std::vector<model::LaneId>& lanes) const;

 private:
  static constexpr std::int64_t kCells = 8'192;
  static constexpr std::size_t kMostLanes = 64;  // with counts of their own
  using Counts = std::vector<std::uint32_t>;     // by cell

  std::uint32_t sum(const Counts& counts, TimeRange window) const;
  void countLines(const model::Run& run, const std::stop_token& stop);
  void findStates(const model::Run& run, const RunIndex& index, const std::stop_token& stop);

  TimeRange m_span;
  std::int64_t m_cellNs = 1;
  Counts m_lines;
  std::vector<Counts> m_lanes;                   // by lane; empty where it has no files
  std::vector<State> m_states;                   // by lane
};

}  // namespace lanescope::ui
