// SPDX-License-Identifier: Apache-2.0
// What tests of the timeline's geometry draw: a run with all that a scene needs, and runs of many ranks.
#pragma once

#include "tests/support/sample_runs.h"
#include "ui/timeline/timeline_scene.h"

#include <algorithm>
#include <optional>
#include <string>

namespace lanescope::test {

inline constexpr std::int64_t kSecond = 1'000'000'000;
inline constexpr int kWidth = 1'000;

// Everything a scene needs, kept alive together.
struct Stage {
  explicit Stage(model::Run given, ui::LayoutOptions options = {}, std::optional<ui::TimeRange> range = {}, int width = kWidth)
      : run(std::move(given)), index(run), layout(run, options), axis(range.value_or(wholeOf(run)), width) {}
  static ui::TimeRange wholeOf(const model::Run& run) {
    return {run.launches.front().start.utc - 60 * kSecond, run.launches.back().end.utc + 60 * kSecond};
  }
  ui::SceneInput input() const { return {run, index, layout, axis, style, {}, ui::calloutsFor(run)}; }
  ui::DrawList lanes() const { return ui::lanesScene(input()); }

  model::Run run;
  ui::RunIndex index;
  ui::LaneLayout layout;
  ui::TimeAxis axis;
  ui::SceneStyle style;
};

// A run of one launch whose `ranks` lanes are copies of the sample's, the first failure on rank 5 and 7 only.
inline model::Run manyRanks(model::Rank ranks) {
  model::Run run = failedRunWithoutJobLog();
  const std::vector<model::Lane> lanes = run.lanes;
  const std::vector<model::Interval> intervals = run.intervals;
  const std::vector<model::Event> events = run.events;
  for (model::Rank rank = 8; rank < ranks; ++rank) {
    const std::uint32_t like = rank % 5;
    run.lanes.push_back(lanes[like]);
    run.lanes.back().rank = rank;
    for (model::Interval interval : intervals) {
      if (interval.lane.value != like) continue;
      interval.lane = {rank};
      run.intervals.push_back(interval);
    }
    for (model::Event event : events) {
      if (event.lane.value != like) continue;
      event.lane = {rank};
      run.events.push_back(event);
    }
  }
  std::stable_sort(run.events.begin(), run.events.end(), [](const model::Event& a, const model::Event& b) { return a.utc < b.utc; });
  run.launches[0].worldSize = run.worldSize = ranks;
  return run;
}

// `ranks` lanes, `each` on a host.
inline model::Run onHosts(model::Rank ranks, model::Rank each) {
  model::Run run = manyRanks(ranks);
  run.hosts.clear();
  for (model::Lane& lane : run.lanes) lane.host = "node-" + std::to_string(100 + lane.rank / each) + ".example.org";
  for (model::Rank first = 0; first < ranks; first += each) run.hosts.push_back(run.lanes[first].host);
  return run;
}

}  // namespace lanescope::test
