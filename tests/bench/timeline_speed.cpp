// SPDX-License-Identifier: Apache-2.0
// How long the timeline takes over a thousand lanes: making the index, and 500 steps of a scripted pan and zoom at 1920x1080. "paint" is
// what the GUI thread does for a step (wait a little for the frame, blit, what lies over it), "frame" the whole of a frame, lists and
// pixels, wherever it is made.
//
//   timeline_speed LANES ITEMS tests|events [folded]      prints one JSON object; ITEMS over all lanes
#include "ui/timeline/timeline_pane.h"

#include <QApplication>
#include <QImage>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string_view>
#include <vector>

using namespace lanescope;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kRunNs = 7'200 * kSecond;
constexpr int kWidth = 1'920, kHeight = 1'080;

double msSince(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

// Tests one behind the other, one in a thousand failed; or events, one in a thousand fatal.
model::Run makeRun(std::uint32_t lanes, std::uint32_t items, bool tests) {
  std::mt19937 random(7);
  model::Run run;
  run.complete = true;
  run.launches.resize(1);
  run.launches[0].start = model::When::at(0);
  run.launches[0].end = model::When::at(kRunNs);
  run.launches[0].worldSize = run.worldSize = lanes;
  run.lanes.resize(lanes);
  const std::uint32_t each = items / lanes;
  const std::int64_t step = kRunNs / std::max(1u, each);
  if (tests) run.intervals.reserve(items);
  else run.events.reserve(items);
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    run.lanes[lane].rank = lane;
    run.lanes[lane].first = model::When::at(0);
    run.lanes[lane].last = model::When::at(kRunNs);
    for (std::uint32_t i = 0; tests && i < each; ++i) {
      model::Interval interval;
      const std::int64_t begin = i * step + static_cast<std::int64_t>(random() % 1'000) * step / 4'000;
      interval.begin = model::When::at(begin);
      interval.end = model::When::at(begin + step * 3 / 4);
      interval.lane = {lane};
      interval.outcome = random() % 1'000 == 0 ? model::TestOutcome::failed : random() % 20 == 0 ? model::TestOutcome::skipped : model::TestOutcome::passed;
      run.intervals.push_back(std::move(interval));
    }
  }
  for (std::uint32_t i = 0; !tests && i < each; ++i) {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const bool fatal = random() % 1'000 == 0;
      run.events.push_back(model::makeEvent(model::When::at(i * step + lane), fatal ? model::EventKind::error : model::EventKind::warning,
                                            fatal ? model::EventSeverity::fatal : model::EventSeverity::warning, {}, {lane}));
    }
  }
  return run;
}

// Where the script looks: in and out around a moving point, with pans between.
std::vector<ui::TimeRange> script() {
  std::vector<ui::TimeRange> views;
  std::int64_t length = kRunNs;
  bool closer = true;
  for (int step = 0; step < 500; ++step) {
    if (step % 5 == 4) closer = length < kRunNs / 20'000 ? false : length > kRunNs * 3 / 4 ? true : closer;
    if (step % 5 < 2) length = closer ? length * 4 / 5 : std::min(kRunNs, length * 5 / 4);
    const std::int64_t free = kRunNs - length;
    const std::int64_t at = free / 500 * ((step * 7) % 500);
    views.push_back({at, at + length});
  }
  return views;
}

struct Spread { double median = 0, p95 = 0, worst = 0; };

Spread spreadOf(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times[times.size() * 95 / 100], times.back()};
}

// Of this thread alone: what others do on the machine does not count.
double cpuMs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct Walk { Spread wall, cpu; };

// Every step is painted into an image, as the window's backing store is.
Walk walk(ui::TimelineView& view, ui::ViewState& state) {
  QImage store(view.viewport()->size(), QImage::Format_RGB32);
  std::vector<double> wall, cpu;
  for (const ui::TimeRange& range : script()) {
    state.setRange(range);
    const auto start = Clock::now();
    const double before = cpuMs();
    view.viewport()->render(&store);
    cpu.push_back(cpuMs() - before);
    wall.push_back(msSince(start));
    QApplication::processEvents();
  }
  return {spreadOf(std::move(wall)), spreadOf(std::move(cpu))};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: timeline_speed LANES ITEMS tests|events [folded]\n");
    return 2;
  }
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const auto lanes = static_cast<std::uint32_t>(std::max(1, std::atoi(argv[1]))), items = static_cast<std::uint32_t>(std::max(1, std::atoi(argv[2])));
  const auto run = std::make_shared<const model::Run>(makeRun(lanes, items, std::string_view(argv[3]) == "tests"));
  const auto start = Clock::now();
  const ui::RunIndex index(*run);
  const double build = msSince(start);
  ui::ViewState state;
  ui::TimelineView view(&state);
  view.resize(kWidth, kHeight);
  view.show();
  if (argc < 5) {
    ui::LaneArrangement arrangement;
    arrangement.folding = ui::LaneFolding::off;
    view.setArrangement(arrangement);
  }
  state.setRun(run, true);
  view.grab();                                   // fonts are loaded
  const auto [paint, cpu] = walk(view, state);
  view.setPatience(-1);
  const Spread frame = walk(view, state).wall;
  std::printf("{\"build_ms\": %.1f, \"bytes_per_item\": %.2f, \"rows\": %zu, \"paint_median_ms\": %.2f, \"paint_p95_ms\": %.2f, \"paint_worst_ms\": %.2f, "
              "\"paint_cpu_p95_ms\": %.2f, "
              "\"frame_median_ms\": %.2f, \"frame_p95_ms\": %.2f, \"frame_worst_ms\": %.2f}\n",
              build, static_cast<double>(index.memoryBytes()) / items, view.layoutOfRows().laneCount(), paint.median, paint.p95, paint.worst, cpu.p95, frame.median, frame.p95, frame.worst);
  return 0;
}
