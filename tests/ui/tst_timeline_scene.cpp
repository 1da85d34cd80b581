// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/timeline_stage.h"
#include "ui/models/words.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/header_scene.h"
#include "ui/timeline/lane_bins.h"
#include "ui/timeline/lane_table.h"
#include "ui/timeline/timeline_scene.h"

#include <QFile>
#include <QTest>

#include <numeric>
#include <random>
#include <set>

using namespace lanescope;
using namespace lanescope::ui;
using test::kSecond;
using test::kWidth;
using test::manyRanks;
using test::Stage;
using namespace Qt::StringLiterals;

namespace {

LayoutOptions asOpened() {
  LayoutOptions options;
  options.collapsed = collapsedAtFirst(test::recoveredRun());
  return options;
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
  void ofManyCalloutsThoseThatMatterArePlaced();
  void windowLeavesNothingOut();
  void aSingleFatalLineIsItsOwnLane();
  void rankLists_data();
  void rankLists();
  void lanesAreFilteredPinnedAndSorted();
  void lanesAreGrouped();
  void lowRowsAreCells();
  void panningDoesNotShimmer();
  void fiveKindsOfEmptiness();
  void phasesAreFoundAndWalked();
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
  const LaneTable table(run, index);
  LayoutOptions options;
  options.table = &table;
  options.arrangement.folding = LaneFolding::on;
  const LaneLayout layout(run, options);
  // Those that failed are their own; the rest was stopped inside the test.
  QCOMPARE(layout.laneCount(), std::size_t{3});
  const Row& many = layout.rows()[1];
  QCOMPARE(many.rank, 0u);
  QCOMPARE(many.alike.size(), std::size_t{61});
  QVERIFY(std::find(many.alike.begin(), many.alike.end(), 5u) == many.alike.end());
  QCOMPARE(many.alikeLanes.size(), many.alike.size());
  // A lane of the band is found in it.
  QCOMPARE(layout.rowOf(run, {60}), std::optional<std::size_t>(1));
  // Opened, the band is the lanes it stands for.
  options.arrangement.opened = {many.laneKey()};
  QCOMPARE(LaneLayout(run, options).laneCount(), std::size_t{64});
  // Up to 64 lanes nothing folds by itself.
  options.arrangement = {};
  QCOMPARE(LaneLayout(run, options).laneCount(), std::size_t{64});
  const model::Run more = manyRanks(65);
  const RunIndex moreIndex(more);
  const LaneTable moreTable(more, moreIndex);
  options.table = &moreTable;
  QCOMPARE(LaneLayout(more, options).laneCount(), std::size_t{3});
  options.arrangement.folding = LaneFolding::off;
  QCOMPARE(LaneLayout(more, options).laneCount(), std::size_t{65});
}

// One fatal line that belongs to no finding keeps its lane out of the band.
void TimelineSceneTest::aSingleFatalLineIsItsOwnLane() {
  model::Run run = manyRanks(300);
  const std::int64_t utc = run.launches[0].start.utc + 5 * kSecond;
  run.events.push_back(model::makeEvent(model::When::at(utc), model::EventKind::error, model::EventSeverity::fatal, {model::SourceId{0}, 90'001}, model::LaneId{200}));
  std::stable_sort(run.events.begin(), run.events.end(), model::eventBefore);
  const RunIndex index(run);
  const LaneTable table(run, index);
  LayoutOptions options;
  options.table = &table;
  const LaneLayout layout(run, options);
  QCOMPARE(layout.laneCount(), std::size_t{4});
  const auto row = layout.rowOf(run, {200});
  QVERIFY(row && layout.rows()[*row].alike.empty());
}

void TimelineSceneTest::rankLists_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<int>("spans");                // -1: no list
  QTest::addColumn<int>("errorAt");
  QTest::newRow("nothing") << QByteArray() << 0 << 0;
  QTest::newRow("one") << QByteArray("7") << 1 << 0;
  QTest::newRow("several") << QByteArray("0-7,13") << 2 << 0;
  QTest::newRow("spaces") << QByteArray(" 0 - 7") << -1 << 3;
  QTest::newRow("separators") << QByteArray("1; 2 3,,4") << 4 << 0;
  QTest::newRow("as a report writes") << QByteArray("0\xE2\x80\x93" "4, r6") << 2 << 0;
  QTest::newRow("and above") << QByteArray("32-") << 1 << 0;
  QTest::newRow("backwards") << QByteArray("7-3") << -1 << 3;
  QTest::newRow("word") << QByteArray("1, all") << -1 << 3;
  QTest::newRow("too long") << QByteArray("99999999999") << -1 << 9;
  QTest::newRow("glued") << QByteArray("5x") << -1 << 1;
}

void TimelineSceneTest::rankLists() {
  QFETCH(QByteArray, text);
  QFETCH(int, spans);
  QFETCH(int, errorAt);
  std::size_t at = 0;
  const auto list = parseRankList(text.toStdString(), at);
  QCOMPARE(list ? static_cast<int>(list->size()) : -1, spans);
  if (!list) QCOMPARE(static_cast<int>(at), errorAt);
  if (text == "0-7,13") QVERIFY(contains(*list, 0) && contains(*list, 7) && contains(*list, 13) && !contains(*list, 8));
  if (text == "32-") QVERIFY(contains(*list, 1'000'000) && !contains(*list, 31));
}

void TimelineSceneTest::lanesAreFilteredPinnedAndSorted() {
  const model::Run run = test::recoveredRun();
  const RunIndex index(run);
  const LaneTable table(run, index);
  const auto ranksOf = [](const LaneLayout& layout) {
    std::vector<model::Rank> ranks;
    for (const Row& row : layout.rows()) {
      if (row.kind == Row::Kind::lane && row.launch == 0) ranks.push_back(row.rank);
    }
    return ranks;
  };
  using Ranks = std::vector<model::Rank>;
  LayoutOptions options;
  options.table = &table;
  options.collapsed = {1, 2};
  options.arrangement.ranks = {{0, 2}, {7, 7}};
  LaneLayout layout(run, options);
  QCOMPARE(ranksOf(layout), (Ranks{0, 1, 2, 7}));
  QCOMPARE(layout.hiddenCount(), std::size_t{4});
  QCOMPARE(layout.allCount(), std::size_t{8});
  options.arrangement.hidden = {{0, 1}};
  options.arrangement.pinned = {{0, 7}, {1, 3}};             // one of a closed launch, too
  layout = LaneLayout(run, options);
  QCOMPARE(ranksOf(layout), (Ranks{7, 0, 2}));
  QVERIFY(layout.rows()[0].pinned && layout.rows()[1].pinned && layout.rows()[1].launch == 1 && !layout.rows()[2].pinned);
  QCOMPARE(layout.pinnedHeight(), layout.rows()[2].top);
  // 5 and 7 failed first.
  options.arrangement = {};
  options.arrangement.order = LaneOrder::firstFailure;
  const Ranks byFailure = ranksOf(LaneLayout(run, options));
  QVERIFY((byFailure[0] == 5 && byFailure[1] == 7) || (byFailure[0] == 7 && byFailure[1] == 5));
  QCOMPARE(byFailure.size(), std::size_t{8});
  options.arrangement.order = LaneOrder::severity;
  const Ranks bySeverity = ranksOf(LaneLayout(run, options));
  QCOMPARE(bySeverity[0], 5u);
  QCOMPARE(bySeverity[1], 7u);
  options.arrangement.order = LaneOrder::lastLine;
  const Ranks byLast = ranksOf(LaneLayout(run, options));
  for (std::size_t i = 1; i < byLast.size(); ++i) {
    const auto lastOf = [&](model::Rank rank) { return table.facts(*run.laneOf(0, 0, rank)).last; };
    QVERIFY(lastOf(byLast[i - 1]) <= lastOf(byLast[i]));
  }
  // Only what failed: the other launch passed on all its lanes.
  options.arrangement = {};
  options.arrangement.onlyTroubled = true;
  options.collapsed = {};
  layout = LaneLayout(run, options);
  QVERIFY(std::none_of(layout.rows().begin(), layout.rows().end(), [](const Row& row) { return row.kind == Row::Kind::lane && row.launch == 1; }));
  QCOMPARE(ranksOf(layout).size(), std::size_t{8});
  QCOMPARE(layout.hiddenCount(), std::size_t{16});
}

void TimelineSceneTest::lanesAreGrouped() {
  model::Run run = test::recoveredRun();
  for (model::Lane& lane : run.lanes) lane.host = lane.rank < 4 ? "node-a" : "node-b";
  const RunIndex index(run);
  const LaneTable table(run, index);
  LayoutOptions options;
  options.table = &table;
  options.collapsed = {1, 2};
  options.arrangement.grouping = LaneGrouping::host;
  LaneLayout layout(run, options);
  std::vector<std::string> names;
  for (const Row& row : layout.rows()) {
    if (row.kind == Row::Kind::group) names.push_back(row.name);
  }
  QCOMPARE(names, (std::vector<std::string>{"node-a", "node-b"}));
  QCOMPARE(layout.laneCount(), std::size_t{8});
  options.closedGroups = {layout.rows()[1].key};
  layout = LaneLayout(run, options);
  QCOMPARE(layout.laneCount(), std::size_t{4});
  QVERIFY(layout.rows()[1].collapsed && layout.rows()[1].members == 4);
  // By behaviour: those that failed first come first, and every group says what it has in common.
  options.arrangement.grouping = LaneGrouping::behaviour;
  layout = LaneLayout(run, options);
  std::vector<std::size_t> sizes;
  for (const Row& row : layout.rows()) {
    if (row.kind != Row::Kind::group) continue;
    sizes.push_back(row.members);
    QVERIFY(!groupText(run, row).isEmpty());
  }
  QVERIFY(sizes.size() >= 2);
  QCOMPARE(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), std::size_t{8});
  const auto first = std::find_if(layout.rows().begin(), layout.rows().end(), [](const Row& row) { return row.kind == Row::Kind::lane; });
  QVERIFY(first->rank == 5 || first->rank == 7);
  // Not at all: no header, and rows say whose launch they are.
  options.arrangement.grouping = LaneGrouping::none;
  layout = LaneLayout(run, options);
  QVERIFY(std::all_of(layout.rows().begin(), layout.rows().end(), [](const Row& row) { return row.kind == Row::Kind::lane && row.namesLaunch; }));
  QCOMPARE(layout.laneCount(), run.lanes.size());
  QVERIFY(std::is_sorted(layout.rows().begin(), layout.rows().end(), [](const Row& a, const Row& b) { return a.rank < b.rank; }));
}

// A thousand lanes in a thousand pixels: a row of cells each, as bad as the worst test of each column, and every fatal mark 3 px.
void TimelineSceneTest::lowRowsAreCells() {
  model::Run run = randomTests(9, 6'000);
  for (const TimeRange window : {TimeRange{0, 1'000 * kSecond}, TimeRange{200 * kSecond, 260 * kSecond}}) {
    LayoutOptions options;
    options.laneHeight = 1;
    const Stage stage(run, options, window);
    const auto naive = naiveBars(stage, {0});
    const auto naiveAt = [&](int column) {
      const auto& cell = naive[static_cast<std::size_t>(std::clamp(column, 0, kWidth - 1))];
      return cell ? 1 + badness(stage.run.intervals[*cell].outcome) : 0;
    };
    const std::vector<std::uint8_t> cells = testCells(stage.index, {0}, stage.axis);
    QCOMPARE(cells.size(), std::size_t{kWidth});
    for (int column = 0; column < kWidth; ++column) {
      const int shown = cells[static_cast<std::size_t>(column)];
      QVERIFY(shown >= naiveAt(column));                     // nothing bad is lost
      QVERIFY(shown <= std::max({naiveAt(column - 1), naiveAt(column), naiveAt(column + 1)}));
    }
    const DrawList list = stage.lanes();
    const auto all = list.ordered();
    QVERIFY(std::any_of(all.begin(), all.end(), [](const DrawList::Entry& e) { return e.kind == DrawList::Kind::cells; }));
    QVERIFY(std::none_of(all.begin(), all.end(), [](const DrawList::Entry& e) { return e.kind == DrawList::Kind::hatch; }));
  }
}

// Panning by whole columns moves the picture and changes nothing in it.
void TimelineSceneTest::panningDoesNotShimmer() {
  const model::Run run = randomTests(3, 6'000);
  const RunIndex index(run);
  const TimeRange window{200 * kSecond, 700 * kSecond};
  const TimeAxis axis(window, kWidth);
  const std::int64_t step = axis.nsPerColumn();
  const std::vector<std::uint8_t> before = testCells(index, {0}, axis);
  for (const int columns : {1, 7, 100}) {
    const TimeAxis moved({window.begin + columns * step, window.end + columns * step}, kWidth);
    QCOMPARE(moved.nsPerColumn(), step);
    const std::vector<std::uint8_t> after = testCells(index, {0}, moved);
    for (int column = 1; column + columns + 1 < kWidth; ++column) {
      QCOMPARE(after[static_cast<std::size_t>(column)], before[static_cast<std::size_t>(column + columns)]);
    }
  }
}

void TimelineSceneTest::fiveKindsOfEmptiness() {
  model::Run run = test::failedRunWithoutJobLog();
  run.worldSize = run.launches[0].worldSize = 9;
  run.coverage.missingRanks = {8};
  const Stage stage(run);
  const DrawList list = stage.lanes();
  std::set<HatchKind> hatches;
  bool quiet = false, ended = false;
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.kind == DrawList::Kind::hatch) {
      hatches.insert(list.hatchAt(entry).kind);
      QVERIFY(entry.hit.what != Hit::What::none);            // each says what it is
    }
    quiet = quiet || (entry.kind == DrawList::Kind::line && entry.layer == Layer::band);
    ended = ended || (entry.layer == Layer::cap && entry.hit.what == Hit::What::laneEnd);
  }
  QCOMPARE(hatches, (std::set<HatchKind>{HatchKind::diagonal, HatchKind::dots, HatchKind::cross}));
  QVERIFY(quiet && ended);
}

void TimelineSceneTest::phasesAreFoundAndWalked() {
  model::Run run = test::recoveredRun();
  run.testRuns.resize(run.lanes.size());
  run.testTimes.clear();
  for (const model::Interval& interval : run.intervals) {
    if (interval.kind != model::IntervalKind::test) continue;
    model::TestRun test;
    test.lane = interval.lane;
    test.test = interval.test;
    test.times = static_cast<std::uint32_t>(run.testTimes.size());
    run.testTimes.push_back({interval.begin, interval.end});
    run.testRuns[interval.lane.value].push_back(test);
  }
  const PhaseBand band(run);
  QVERIFY(!band.empty());
  const std::vector<std::uint32_t> seen = band.visible(Stage::wholeOf(run));
  QVERIFY(seen.size() > 10);
  for (std::size_t i = 1; i < seen.size(); ++i) QVERIFY(band.at(seen[i - 1]).extent.begin <= band.at(seen[i]).extent.begin);
  // From afar only launches count, from near every test.
  const std::int64_t start = run.launches[0].start.utc;
  const auto far = band.next(start, 1, std::int64_t{1} << 60);
  QVERIFY(far && band.at(*far).kind == BandPhase::Kind::launch && band.at(*far).extent.begin == run.launches[1].start.utc);
  const auto near = band.next(start, 1, 0);
  QVERIFY(near && band.at(*near).extent.begin < run.launches[1].start.utc);
  std::size_t steps = 0;
  for (auto at = band.next(start - kSecond, 1, 0); at; at = band.next(band.at(*at).extent.begin, 1, 0)) ++steps;
  std::size_t back = 0;
  for (auto at = band.next(run.launches[2].start.utc + 7'200 * kSecond, -1, 0); at; at = band.next(band.at(*at).extent.begin, -1, 0)) ++back;
  QVERIFY(steps > 10 && back >= steps);
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

void TimelineSceneTest::ofManyCalloutsThoseThatMatterArePlaced() {
  model::Run run = test::recoveredRun();
  model::Finding later = run.findings.back();
  later.role = model::Role::teardown;
  constexpr std::uint32_t kMany = 1'000;
  run.findings.insert(run.findings.begin(), kMany, later);
  run.firstFailure = *run.firstFailure + kMany;
  for (model::Event& event : run.events) {
    if (event.finding != UINT32_MAX) event.finding += kMany;
  }
  const Stage stage(std::move(run));
  const auto placed = placeCallouts(stage.input());
  QVERIFY(placed.size() > 5 && placed.size() < 100);
  const auto isFirst = [&stage](const PlacedCallout& one) { return one.callout.finding == *stage.run.firstFailure; };
  const auto first = std::find_if(placed.begin(), placed.end(), isFirst);
  QVERIFY(first != placed.end());
  for (std::size_t i = 1; i < placed.size(); ++i) QVERIFY(placed[i].x - placed[i - 1].x >= stage.style.calloutSize);
  QVERIFY(placed.front().x >= 0 && placed.back().x + stage.style.calloutSize / 2 <= kWidth);
  const DrawList labels = headerLabelsScene(stage.input(), HeaderGeometry(), 120);
  const QString more = u"%1 more"_s.arg(countText(stage.input().callouts.size() - placed.size()));
  const auto entries = labels.ordered();
  QVERIFY(std::any_of(entries.begin(), entries.end(), [&](const DrawList::Entry& entry) { return entry.kind == DrawList::Kind::text && labels.textAt(entry).text == more; }));
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
