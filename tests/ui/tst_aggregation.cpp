// SPDX-License-Identifier: Apache-2.0
// What is drawn of many tests and events is what one sees who looks at each: compared with a naive count on random runs, at every scale,
// with and without folded time.
#include "ui/timeline/area_counts.h"
#include "ui/timeline/lane_bins.h"
#include "ui/timeline/moves.h"
#include "ui/timeline/timeline_scene.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kRunNs = 1'000'000 * kMs;
constexpr int kWidth = 400;

model::Run emptyRun() {
  model::Run run;
  run.complete = true;
  run.launches.resize(1);
  run.launches[0].start = model::When::at(0);
  run.launches[0].end = model::When::at(kRunNs);
  run.lanes.resize(1);
  run.lanes[0].first = model::When::at(0);
  run.lanes[0].last = model::When::at(kRunNs);
  return run;
}

// Tests of all lengths, some inside others, with pauses.
model::Run randomTests(std::uint32_t seed, int count) {
  std::mt19937 random(seed);
  model::Run run = emptyRun();
  const model::TestOutcome outcomes[] = {model::TestOutcome::passed, model::TestOutcome::passed, model::TestOutcome::skipped, model::TestOutcome::failed, model::TestOutcome::stalled};
  std::vector<std::int64_t> begins;
  for (int i = 0; i < count; ++i) begins.push_back(static_cast<std::int64_t>(random() % (kRunNs / kMs)) * kMs);
  std::sort(begins.begin(), begins.end());
  for (const std::int64_t begin : begins) {
    model::Interval test;
    test.lane = {0};
    test.begin = model::When::at(begin);
    const std::int64_t length = random() % 50 == 0 ? 20'000 : random() % 300;
    test.end = model::When::at(begin + length * kMs);
    test.outcome = outcomes[random() % 200 == 0 ? 3 : random() % 3];
    run.intervals.push_back(test);
  }
  return run;
}

model::Run randomEvents(std::uint32_t seed, int count) {
  std::mt19937 random(seed);
  model::Run run = emptyRun();
  const model::EventKind kinds[] = {model::EventKind::warning, model::EventKind::iteration, model::EventKind::timeout, model::EventKind::restart};
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::int64_t>(random() % (kRunNs / kMs)) * kMs;
    const bool fatal = random() % 500 == 0;
    run.events.push_back(model::makeEvent(model::When::at(at), fatal ? model::EventKind::error : kinds[random() % (random() % 50 == 0 ? 4 : 2)],
                                          fatal ? model::EventSeverity::fatal : model::EventSeverity::warning, {}, {0}));
  }
  std::stable_sort(run.events.begin(), run.events.end(), [](const model::Event& a, const model::Event& b) { return a.utc < b.utc; });
  return run;
}

// Windows at every scale around random places, some reaching beyond the run.
std::vector<TimeAxis> axesOver(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<TimeAxis> axes;
  for (std::int64_t length = 2 * kRunNs; length > 50 * kMs; length = length * 2 / 3) {
    const std::int64_t begin = static_cast<std::int64_t>(random() % (kRunNs / kMs)) * kMs - length / 2;
    axes.emplace_back(TimeRange{begin, begin + length}, kWidth);
    const TimeRange fold{begin + length / 4, begin + length / 2};
    axes.emplace_back(TimeRange{begin, begin + length}, kWidth, std::vector<TimeRange>{fold}, 20);
  }
  return axes;
}

void addSeeds() {
  QTest::addColumn<std::uint32_t>("seed");
  QTest::addColumn<int>("count");
  for (const int count : {10, 70, 900, 20'000}) {
    for (std::uint32_t seed = 1; seed <= 4; ++seed) QTest::addRow("%d items, seed %u", count, seed) << seed << count;
  }
}

// 1 + badness of the worst test that touches each column.
std::vector<int> worstOneByOne(const model::Run& run, const RunIndex& index, const TimeAxis& axis) {
  std::vector<int> worst(static_cast<std::size_t>(axis.columns()));
  for (std::uint32_t i = 0; i < run.intervals.size(); ++i) {
    const TimeRange extent = index.extent(i);
    const int first = std::max(0, axis.column(extent.begin)), last = std::min(axis.columns() - 1, axis.column(std::max(extent.begin, extent.end - 1)));
    for (int column = first; column <= last; ++column) {
      int& own = worst[static_cast<std::size_t>(column)];
      own = std::max<int>(own, index.testValue(i));
    }
  }
  return worst;
}

// What a column may show, where cells reach into their neighbours. Nothing is known of what lies beside the axis.
int mostAllowed(const TimeAxis& axis, const std::vector<int>& worst, int column) {
  constexpr int kAnything = 255;
  if (column == 0 || column == axis.columns() - 1 || axis.segments().size() > 1) return kAnything;
  const auto at = worst.begin() + column;
  return std::max({*(at - 1), *at, *(at + 1)});
}

}  // namespace

class TestAggregation : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cellsShowTheWorstTest_data() { addSeeds(); }
  void cellsShowTheWorstTest();
  void barsShowTheWorstTest_data() { addSeeds(); }
  void barsShowTheWorstTest();
  void areasCountWhatIsInside_data() { addSeeds(); }
  void areasCountWhatIsInside();
  void marksShowTheWorstEvent_data() { addSeeds(); }
  void marksShowTheWorstEvent();
  void walkingFindsTheNextMark_data() { addSeeds(); }
  void walkingFindsTheNextMark();
};

void TestAggregation::cellsShowTheWorstTest() {
  QFETCH(std::uint32_t, seed);
  QFETCH(int, count);
  const model::Run run = randomTests(seed, count);
  const RunIndex index(run);
  for (const TimeAxis& axis : axesOver(seed)) {
    const std::vector<int> worst = worstOneByOne(run, index, axis);
    const std::vector<std::uint8_t> cells = testCells(index, {0}, axis);
    QCOMPARE(cells.size(), worst.size());
    for (int column = 0; column < axis.columns(); ++column) {
      const int shown = cells[static_cast<std::size_t>(column)];
      QVERIFY2(shown >= worst[static_cast<std::size_t>(column)], qPrintable(QStringLiteral("lost in column %1 at %2 ns each").arg(column).arg(axis.nsPerColumn())));
      QVERIFY2(shown <= mostAllowed(axis, worst, column), qPrintable(QStringLiteral("invented in column %1 at %2 ns each").arg(column).arg(axis.nsPerColumn())));
    }
  }
}

void TestAggregation::barsShowTheWorstTest() {
  QFETCH(std::uint32_t, seed);
  QFETCH(int, count);
  const model::Run run = randomTests(seed, count);
  const RunIndex index(run);
  for (const TimeAxis& axis : axesOver(seed)) {
    const std::vector<int> worst = worstOneByOne(run, index, axis);
    std::vector<int> shown(worst.size());
    int before = 0;
    for (const Bar& bar : testBars(index, {0}, axis)) {
      QVERIFY2(bar.firstColumn >= before && bar.columns > 0, "bars overlap");
      before = bar.firstColumn + bar.columns;
      for (int column = bar.firstColumn; column < before; ++column) shown[static_cast<std::size_t>(column)] = index.testValue(bar.interval);
    }
    for (int column = 0; column < axis.columns(); ++column) {
      QVERIFY(shown[static_cast<std::size_t>(column)] >= worst[static_cast<std::size_t>(column)]);
      QVERIFY(shown[static_cast<std::size_t>(column)] <= mostAllowed(axis, worst, column));
    }
  }
}

void TestAggregation::areasCountWhatIsInside() {
  QFETCH(std::uint32_t, seed);
  QFETCH(int, count);
  model::Run run = randomTests(seed, count);
  run.intervals[run.intervals.size() / 2].kind = model::IntervalKind::wait;
  run.intervals.front().begin = {};              // nobody knows when it began
  const RunIndex index(run);
  for (const TimeAxis& axis : axesOver(seed)) {
    const TimeRange area = axis.span();
    std::size_t tests = 0, failed = 0, waits = 0;
    for (std::uint32_t i = 0; i < run.intervals.size(); ++i) {
      const TimeRange extent = index.extent(i);
      if (!run.intervals[i].begin.known() || extent.begin >= area.end || std::max(extent.end, extent.begin + 1) <= area.begin) continue;
      const bool test = run.intervals[i].kind == model::IntervalKind::test;
      (test ? tests : waits) += 1;
      if (test && run.intervals[i].outcome == model::TestOutcome::failed) ++failed;
    }
    const AreaCounts counts = countArea(run, index, {{0}}, area);
    QCOMPARE(std::size_t{counts.tests}, tests);
    QCOMPARE(std::size_t{counts.failedTests}, failed);
    QCOMPARE(std::size_t{counts.waits}, waits);
  }
}

// Each event is drawn, or one at least as bad covers it; and what is drawn stands where its event is.
void TestAggregation::marksShowTheWorstEvent() {
  QFETCH(std::uint32_t, seed);
  QFETCH(int, count);
  const model::Run run = randomEvents(seed, count);
  const RunIndex index(run);
  LayoutOptions options;
  options.laneHeight = 4;
  const LaneLayout layout(run, options);
  const SceneStyle style;
  for (const TimeAxis& axis : axesOver(seed)) {
    const SceneInput input{run, index, layout, axis, style, {}, {}};
    const DrawList list = lanesScene(input);
    std::vector<int> drawn(static_cast<std::size_t>(kWidth) + 1, 0);
    for (const DrawList::Entry& entry : list.ordered()) {
      if (entry.hit.what != Hit::What::event && entry.hit.what != Hit::What::cluster) continue;   // a mark that stands for several
      const QRectF box = list.rectAt(entry).rect;
      QVERIFY(std::abs(box.left() + 1 - input.x(run.events[entry.hit.index].utc)) < 0.01);
      QVERIFY(box.width() >= 3);
      // Milder marks of the same few pixels, and of those beside it that it covers, are shown by the worst.
      constexpr int kNear = 5;
      for (int x = std::max(0, static_cast<int>(box.left()) - kNear); x <= std::min<int>(kWidth, static_cast<int>(box.right()) + kNear); ++x) {
        drawn[static_cast<std::size_t>(x)] = std::max<int>(drawn[static_cast<std::size_t>(x)], static_cast<int>(markRankOf(run, run.events[entry.hit.index])));
      }
    }
    for (const model::Event& event : run.events) {
      const auto rank = static_cast<int>(markRankOf(run, event));
      const double x = input.x(event.utc);
      if (rank <= static_cast<int>(MarkRank::lifecycle) || x < 0 || x >= kWidth) continue;
      QVERIFY2(drawn[static_cast<std::size_t>(x)] >= rank, qPrintable(QStringLiteral("rank %1 at %2 ns").arg(rank).arg(event.utc)));
    }
  }
}

void TestAggregation::walkingFindsTheNextMark() {
  QFETCH(std::uint32_t, seed);
  QFETCH(int, count);
  const model::Run run = randomEvents(seed, count);
  const RunIndex index(run);
  std::mt19937 random(seed);
  const auto isMarked = [&run](std::uint32_t i) { return markRankOf(run, run.events[i]) > MarkRank::lifecycle; };
  for (int step = 0; step < 100; ++step) {
    const std::int64_t from = step % 2 == 0 ? run.events[random() % run.events.size()].utc : static_cast<std::int64_t>(random() % (kRunNs / kMs)) * kMs;
    std::optional<std::uint32_t> next, previous;
    for (std::uint32_t i = 0; i < run.events.size(); ++i) {
      if (!isMarked(i)) continue;
      if (run.events[i].utc > from && !next) next = i;
      if (run.events[i].utc < from) previous = i;
    }
    const auto found = [&](int direction) {
      const auto hit = nextMark(run, index, {0}, {from, {}}, direction);
      return hit ? std::optional(hit->index) : std::nullopt;
    };
    QCOMPARE(found(1), next);
    QCOMPARE(found(-1), previous);
  }
}

QTEST_MAIN(TestAggregation)
#include "tst_aggregation.moc"
