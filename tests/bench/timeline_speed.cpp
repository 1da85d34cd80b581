// SPDX-License-Identifier: Apache-2.0
// How long the timeline takes over a thousand lanes: making the index, and frames (draw list and its pixels) over a scripted zoom and pan.
//
//   timeline_speed LANES ITEMS tests|events      prints one JSON object; ITEMS over all lanes
#include "ui/timeline/painter.h"
#include "ui/timeline/timeline_scene.h"

#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
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

double frame(const model::Run& run, const ui::RunIndex& index, const ui::LaneLayout& layout, ui::TimeRange range, QImage& image) {
  const auto start = Clock::now();
  const ui::TimeAxis axis(range, kWidth);
  const ui::SceneStyle style;
  ui::SceneInput input{run, index, layout, axis, style, {}, {}, 1, 0, kHeight};
  const ui::DrawList list = ui::lanesScene(input);
  image.fill(style.theme->base);
  QPainter painter(&image);
  ui::replay(painter, list, QRectF(0, 0, kWidth, kHeight));
  painter.end();
  return msSince(start);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: timeline_speed LANES ITEMS tests|events\n");
    return 2;
  }
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QGuiApplication application(argc, argv);
  const auto lanes = static_cast<std::uint32_t>(std::max(1, std::atoi(argv[1]))), items = static_cast<std::uint32_t>(std::max(1, std::atoi(argv[2])));
  const model::Run run = makeRun(lanes, items, std::string_view(argv[3]) == "tests");
  const auto start = Clock::now();
  const ui::RunIndex index(run);
  const double build = msSince(start);
  ui::LayoutOptions options;
  options.available = kHeight;
  const ui::LaneLayout layout(run, options);
  QImage image(kWidth, kHeight, QImage::Format_RGB32);
  frame(run, index, layout, {0, kRunNs}, image);   // fonts are loaded
  std::vector<double> frames;
  for (std::int64_t length = kRunNs; length > kRunNs / 20'000; length = length * 4 / 5) {
    for (const std::int64_t at : {std::int64_t{0}, (kRunNs - length) / 3, kRunNs - length}) frames.push_back(frame(run, index, layout, {at, at + length}, image));
  }
  std::sort(frames.begin(), frames.end());
  std::printf("{\"build_ms\": %.1f, \"bytes_per_item\": %.2f, \"frames\": %zu, \"median_ms\": %.2f, \"p95_ms\": %.2f, \"worst_ms\": %.2f}\n", build,
              static_cast<double>(index.memoryBytes()) / items, frames.size(), frames[frames.size() / 2], frames[frames.size() * 95 / 100], frames.back());
  return 0;
}
