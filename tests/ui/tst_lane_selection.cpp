// SPDX-License-Identifier: Apache-2.0
// Lanes that are ticked by box, click and key, what is done with them, and the drags and keys of the timeline that choose and move time.
#include "tests/ui/window.h"
#include "ui/logview/log_pane.h"
#include "ui/search/search_box.h"
#include "ui/shell/settings.h"
#include "ui/timeline/timeline_pane.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QUndoStack>
#include <QWheelEvent>

using namespace lanescope;
using namespace lanescope::ui;
using namespace Qt::StringLiterals;

class LaneSelectionTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void init();
  void cleanup();
  void boxesAreThereWithoutAnyTime();
  void clicksAddAndReach();
  void spaceTicksTheLaneWithFocus();
  void tickedLanesArePinnedAndHiddenTogether();
  void onlyTheTickedOnes();
  void anAreaCountsTheTickedLanes();
  void theTextIsTheirs();
  void searchLooksAtThem();
  void escapeUnticks();
  void tickedRowsAreReadAloud();
  void theSpanOfWhatIsSelected();
  void spaceDragPansAndTicksNothing();
  void shiftDragMeasuresOrPans();
  void altWheelPans();
  void zThenDragZooms();
  void doubleClickSelectsAndZooms();
  void theBottomPanelGoesAndComesBack();

 private:
  TimelineView& view() { return *m_window->timeline()->view(); }
  QWidget* port() { return view().viewport(); }
  QPoint box(std::size_t row) { return {TimelineView::kLabelWidth - 8, middle(row)}; }
  QPoint lane(std::size_t row, int x = 500) { return {x, middle(row)}; }
  int middle(std::size_t row) { return view().rowRect(row).center().y(); }
  void click(QPoint at, Qt::KeyboardModifiers keys = {}) { QTest::mouseClick(port(), Qt::LeftButton, keys, at); }
  void press(Qt::Key key, Qt::KeyboardModifiers keys = {}) { QTest::keyClick(&view(), key, keys); }
  void drag(QPoint from, QPoint to, Qt::KeyboardModifiers keys = {}, Qt::MouseButton button = Qt::LeftButton);
  std::vector<model::Rank> tickedRanks();
  QPoint find(Hit::What what);

  QTemporaryDir m_home;
  std::unique_ptr<MainWindow> m_window;
  std::shared_ptr<const model::Run> m_run;
};

void LaneSelectionTest::initTestCase() { QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.path()); }

void LaneSelectionTest::init() {
  m_run = test::shared(test::recoveredRun());
  m_window = std::make_unique<MainWindow>();
  m_window->resize(1400, 900);
  m_window->show();
  test::feed(*m_window, m_run);
  view().setFocus();
  view().grab();
}

void LaneSelectionTest::cleanup() {
  m_window.reset();
  LanesView::setShiftDrag(LanesView::ShiftDrag::measure);
}

void LaneSelectionTest::drag(QPoint from, QPoint to, Qt::KeyboardModifiers keys, Qt::MouseButton button) {
  QTest::mousePress(port(), button, keys, from);
  for (const QPoint at : {(from + to) / 2, to}) {            // QTest::mouseMove carries no modifiers
    QMouseEvent move(QEvent::MouseMove, at, port()->mapToGlobal(at), Qt::NoButton, button, keys);
    QApplication::sendEvent(port(), &move);
  }
  QTest::mouseRelease(port(), button, keys, to);
}

std::vector<model::Rank> LaneSelectionTest::tickedRanks() {
  std::vector<model::Rank> ranks;
  for (const model::LaneId id : view().tickedLaneIds()) ranks.push_back(m_run->lanes[id.value].rank);
  return ranks;
}

QPoint LaneSelectionTest::find(Hit::What what) {
  for (int y = view().headerHeight(); y < port()->height(); y += 2) {
    for (int x = TimelineView::kLabelWidth; x < port()->width(); x += 2) {
      const auto hit = view().hitAt({x, y});
      if (hit && hit->what == what) return {x, y};
    }
  }
  return {};
}

using Ranks = std::vector<model::Rank>;

void LaneSelectionTest::boxesAreThereWithoutAnyTime() {
  QVERIFY(!view().chosenRange());
  for (std::size_t row = 1; row <= 8; ++row) {
    const auto hit = view().hitAt(box(row));
    QVERIFY(hit && hit->what == Hit::What::tickBox);
    QVERIFY(!view().grab().isNull());
  }
  QVERIFY(!m_window->timeline()->ticked()->isVisible());
  const QImage before = port()->grab().toImage();
  click(box(3));
  QCOMPARE(tickedRanks(), (Ranks{2}));
  QVERIFY(port()->grab().toImage().pixelColor(box(3)) != before.pixelColor(box(3)));
  QVERIFY(m_window->timeline()->ticked()->isVisible());
  QVERIFY2(m_window->timeline()->ticked()->sentence().contains(u"rank 2"_s), qPrintable(m_window->timeline()->ticked()->sentence()));
  click(box(3));
  QVERIFY(tickedRanks().empty());
  QVERIFY(!m_window->timeline()->ticked()->isVisible());
}

void LaneSelectionTest::clicksAddAndReach() {
  const Selection before = m_window->state()->selection();
  click(lane(2), Qt::ControlModifier);
  click(lane(7), Qt::ControlModifier);
  QCOMPARE(tickedRanks(), (Ranks{1, 6}));
  click({30, middle(5)}, Qt::ShiftModifier);                 // on its label
  QCOMPARE(tickedRanks(), (Ranks{1, 4, 5, 6}));
  click(lane(7), Qt::ControlModifier);
  QCOMPARE(tickedRanks(), (Ranks{1, 4, 5}));
  QVERIFY(m_window->state()->selection() == before);         // the text does not change under the reader
  click(lane(2));                                            // a plain click means its moment, and leaves the ticks
  QCOMPARE(tickedRanks(), (Ranks{1, 4, 5}));
}

void LaneSelectionTest::spaceTicksTheLaneWithFocus() {
  view().focusRow(4);
  press(Qt::Key_Space);
  QCOMPARE(tickedRanks(), (Ranks{3}));
  press(Qt::Key_Down);
  press(Qt::Key_Space);
  QCOMPARE(tickedRanks(), (Ranks{3, 4}));
  press(Qt::Key_Space);
  QCOMPARE(tickedRanks(), (Ranks{3}));
}

void LaneSelectionTest::tickedLanesArePinnedAndHiddenTogether() {
  auto* undo = m_window->findChild<QUndoStack*>();
  const int steps = undo->count();
  click(box(2));
  click(box(4));
  QCOMPARE(undo->count(), steps);                            // nothing is shown otherwise yet
  press(Qt::Key_P);
  QCOMPARE(view().arrangement().pinned, (std::set<LaneKey>{{0, 1}, {0, 3}}));
  press(Qt::Key_P);
  QVERIFY(view().arrangement().pinned.empty());
  press(Qt::Key_H);
  QCOMPARE(view().arrangement().hidden, (std::set<LaneKey>{{0, 1}, {0, 3}}));
  QVERIFY(view().tickedLanes().empty());                     // nothing is done with what nobody sees
  QTRY_VERIFY(undo->count() > steps);
  undo->undo();
  QVERIFY(view().arrangement().hidden.empty());
}

void LaneSelectionTest::onlyTheTickedOnes() {
  click(box(6));
  click(box(8));
  press(Qt::Key_U, Qt::ShiftModifier);
  QCOMPARE(view().hiddenLanes(), std::size_t{6});
  QCOMPARE(tickedRanks(), (Ranks{5, 7}));
  // Of one launch it is the list of ranks, as one would write it.
  m_run = test::shared(test::failedRunWithoutJobLog());
  test::feed(*m_window, m_run);
  QVERIFY(view().tickedLanes().empty());
  view().setTickedLanes({{0, 1}, {0, 2}, {0, 3}, {0, 7}});
  press(Qt::Key_U, Qt::ShiftModifier);
  QCOMPARE(rankListText(view().arrangement().ranks), u"1-3, 7"_s);
}

void LaneSelectionTest::anAreaCountsTheTickedLanes() {
  m_window->state()->showAll();
  click(box(6));
  click(box(8));
  drag({TimelineView::kLabelWidth + 10, middle(1)}, {port()->width() - 60, middle(1)});
  QVERIFY(view().area());
  QCOMPARE(view().area()->lanes, std::size_t{2});
  QCOMPARE(view().area()->marks[static_cast<std::size_t>(MarkRank::firstFailure)], std::uint64_t{2});
}

void LaneSelectionTest::theTextIsTheirs() {
  m_window->dock("tests")->raise();
  click(box(6));
  click(box(8));
  for (QToolButton* button : m_window->timeline()->ticked()->findChildren<QToolButton*>()) {
    if (button->text() == u"Text"_s) QTest::mouseClick(button, Qt::LeftButton);
  }
  auto* text = m_window->findChild<LogPane*>();
  QCOMPARE(text->view()->lanes(), (std::vector<model::LaneId>{{5}, {7}}));
  QTRY_VERIFY(text->isVisible());
}

void LaneSelectionTest::searchLooksAtThem() {
  auto* search = m_window->findChild<SearchState*>();
  const auto hitsOf = [&]() -> std::uint64_t {
    QSignalSpy finished(search, &SearchState::finished);
    search->start({u"PASSED"_s, false, true, false, SearchQuery::Scope::lanes});
    return finished.count() > 0 || finished.wait() ? search->hits().total(0) : 0;
  };
  const auto all = hitsOf();
  click(box(6));
  const auto one = hitsOf();
  QVERIFY2(one > 0 && one < all, qPrintable(u"%1 of %2"_s.arg(one).arg(all)));
}

void LaneSelectionTest::escapeUnticks() {
  click(box(6));
  press(Qt::Key_Escape);
  QVERIFY(view().tickedLanes().empty());
}

void LaneSelectionTest::tickedRowsAreReadAloud() {
  click(box(6));
  QVERIFY2(view().rowCell(6, LaneColumn::state).contains(u"ticked"_s), qPrintable(view().rowCell(6, LaneColumn::state)));
  QVERIFY(!view().rowCell(5, LaneColumn::state).contains(u"ticked"_s));
}

// The wait of rank 5, 1,800 s long.
void LaneSelectionTest::theSpanOfWhatIsSelected() {
  const auto wait = std::find_if(m_run->intervals.begin(), m_run->intervals.end(), [](const model::Interval& interval) { return interval.kind == model::IntervalKind::wait; });
  QVERIFY(wait != m_run->intervals.end());
  Selection selection;
  selection.lane = wait->lane;
  selection.line = wait->line;
  selection.time = wait->begin;
  m_window->state()->select(selection);
  press(Qt::Key_R);
  QVERIFY(view().chosenRange());
  QCOMPARE(view().chosenRange()->begin, wait->begin.utc);
  QCOMPARE(view().chosenRange()->end, wait->end.utc);
  QVERIFY(view().area());
  QCOMPARE(view().area()->lanes, std::size_t{1});
  QCOMPARE(view().area()->waits, std::uint64_t{1});
  press(Qt::Key_Z);
  QCOMPARE(m_window->state()->range(), (TimeRange{wait->begin.utc, wait->end.utc}));
  // Of an event: as much as is not known of its moment.
  m_window->state()->selectFinding(0);
  const model::When time = m_window->state()->selection().time;
  press(Qt::Key_R);
  QCOMPARE(*view().chosenRange(), (TimeRange{time.earliest, time.latest}));
}

void LaneSelectionTest::spaceDragPansAndTicksNothing() {
  view().focusRow(3);
  const std::int64_t under = view().timeAt(500);
  QTest::keyPress(&view(), Qt::Key_Space);
  drag({500, middle(3)}, {640, middle(3)});
  QTest::keyRelease(&view(), Qt::Key_Space);
  QVERIFY(std::abs(view().timeAt(640) - under) <= 2 * m_window->state()->range().length() / 900);
  QVERIFY(view().tickedLanes().empty() && !view().chosenRange());
  press(Qt::Key_Space);
  QCOMPARE(tickedRanks(), (Ranks{2}));
}

void LaneSelectionTest::shiftDragMeasuresOrPans() {
  QToolTip::hideText();
  drag({400, middle(3)}, {600, middle(3)}, Qt::ShiftModifier);
  QVERIFY(view().measuredRange());
  QVERIFY2(QToolTip::text().contains(u"Shift+drag"_s), qPrintable(QToolTip::text()));
  QToolTip::hideText();
  QTRY_VERIFY(QToolTip::text().isEmpty() || !QToolTip::isVisible());
  drag({400, middle(3)}, {600, middle(3)}, Qt::ShiftModifier);
  QVERIFY(!QToolTip::isVisible());                           // once
  press(Qt::Key_Escape);
  LanesView::setShiftDrag(LanesView::ShiftDrag::pan);
  const TimeRange range = m_window->state()->range();
  drag({400, middle(3)}, {600, middle(3)}, Qt::ShiftModifier);
  QVERIFY(!view().measuredRange());
  QVERIFY(m_window->state()->range().begin < range.begin);
  // The choice is kept.
  Settings::setShiftDragPans(true);
  LanesView::setShiftDrag(LanesView::ShiftDrag::measure);
  MainWindow other;
  other.restoreLayout();
  QCOMPARE(LanesView::shiftDrag(), LanesView::ShiftDrag::pan);
  Settings::setShiftDragPans(false);
}

void LaneSelectionTest::altWheelPans() {
  const TimeRange before = m_window->state()->range();
  const QPoint at = lane(3);
  QWheelEvent event(at, port()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::AltModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(port(), &event);
  QVERIFY(m_window->state()->range().begin < before.begin);
  QCOMPARE(m_window->state()->range().length(), before.length());
}

void LaneSelectionTest::zThenDragZooms() {
  const std::int64_t from = view().timeAt(400), to = view().timeAt(600);
  press(Qt::Key_Z);
  QCOMPARE(port()->cursor().shape(), Qt::CrossCursor);
  drag({400, middle(3)}, {600, middle(3)});
  QCOMPARE(m_window->state()->range(), (TimeRange{from, to}));
  // For one drag, and not after Esc.
  drag({400, middle(3)}, {600, middle(3)});
  QVERIFY(view().chosenRange());
  press(Qt::Key_Escape);
  press(Qt::Key_Z);
  press(Qt::Key_Escape);
  drag({400, middle(3)}, {600, middle(3)});
  QVERIFY(view().chosenRange());
}

void LaneSelectionTest::doubleClickSelectsAndZooms() {
  m_window->state()->select({});
  m_window->state()->showAll();
  view().grab();
  const QPoint at = find(Hit::What::laneEnd);
  QVERIFY(!at.isNull());
  const std::int64_t before = m_window->state()->range().length();
  QTest::mouseDClick(port(), Qt::LeftButton, {}, at);
  QVERIFY(m_window->state()->selection().lane);
  QVERIFY(m_window->state()->range().length() < before);
}

void LaneSelectionTest::theBottomPanelGoesAndComesBack() {
  m_window->dock("tests")->raise();
  QTRY_VERIFY(!m_window->dock("tests")->visibleRegion().isEmpty());
  const int height = view().height();
  press(Qt::Key_Q);
  for (const char* name : {"text", "tests", "ranks", "sources", "notes"}) QVERIFY(m_window->dock(name)->isHidden());
  QTRY_VERIFY(view().height() > height);
  QVERIFY(!m_window->dock("findings")->isHidden());
  press(Qt::Key_Q);
  for (const char* name : {"text", "tests", "ranks", "sources", "notes"}) QVERIFY(!m_window->dock(name)->isHidden());
  QTRY_VERIFY(!m_window->dock("tests")->visibleRegion().isEmpty());
}

QTEST_MAIN(LaneSelectionTest)
#include "tst_lane_selection.moc"
