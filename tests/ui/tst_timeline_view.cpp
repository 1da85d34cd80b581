// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sample_runs.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/timeline/view_history.h"

#include <QAccessible>
#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <random>

using namespace lanescope;
using namespace lanescope::ui;
using namespace Qt::StringLiterals;

class TimelineViewTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void opensOnTheAnswer();
  void wheelZoomKeepsTheMomentUnderThePointer();
  void shiftWheelPans();
  void plainWheelScrollsLanes();
  void dragChoosesARangeAndZZoomsToIt();
  void middleDragPans();
  void keysZoomPanAndShowAll();
  void clickOnAMarkSelectsItsLine();
  void clickOnALaneSelectsAMoment();
  void clickOnACalloutSelectsItsFinding();
  void launchesOpenAndClose();
  void arrowsWalkTheRows();
  void commaAndPeriodWalkEvents();
  void fitShowsTheWholeFinding();
  void cursorIsReadOut();
  void tooltipsSayWhatWhereAndHowSure();
  void overviewMovesTheWindow();
  void everyPixelOfALaneIsSomething();
  void partialRunsKeepWhatTheUserOpened();
  void emptyStatesSaySo();
  void hoveringIsSharedWithTheText();
  void ticksOfOthersAreDrawnAndClickable();
  void notesStandAboveOnTheirLaneAndInTheOverview();
  void shiftDragMeasures();
  void anAreaIsCounted();
  void altDragZooms();
  void zeroIsSetAndSetBack();
  void returnWantsTheLine();
  void historyGoesBackAndForward();
  void drawnImpliesClickableAnywhere();
  void pinnedLanesDoNotScroll();
  void hiddenLanesAreSaid();
  void groupsOpenAndClose();
  void bandsOpen();
  void idleTimeFolds();
  void phasesAreWalked();
  void rowsAreReadAloud();
  void framesAreMadeBeside();
  void looks_data();
  void looks();

 private:
  TimelineView& view() { return *m_pane->view(); }
  void click(QPoint position) { QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, position); }
  void wheel(QPoint position, int notches, Qt::KeyboardModifiers modifiers = {});
  // Where something of this kind is drawn, or a null point.
  QPoint find(Hit::What what, std::uint32_t index);
  int rowMiddle(std::size_t row);

  std::unique_ptr<ViewState> m_state;
  std::unique_ptr<TimelinePane> m_pane;
  std::shared_ptr<const model::Run> m_run;
};

void TimelineViewTest::init() {
  m_run = test::shared(test::recoveredRun());
  m_state = std::make_unique<ViewState>();
  m_pane = std::make_unique<TimelinePane>(m_state.get());
  m_pane->resize(1000, 460);
  m_pane->show();
  m_state->setRun(m_run, true);
  QApplication::processEvents();
  view().setFocus();
  m_pane->grab();
}

void TimelineViewTest::cleanup() {
  m_pane.reset();
  m_state.reset();
}

void TimelineViewTest::wheel(QPoint position, int notches, Qt::KeyboardModifiers modifiers) {
  QWheelEvent event(position, view().viewport()->mapToGlobal(position), {}, {0, 120 * notches}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
  QApplication::sendEvent(view().viewport(), &event);
  m_pane->grab();
}

QPoint TimelineViewTest::find(Hit::What what, std::uint32_t index) {
  m_pane->grab();
  for (int y = 0; y < view().viewport()->height(); y += 2) {
    for (int x = 0; x < view().viewport()->width(); x += 2) {
      const auto hit = view().hitAt({x, y});
      if (hit && hit->what == what && hit->index == index) return {x, y};
    }
  }
  return {};
}

int TimelineViewTest::rowMiddle(std::size_t row) {
  const Row& r = view().layoutOfRows().rows()[row];
  return view().headerHeight() + r.top + r.height / 2 - (r.pinned ? 0 : view().verticalScrollBar()->value());
}

void TimelineViewTest::opensOnTheAnswer() {
  QCOMPARE(m_state->selection().finding, std::optional<std::uint32_t>(0));
  const std::int64_t first = m_run->findings[0].time.utc;
  QVERIFY(m_state->range().begin < first && first < m_state->range().end);
  QVERIFY(view().isCollapsed(1) && view().isCollapsed(2) && !view().isCollapsed(0));
  QVERIFY(view().accessibleDescription().contains(QString::fromStdString(m_run->findings[0].title)));
}

void TimelineViewTest::wheelZoomKeepsTheMomentUnderThePointer() {
  for (const int x : {200, 500, 900}) {
    const std::int64_t before = view().timeAt(x);
    const std::int64_t pixel = m_state->range().length() / 800;
    wheel({x, 200}, 2, Qt::ControlModifier);
    QVERIFY(std::abs(view().timeAt(x) - before) <= 2 * pixel);
  }
}

void TimelineViewTest::shiftWheelPans() {
  wheel({500, 200}, 3, Qt::ControlModifier);
  const TimeRange before = m_state->range();
  wheel({500, 200}, -1, Qt::ShiftModifier);
  QCOMPARE(m_state->range().length(), before.length());
  QVERIFY(m_state->range().begin > before.begin);
}

void TimelineViewTest::plainWheelScrollsLanes() {
  m_pane->resize(1000, 260);
  QApplication::processEvents();
  view().verticalScrollBar()->setValue(0);
  const TimeRange before = m_state->range();
  wheel({500, 180}, -1);
  QVERIFY(view().verticalScrollBar()->value() > 0);
  QCOMPARE(m_state->range(), before);
}

void TimelineViewTest::dragChoosesARangeAndZZoomsToIt() {
  const std::int64_t from = view().timeAt(400), to = view().timeAt(600);
  QTest::mousePress(view().viewport(), Qt::LeftButton, {}, {400, 200});
  QTest::mouseMove(view().viewport(), {500, 205});
  QTest::mouseMove(view().viewport(), {600, 210});
  QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, {600, 210});
  QVERIFY(view().chosenRange());
  QCOMPARE(view().chosenRange()->begin, from);
  QCOMPARE(view().chosenRange()->end, to);
  QTest::keyClick(&view(), Qt::Key_Z);
  QCOMPARE(m_state->range(), (TimeRange{from, to}));
  QVERIFY(!view().chosenRange());
}

void TimelineViewTest::middleDragPans() {
  wheel({500, 200}, 3, Qt::ControlModifier);
  const std::int64_t moment = view().timeAt(600);
  QTest::mousePress(view().viewport(), Qt::MiddleButton, {}, {600, 200});
  QTest::mouseMove(view().viewport(), {450, 200});
  QTest::mouseRelease(view().viewport(), Qt::MiddleButton, {}, {450, 200});
  QVERIFY(std::abs(view().timeAt(450) - moment) <= m_state->range().length() / 400);
}

void TimelineViewTest::keysZoomPanAndShowAll() {
  const TimeRange before = m_state->range();
  QTest::keyClick(&view(), Qt::Key_W);
  QVERIFY(m_state->range().length() < before.length());
  const TimeRange closer = m_state->range();
  QTest::keyClick(&view(), Qt::Key_D);
  QVERIFY(m_state->range().begin > closer.begin);
  QTest::keyClick(&view(), Qt::Key_A);
  QVERIFY(std::abs(m_state->range().begin - closer.begin) < closer.length() / 100);
  QTest::keyClick(&view(), Qt::Key_S);
  QVERIFY(m_state->range().length() > closer.length());
  QTest::keyClick(&view(), Qt::Key_Home);
  QVERIFY(m_state->range().begin <= m_state->span().begin && m_state->range().end >= m_state->span().end);
}

void TimelineViewTest::clickOnAMarkSelectsItsLine() {
  for (std::uint32_t i = 0; i < m_run->events.size(); ++i) {
    if (m_run->events[i].finding != 1) continue;
    const QPoint place = find(Hit::What::event, i);
    QVERIFY(!place.isNull());
    click(place);
    QCOMPARE(m_state->selection().finding, std::optional<std::uint32_t>(1));
    QCOMPARE(m_state->selection().lane, std::optional(m_run->events[i].lane));
    QCOMPARE(m_state->selection().line->line, m_run->events[i].line);
    QCOMPARE(m_state->selection().line->source, m_run->events[i].source);
  }
}

void TimelineViewTest::clickOnALaneSelectsAMoment() {
  const int x = view().viewport()->width() - 60, y = rowMiddle(1);
  QCOMPARE(view().hitAt({x, y})->what, Hit::What::lane);
  click({x, y});
  QCOMPARE(m_state->selection().lane, std::optional(model::LaneId{0}));
  QCOMPARE(m_state->selection().time.utc, view().timeAt(x));
  QVERIFY(!m_state->selection().finding);
}

void TimelineViewTest::clickOnACalloutSelectsItsFinding() {
  for (std::uint32_t finding = 0; finding < 5; ++finding) {
    const QPoint place = find(Hit::What::finding, finding);
    QVERIFY(!place.isNull());
    click(place);
    QCOMPARE(m_state->selection().finding, std::optional(finding));
  }
}

void TimelineViewTest::launchesOpenAndClose() {
  const std::size_t rows = view().layoutOfRows().rows().size();
  const QPoint header = find(Hit::What::launch, 1);
  QVERIFY(!header.isNull());
  const auto& all = view().layoutOfRows().rows();
  const auto row = std::find_if(all.begin(), all.end(), [](const Row& r) { return r.kind == Row::Kind::launch && r.launch == 1; });
  click({40, rowMiddle(static_cast<std::size_t>(row - all.begin()))});
  QVERIFY(!view().isCollapsed(1));
  QCOMPARE(view().layoutOfRows().rows().size(), rows + 8);
  QTest::keyClick(&view(), Qt::Key_Return);                  // the clicked row has the focus
  QVERIFY(view().isCollapsed(1));
}

void TimelineViewTest::arrowsWalkTheRows() {
  m_state->select({{}, model::LaneId{0}, {}, {}});
  QTest::keyClick(&view(), Qt::Key_Down);
  QCOMPARE(m_state->selection().lane, std::optional(model::LaneId{1}));
  QTest::keyClick(&view(), Qt::Key_Up);
  QCOMPARE(m_state->selection().lane, std::optional(model::LaneId{0}));
  for (int i = 0; i < 30; ++i) QTest::keyClick(&view(), Qt::Key_Down);
  QTest::keyClick(&view(), Qt::Key_Return);
  QVERIFY(!view().isCollapsed(2));
}

void TimelineViewTest::commaAndPeriodWalkEvents() {
  m_state->selectFinding(0);
  const std::int64_t first = m_state->selection().time.utc;
  QTest::keyClick(&view(), Qt::Key_Period);
  QCOMPARE(m_state->selection().finding, std::optional<std::uint32_t>(1));
  QVERIFY(m_state->selection().time.utc > first);
  QTest::keyClick(&view(), Qt::Key_Comma);
  QCOMPARE(m_state->selection().finding, std::optional<std::uint32_t>(0));
}

void TimelineViewTest::fitShowsTheWholeFinding() {
  m_state->selectFinding(1);
  wheel({300, 200}, 20, Qt::ControlModifier);
  QTest::keyClick(&view(), Qt::Key_F);
  const auto wait = std::find_if(m_run->intervals.begin(), m_run->intervals.end(),
                                 [](const model::Interval& i) { return i.kind == model::IntervalKind::wait; });
  QVERIFY(m_state->range().begin < wait->begin.utc && m_state->range().end > wait->end.utc);
  QVERIFY(m_state->range().length() < 2 * (wait->end.utc - wait->begin.utc));
}

void TimelineViewTest::cursorIsReadOut() {
  QSignalSpy spy(&view(), &TimelineView::cursorMoved);
  QTest::mouseMove(view().viewport(), {500, rowMiddle(6)});
  QVERIFY(!spy.isEmpty());
  const QString text = spy.last().first().toString();
  QVERIFY2(text.contains("Z"_L1) && text.contains("rank 5"_L1), qPrintable(text));
}

void TimelineViewTest::tooltipsSayWhatWhereAndHowSure() {
  const RunIndex index(*m_run);
  for (std::uint32_t i = 0; i < m_run->events.size(); ++i) {
    if (m_run->events[i].finding != 0) continue;
    const Description d = describe(*m_run, index, {Hit::What::event, i, m_run->events[i].lane});
    const QString tip = tooltipOf(*m_run, d, m_run->clock.zero.utc);
    for (const QString& part : {u"CUDA failure 999"_s, u"rank "_s, u"09:09:20"_s, u"T+"_s, u"stdout.log:"_s, u"bounded"_s, u"unknown error"_s}) {
      QVERIFY2(tip.contains(part), qPrintable(part + u" in "_s + tip));
    }
    QVERIFY(!spokenOf(*m_run, d).contains(u'<'));
  }
  // What comes from a log is text, never markup.
  Description hostile{u"<img src=x>"_s, {}, {}, {}, u"</div><b>"_s};
  QVERIFY(!tooltipOf(*m_run, hostile, 0).contains("<img"_L1));
  QVERIFY(!tooltipOf(*m_run, hostile, 0).contains("</div><b>"_L1));
}

void TimelineViewTest::overviewMovesTheWindow() {
  Overview& overview = *m_pane->overview();
  wheel({500, 200}, 8, Qt::ControlModifier);
  const std::int64_t length = m_state->range().length();
  QTest::mousePress(&overview, Qt::LeftButton, {}, {200, 17});
  const std::int64_t there = m_state->range().begin;
  QTest::mouseMove(&overview, {300, 17});
  QTest::mouseRelease(&overview, Qt::LeftButton, {}, {300, 17});
  QVERIFY(m_state->range().begin > there);
  QVERIFY(std::abs(m_state->range().length() - length) <= 1);
}

// Drawn implies clickable: whatever has a colour on a lane's row answers.
void TimelineViewTest::everyPixelOfALaneIsSomething() {
  const QImage image = view().viewport()->grab().toImage();
  const QColor ground = Theme::of(Theme::systemKind()).base;
  for (int y = rowMiddle(1) - 8; y < rowMiddle(8) + 8; ++y) {
    for (int x = TimelineView::kLabelWidth; x < image.width(); ++x) {
      if (image.pixelColor(x, y) != ground) QVERIFY(view().hitAt({x, y}));
    }
  }
}

void TimelineViewTest::partialRunsKeepWhatTheUserOpened() {
  auto partial = test::recoveredRun();
  partial.complete = false;
  m_state->setRun(test::shared(partial), true);
  view().setCollapsed(1, false);
  m_state->setRun(test::shared(partial), false);
  QVERIFY(!view().isCollapsed(1));
  m_state->setRun(m_run, false);
  QVERIFY(!view().isCollapsed(1));
  auto other = test::recoveredRun();
  other.id = "0123456789abcdef";
  m_state->setRun(test::shared(other), true);
  QVERIFY(view().isCollapsed(1));
}

void TimelineViewTest::emptyStatesSaySo() {
  const auto ink = [&] {
    const QImage image = view().viewport()->grab().toImage();
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y).lightness() < 128 ? 1 : 0;
    }
    return count;
  };
  m_state->setRun(nullptr, true);
  QVERIFY(ink() > 200);
  model::Run nothing;
  m_state->setRun(test::shared(nothing), true);
  QVERIFY(ink() > 200);
}

void TimelineViewTest::hoveringIsSharedWithTheText() {
  const auto event = std::find_if(m_run->events.begin(), m_run->events.end(), [](const model::Event& e) { return e.finding == 0; });
  const model::LineRef line{event->source, event->line};
  QTest::mouseMove(view().viewport(), find(Hit::What::event, static_cast<std::uint32_t>(event - m_run->events.begin())));
  QVERIFY(m_state->hovered() && m_state->hovered()->line == line);
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(view().viewport(), &leave);
  QVERIFY(!m_state->hovered());
  // From the text: its lane and its moment are shown, and no new frame is made for it.
  QSignalSpy selected(m_state.get(), &ViewState::selectionChanged);
  const QImage before = view().viewport()->grab().toImage();
  m_state->setHoveredLine(line);
  const QImage shown = view().viewport()->grab().toImage();
  const int y = rowMiddle(*view().layoutOfRows().rowOf(*m_run, event->lane));
  QCOMPARE(shown.pixelColor(1, y), Theme::of(Theme::systemKind()).link);
  QVERIFY(shown.pixelColor(60, y) != before.pixelColor(60, y));
  QVERIFY(selected.isEmpty());
  m_state->setHoveredLine({});
  QCOMPARE(view().viewport()->grab().toImage(), before);
}

void TimelineViewTest::ticksOfOthersAreDrawnAndClickable() {
  m_state->showAll();
  const std::int64_t at = m_state->range().begin + m_state->range().length() / 3;
  m_pane->setTicks({{{3}, at, u"a line"_s}, {{}, at + 1, u"of the job"_s}});
  QSignalSpy spy(m_pane.get(), &TimelinePane::tickActivated);
  const auto clicked = [&](Hit::What what, std::uint32_t index) {
    const QPoint place = find(what, index);
    if (!place.isNull()) click(place);
    return !place.isNull() && !spy.isEmpty() && spy.last()[0].toUInt() == index;
  };
  QVERIFY(clicked(Hit::What::searchHit, 0) && clicked(Hit::What::searchHit, 1));
  QCOMPARE(spy.size(), 2);
  // A hit on a lane in every nanosecond is one stroke a pixel.
  std::vector<TimelineTick> many;
  for (std::int64_t i = 0; i < 100'000; ++i) many.push_back({{3}, at + i, {}});
  m_pane->setTicks(many);
  QVERIFY(!find(Hit::What::searchHit, 0).isNull());
  QVERIFY(find(Hit::What::searchHit, 99'999).isNull());
  // Another run has other lanes.
  auto other = test::recoveredRun();
  other.id = "0123456789abcdef";
  m_state->setRun(test::shared(other), true);
  QVERIFY(find(Hit::What::searchHit, 0).isNull());
}

void TimelineViewTest::notesStandAboveOnTheirLaneAndInTheOverview() {
  m_state->showAll();
  const std::int64_t at = m_state->range().begin + m_state->range().length() / 3;
  model::Note moment, span;
  moment.place = model::NotePlace::moment;
  moment.time = model::When::at(at);
  moment.launch = moment.attempt = 0;
  moment.rank = 4;
  span = moment;
  span.place = model::NotePlace::span;
  span.time = model::When::at(at + 300'000'000'000);
  span.endNs = at + 400'000'000'000;
  span.rank.reset();
  m_state->setNotes({moment, span});
  m_pane->grab();
  // Once above, and once on its lane.
  const int header = view().headerHeight(), lane = rowMiddle(*view().layoutOfRows().rowOf(*m_run, *m_run->laneOf(0, 0, 4)));
  QVERIFY(find(Hit::What::note, 0).y() < header && find(Hit::What::note, 1).y() < header);
  int x = 0;
  for (int i = TimelineView::kLabelWidth; i < view().viewport()->width() && x == 0; ++i) {
    const auto hit = view().hitAt({i, lane});
    if (hit && hit->what == Hit::What::note) x = i;
  }
  QVERIFY(x > 0 && std::abs(view().timeAt(x) - at) < 8 * (m_state->range().length() / view().viewport()->width()));
  m_state->select({});
  click({x, lane});
  QVERIFY(m_state->selection().lane == m_run->laneOf(0, 0, 4) && m_state->selection().time.utc == at);
  // A click on its square in the overview does the same.
  m_state->select({});
  const double share = static_cast<double>(at - m_state->span().begin) / static_cast<double>(m_state->span().length());
  const int strip = m_pane->overview()->width() - TimelineView::kLabelWidth - LanesView::kLeftMargin - LanesView::kRightMargin - TimelineView::kEdgeWidth;
  QTest::mouseClick(m_pane->overview(), Qt::LeftButton, {}, {TimelineView::kLabelWidth + 8 + static_cast<int>(share * strip), 6});
  QCOMPARE(m_state->selection().time.utc, at);
}

void TimelineViewTest::shiftDragMeasures() {
  const auto drag = [&](QPoint from, QPoint to) {
    QTest::mousePress(view().viewport(), Qt::LeftButton, Qt::ShiftModifier, from);
    // QTest::mouseMove carries no modifiers.
    for (const QPoint at : {(from + to) / 2, to}) {
      QMouseEvent move(QEvent::MouseMove, at, view().viewport()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::ShiftModifier);
      QApplication::sendEvent(view().viewport(), &move);
    }
    QTest::mouseRelease(view().viewport(), Qt::LeftButton, Qt::ShiftModifier, to);
  };
  const int y = view().viewport()->height() - 6;             // below the marks of the lanes
  drag({300, y}, {500, y});
  QVERIFY(view().measuredRange() && !view().chosenRange());
  QCOMPARE(view().measuredRange()->begin, view().timeAt(300));
  QCOMPARE(view().measuredRange()->end, view().timeAt(500));
  // A mark is met exactly.
  const auto event = std::find_if(m_run->events.begin(), m_run->events.end(), [](const model::Event& e) { return e.finding == 0; });
  const QPoint mark = find(Hit::What::event, static_cast<std::uint32_t>(event - m_run->events.begin()));
  QVERIFY(!mark.isNull());
  drag(mark + QPoint(4, 4), {mark.x() + 300, y});
  QCOMPARE(view().measuredRange()->begin, event->utc);
  const QImage with = view().viewport()->grab().toImage();
  QTest::keyClick(&view(), Qt::Key_Escape);
  QVERIFY(!view().measuredRange());
  QVERIFY(view().viewport()->grab().toImage() != with);
}

void TimelineViewTest::anAreaIsCounted() {
  m_state->showAll();
  m_pane->grab();
  const int from = rowMiddle(3), to = rowMiddle(8);          // ranks 2 to 7
  QTest::mousePress(view().viewport(), Qt::LeftButton, {}, {TimelineView::kLabelWidth + 10, from});
  QTest::mouseMove(view().viewport(), {500, to});
  QTest::mouseMove(view().viewport(), {view().viewport()->width() - 14, to});
  QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, {view().viewport()->width() - 14, to});
  const auto area = view().area();
  QVERIFY(area);
  QCOMPARE(area->lanes, std::size_t{6});
  // The same, counted without any index.
  std::uint64_t first = 0, timeouts = 0, tests = 0;
  for (const model::Event& event : m_run->events) {
    const bool inside = event.lane.valid() && m_run->lanes[event.lane.value].launch == 0 && m_run->lanes[event.lane.value].rank >= 2 && event.utc >= area->range.begin && event.utc < area->range.end;
    if (!inside) continue;
    first += markRankOf(*m_run, event) == MarkRank::firstFailure ? 1 : 0;
    timeouts += markRankOf(*m_run, event) == MarkRank::timeout ? 1 : 0;
  }
  for (const model::Interval& interval : m_run->intervals) {
    const model::Lane& lane = m_run->lanes[interval.lane.value];
    tests += interval.kind == model::IntervalKind::test && lane.launch == 0 && lane.rank >= 2 ? 1 : 0;
  }
  QVERIFY(first > 0 && timeouts > 0);
  QCOMPARE(area->marks[static_cast<std::size_t>(MarkRank::firstFailure)], first);
  QCOMPARE(area->marks[static_cast<std::size_t>(MarkRank::timeout)], timeouts);
  QCOMPARE(area->tests, tests);
  const QString text = areaText(*area);
  QVERIFY2(text.contains(u"6 lanes"_s) && text.contains(u"%1 × first failure"_s.arg(first)), qPrintable(text));
  // Begun on the rulers: all lanes.
  QTest::mousePress(view().viewport(), Qt::LeftButton, {}, {300, 10});
  QTest::mouseMove(view().viewport(), {600, 12});
  QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, {600, 12});
  QCOMPARE(view().area()->lanes, m_run->lanes.size());
  click({300, rowMiddle(1)});
  QVERIFY(!view().area());
}

void TimelineViewTest::altDragZooms() {
  const std::int64_t from = view().timeAt(400), to = view().timeAt(600);
  QTest::mousePress(view().viewport(), Qt::LeftButton, Qt::AltModifier, {400, 200});
  for (const QPoint at : {QPoint(500, 200), QPoint(600, 200)}) {
    QMouseEvent move(QEvent::MouseMove, at, view().viewport()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::AltModifier);
    QApplication::sendEvent(view().viewport(), &move);
  }
  QTest::mouseRelease(view().viewport(), Qt::LeftButton, Qt::AltModifier, {600, 200});
  QCOMPARE(m_state->range(), (TimeRange{from, to}));
}

void TimelineViewTest::zeroIsSetAndSetBack() {
  const std::int64_t before = m_state->zero();
  m_state->selectFinding(1);
  QTest::keyClick(&view(), Qt::Key_K);
  QCOMPARE(m_state->zero(), m_run->findings[1].time.utc);
  QTest::keyClick(&view(), Qt::Key_K);
  QCOMPARE(m_state->zero(), before);
}

void TimelineViewTest::returnWantsTheLine() {
  QSignalSpy spy(&view(), &TimelineView::lineWanted);
  m_state->selectFinding(1);
  QTest::keyClick(&view(), Qt::Key_Return);
  QCOMPARE(spy.size(), 1);
  QCOMPARE(m_state->selection().finding, std::optional<std::uint32_t>(1));
}

void TimelineViewTest::historyGoesBackAndForward() {
  ViewHistory history(m_state.get());
  history.setStillness(0);
  const TimeRange first = m_state->range();
  QTest::keyClick(&view(), Qt::Key_W);                       // what came before the history was made is none of its steps
  QTest::keyClick(&view(), Qt::Key_W);
  const TimeRange second = m_state->range();
  m_state->showAll();
  const TimeRange third = m_state->range();
  QVERIFY(first != second && second != third);
  history.back();
  QCOMPARE(m_state->range(), second);
  history.forward();
  QCOMPARE(m_state->range(), third);
  QVERIFY(!history.canGoForward());
  history.back();
  m_state->showAnswer();
  QVERIFY(!history.canGoForward() && history.canGoBack());
  // Another run has a history of its own; what opening it shows is one view.
  history.setStillness(10'000);
  auto other = test::recoveredRun();
  other.id = "0123456789abcdef";
  m_state->setRun(test::shared(other), true);
  QVERIFY(!history.canGoBack());
}

// Whatever is coloured differently from the ground answers to a click with something that has words.
void TimelineViewTest::drawnImpliesClickableAnywhere() {
  std::mt19937 random(11);
  for (const int round : {0, 1, 2}) {
    if (round == 1) m_state->showAll();
    if (round == 2) view().setFoldsIdleTime(true);
    m_state->select({});
    m_pane->grab();
    const QImage image = view().viewport()->grab().toImage();
    const QColor ground = Theme::of(Theme::systemKind()).base, hairline = Theme::of(Theme::systemKind()).hairline;
    int met = 0;
    for (int i = 0; i < 4'000; ++i) {
      const QPoint at(TimelineView::kLabelWidth + static_cast<int>(random() % static_cast<unsigned>(image.width() - TimelineView::kLabelWidth)),
                      HeaderGeometry().jobTop() + static_cast<int>(random() % static_cast<unsigned>(image.height() - HeaderGeometry().jobTop())));
      const QColor colour = image.pixelColor(at);
      if (colour == ground || colour == hairline) continue;
      ++met;
      const auto hit = view().hitAt(at);
      QVERIFY2(hit, qPrintable(u"%1,%2 round %3"_s.arg(at.x()).arg(at.y()).arg(round)));
    }
    QVERIFY(met > 100);
  }
}

void TimelineViewTest::pinnedLanesDoNotScroll() {
  m_state->select({{}, model::LaneId{5}, {}, {}});
  QTest::keyClick(&view(), Qt::Key_P);
  QVERIFY(view().layoutOfRows().rows()[0].pinned);
  QCOMPARE(view().layoutOfRows().rows()[0].rank, 5u);
  m_pane->resize(1000, 300);
  QApplication::processEvents();
  view().verticalScrollBar()->setValue(view().verticalScrollBar()->maximum());
  QVERIFY(view().verticalScrollBar()->value() > 0);
  m_pane->grab();
  const auto hit = view().hitAt({view().viewport()->width() - 40, view().headerHeight() + 6});
  QVERIFY(hit && hit->lane == model::LaneId{5});
  QTest::keyClick(&view(), Qt::Key_P);
  QCOMPARE(view().layoutOfRows().pinnedHeight(), 0);
}

void TimelineViewTest::hiddenLanesAreSaid() {
  LaneBar& bar = *m_pane->lanes();
  QVERIFY(!bar.isVisible());
  m_state->select({{}, model::LaneId{0}, {}, {}});
  QTest::keyClick(&view(), Qt::Key_H);
  QVERIFY(bar.isVisible());
  QCOMPARE(bar.sentence(), u"1 of 8 lanes are hidden"_s);
  QTest::keyClick(&view(), Qt::Key_H, Qt::ShiftModifier);
  QVERIFY(!bar.isVisible());
  bar.open();
  auto* ranks = bar.findChild<QLineEdit*>();
  QTest::keyClicks(ranks, u"0-2,7"_s);
  QCOMPARE(bar.sentence(), u"4 of 8 lanes are hidden"_s);
  QTest::keyClicks(ranks, u",x"_s);
  QVERIFY2(bar.sentence().contains(u"x"_s), qPrintable(bar.sentence()));
  QCOMPARE(view().hiddenLanes(), std::size_t{4});            // what was understood still holds
  QTest::keyClick(ranks, Qt::Key_Escape);
  QVERIFY(bar.isVisible());                                  // as long as anything is hidden
  view().showAllLanes();
  QVERIFY(!bar.isVisible());
  QTest::keyClick(&view(), Qt::Key_U);
  QVERIFY(view().arrangement().onlyTroubled);
}

void TimelineViewTest::groupsOpenAndClose() {
  QTest::keyClick(&view(), Qt::Key_G);
  QCOMPARE(view().arrangement().grouping, LaneGrouping::host);
  const std::size_t lanes = view().layoutOfRows().laneCount();
  const auto& rows = view().layoutOfRows().rows();
  const auto group = std::find_if(rows.begin(), rows.end(), [](const Row& row) { return row.kind == Row::Kind::group; });
  QVERIFY(group != rows.end());
  const auto index = static_cast<std::size_t>(group - rows.begin());
  QVERIFY(!view().rowName(index).isEmpty());
  m_pane->grab();
  click({30, rowMiddle(index)});
  QVERIFY(view().layoutOfRows().laneCount() < lanes);
  QTest::keyClick(&view(), Qt::Key_Return);                  // the clicked row has the focus
  QCOMPARE(view().layoutOfRows().laneCount(), lanes);
  for (int i = 0; i < 3; ++i) QTest::keyClick(&view(), Qt::Key_G);
  QCOMPARE(view().arrangement().grouping, LaneGrouping::launch);
}

void TimelineViewTest::bandsOpen() {
  LaneArrangement arrangement;
  arrangement.folding = LaneFolding::on;
  view().setArrangement(arrangement);
  const auto& rows = view().layoutOfRows().rows();
  const auto band = std::find_if(rows.begin(), rows.end(), [](const Row& row) { return !row.alike.empty(); });
  QVERIFY(band != rows.end());
  const std::size_t lanes = view().layoutOfRows().laneCount(), alike = band->alike.size();
  const auto index = static_cast<std::size_t>(band - rows.begin());
  QVERIFY(view().rowName(index).contains(QString::number(alike)));
  // A lane of the band that is selected shows the band.
  m_state->select({{}, band->alikeLanes.front(), {}, {}});
  QCOMPARE(view().focusedRow(), std::optional(index));
  QTest::keyClick(&view(), Qt::Key_Return);
  QCOMPARE(view().layoutOfRows().laneCount(), lanes + alike);
}

void TimelineViewTest::idleTimeFolds() {
  m_state->showAll();
  const std::int64_t before = view().timeAt(600);
  QTest::keyClick(&view(), Qt::Key_I);
  QVERIFY(view().foldsIdleTime());
  QVERIFY(view().timeAt(600) != before);
  const QPoint strip = find(Hit::What::fold, 1);
  QVERIFY(!strip.isNull());
  click(strip);
  QVERIFY(!view().foldsIdleTime());
  QCOMPARE(view().timeAt(600), before);
}

void TimelineViewTest::phasesAreWalked() {
  m_state->showAll();
  Selection start;
  start.time = model::When::at(m_run->launches[0].start.utc - 1);
  m_state->select(start);
  std::vector<std::int64_t> stops;
  for (int i = 0; i < 6; ++i) {
    QTest::keyClick(&view(), Qt::Key_Right, Qt::ControlModifier);
    stops.push_back(m_state->selection().time.utc);
  }
  QVERIFY(std::is_sorted(stops.begin(), stops.end()));
  QVERIFY(stops.back() > stops.front());
  QVERIFY(std::find(stops.begin(), stops.end(), m_run->launches[1].start.utc) != stops.end());
  QTest::keyClick(&view(), Qt::Key_Left, Qt::ControlModifier);
  QVERIFY(m_state->selection().time.utc < stops.back());
}

void TimelineViewTest::rowsAreReadAloud() {
  QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&view());
  QVERIFY(table != nullptr && table->tableInterface() != nullptr);
  QCOMPARE(table->role(), QAccessible::Table);
  QAccessibleTableInterface* rows = table->tableInterface();
  QCOMPARE(rows->rowCount(), static_cast<int>(view().layoutOfRows().rows().size()));
  QCOMPARE(table->childCount(), rows->rowCount() * rows->columnCount());
  for (int i = 0; i < rows->rowCount(); ++i) {
    QAccessibleInterface* row = rows->cellAt(i, 0);
    QVERIFY(row != nullptr && row->isValid());
    QVERIFY(!row->text(QAccessible::Name).isEmpty());
    QCOMPARE(row->tableCellInterface()->rowIndex(), i);
    QCOMPARE(table->child(table->indexOfChild(row)), row);
    QVERIFY(row->parent() == table);
    QVERIFY(row->actionInterface()->actionNames().contains(QAccessibleActionInterface::pressAction()));
  }
  QAccessibleInterface* failed = rows->cellAt(6, 0);         // rank 5 of the first launch
  QVERIFY2(failed->text(QAccessible::Name).contains(u"rank 5"_s), qPrintable(failed->text(QAccessible::Name)));
  QVERIFY2(failed->text(QAccessible::Description).contains(u"CUDA failure"_s), qPrintable(failed->text(QAccessible::Description)));
  QCOMPARE(rows->columnDescription(2), u"Worst"_s);
  QCOMPARE(rows->cellAt(6, 2)->text(QAccessible::Name), u"first failure"_s);
  QVERIFY2(rows->cellAt(6, 3)->text(QAccessible::Name).startsWith(u"1 × first failure"_s), qPrintable(rows->cellAt(6, 3)->text(QAccessible::Name)));
  const QRect place = failed->rect();
  QVERIFY(table->childAt(place.center().x(), place.center().y()) == failed);
  failed->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
  QVERIFY(m_state->selection().lane == model::LaneId{5});
  QVERIFY(table->focusChild() == failed && failed->state().focused);
  QCOMPARE(rows->selectedRows(), QList<int>{6});
  QVERIFY(rows->selectRow(5));
  QVERIFY(m_state->selection().lane == model::LaneId{4});
  QAccessibleInterface* header = rows->cellAt(0, 0);
  QVERIFY(header->state().expandable && header->state().expanded);
  header->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
  QVERIFY(view().isCollapsed(0));
  QVERIFY(!table->child(table->childCount()));
}

// Made on another thread, a frame is the same frame; while it is made the last one stands in, and the GUI thread does not wait.
void TimelineViewTest::framesAreMadeBeside() {
  model::Run run = test::failedRunWithoutJobLog();
  while (run.lanes.size() < 100) {
    run.lanes.push_back(run.lanes[run.lanes.size() % 5]);
    run.lanes.back().rank = static_cast<model::Rank>(run.lanes.size() - 1);
  }
  m_state->setRun(test::shared(run), true);
  LaneArrangement arrangement;
  arrangement.folding = LaneFolding::off;
  view().setArrangement(arrangement);
  m_state->showAll();
  view().viewport()->grab();
  view().setPatience(0);
  const TimeRange all = m_state->range();
  m_state->setRange({all.begin + all.length() / 4, all.end});
  view().viewport()->grab();                                 // perhaps the old frame, moved
  QTRY_VERIFY(view().hitAt({400, view().headerHeight() + 60}));
  const QImage beside = view().viewport()->grab().toImage();
  view().setPatience(-1);
  m_state->setRange(all);
  m_state->setRange({all.begin + all.length() / 4, all.end});
  QCOMPARE(view().viewport()->grab().toImage(), beside);
}

void TimelineViewTest::looks_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<int>("scale");
  for (const int scale : {1, 2}) {
    QTest::addRow("light at %dx", scale) << static_cast<int>(ThemeKind::light) << scale;
    QTest::addRow("dark at %dx", scale) << static_cast<int>(ThemeKind::dark) << scale;
  }
}

// Frames of both themes and scales, kept as files for a person to look at.
void TimelineViewTest::looks() {
  QFETCH(int, kind);
  QFETCH(int, scale);
  const auto index = std::make_shared<const RunIndex>(*m_run);
  const QSize size(1'200, 420);
  const auto band = std::make_shared<const PhaseBand>(*m_run);
  SceneStyle style;
  style.theme = &Theme::of(static_cast<ThemeKind>(kind));
  HeaderGeometry header;
  header.phaseHeight = 19;
  LayoutOptions options;
  options.collapsed = collapsedAtFirst(*m_run);
  options.available = size.height() - header.height();
  const int columns = (size.width() - 112 - 8 - 12) * scale;
  const TimelineFrame frame({m_run, index, std::make_shared<const LaneLayout>(*m_run, options), std::make_shared<const TickList>(), band,
                             TimeAxis(m_state->span(), columns), style, {}, header, m_state->zero(), {size, double(scale), 112, 8, 0}});
  QCOMPARE(frame.image().size(), size * scale);
  QCOMPARE(frame.image().pixelColor(frame.image().width() - 1, frame.image().height() - 1), style.theme->base);
  int inked = 0;
  for (int x = 112 * scale; x < frame.image().width(); ++x) inked += frame.image().pixelColor(x, (header.height() + 60) * scale) != style.theme->base ? 1 : 0;
  QVERIFY(inked > 200 * scale);
  // What is hit does not depend on the scale.
  QVERIFY(frame.hitAt({60, header.jobTop() + header.jobHeight + 30}));
  const QString folder = QCoreApplication::applicationDirPath() + u"/screenshots"_s;
  QVERIFY(QDir().mkpath(folder));
  QVERIFY(frame.image().save(u"%1/timeline_%2.png"_s.arg(folder, QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'_'))));
}

QTEST_MAIN(TimelineViewTest)
#include "tst_timeline_view.moc"
