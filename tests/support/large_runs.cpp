// SPDX-License-Identifier: Apache-2.0
#include "tests/support/large_runs.h"

#include <algorithm>
#include <random>
#include <string>

namespace lanescope::test {

namespace {

constexpr std::uint32_t kNames = 1'000;          // of tests

model::Interval testAt(std::mt19937& random, model::LaneId lane, std::int64_t begin, std::int64_t length) {
  model::Interval interval;
  interval.begin = model::When::at(begin);
  interval.end = model::When::at(begin + length);
  interval.lane = lane;
  interval.test = {static_cast<std::uint32_t>(random() % kNames)};
  interval.outcome = random() % 1'000 == 0 ? model::TestOutcome::failed : random() % 20 == 0 ? model::TestOutcome::skipped : model::TestOutcome::passed;
  return interval;
}

model::Event eventAt(std::mt19937& random, model::LaneId lane, std::int64_t utc) {
  const bool fatal = random() % 1'000 == 0;
  return model::makeEvent(model::When::at(utc), fatal ? model::EventKind::error : model::EventKind::warning,
                          fatal ? model::EventSeverity::fatal : model::EventSeverity::warning, {{lane.value}, 1}, lane);
}

// A lane for each rank, and its file, of which nothing is read.
void addLanes(model::Run& run, std::uint32_t lanes) {
  run.lanes.resize(lanes);
  run.sources.resize(lanes);
  run.testRuns.resize(lanes);
  run.iterations.resize(lanes);
  for (std::uint32_t rank = 0; rank < lanes; ++rank) {
    model::Source& source = run.sources[rank];
    source.path = "attempt_0/" + std::to_string(rank) + "/stderr.log";
    source.launch = source.attempt = 0;
    source.rank = rank;
    model::Lane& lane = run.lanes[rank];
    lane.rank = rank;
    lane.sources = {{rank}};
    lane.first = model::When::at(0);
    lane.last = model::When::at(kLargeRunNs);
  }
}

}  // namespace

model::Run largeRun(std::uint32_t lanes, std::uint32_t items, LargeKind kind, double part) {
  std::mt19937 random(7);
  model::Run run;
  run.id = "large";
  run.complete = part >= 1;
  run.launches.resize(1);
  run.launches[0].start = model::When::at(0);
  run.launches[0].end = model::When::at(kLargeRunNs);
  run.launches[0].worldSize = run.worldSize = lanes;
  addLanes(run, lanes);
  const std::uint32_t each = items / lanes, made = static_cast<std::uint32_t>(each * part);
  const std::int64_t step = kLargeRunNs / std::max(1u, each);
  if (kind == LargeKind::tests) {
    run.launches[0].outcome = model::LaunchOutcome::failed;
    run.launches[0].tests.emplace();
    for (std::uint32_t name = 0; name < kNames; ++name) run.testNames.push_back("tests/test_many.py::test_" + std::to_string(name));
    run.intervals.reserve(std::size_t{made} * lanes);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      for (std::uint32_t i = 0; i < made; ++i) {
        const std::int64_t begin = i * step + static_cast<std::int64_t>(random() % 1'000) * step / 4'000;
        run.intervals.push_back(testAt(random, {lane}, begin, step * 3 / 4));
      }
    }
    return run;
  }
  run.events.reserve(std::size_t{made} * lanes);
  for (std::uint32_t i = 0; i < made; ++i) {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) run.events.push_back(eventAt(random, {lane}, i * step + lane));
  }
  return run;
}

std::vector<ui::TimeRange> scriptedViews(ui::TimeRange span) {
  std::vector<ui::TimeRange> views;
  const std::int64_t whole = span.length();
  std::int64_t length = whole;
  bool closer = true;
  for (int step = 0; step < 500; ++step) {
    if (step % 5 == 4) closer = length < whole / 20'000 ? false : length > whole * 3 / 4 ? true : closer;
    if (step % 5 < 2) length = closer ? length * 4 / 5 : std::min(whole, length * 5 / 4);
    const std::int64_t at = span.begin + (whole - length) / 500 * ((step * 7) % 500);
    views.push_back({at, at + length});
  }
  return views;
}

}  // namespace lanescope::test
