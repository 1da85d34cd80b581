// SPDX-License-Identifier: Apache-2.0
// Marks that stand for several, the list behind them, what is shown of how many lanes, and the state of each lane at its right.
#include "tests/ui/timeline_stage.h"
#include "ui/timeline/lane_states.h"
#include "ui/timeline/lane_table.h"
#include "ui/timeline/mark_clusters.h"
#include "ui/timeline/mark_list.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include <random>
#include <set>

using namespace lanescope;
using namespace lanescope::ui;
using namespace Qt::StringLiterals;
using test::kSecond;
using test::manyRanks;
using test::onHosts;
using test::Stage;

namespace {

constexpr std::int64_t kMilli = 1'000'000;

// Adds an event of a finding (or of none) to a lane.
void addEvent(model::Run& run, std::uint32_t lane, std::int64_t utc, model::EventKind kind, model::EventSeverity severity, std::uint32_t finding = 0xFFFFFFFF) {
  const auto line = static_cast<std::uint32_t>(100'000 + run.events.size());
  model::Event event = model::makeEvent(model::When::at(utc), kind, severity, {model::SourceId{0}, line}, model::LaneId{lane});
  event.finding = finding;
  run.events.push_back(event);
}

void sortEvents(model::Run& run) { std::stable_sort(run.events.begin(), run.events.end(), model::eventBefore); }

// All ranks but 417 report the time-out of finding 1 within a second.
model::Run everyRankButOne(model::Rank ranks) {
  model::Run run = manyRanks(ranks);
  const std::int64_t at = run.launches[0].start.utc + 1'200 * kSecond;
  for (std::uint32_t lane = 0; lane < ranks; ++lane) {
    if (lane != 417) addEvent(run, lane, at + lane * kMilli / 2, model::EventKind::timeout, model::EventSeverity::fatal, 1);
  }
  sortEvents(run);
  return run;
}

std::vector<DrawList::Entry> entriesOf(const DrawList& list, Hit::What what, DrawList::Kind kind) {
  std::vector<DrawList::Entry> found;
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.hit.what == what && entry.kind == kind) found.push_back(entry);
  }
  return found;
}

}  // namespace

class TimelineMarksTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void nearMarksAreOneWithTheirNumber();
  void nothingIsLostInClusters();
  void panningRegroupsNothing();
  void theFirstFailureIsNeverSwallowed();
  void oneFindingOnManyLanesIsToldOnce();
  void groupsAreTemplatesThenRanks();
  void theListIsAModelAndWalksByKeyboard();
  void followersAndMinorMarksAreChosen();
  void oddLanesStandAboveLowOnes();
  void statesAreReadableWithoutTheTimeline();
  void aSingleFatalIsSeenAtEveryZoom();
  void everyHitDrawnIsFoundAtEveryDensity_data();
  void everyHitDrawnIsFoundAtEveryDensity();
};

void TimelineMarksTest::nearMarksAreOneWithTheirNumber() {
  model::Run run = manyRanks(8);
  const std::int64_t at = run.launches[0].start.utc + 300 * kSecond;
  for (int i = 0; i < 5; ++i) addEvent(run, 2, at + i * kMilli, model::EventKind::error, model::EventSeverity::error);
  addEvent(run, 2, at + 2 * kMilli, model::EventKind::error, model::EventSeverity::fatal);
  sortEvents(run);
  const Stage stage(run);
  const DrawList list = stage.lanes();
  const auto clusters = entriesOf(list, Hit::What::cluster, DrawList::Kind::mark);
  const auto here = std::find_if(clusters.begin(), clusters.end(), [](const DrawList::Entry& e) { return e.hit.lane == model::LaneId{2}; });
  QVERIFY(here != clusters.end());
  QCOMPARE(stage.run.events[here->hit.index].severity, model::EventSeverity::fatal);   // the worst gives the glyph
  const std::vector<std::uint32_t> members = membersOf(stage.input(), here->hit);
  QCOMPARE(members.size(), std::size_t{6});
  QVERIFY2(list.dump().contains(u"\u00D76"_s), qPrintable(list.dump()));
  // From near each stands alone.
  const Stage near(run, {}, TimeRange{at - kMilli, at + 6 * kMilli});
  QCOMPARE(entriesOf(near.lanes(), Hit::What::event, DrawList::Kind::mark).size(), std::size_t{4});
  QCOMPARE(entriesOf(near.lanes(), Hit::What::cluster, DrawList::Kind::mark).size(), std::size_t{1});   // the two of one moment
}

// At any zoom the marks of a lane stand for each of its events exactly once, and two are never nearer than they may be.
void TimelineMarksTest::nothingIsLostInClusters() {
  std::mt19937 random(3);
  model::Run run = manyRanks(8);
  const TimeRange whole = Stage::wholeOf(run);
  for (int i = 0; i < 3'000; ++i) {
    const std::int64_t utc = whole.begin + static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(whole.length() / kMilli)) * kMilli;
    const bool fatal = random() % 50 == 0;
    addEvent(run, 3, utc, fatal ? model::EventKind::error : model::EventKind::warning, fatal ? model::EventSeverity::fatal : model::EventSeverity::warning);
  }
  sortEvents(run);
  for (const std::int64_t part : {1, 7, 50, 400}) {
    const Stage stage(run, {}, TimeRange{whole.begin, whole.begin + whole.length() / part});
    const LaneMarks marks = laneMarks(stage.input(), {3}, kClusterReach);
    std::multiset<std::uint32_t> told;
    for (std::size_t i = 0; i < marks.clusters.size(); ++i) {
      const MarkCluster& cluster = marks.clusters[i];
      if (i > 0) QVERIFY(cluster.x - marks.clusters[i - 1].x > kClusterReach - 1);   // columns are whole
      MarkRank worst = MarkRank::none;
      for (const std::uint32_t event : membersOf(stage.input(), stage.layout.rows()[4], {3}, cluster)) {
        told.insert(event);
        worst = std::max(worst, markRankOf(stage.run, stage.run.events[event]));
      }
      if (part > 1) QCOMPARE(cluster.rank, worst);           // from afar cells of the level of detail decide
    }
    std::size_t inView = 0;
    for (const std::uint32_t event : stage.index.events({3})) {
      const bool seen = stage.axis.column(stage.run.events[event].utc) >= 0 && stage.axis.column(stage.run.events[event].utc) < stage.axis.columns();
      if (!seen || markRankOf(stage.run, stage.run.events[event]) <= MarkRank::lifecycle) continue;
      ++inView;
      if (part > 1) QCOMPARE(told.count(event), std::size_t{1});
    }
    QVERIFY(inView > 0 && told.size() >= inView);
  }
}

void TimelineMarksTest::panningRegroupsNothing() {
  std::mt19937 random(8);
  model::Run run = manyRanks(8);
  const std::int64_t from = Stage::wholeOf(run).begin;
  for (int i = 0; i < 700; ++i) {
    addEvent(run, 3, from + static_cast<std::int64_t>(random() % 600'000) * kMilli, model::EventKind::error, random() % 3 == 0 ? model::EventSeverity::fatal : model::EventSeverity::error);
  }
  sortEvents(run);
  const TimeRange window{from + 100 * kSecond, from + 400 * kSecond};
  const Stage still(run, {}, window);
  const std::int64_t step = still.axis.nsPerColumn();
  const LaneMarks before = laneMarks(still.input(), {3}, kClusterReach);
  for (const int columns : {1, 5, 13, 14, 200}) {
    const Stage moved(run, {}, TimeRange{window.begin + columns * step, window.end + columns * step});
    QCOMPARE(moved.axis.nsPerColumn(), step);
    const LaneMarks after = laneMarks(moved.input(), {3}, kClusterReach);
    for (const MarkCluster& cluster : before.clusters) {
      if (cluster.x < columns + 30 || cluster.x > test::kWidth - 30) continue;
      const auto same = std::find_if(after.clusters.begin(), after.clusters.end(), [&](const MarkCluster& c) { return c.event == cluster.event; });
      QVERIFY(same != after.clusters.end());
      QCOMPARE(same->x, cluster.x - columns);
      QCOMPARE(same->first, cluster.first);
      QCOMPARE(same->last, cluster.last);
    }
  }
}

void TimelineMarksTest::theFirstFailureIsNeverSwallowed() {
  model::Run run = manyRanks(8);
  const std::uint32_t first = *run.firstFailure;
  const std::int64_t at = run.findings[first].time.utc;
  for (int i = -40; i < 40; ++i) addEvent(run, 5, at + i * kMilli, model::EventKind::error, model::EventSeverity::fatal);
  sortEvents(run);
  const TimeRange whole = Stage::wholeOf(run);
  for (const std::int64_t part : {1, 3, 20}) {
    const Stage stage(run, {}, TimeRange{at - whole.length() / part / 2, at + whole.length() / part / 2});
    const LaneMarks marks = laneMarks(stage.input(), {5}, kClusterReach);
    QVERIFY(std::any_of(marks.clusters.begin(), marks.clusters.end(), [](const MarkCluster& cluster) { return cluster.rank == MarkRank::firstFailure; }));
  }
}

void TimelineMarksTest::oneFindingOnManyLanesIsToldOnce() {
  const Stage stage(everyRankButOne(1'024));
  const std::vector<MarkStack> stacks = stacksOf(stage.input(), 0);
  const auto stack = std::find_if(stacks.begin(), stacks.end(), [](const MarkStack& s) { return s.members.size() == 1'023; });
  QVERIFY(stack != stacks.end());
  const DrawList list = stage.lanes();
  QVERIFY(list.dump().contains(u"\u00D71,023"_s));
  const auto drawn = entriesOf(list, Hit::What::cluster, DrawList::Kind::mark);
  const auto mark = std::find_if(drawn.begin(), drawn.end(), [&](const DrawList::Entry& e) { return e.hit.index == stack->event; });
  QVERIFY(mark != drawn.end() && !mark->hit.lane.valid());
  QCOMPARE(membersOf(stage.input(), mark->hit), stack->members);
  // On few lanes each lane says it.
  QVERIFY(stacksOf(Stage(everyRankButOne(8)).input(), 0).empty());
}

void TimelineMarksTest::groupsAreTemplatesThenRanks() {
  const Stage stage(everyRankButOne(1'024));
  const std::vector<MarkStack> stacks = stacksOf(stage.input(), 0);
  QCOMPARE(stacks.size(), std::size_t{1});
  const std::vector<MarkGroup> groups = markGroups(stage.run, stage.index, stacks[0].members, stacks[0].event);
  QCOMPARE(groups.size(), std::size_t{1});
  QCOMPARE(groups[0].what, QString::fromStdString(stage.run.findings[1].title));
  QCOMPARE(groups[0].ranks.size(), std::size_t{2});
  QCOMPARE(groups[0].ranks[0].first, 0u);
  QCOMPARE(groups[0].ranks[0].last, 416u);
  QCOMPARE(groups[0].ranks[1].first, 418u);
  QCOMPARE(groups[0].ranks[1].last, 1'023u);
  QCOMPARE(groups[0].ranks[0].count + groups[0].ranks[1].count, std::size_t{1'023});
  QCOMPARE(stage.run.lanes[stage.run.events[groups[0].ranks[1].event].lane.value].rank, 418u);
}

void TimelineMarksTest::theListIsAModelAndWalksByKeyboard() {
  const auto run = test::shared(everyRankButOne(1'024));
  const RunIndex index(*run);
  const auto ofFinding = index.eventsOfFinding(1);
  std::vector<std::uint32_t> members(ofFinding.begin(), ofFinding.end());
  members.push_back(index.eventsOfFinding(0).front());
  QWidget window;
  MarkList list(&window);
  const QAbstractItemModelTester tester(list.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
  list.open(run, std::make_shared<const RunIndex>(*run), markGroups(*run, index, members, members.back()), {});
  const MarkListModel& model = *list.model();
  QCOMPARE(model.rowCount(), 2);
  const QModelIndex first = model.index(0, 0), second = model.index(1, 0);
  QCOMPARE(first.data().toString(), QString::fromStdString(run->findings[0].title));   // its mark is the glyph
  QVERIFY(second.data(Qt::DecorationRole).isValid());
  QVERIFY(model.rowCount(second) >= 2);
  QVERIFY2(model.index(0, 0, second).data().toString().contains(u"ranks 0\u2013416"_s), qPrintable(model.index(0, 0, second).data().toString()));
  QVERIFY(!list.accessibleName().isEmpty());
  QSignalSpy chosen(&list, &MarkList::chosen);
  list.tree()->setCurrentIndex(first);
  for (int i = 0; i < 4; ++i) QTest::keyClick(list.tree(), Qt::Key_Down);
  const QModelIndex current = list.tree()->currentIndex();
  QVERIFY(current.parent() == second);
  QTest::keyClick(list.tree(), Qt::Key_Return);
  QCOMPARE(chosen.size(), 1);
  QCOMPARE(std::optional(chosen[0][0].toUInt()), model.eventAt(current));
  QVERIFY(!list.isVisible());
}

void TimelineMarksTest::followersAndMinorMarksAreChosen() {
  model::Run run = manyRanks(65);
  const std::int64_t at = run.launches[0].start.utc + 300 * kSecond;
  addEvent(run, 3, at, model::EventKind::warning, model::EventSeverity::warning);
  run.findings[2].role = model::Role::teardown;
  addEvent(run, 4, at, model::EventKind::error, model::EventSeverity::error, 2);
  sortEvents(run);
  const Stage stage(run);
  const auto shown = [&](std::uint32_t lane, MarkChoice choice) {
    SceneInput input = stage.input();
    input.marks = choice;
    const LaneMarks marks = laneMarks(input, {lane}, kClusterReach);
    return std::any_of(marks.clusters.begin(), marks.clusters.end(), [&](const MarkCluster& c) { return stage.run.events[c.event].utc == at; });
  };
  MarkChoice choice;
  QVERIFY(!shown(3, choice) && shown(4, choice));            // of more than 64 lanes minor warnings are left out
  choice.minor = MarkChoice::Minor::shown;
  QVERIFY(shown(3, choice));
  choice.followers = false;
  QVERIFY(!shown(4, choice));
  QVERIFY(showsMinor({}, 64) && !showsMinor({}, 65));
}

void TimelineMarksTest::oddLanesStandAboveLowOnes() {
  model::Run run = manyRanks(300);
  addEvent(run, 200, run.launches[0].start.utc + 5 * kSecond, model::EventKind::error, model::EventSeverity::fatal);
  sortEvents(run);
  const RunIndex index(run);
  const LaneTable table(run, index);
  LayoutOptions options;
  options.table = &table;
  options.available = 700;
  options.arrangement.folding = LaneFolding::off;
  const LaneLayout layout(run, options);
  QCOMPARE(layout.laneCount(), std::size_t{300});
  std::vector<model::Rank> pulled;
  for (const Row& row : layout.rows()) {
    if (!row.pulledOut) continue;
    pulled.push_back(row.rank);
    QCOMPARE(row.height, 12);
    QVERIFY(row.labelled);
  }
  std::sort(pulled.begin(), pulled.end());
  QCOMPARE(pulled, (std::vector<model::Rank>{5, 7, 200}));
  QVERIFY(layout.rows()[1].pulledOut && layout.rows()[3].pulledOut && !layout.rows()[4].pulledOut);
  QVERIFY(layout.rows().back().height <= 2);
  // Where there is room for all of them at their own height nothing moves.
  options.available = 100'000;
  const LaneLayout roomy(run, options);
  QVERIFY(std::none_of(roomy.rows().begin(), roomy.rows().end(), [](const Row& row) { return row.pulledOut; }));
}

void TimelineMarksTest::statesAreReadableWithoutTheTimeline() {
  const Stage stage(manyRanks(16));
  const RunProfile profile(stage.run, stage.index);
  SceneInput input = stage.input();
  input.profile = &profile;
  const DrawList list = statesScene(input, 40);
  std::set<std::uint32_t> lanes;
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.kind == DrawList::Kind::mark) lanes.insert(entry.hit.lane.value);
  }
  QVERIFY(lanes.count(5) == 1 && lanes.count(7) == 1);
  const RunProfile::State state = profile.stateOf({model::LaneId{5}});
  QCOMPARE(state.worst, MarkRank::firstFailure);
  std::uint32_t naive = 0;
  for (const model::Event& event : stage.run.events) naive += event.lane == model::LaneId{5} && markRankOf(stage.run, event) == MarkRank::firstFailure ? 1 : 0;
  QCOMPARE(state.count, naive);
}

// At every zoom, also from afar, and on rows of a pixel: at least three pixels wide.
void TimelineMarksTest::aSingleFatalIsSeenAtEveryZoom() {
  model::Run run = manyRanks(1'024);
  const std::int64_t at = run.launches[0].start.utc + 77 * kSecond;
  addEvent(run, 700, at, model::EventKind::error, model::EventSeverity::fatal);
  sortEvents(run);
  const auto fatal = static_cast<std::uint32_t>(std::find_if(run.events.begin(), run.events.end(), [&](const model::Event& e) { return e.utc == at && e.lane.value == 700; }) - run.events.begin());
  LayoutOptions options;
  options.laneHeight = 1;
  for (const std::int64_t days : {1, 30, 3'000}) {
    const Stage stage(run, options, TimeRange{at - days * 86'400 * kSecond, at + days * 43'200 * kSecond});
    const DrawList list = stage.lanes();
    bool seen = false;
    for (const DrawList::Entry& entry : list.ordered()) {
      if (entry.hit.what != Hit::What::event || entry.hit.index != fatal) continue;
      seen = true;
      QVERIFY(list.bounds(entry).width() >= 3 && list.bounds(entry).height() >= 3);
      QVERIFY(list.hitAt(list.bounds(entry).center()).has_value());
    }
    QVERIFY(seen);
  }
}

void TimelineMarksTest::everyHitDrawnIsFoundAtEveryDensity_data() {
  QTest::addColumn<int>("ranks");
  for (const int ranks : {8, 16, 17, 64, 65, 256, 257, 1'024}) QTest::addRow("%d", ranks) << ranks;
}

namespace {

// How often a random place of what is drawn was asked for; -1 where nothing drawn there answered.
int askEverywhere(const DrawList& list, std::uint32_t seed) {
  const std::vector<DrawList::Entry> all = list.ordered();
  std::mt19937 random(seed);
  int asked = 0;
  for (int i = 0; i < 400; ++i) {
    const DrawList::Entry& entry = all[random() % all.size()];
    if (entry.hit.what == Hit::What::none || entry.kind == DrawList::Kind::line) continue;
    const QRectF bounds = list.bounds(entry);
    const QPointF at(bounds.left() + bounds.width() * (0.1 + 0.8 * (random() % 1'000) / 1'000.0), bounds.top() + bounds.height() * (0.1 + 0.8 * (random() % 1'000) / 1'000.0));
    const auto hit = list.hitAt(at);
    if (entry.kind == DrawList::Kind::cells && !hit) continue;   // between cells
    if (!hit) return -1;
    ++asked;
    const bool drawn = std::any_of(all.begin(), all.end(), [&](const DrawList::Entry& other) {
      return other.hit == *hit && list.bounds(other).adjusted(-6, -6, 6, 6).contains(at);
    });
    if (!drawn) return -1;
  }
  return asked;
}

}  // namespace

// Whatever is asked for at a random place of what is drawn answers with something that is drawn there: lanes, labels, boxes, brackets.
void TimelineMarksTest::everyHitDrawnIsFoundAtEveryDensity() {
  QFETCH(int, ranks);
  LayoutOptions options;
  options.available = 800;
  const Stage stage(everyRankButOne(static_cast<model::Rank>(ranks)), options);
  QVERIFY(askEverywhere(stage.lanes(), static_cast<std::uint32_t>(ranks)) > 100);
  model::Run run = onHosts(static_cast<model::Rank>(ranks), 8);
  const std::set<LaneKey> ticked{{0, 1}, {0, 5}};
  const Stage labelled(run, options);
  SceneInput input = labelled.input();
  input.ticked = &ticked;
  const DrawList labels = labelsScene(input, 124);
  QVERIFY(askEverywhere(labels, static_cast<std::uint32_t>(ranks)) > 100);
  // Where a row is as high as a box, each has one.
  const auto boxes = entriesOf(labels, Hit::What::tickBox, DrawList::Kind::rect);
  QCOMPARE(boxes.size(), labelled.layout.laneHeight() >= 10 ? std::size_t{2} * static_cast<std::size_t>(ranks) : std::size_t{0});
}

QTEST_MAIN(TimelineMarksTest)
#include "tst_timeline_marks.moc"
