// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sample_runs.h"
#include "ui/timeline/header_scene.h"
#include "ui/timeline/lane_bins.h"
#include "ui/timeline/timeline_scene.h"

#include <QFile>
#include <QTest>

#include <memory>
#include <random>

using namespace lanescope;
using namespace lanescope::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr int kWidth = 1'000;

// Everything a scene needs, kept alive together.
struct Stage {
  explicit Stage(model::Run given, LayoutOptions options = {}, std::optional<TimeRange> range = {}, int width = kWidth)
      : run(std::move(given)), index(run), layout(run, options), axis(range.value_or(wholeOf(run)), width) {}
  static TimeRange wholeOf(const model::Run& run) {
    return {run.launches.front().start.utc - 60 * kSecond, run.launches.back().end.utc + 60 * kSecond};
  }
  SceneInput input() const { return {run, index, layout, axis, style, {}, calloutsFor(run)}; }
  DrawList lanes() const { return lanesScene(input()); }

  model::Run run;
  RunIndex index;
  LaneLayout layout;
  TimeAxis axis;
  SceneStyle style;
};

LayoutOptions asOpened() {
  LayoutOptions options;
  options.collapsed = collapsedAtFirst(test::recoveredRun());
  return options;
}

// A run of one launch whose `ranks` lanes are copies of the sample's, the first failure on rank 5 and 7 only.
model::Run manyRanks(model::Rank ranks) {
  model::Run run = test::failedRunWithoutJobLog();
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

// Each column looked at alone.
std::vector<std::optional<std::uint32_t>> naiveBars(const Stage& stage, model::LaneId lane) {
  std::vector<std::optional<std::uint32_t>> cells(kWidth);
  for (int column = 0; column < kWidth; ++column) {
    const TimeRange range = stage.axis.range(column);
    for (std::uint32_t i = 0; i < stage.run.intervals.size(); ++i) {
      const model::Interval& interval = stage.run.intervals[i];
      const TimeRange extent = stage.index.extent(i);
      const bool touches = extent.begin < range.end && std::max(extent.end, extent.begin + 1) > range.begin;
      if (interval.lane != lane || interval.kind != model::IntervalKind::test || !touches) continue;
      auto& cell = cells[static_cast<std::size_t>(column)];
      const auto key = [&](std::uint32_t at) { return std::pair(badness(stage.run.intervals[at].outcome), stage.index.extent(at).length()); };
      if (!cell || key(i) > key(*cell)) cell = i;
    }
  }
  return cells;
}

model::Run randomTests(unsigned seed, int count) {
  std::mt19937 random(seed);
  model::Run run;
  run.launches.resize(1);
  run.lanes.resize(2);
  run.lanes[1].rank = 1;
  run.launches[0].start = model::When::at(0);
  run.launches[0].end = model::When::at(1'000 * kSecond);
  for (std::uint32_t lane = 0; lane < 2; ++lane) {
    std::int64_t at = 0;
    for (int i = 0; i < count; ++i) {
      model::Interval interval;
      at += static_cast<std::int64_t>(random() % (1'000 * kSecond / static_cast<unsigned>(count)));
      const std::int64_t length = random() % 7 == 0 ? 0 : static_cast<std::int64_t>(random()) * 2;
      interval.begin = model::When::at(at);
      interval.end = model::When::at(at + length);
      interval.lane = {lane};
      interval.outcome = static_cast<model::TestOutcome>(random() % 8);
      run.intervals.push_back(interval);
    }
  }
  return run;
}

}  // namespace

class TimelineSceneTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void goldenOfTheSample();
  void barsAreTheWorstOfEachColumn();
  void denseBarsShowTheWorst();
  void everyDrawnThingWithAMeaningIsFound();
  void laneHeights_data();
  void laneHeights();
  void missingRanksHaveARow();
  void quietLaunchesStartCollapsed();
  void oneRingInARun();
  void fatalMarksStayVisible();
  void labelsAreWrittenOnceAndOnlyWhereTheyFit();
  void alikeLanesShareARow();
  void attemptsAndRetriesShareRowsOfPictures();
  void kernelsHaveRowsOfTheirHosts();
  void calloutsDoNotOverlap();
  void windowLeavesNothingOut();
};

// What a kernel says stands on its host's row, whether it was tied to a rank or not, and not on the job's row too.
void TimelineSceneTest::kernelsHaveRowsOfTheirHosts() {
  model::Run run = test::failedRunWithoutJobLog();
  const std::int64_t utc = run.launches.front().start.utc + 5 * kSecond;
  run.hostLanes.push_back({"node-a07.example.org", {}});
  for (const model::LaneId lane : {model::LaneId{}, model::LaneId{0}}) {
    const auto line = static_cast<std::uint32_t>(90'001 + run.hostLanes.front().lines.size());
    const model::LineRef at{model::SourceId{0}, line};
    run.events.push_back(model::makeEvent(model::When::at(utc + line * kSecond), model::EventKind::error, model::EventSeverity::fatal, at, lane));
    run.hostLanes.front().lines.push_back(at);
  }
  std::stable_sort(run.events.begin(), run.events.end(), model::eventBefore);
  const Stage before(test::failedRunWithoutJobLog());
  const Stage stage(std::move(run));
  QCOMPARE(stage.index.hostEvents(0).size(), std::size_t{2});
  QCOMPARE(stage.index.jobEvents().size(), before.index.jobEvents().size());
  QCOMPARE(stage.index.events({0}).size(), before.index.events({0}).size() + 1);
  const Row& row = stage.layout.rows().back();
  QVERIFY(row.kind == Row::Kind::host);
  const QString labels = labelsScene(stage.input(), 112).dump();
  QVERIFY2(labels.contains(u"node-a07"_s), qPrintable(labels));
  QVERIFY(!labels.contains(u"example.org"_s));
}

void TimelineSceneTest::goldenOfTheSample() {
  const QString path = QStringLiteral(LANESCOPE_SOURCE_DIR "/tests/ui/golden/timeline_recovered.txt");
  // So wide that every text fits in every font.
  const Stage stage(test::recoveredRun(), asOpened(), {}, 2'000);
  DrawList all = headerScene(stage.input(), {}, stage.run.clock.zero.utc);
  all.append(labelsScene(stage.input(), 112), {-112, 100});
  all.append(stage.lanes(), {0, 100});
  QFile file(path);
  if (qEnvironmentVariableIntValue("LANESCOPE_UPDATE_GOLDEN") == 1) {
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(all.dump().toUtf8());
    return;
  }
  QVERIFY2(file.open(QIODevice::ReadOnly), "make it with LANESCOPE_UPDATE_GOLDEN=1 and read it");
  const QStringList expected = QString::fromUtf8(file.readAll()).split(u'\n'), actual = all.dump().split(u'\n');
  for (qsizetype i = 0; i < std::min(expected.size(), actual.size()); ++i) QCOMPARE(actual[i], expected[i]);
  QCOMPARE(actual.size(), expected.size());
}

void TimelineSceneTest::barsAreTheWorstOfEachColumn() {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const Stage stage(randomTests(seed, 40 << seed), {}, TimeRange{100 * kSecond, 900 * kSecond});
    for (std::uint32_t lane = 0; lane < 2; ++lane) {
      const auto naive = naiveBars(stage, {lane});
      std::vector<std::optional<std::uint32_t>> binned(kWidth);
      for (const Bar& bar : testBars(stage.index, {lane}, stage.axis)) {
        for (int c = bar.firstColumn; c < bar.firstColumn + bar.columns; ++c) binned[static_cast<std::size_t>(c)] = bar.interval;
      }
      QVERIFY(binned == naive);
    }
  }
}

// More tests than columns: runs of equally bad columns, at most a column beside where they are; nothing bad is lost, whatever the zoom.
void TimelineSceneTest::denseBarsShowTheWorst() {
  model::Run run = randomTests(5, 8'000);
  for (model::Interval& interval : run.intervals) {
    interval.end = model::When::at(interval.begin.utc + kSecond / 20);
    if (interval.outcome == model::TestOutcome::failed && interval.begin.utc % 3 != 0) interval.outcome = model::TestOutcome::passed;
  }
  for (const TimeRange window : {TimeRange{0, 1'000 * kSecond}, TimeRange{200 * kSecond, 700 * kSecond}, TimeRange{300 * kSecond, 310 * kSecond}}) {
    const Stage stage(run, {}, window);
    const std::vector<Bar> bars = testBars(stage.index, {0}, stage.axis);
    std::vector<int> shown(kWidth, -1);
    int next = 0;
    for (const Bar& bar : bars) {
      QVERIFY(bar.columns > 0 && bar.firstColumn >= next && bar.firstColumn + bar.columns <= kWidth);
      next = bar.firstColumn + bar.columns;
      for (int c = bar.firstColumn; c < next; ++c) shown[static_cast<std::size_t>(c)] = badness(stage.run.intervals[bar.interval].outcome);
    }
    const auto naive = naiveBars(stage, {0});
    const auto naiveAt = [&](int column) {
      const auto& cell = naive[static_cast<std::size_t>(std::clamp(column, 0, kWidth - 1))];
      return cell ? badness(stage.run.intervals[*cell].outcome) : -1;
    };
    for (int column = 0; column < kWidth; ++column) {
      const int worst = std::max({naiveAt(column - 1), naiveAt(column), naiveAt(column + 1)});
      QVERIFY(shown[static_cast<std::size_t>(column)] <= worst);
      const auto shownAt = [&](int c) { return shown[static_cast<std::size_t>(std::clamp(c, 0, kWidth - 1))]; };
      QVERIFY(naiveAt(column) <= std::max({shownAt(column - 1), shownAt(column), shownAt(column + 1)}));
      const auto exact = testAt(stage.index, {0}, stage.axis, column);
      QCOMPARE(exact.has_value(), naive[static_cast<std::size_t>(column)].has_value());
      if (exact) QCOMPARE(badness(stage.run.intervals[*exact].outcome), naiveAt(column));
    }
  }
}

void TimelineSceneTest::everyDrawnThingWithAMeaningIsFound() {
  const Stage stage(test::recoveredRun());
  const DrawList list = stage.lanes();
  int checked = 0;
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.kind == DrawList::Kind::line || entry.hit.what == Hit::What::none) continue;
    const QPointF centre = list.bounds(entry).center();
    const auto found = list.hitAt(centre);
    QVERIFY(found);
    // Something in front of it may be found instead, never something behind.
    if (found != std::optional(entry.hit)) QVERIFY(found->what != Hit::What::none);
    ++checked;
  }
  QVERIFY(checked > 300);
}

void TimelineSceneTest::laneHeights_data() {
  QTest::addColumn<int>("lanes");
  QTest::addColumn<int>("height");
  QTest::addColumn<int>("labelEvery");
  QTest::newRow("8") << 8 << 24 << 1;
  QTest::newRow("16") << 16 << 24 << 1;
  QTest::newRow("17") << 17 << 14 << 1;
  QTest::newRow("64") << 64 << 14 << 1;
  QTest::newRow("65") << 65 << 8 << 2;
  QTest::newRow("256") << 256 << 5 << 4;
  QTest::newRow("1024") << 1024 << 3 << 8;
}

void TimelineSceneTest::laneHeights() {
  QFETCH(int, lanes);
  QFETCH(int, height);
  QFETCH(int, labelEvery);
  const Stage stage(manyRanks(static_cast<model::Rank>(lanes)));
  QCOMPARE(stage.layout.laneHeight(), height);
  QCOMPARE(static_cast<int>(stage.layout.laneCount()), lanes);
  int bottom = 0;
  for (const Row& row : stage.layout.rows()) {
    QCOMPARE(row.top, bottom);
    bottom = row.top + row.height;
    if (row.kind == Row::Kind::lane && row.labelled) QCOMPARE(row.rank % static_cast<model::Rank>(labelEvery), 0u);
    QCOMPARE(stage.layout.rowAt(row.top), &row);
    QCOMPARE(stage.layout.rowAt(row.top + row.height - 1), &row);
  }
  QCOMPARE(stage.layout.height(), bottom);
  QCOMPARE(stage.layout.rowAt(bottom), nullptr);
  // Room is used, up to a comfortable height.
  LayoutOptions roomy;
  roomy.available = 100'000;
  QCOMPARE(LaneLayout(stage.run, roomy).laneHeight(), 30);
}

void TimelineSceneTest::missingRanksHaveARow() {
  model::Run run = test::failedRunWithoutJobLog();
  run.worldSize = run.launches[0].worldSize = 9;
  run.coverage.missingRanks = {8};
  const Stage stage(run);
  const Row& last = stage.layout.rows().back();
  QCOMPARE(last.rank, 8u);
  QVERIFY(last.lanes.empty());
  const DrawList list = stage.lanes();
  const auto all = list.ordered();
  QVERIFY(std::any_of(all.begin(), all.end(), [&](const DrawList::Entry& e) {
    return e.kind == DrawList::Kind::hatch && list.hatchAt(e).kind == HatchKind::cross && list.hatchAt(e).rect.top() >= last.top;
  }));
}

void TimelineSceneTest::quietLaunchesStartCollapsed() {
  const model::Run recovered = test::recoveredRun();
  QCOMPARE(collapsedAtFirst(recovered), (std::set<std::uint32_t>{1, 2}));
  // A run in which nothing failed still shows its lanes.
  QVERIFY(collapsedAtFirst(test::passedRun()).empty());
}

void TimelineSceneTest::oneRingInARun() {
  const Stage stage(test::recoveredRun());
  const DrawList list = stage.lanes();
  int rings = 0, diamonds = 0;
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.kind != DrawList::Kind::mark || list.markAt(entry).look.shape != Shape::diamond) continue;
    ++diamonds;
    rings += list.markAt(entry).look.ring ? 1 : 0;
  }
  QCOMPARE(diamonds, 2);
  QCOMPARE(rings, 1);
}

void TimelineSceneTest::fatalMarksStayVisible() {
  const Stage stage(manyRanks(1024));
  const DrawList list = stage.lanes();
  int found = 0;
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.hit.what != Hit::What::event || stage.run.events[entry.hit.index].finding != 0) continue;
    ++found;
    QVERIFY(list.bounds(entry).width() >= 3);
    QVERIFY(list.bounds(entry).height() >= 3);
  }
  QCOMPARE(found, 2);
}

void TimelineSceneTest::labelsAreWrittenOnceAndOnlyWhereTheyFit() {
  const auto textsOf = [](const DrawList& list) {
    QStringList texts;
    for (const DrawList::Entry& entry : list.ordered()) {
      if (entry.kind == DrawList::Kind::text) texts << list.textAt(entry).text;
    }
    return texts;
  };
  const Stage wide(test::recoveredRun(), asOpened());
  QCOMPARE(textsOf(wide.lanes()).filter(u"waiting 1,800 s"_s).size(), 1);
  QCOMPARE(textsOf(wide.lanes()).filter(u"inside the test"_s).size(), 1);
  // The wait is a few pixels wide here.
  const std::int64_t start = wide.run.launches[0].start.utc;
  const Stage narrow(test::recoveredRun(), asOpened(), TimeRange{start - 86'400 * kSecond, start + 86'400 * kSecond});
  QCOMPARE(textsOf(narrow.lanes()).filter(u"waiting"_s).size(), 0);
  const DrawList list = wide.lanes();
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.kind == DrawList::Kind::text) QVERIFY(list.bounds(entry).right() <= kWidth + 1);
  }
}

void TimelineSceneTest::alikeLanesShareARow() {
  const model::Run run = manyRanks(64);
  const RunIndex index(run);
  LayoutOptions options;
  options.foldAlike = &index;
  const LaneLayout layout(run, options);
  // Those that failed are their own; the rest was stopped inside the test.
  QCOMPARE(layout.laneCount(), std::size_t{3});
  const Row& many = layout.rows()[1];
  QCOMPARE(many.rank, 0u);
  QCOMPARE(many.alike.size(), std::size_t{61});
  QVERIFY(std::find(many.alike.begin(), many.alike.end(), 5u) == many.alike.end());
}

void TimelineSceneTest::attemptsAndRetriesShareRowsOfPictures() {
  LayoutOptions options;
  options.mergeLaunches = true;
  options.launches = std::vector<std::uint32_t>{0, 1};
  const LaneLayout layout(test::recoveredRun(), options);
  QCOMPARE(layout.rows().size(), std::size_t{8});
  for (const Row& row : layout.rows()) QCOMPARE(row.lanes.size(), std::size_t{2});
}

void TimelineSceneTest::calloutsDoNotOverlap() {
  const Stage stage(test::recoveredRun());
  const auto placed = placeCallouts(stage.input());
  QCOMPARE(placed.size(), std::size_t{5});
  for (std::size_t i = 1; i < placed.size(); ++i) {
    QVERIFY(placed[i].x - placed[i - 1].x >= stage.style.calloutSize);
    QCOMPARE(placed[i].callout.number, placed[i - 1].callout.number + 1);
  }
  QVERIFY(placed.back().x + stage.style.calloutSize / 2 <= kWidth);
}

// A window onto a lane shows what the whole lane shows there.
void TimelineSceneTest::windowLeavesNothingOut() {
  const model::Run run = test::recoveredRun();
  const RunIndex index(run);
  std::mt19937_64 random(5);
  const TimeRange whole = Stage::wholeOf(run);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t begin = whole.begin + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(whole.length()));
    const TimeRange window{begin, begin + 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(whole.length()))};
    for (std::uint32_t lane = 0; lane < run.lanes.size(); ++lane) {
      const RunIndex::Slice slice = index.intervals({lane}, window);
      for (std::uint32_t i = 0; i < run.intervals.size(); ++i) {
        const TimeRange extent = index.extent(i);
        const bool touches = run.intervals[i].lane.value == lane && extent.begin < window.end && extent.end > window.begin;
        if (touches) QVERIFY(i >= slice.first && i < slice.last);
      }
    }
  }
}

QTEST_MAIN(TimelineSceneTest)
#include "tst_timeline_scene.moc"
