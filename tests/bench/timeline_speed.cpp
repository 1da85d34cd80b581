// SPDX-License-Identifier: Apache-2.0
// How long the timeline takes over a thousand lanes: making the index, and 500 steps of a scripted pan and zoom at 1920x1080. "paint" is
// what the GUI thread does for a step (wait a little for the frame, blit, what lies over it), "frame" the whole of a frame, lists and
// pixels, wherever it is made.
//
//   timeline_speed LANES ITEMS tests|events [folded|paired]      prints one JSON object; ITEMS over all lanes
//
// "paired" is the timelines of a comparison, of the run with itself.
#include "tests/support/event_loop_watch.h"
#include "tests/support/large_runs.h"
#include "ui/compare/compare_state.h"
#include "ui/compare/paired_view.h"
#include "ui/timeline/timeline_pane.h"

#include <QApplication>
#include <QImage>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

using namespace lanescope;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kWidth = 1'920, kHeight = 1'080;

double msSince(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

struct Spread { double median = 0, p95 = 0, worst = 0; };

Spread spreadOf(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times[times.size() * 95 / 100], times.back()};
}

struct Walk { Spread wall, cpu; };

Walk walk(ui::LanesView& view, ui::ViewState& state);

// Both timelines of a comparison.
int paired(const std::shared_ptr<const model::Run>& run) {
  ui::ViewState states[2];
  for (ui::ViewState& state : states) state.setRun(run, true);
  ui::CompareState compared(&states[0], &states[1]);
  ui::PairedView view(&compared);
  view.resize(kWidth, kHeight);
  view.show();
  compared.setResult(std::make_shared<const compare::Comparison>(), {run}, false);
  view.setAllLaunches(true);
  view.grab();
  const auto [paint, cpu] = walk(view, states[0]);
  std::printf("{\"paint_median_ms\": %.2f, \"paint_p95_ms\": %.2f, \"paint_worst_ms\": %.2f, \"paint_cpu_p95_ms\": %.2f, \"paint_cpu_worst_ms\": %.2f}\n", paint.median, paint.p95, paint.worst, cpu.p95,
              cpu.worst);
  return 0;
}

// Every step is painted into an image, as the window's backing store is.
Walk walk(ui::LanesView& view, ui::ViewState& state) {
  QImage store(view.viewport()->size(), QImage::Format_RGB32);
  std::vector<double> wall, cpu;
  for (const ui::TimeRange& range : test::scriptedViews({0, test::kLargeRunNs})) {
    state.setRange(range);
    const auto start = Clock::now();
    const double before = test::threadMs();
    view.viewport()->render(&store);
    cpu.push_back(test::threadMs() - before);
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
  const auto run = std::make_shared<const model::Run>(test::largeRun(lanes, items, std::string_view(argv[3]) == "tests" ? test::LargeKind::tests : test::LargeKind::events));
  if (argc > 4 && std::string_view(argv[4]) == "paired") return paired(run);
  const auto timed = [](const auto& make) {
    const auto start = Clock::now();
    make();
    return msSince(start);
  };
  std::optional<ui::RunIndex> index;
  const double build = timed([&] { index.emplace(*run); });
  const double table = timed([&] { ui::LaneTable(*run, *index); }), gaps = timed([&] { ui::IdleGaps(*run, *index); }), density = timed([&] { ui::RunDensity(*run, *index); });
  const double bytes = static_cast<double>(index->memoryBytes()) / items;
  index.reset();
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
  std::printf("{\"build_ms\": %.1f, \"lane_table_ms\": %.1f, \"idle_gaps_ms\": %.1f, \"density_ms\": %.1f, \"bytes_per_item\": %.2f, \"rows\": %zu, \"paint_median_ms\": %.2f, \"paint_p95_ms\": %.2f, \"paint_worst_ms\": %.2f, "
              "\"paint_cpu_p95_ms\": %.2f, "
              "\"frame_median_ms\": %.2f, \"frame_p95_ms\": %.2f, \"frame_worst_ms\": %.2f}\n",
              build, table, gaps, density, bytes, view.layoutOfRows().laneCount(), paint.median, paint.p95, paint.worst, cpu.p95, frame.median, frame.p95, frame.worst);
  return 0;
}
