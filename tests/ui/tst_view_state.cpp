// SPDX-License-Identifier: Apache-2.0
// What the panes share: it opens on the answer, keeps what the user chose while a run grows, and clamps.
#include "tests/support/run_builder.h"
#include "tests/support/sample_runs.h"
#include "ui/models/view_state.h"
#include "ui/models/words.h"

#include <QSignalSpy>
#include <QTest>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::shared_ptr<const model::Run> partialRun() {
  model::Run run = test::recoveredRun();
  run.complete = false;
  run.findings.clear();
  run.firstFailure.reset();
  return test::shared(std::move(run));
}

}  // namespace

class TestViewState : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void opensOnTheAnswer();
  void aPartialRunShowsAllAndSelectsNothing();
  void theUsersRangeOutlivesTheEndOfReading();
  void earlyKeysDoNoHarm();
  void selectionIsFoundAgainInANewerRun();
  void rangeIsClamped();
  void selectingOutsideTheRangePans();
  void aLineOfARankShowsTheRank();
  void aLineOfAMergedLogHasTheLaneOfItsWriter();
  void aScopeThatHoldsTheLineStays();
  void aRunWithoutFailureShowsItsFirstRank();
  void evidenceLinesSelectTheirFinding();
  void hoveringChangesNothingElse();
  void theAnswerShowsWhenTheWaitsBegan();
  void times_data();
  void times();
  void durations_data();
  void durations();
  void ranks_data();
  void ranks();
};

void TestViewState::opensOnTheAnswer() {
  ViewState state;
  const auto run = test::shared(test::recoveredRun());
  state.setRun(run, true);
  const model::Finding& first = run->findings[*run->firstFailure];
  QCOMPARE(state.selection().finding, run->firstFailure);
  QCOMPARE(*state.selection().line, (model::LineRef{first.evidence.front().source, first.evidence.front().line}));
  QCOMPARE(run->lanes[state.selection().lane->value].rank, 5u);
  QCOMPARE(state.textScope().lane, state.selection().lane);
  QCOMPARE(state.range().begin, first.time.earliest - 120 * kSecond);
  QVERIFY(state.range().end >= state.span().end);
  QCOMPARE(state.zero(), run->clock.zero.utc);
}

// A failure of which only the latest moment is known, by a stamp half an hour after others began to wait for it.
void TestViewState::theAnswerShowsWhenTheWaitsBegan() {
  model::Run run = test::recoveredRun();
  model::When& first = run.findings[*run.firstFailure].time;
  const auto wait = std::find_if(run.intervals.begin(), run.intervals.end(), [](const model::Interval& each) { return each.kind == model::IntervalKind::wait; });
  QVERIFY(wait != run.intervals.end());
  first = {wait->end.utc, model::When::kOpenEarly, wait->end.utc, model::Basis::bounded};
  const std::int64_t began = wait->begin.earliest;
  ViewState state;
  state.setRun(test::shared(std::move(run)), true);
  QCOMPARE(state.range().begin, began - 120 * kSecond);
}

void TestViewState::aPartialRunShowsAllAndSelectsNothing() {
  ViewState state;
  state.setRun(partialRun(), true);
  QVERIFY(!state.selection().finding);
  QVERIFY(state.range().begin <= state.span().begin);
  QVERIFY(state.range().end >= state.span().end);
  state.setRun(test::shared(test::recoveredRun()), false);
  QVERIFY(state.selection().finding.has_value());
}

void TestViewState::theUsersRangeOutlivesTheEndOfReading() {
  ViewState state;
  state.setRun(partialRun(), true);
  const TimeRange chosen{test::at("09:20:00"), test::at("09:21:00")};
  state.setRange(chosen);
  state.setRun(test::shared(test::recoveredRun()), false);
  QCOMPARE(state.range(), chosen);
  QVERIFY(state.selection().finding.has_value());   // nothing else was selected meanwhile
}

// Keys that are pressed before there is anything to see do not keep the answer away.
void TestViewState::earlyKeysDoNoHarm() {
  for (const bool zooms : {false, true}) {
    model::Run nothing = test::recoveredRun();
    nothing.complete = false;
    nothing.clock = {};
    for (model::Source& source : nothing.sources) source.first = source.last = {};
    nothing.launches.clear();
    nothing.lanes.clear();
    nothing.intervals.clear();
    nothing.findings.clear();
    nothing.firstFailure.reset();
    nothing.candidates.clear();
    nothing.testRuns.clear();
    nothing.events.clear();
    nothing.tests.clear();
    nothing.phases.clear();
    nothing.milestones.clear();
    ViewState state, untouched;
    state.setRun(test::shared(std::move(nothing)), true);
    if (zooms) state.setRange({10, 20});
    else state.showAll();
    state.setRun(partialRun(), false);
    if (!zooms) state.showAll();
    state.setRun(test::shared(test::recoveredRun()), false);
    untouched.setRun(test::shared(test::recoveredRun()), true);
    QCOMPARE(state.range(), untouched.range());
    QCOMPARE(state.zero(), untouched.zero());
    QCOMPARE(state.selection().finding, untouched.selection().finding);
  }
}

void TestViewState::selectionIsFoundAgainInANewerRun() {
  ViewState state;
  model::Run early = test::recoveredRun();
  early.complete = false;
  const model::LaneId lane{3};
  const model::LineRef line{early.lanes[3].sources.front(), 2};
  const std::string path = early.sources[line.source.value].path;
  state.setRun(test::shared(std::move(early)), true);
  state.selectLine(line);
  QCOMPARE(state.selection().lane, std::optional(lane));

  // The newer run has one source and one lane more, before all others.
  model::Run late = test::recoveredRun();
  late.sources.insert(late.sources.begin(), late.sources.front());
  late.sources.front().path = "another.log";
  for (model::Lane& own : late.lanes) {
    for (model::SourceId& source : own.sources) ++source.value;
  }
  late.complete = false;
  state.setRun(test::shared(std::move(late)), false);
  QCOMPARE(state.run()->source(state.selection().line->source).path, path);
  QCOMPARE(state.selection().line->line, 2u);
  QCOMPARE(state.run()->lanes[state.selection().lane->value].rank, 3u);
}

void TestViewState::rangeIsClamped() {
  ViewState state;
  state.setRun(test::shared(test::recoveredRun()), true);
  state.setRange({0, 1});
  QCOMPARE(state.range().length(), 1'000'000);
  QVERIFY(state.range().begin >= state.span().begin - state.span().length());
  state.setRange({std::numeric_limits<std::int64_t>::min() / 2, std::numeric_limits<std::int64_t>::max() / 2});
  QVERIFY(state.range().length() < 2 * state.span().length());
}

void TestViewState::selectingOutsideTheRangePans() {
  ViewState state;
  state.setRun(test::shared(test::recoveredRun()), true);
  state.setRange({test::at("09:09:00"), test::at("09:10:00")});
  const std::int64_t length = state.range().length();
  state.selectFinding(3);
  const std::int64_t moment = state.run()->findings[3].time.utc;
  QCOMPARE(state.range().length(), length);
  QVERIFY(state.range().begin <= moment && moment < state.range().end);
}

void TestViewState::aLineOfARankShowsTheRank() {
  ViewState state;
  state.setRun(test::shared(test::recoveredRun()), true);
  const model::Lane& lane = state.run()->lanes[2];
  QSignalSpy scope(&state, &ViewState::textScopeChanged);
  state.selectLine({lane.sources.front(), 1});
  QCOMPARE(scope.count(), 1);
  QCOMPARE(state.textScope().lane, std::optional(model::LaneId{2}));
}

void TestViewState::aLineOfAMergedLogHasTheLaneOfItsWriter() {
  test::RunBuilder builder("merged", "merged.zip");
  builder.addLane(0, "d", 0);
  const model::LaneId lane = builder.addLane(0, "d", 3);
  const model::SourceId source = builder.addSource("job.log", model::Layout::other, model::Stream::both);
  builder.addLine(source, "[rank3]: nothing that is an event");
  builder.addLine(source, "nobody's");
  model::Stretch stretch;                        // who writes between these lines
  stretch.lastLine = 2;
  stretch.ranks.resize(1);
  stretch.ranks[0].writer.global = 3;
  stretch.ranks[0].rank = 3;
  builder.run().sources[source.value].stretches = {stretch};
  ViewState state;
  state.setRun(test::shared(builder.finish()), true);
  state.selectLine({source, 1});
  QCOMPARE(state.selection().lane, std::optional(lane));
  QCOMPARE(state.textScope().source, std::optional(source));      // the text that holds the line, not the lane's own
  state.selectLine({source, 2});
  QVERIFY(!state.selection().lane);
}

void TestViewState::aScopeThatHoldsTheLineStays() {
  ViewState state;
  state.setRun(test::shared(test::recoveredRun()), true);
  const model::SourceId source = state.run()->lanes[2].sources.front();
  state.setTextScope({{}, source});
  state.selectLine({source, 3});
  QCOMPARE(state.textScope().source, std::optional(source));
  QVERIFY(!state.textScope().lane);
}

void TestViewState::aRunWithoutFailureShowsItsFirstRank() {
  ViewState state;
  state.setRun(test::shared(test::passedRun()), true);
  QVERIFY(!state.selection().line);
  QCOMPARE(state.textScope().lane, std::optional(model::LaneId{0}));
}

void TestViewState::evidenceLinesSelectTheirFinding() {
  ViewState state;
  const auto run = test::shared(test::recoveredRun());
  state.setRun(run, true);
  const model::Evidence& evidence = run->findings[1].evidence.front();
  state.selectLine({evidence.source, evidence.line});
  QCOMPARE(state.selection().finding, std::optional<std::uint32_t>(1));
  state.selectLine({evidence.source, evidence.line + 1});
  QVERIFY(state.selection().finding != std::optional<std::uint32_t>(1));
}

void TestViewState::hoveringChangesNothingElse() {
  ViewState state;
  const auto run = test::shared(test::recoveredRun());
  state.setRun(run, true);
  const Selection selection = state.selection();
  const TimeRange range = state.range();
  const auto event = std::find_if(run->events.begin(), run->events.end(), [](const model::Event& e) { return e.finding == 1; });
  QSignalSpy hovered(&state, &ViewState::hoveredChanged), selected(&state, &ViewState::selectionChanged);
  state.setHoveredLine(model::LineRef{event->source, event->line});
  state.setHoveredLine(model::LineRef{event->source, event->line});
  QCOMPARE(hovered.size(), 1);
  QVERIFY(state.hovered() && state.hovered()->lane == event->lane && state.hovered()->time.known());
  QCOMPARE(state.selection(), selection);
  QCOMPARE(state.range(), range);
  QVERIFY(selected.isEmpty());
  state.setHoveredLine(model::LineRef{model::SourceId{9'999}, 1});
  QVERIFY(!state.hovered());
  state.setHoveredLine(model::LineRef{event->source, event->line});
  state.setRun(run, true);                       // the lines of another reading are others
  QVERIFY(!state.hovered());
  QCOMPARE(hovered.size(), 4);
}

void TestViewState::times_data() {
  QTest::addColumn<std::int64_t>("from");
  QTest::addColumn<std::int64_t>("to");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("column");
  const std::int64_t t = test::at("19:38:42.171");
  const std::int64_t whole = test::at("19:38:42");
  QTest::newRow("exact") << t << t << QStringLiteral("19:38:42.171Z") << QStringLiteral("19:38:42.171 Z");
  QTest::newRow("a second wide") << whole << whole + kSecond << QStringLiteral("19:38:42Z") << QStringLiteral("19:38:42 Z");
  QTest::newRow("seconds") << whole << whole + 7 * kSecond << QStringLiteral("19:38:42 – 19:38:49 Z")
                           << QStringLiteral("19:38:42 – 49 Z");
  QTest::newRow("widened to seconds") << whole + kSecond / 2 << whole + 6 * kSecond + 1
                                      << QStringLiteral("19:38:42 – 19:38:49 Z") << QStringLiteral("19:38:42 – 49 Z");
  QTest::newRow("next minute") << whole << whole + 27 * kSecond << QStringLiteral("19:38:42 – 19:39:09 Z")
                               << QStringLiteral("19:38:42 – 19:39:09 Z");
  QTest::newRow("half an hour") << whole << whole + 1800 * kSecond << QStringLiteral("19:38:42 – 20:08:42 Z")
                                << QStringLiteral("19:38 – 20:08 Z");
  QTest::newRow("open end") << whole << model::When::kOpenLate << QStringLiteral("after 19:38:42Z")
                            << QStringLiteral("after 19:38:42Z");
  QTest::newRow("open start") << model::When::kOpenEarly << whole << QStringLiteral("before 19:38:42Z")
                              << QStringLiteral("before 19:38:42Z");
}

void TestViewState::times() {
  QFETCH(std::int64_t, from);
  QFETCH(std::int64_t, to);
  const std::int64_t best = from == model::When::kOpenEarly ? to : from;
  const model::When when{best, from, to, model::Basis::bounded};
  QTEST(timeText(when), "text");
  QTEST(columnTimeText(when), "column");
  QCOMPARE(timeText({}), QStringLiteral("time not known"));
  QVERIFY(columnTimeText({}).isEmpty());
}

void TestViewState::durations_data() {
  QTest::addColumn<double>("seconds");
  QTest::addColumn<QString>("text");
  QTest::newRow("ms") << 0.008 << QStringLiteral("8 ms");
  QTest::newRow("s") << 7.0 << QStringLiteral("7 s");
  QTest::newRow("tenths") << 3.5 << QStringLiteral("3.5 s");
  QTest::newRow("a limit") << 1800.0 << QStringLiteral("1,800 s");
  QTest::newRow("minutes") << 2267.0 << QStringLiteral("37 m 47 s");
  QTest::newRow("hours") << 7384.0 << QStringLiteral("2 h 3 m");
  QTest::newRow("negative") << -2.0 << QStringLiteral("−2 s");
}

void TestViewState::durations() {
  QFETCH(double, seconds);
  QTEST(durationText(seconds), "text");
}

void TestViewState::ranks_data() {
  QTest::addColumn<std::vector<model::Rank>>("list");
  QTest::addColumn<QString>("text");
  QTest::newRow("none") << std::vector<model::Rank>{} << QStringLiteral("");
  QTest::newRow("two neighbours stay two") << std::vector<model::Rank>{5, 6} << QStringLiteral("5, 6");
  QTest::newRow("runs") << std::vector<model::Rank>{0, 1, 2, 3, 4, 6} << QStringLiteral("0–4, 6");
}

void TestViewState::ranks() {
  QFETCH(std::vector<model::Rank>, list);
  QTEST(rankListText(list), "text");
}

QTEST_MAIN(TestViewState)
#include "tst_view_state.moc"
