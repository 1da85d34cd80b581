// SPDX-License-Identifier: Apache-2.0
// Tests that failed and left no more than the line of their verdict: drawn, clicked, walked to, counted and read aloud like any other failure.
#include "tests/ui/timeline_stage.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/lane_words.h"
#include "ui/timeline/mark_clusters.h"
#include "ui/timeline/mark_groups.h"
#include "ui/timeline/moves.h"
#include "ui/timeline/run_density.h"
#include "ui/timeline/run_profile.h"

#include <QTest>

#include <set>

using namespace lanescope;
using namespace lanescope::ui;
using namespace lanescope::test;
using namespace Qt::StringLiterals;
using recognise::TestWord;

namespace {

constexpr model::LaneId kLane{3}, kTold{5};

// A test of `lane` that has no time but that of its verdict's line.
void addVerdict(model::Run& run, model::LaneId lane, std::uint32_t line, std::int64_t utc, TestWord word) {
  run.testRuns.resize(run.lanes.size());
  model::TestRun test;
  test.lane = lane;
  test.test = {0};
  test.source = run.lanes[lane.value].sources.front();
  test.startLine = line;
  if (word == TestWord::error) test.errorLine = line;
  else test.verdictLine = line;
  test.word = word;
  test.times = static_cast<std::uint32_t>(run.testTimes.size());
  run.testTimes.push_back({{}, model::When::at(utc)});
  run.testRuns[lane.value].push_back(test);
}

std::int64_t startOf(const model::Run& run) { return run.launches[0].start.utc; }

// On lane 3 two failures of one moment and an error later; passed ones between them.
model::Run verdictsOnly() {
  model::Run run = failedRunWithoutJobLog();
  const std::int64_t start = startOf(run);
  addVerdict(run, kLane, 1, start + 5 * kSecond, TestWord::passed);
  addVerdict(run, kLane, 2, start + 10 * kSecond, TestWord::failed);
  addVerdict(run, kLane, 3, start + 10 * kSecond, TestWord::failed);
  addVerdict(run, kLane, 4, start + 900 * kSecond, TestWord::error);
  return run;
}

// All stops from one end of the lane to the other.
std::vector<Hit> stopsOf(const model::Run& run, const RunIndex& index, model::LaneId lane, int direction) {
  std::vector<Hit> stops;
  LanePlace place{direction > 0 ? 0 : INT64_MAX, {}};
  while (const auto hit = nextMark(run, index, lane, place, direction)) {
    const Description found = describe(run, index, *hit);
    place = {found.time.utc, found.line};
    stops.push_back(*hit);
    if (stops.size() > 1'000) break;
  }
  return stops;
}

}  // namespace

class TestVerdictsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void eachIsDrawnAndFound_data();
  void eachIsDrawnAndFound();
  void eachIsAStopBothWays();
  void eachIsCountedAndRead();
  void whatWasToldIsNotToldTwice();
  void testsWithoutVerdictAreStops();
  void membersStandInOrderOfTime();
};

void TestVerdictsTest::eachIsDrawnAndFound_data() {
  QTest::addColumn<int>("laneHeight");
  for (const int height : {30, 14, 8, 3, 1}) QTest::addRow("%d px", height) << height;
}

void TestVerdictsTest::eachIsDrawnAndFound() {
  QFETCH(int, laneHeight);
  LayoutOptions options;
  options.laneHeight = laneHeight;
  const model::Run run = verdictsOnly();
  // Near enough that no two moments share a mark.
  const Stage stage(run, options, TimeRange{startOf(run), startOf(run) + 1'000 * kSecond});
  const DrawList list = stage.lanes();
  std::set<std::uint32_t> shown;
  for (const DrawList::Entry& entry : list.ordered()) {
    const bool mark = entry.kind == DrawList::Kind::mark || (laneHeight < 12 && entry.kind == DrawList::Kind::rect);
    const bool event = entry.hit.what == Hit::What::event || entry.hit.what == Hit::What::cluster;
    if (!mark || !event || entry.hit.index < run.events.size()) continue;
    if (entry.kind == DrawList::Kind::mark) {
      QCOMPARE(list.markAt(entry).look.shape, Shape::cross);
      QCOMPARE(list.markAt(entry).look.colour, stage.style.theme->testFailure);
    }
    QCOMPARE(entry.hit.lane, kLane);
    QCOMPARE(list.hitAt(list.bounds(entry).center()), std::optional(entry.hit));
    shown.insert(entry.hit.index);
    if (entry.hit.what != Hit::What::cluster) continue;
    for (const std::uint32_t member : membersOf(stage.input(), entry.hit)) shown.insert(member);
  }
  const std::size_t hidden = laneHeight < 12 ? 1 : 0;        // of one moment, where a stroke has no number
  QCOMPARE(shown.size(), stage.index.verdicts().size() - hidden);
  QCOMPARE(stage.index.verdicts().size(), std::size_t{3});
}

void TestVerdictsTest::eachIsAStopBothWays() {
  const model::Run run = verdictsOnly();
  const RunIndex index(run);
  for (const int direction : {1, -1}) {
    std::multiset<std::uint32_t> lines;
    for (const Hit& hit : stopsOf(run, index, kLane, direction)) {
      if (hit.what == Hit::What::event && index.event(run, hit.index).kind == model::EventKind::testEnd) lines.insert(index.event(run, hit.index).line);
    }
    QCOMPARE(lines, (std::multiset<std::uint32_t>{2, 3, 4}));
  }
}

void TestVerdictsTest::eachIsCountedAndRead() {
  const Stage stage(verdictsOnly());
  const RunProfile profile(stage.run, stage.index);
  const RunProfile::State state = profile.stateOf({kLane});
  QCOMPARE(state.worst, MarkRank::testFailure);
  QCOMPARE(state.count, 3u);
  QCOMPARE(RunProfile(failedRunWithoutJobLog(), RunIndex(failedRunWithoutJobLog())).stateOf({kLane}).worst, MarkRank::none);
  const auto row = stage.layout.rowOf(stage.run, kLane);
  QVERIFY(row);
  QCOMPARE(laneCellText(stage.run, stage.index, stage.layout.rows()[*row], LaneColumn::worst), u"test failed"_s);
  const QString marks = laneCellText(stage.run, stage.index, stage.layout.rows()[*row], LaneColumn::marks);
  QVERIFY2(marks.contains(u"3 × test failed"_s) && marks.contains(u"1 × test without verdict"_s), qPrintable(marks));
  const Hit hit{Hit::What::event, static_cast<std::uint32_t>(stage.run.events.size()), kLane};
  const Description words = describe(stage.run, stage.index, hit);
  QVERIFY2(words.what.contains(u"failed"_s) && words.what.contains(QString::fromStdString(stage.run.testNames[0])), qPrintable(words.what));
  QCOMPARE(selectionOf(stage.run, stage.index, words, hit).line, std::optional(model::LineRef{stage.run.lanes[3].sources.front(), 2}));
  // The overview has its worst there, too.
  bool seen = false;
  for (const RunDensity::Bin& bin : RunDensity(stage.run, stage.index).columns(stage.run, stage.index, stage.axis)) {
    seen = seen || (bin.worst == MarkRank::testFailure && bin.event >= stage.run.events.size());
  }
  QVERIFY(seen);
}

// The CUDA failure of rank 5 was printed between the start of its test and the verdict: one fact, one mark.
void TestVerdictsTest::whatWasToldIsNotToldTwice() {
  model::Run run = failedRunWithoutJobLog();
  const auto told = std::find_if(run.events.begin(), run.events.end(), [](const model::Event& event) { return event.lane == kTold && event.finding == 0; });
  QVERIFY(told != run.events.end());
  addVerdict(run, kTold, told->line + 1, told->utc, TestWord::failed);
  run.testRuns[kTold.value].back().source = told->source;
  QCOMPARE(RunIndex(run).verdicts().size(), std::size_t{1});
  run.testRuns[kTold.value].back().startLine = told->line - 1;
  QCOMPARE(RunIndex(run).verdicts().size(), std::size_t{0});
}

void TestVerdictsTest::testsWithoutVerdictAreStops() {
  const model::Run run = failedRunWithoutJobLog();
  const RunIndex index(run);
  for (const int direction : {1, -1}) {
    const std::vector<Hit> stops = stopsOf(run, index, {0}, direction);
    const auto stalled = std::count_if(stops.begin(), stops.end(), [&](const Hit& hit) {
      return hit.what == Hit::What::interval && run.intervals[hit.index].outcome == model::TestOutcome::stalled;
    });
    QCOMPARE(stalled, std::ptrdiff_t{1});
  }
}

// Numbers of verdicts do not follow time; lists do.
void TestVerdictsTest::membersStandInOrderOfTime() {
  model::Run run = verdictsOnly();
  model::Event warning = makeEvent(model::When::at(startOf(run) + 11 * kSecond), model::EventKind::error, model::EventSeverity::error, {run.lanes[3].sources.front(), 5}, kLane);
  run.events.push_back(warning);
  std::stable_sort(run.events.begin(), run.events.end(), model::eventBefore);
  const Stage stage(run);
  const LaneMarks marks = laneMarks(stage.input(), kLane, clusterReach(stage.style));
  QVERIFY(!marks.clusters.empty());
  const auto members = membersOf(stage.input(), stage.layout.rows()[*stage.layout.rowOf(run, kLane)], kLane, marks.clusters.front());
  QCOMPARE(members.size(), std::size_t{3});
  for (std::size_t i = 1; i < members.size(); ++i) QVERIFY(stage.index.event(run, members[i - 1]).utc <= stage.index.event(run, members[i]).utc);
  const std::vector<MarkGroup> groups = markGroups(run, stage.index, members, members.front());
  QCOMPARE(stage.index.event(run, groups.front().event).utc, startOf(run) + 10 * kSecond);
}

QTEST_MAIN(TestVerdictsTest)
#include "tst_test_verdicts.moc"
