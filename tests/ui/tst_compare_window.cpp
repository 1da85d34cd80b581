// SPDX-License-Identifier: Apache-2.0
// Two runs in the window, as people use it: what differs is found, shown in both timelines and both texts, walked, filtered, swapped,
// copied and ignored.
#include "tests/ui/overlaps.h"
#include "tests/ui/training_runs.h"
#include "ui/compare/compare_header.h"
#include "ui/compare/difference_filter.h"
#include "ui/compare/difference_model.h"
#include "ui/compare/difference_panel.h"
#include "ui/compare/paired_pane.h"
#include "ui/compare/paired_text_pane.h"
#include "ui/panels/strips.h"
#include "ui/panels/verdict_strip.h"
#include "ui/search/search_box.h"
#include "ui/shell/main_window.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

constexpr int kPatienceMs = 30'000;
struct Shown {
  test::LogFolder failing, passing;
  MainWindow window;
  explicit Shown(QSize size = {1280, 720}, bool failingFirst = true) {
    test::writeTraining(failing, true);
    test::writeTraining(passing, false);
    window.resize(size);
    window.show();
    QSignalSpy shown(&window, &MainWindow::runShown);
    window.openPaths({QString::fromStdString(failingFirst ? failing.path() : passing.path())});
    if (!shown.wait(kPatienceMs)) qFatal("the run did not open");
    QSignalSpy compared(&window, &MainWindow::compared);
    window.comparePaths({QString::fromStdString(failingFirst ? passing.path() : failing.path())});
    if (!compared.wait(kPatienceMs)) qFatal("the runs were not compared");
  }
  CompareState* state() const { return window.comparison(); }
  DifferencePanel* panel() const { return window.differences(); }
  PairedTextView* texts() const { return window.pairedTexts()->view(); }
  PairedView* timelines() const { return window.pairedTimelines()->view(); }
  const model::Run& run(Side side) const { return *state()->side(side)->run(); }
  void waitForTexts() const { QTRY_VERIFY_WITH_TIMEOUT(texts()->text() != nullptr && !texts()->isAligning(), kPatienceMs); }
  // The row of the message of which the failing run tells.
  int errorRow() const {
    const DifferenceModel* model = panel()->model(DifferenceTab::messages);
    for (int row = 0; row < model->rowCount(); ++row) {
      if (model->index(row, DifferenceModel::WhatColumn).data().toString().contains(QLatin1String("illegal memory access"))) return row;
    }
    return -1;
  }
};

}  // namespace

class TestCompareWindow : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void showsWhatDiffers();
  void theFailingRunIsTheRun();
  void swapExchangesTheRuns();
  void choosingMovesTimelinesAndTexts();
  void textsStandBesideEachOther();
  void keysWalkDifferences();
  void filtersNarrowTheList();
  void clocksAreLaidOverEachOther();
  void handAlignment();
  void rangesAreCoupled();
  void ranksInterleave();
  void copiesAndExports();
  void ignoringKeepsARule();
  void closingGoesBack();
  void openingAnotherRunEndsIt();
  void droppedOnTheRightHalf();
  void cancelAndFailure();
  void baselineGivenAtTheStart();
  void modelsKeepTheirPromises();
  void everythingFits_data();
  void everythingFits();
};

void TestCompareWindow::initTestCase() { applyTheme(*qApp, ThemeKind::light); }

void TestCompareWindow::showsWhatDiffers() {
  Shown shown;
  QVERIFY(shown.window.isComparing());
  QVERIFY(shown.window.compareHeader()->isVisible());
  QVERIFY(!shown.window.verdict()->isVisible());
  QVERIFY(shown.errorRow() >= 0);
  QVERIFY(shown.panel()->tabText(DifferenceTab::messages).startsWith(QStringLiteral("Messages ")));
  QVERIFY(shown.panel()->footer().contains(QStringLiteral("against one baseline")));
  QVERIFY(shown.panel()->footer().contains(QStringLiteral("compared ")));
  QVERIFY(shown.state()->result()->divergence.has_value());
  QCOMPARE(shown.panel()->position().section(QLatin1Char(' '), 0, 1), QStringLiteral("difference 1"));
  QVERIFY(shown.panel()->list()->currentIndex().data(DifferenceModel::DivergenceRole).toBool());
}

// Whatever was opened first.
void TestCompareWindow::theFailingRunIsTheRun() {
  for (const bool failingFirst : {true, false}) {
    Shown shown({1280, 720}, failingFirst);
    const bool wrong = shown.run(Side::run).outcome == model::RunOutcome::passed && shown.run(Side::baseline).outcome != model::RunOutcome::passed;
    QVERIFY(!wrong);
  }
  model::Run passed, failed;
  passed.outcome = model::RunOutcome::passed;
  failed.outcome = model::RunOutcome::failed;
  QVERIFY(isOtherWayRound(passed, failed));
  QVERIFY(!isOtherWayRound(failed, passed));
  QVERIFY(!isOtherWayRound(failed, failed));
  QVERIFY(!isOtherWayRound(passed, passed));
}

void TestCompareWindow::swapExchangesTheRuns() {
  Shown shown;
  const std::string before = shown.run(Side::run).id;
  const bool swapped = shown.state()->isSwapped();
  QSignalSpy compared(&shown.window, &MainWindow::compared);
  shown.window.action("compare.swap")->trigger();
  QVERIFY(compared.wait(kPatienceMs));
  QCOMPARE(shown.state()->isSwapped(), !swapped);
  QVERIFY(shown.run(Side::run).id != before);
  QCOMPARE(shown.run(Side::baseline).id, before);
  const int row = shown.errorRow();
  QVERIFY(row >= 0);
  QCOMPARE(shown.panel()->model(DifferenceTab::messages)->index(row, 0).data(DifferenceModel::SideRole).toInt(), static_cast<int>(Side::baseline));
}

void TestCompareWindow::choosingMovesTimelinesAndTexts() {
  Shown shown;
  shown.panel()->setTab(DifferenceTab::messages);
  const DifferenceModel* model = shown.panel()->model(DifferenceTab::messages);
  shown.state()->choose(model->at(shown.errorRow()));
  const Selection& inRun = shown.state()->side(Side::run)->selection();
  const Selection& inBaseline = shown.state()->side(Side::baseline)->selection();
  QVERIFY(inRun.line && inRun.lane && inBaseline.lane);
  QCOMPARE(shown.run(Side::run).lanes[inRun.lane->value].rank, 2u);
  QCOMPARE(shown.run(Side::baseline).lanes[inBaseline.lane->value].rank, 2u);
  QCOMPARE(shown.panel()->currentDifference(), std::optional<Difference>(model->at(shown.errorRow())));
  shown.waitForTexts();
  QVERIFY(shown.texts()->currentRow().has_value());
  QVERIFY(shown.texts()->lineText(*shown.texts()->currentRow(), Side::run).contains(QLatin1String("illegal memory access")));
  QVERIFY(shown.texts()->titleOf(Side::baseline).contains(QLatin1String("rank 2")));
}

void TestCompareWindow::textsStandBesideEachOther() {
  Shown shown;
  // A line of rank 2's output: the same ranks' outputs stand beside each other although every line has another time.
  const auto lane = shown.run(Side::run).laneOf(0, 0, 2);
  QVERIFY(lane.has_value());
  const model::SourceId out = shown.run(Side::run).lanes[lane->value].sources.front();
  shown.state()->chooseLine(Side::run, {out, 3});
  shown.waitForTexts();
  const PairedText& text = *shown.texts()->text();
  const auto row = text.rowOf(Side::run, 3);
  QVERIFY(row.has_value());
  QCOMPARE(text.rows[*row].kind, PairedKind::same);
  QCOMPARE(text.lines[1][text.rows[*row].baseline], 3u);
  // What the run did not reach stands alone, over against nothing.
  const auto beyond = text.rowOf(Side::baseline, test::kTrainingSteps + 2);
  QVERIFY(beyond.has_value());
  QCOMPARE(text.rows[*beyond].kind, PairedKind::onlyBaseline);
  bool folded = false;
  for (std::size_t i = 0; i < shown.texts()->rowCount() && !folded; ++i) {
    if (!shown.texts()->shownAt(i).folded()) continue;
    folded = true;
    const std::size_t before = shown.texts()->rowCount();
    const std::uint32_t count = shown.texts()->shownAt(i).count;
    shown.texts()->openFold(i);
    QCOMPARE(shown.texts()->rowCount(), before + count - 1);
  }
  QVERIFY(folded);
  // A click on a line of B selects it there, and its rank in both.
  const std::size_t last = shown.texts()->rowCount() - 1;
  QTest::keyClick(shown.texts(), Qt::Key_End);
  QCOMPARE(shown.texts()->currentRow(), std::optional<std::size_t>(last));
  QVERIFY(shown.state()->side(Side::baseline)->selection().line.has_value());
  QVERIFY(shown.texts()->copyText().contains(QLatin1Char('\n')));
}

void TestCompareWindow::keysWalkDifferences() {
  Shown shown;
  QVERIFY(QTest::qWaitForWindowActive(&shown.window));
  shown.panel()->setTab(DifferenceTab::messages);
  shown.panel()->setFoldedShown(true);
  const int rows = shown.panel()->filter(DifferenceTab::messages)->rowCount();
  QVERIFY(rows >= 2);
  const auto first = shown.state()->current();
  QTest::keyClick(&shown.window, Qt::Key_F8);
  QVERIFY(shown.state()->current() != first);
  QVERIFY(shown.panel()->position().startsWith(QStringLiteral("difference 2 of ")));
  QTest::keyClick(&shown.window, Qt::Key_F8, Qt::ShiftModifier);
  QCOMPARE(shown.state()->current(), first);
  QTest::keyClick(&shown.window, Qt::Key_F8, Qt::ShiftModifier);   // round to the last
  QCOMPARE(shown.panel()->list()->currentIndex().row(), rows - 1);
  shown.panel()->list()->setFocus();
  QTest::keyClick(shown.panel()->list(), Qt::Key_N);
  QCOMPARE(shown.state()->current(), first);
  QTest::keyClick(shown.panel()->list(), Qt::Key_Down);
  QVERIFY(shown.state()->current() != first);
}

void TestCompareWindow::filtersNarrowTheList() {
  Shown shown;
  shown.panel()->setTab(DifferenceTab::messages);
  DifferenceFilter* filter = shown.panel()->filter(DifferenceTab::messages);
  shown.panel()->setFoldedShown(true);
  const int all = filter->rowCount();
  QCOMPARE(all, shown.panel()->model(DifferenceTab::messages)->rowCount());
  shown.panel()->setKindFilter(QStringLiteral("only in A"));
  QVERIFY(filter->rowCount() >= 1);
  for (int row = 0; row < filter->rowCount(); ++row) QCOMPARE(filter->index(row, 0).data().toString(), QStringLiteral("only in A"));
  shown.panel()->setRankFilter(QStringLiteral("3"));
  for (int row = 0; row < filter->rowCount(); ++row) QVERIFY(filter->index(row, 0).data(DifferenceModel::RanksRole).value<QList<int>>().contains(3));
  shown.panel()->setKindFilter({});
  shown.panel()->setRankFilter(QStringLiteral("999"));
  QCOMPARE(filter->rowCount(), 0);
  shown.panel()->setRankFilter({});
  QCOMPARE(filter->rowCount(), all);
  shown.panel()->setFoldedShown(false);
  QCOMPARE(filter->rowCount(), shown.panel()->model(DifferenceTab::messages)->openRows());
}

void TestCompareWindow::clocksAreLaidOverEachOther() {
  Shown shown;
  constexpr std::int64_t kHour = 3'600'000'000'000;
  // The runs are two hours apart; whichever phase is the anchor, both starts meet.
  QVERIFY(std::abs(std::abs(shown.state()->alignment().offsetNs) - 2 * kHour) <= 120'000'000'000);
  QVERIFY(shown.window.pairedTimelines()->sentence().startsWith(QStringLiteral("0 = ")));
  shown.state()->align(AlignBy::jobStart);
  QCOMPARE(shown.state()->alignment().by, AlignBy::jobStart);
  const TimeAlignment& alignment = shown.state()->alignment();
  QVERIFY(std::abs(shown.timelines()->xOf(Side::run, alignment.zeroNs) - shown.timelines()->xOf(Side::baseline, alignment.zeroNs - alignment.offsetNs)) <= 1);
  QVERIFY(shown.window.pairedTimelines()->alignButton(AlignBy::jobStart)->isChecked());
  QVERIFY(!shown.window.pairedTimelines()->alignButton(AlignBy::hand)->isEnabled());
}

void TestCompareWindow::handAlignment() {
  Shown shown;
  PairedView* view = shown.timelines();
  const auto click = [&](Side side, int second) {
    const QRect row = view->rowRect(side, 1);
    QVERIFY(!row.isEmpty());
    const model::Lane& lane = shown.run(side).lanes[shown.run(side).laneOf(0, 0, 1)->value];
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, QPoint(view->xOf(side, lane.first.utc + second * 1'000'000'000LL), row.center().y()));
  };
  click(Side::run, 10);
  QTest::keyClick(view, Qt::Key_K);
  QVERIFY(shown.state()->pinned(Side::run).has_value());
  QVERIFY(shown.window.pairedTimelines()->sentence().contains(QStringLiteral("in B")));
  click(Side::baseline, 30);
  QTest::keyClick(view, Qt::Key_K);
  QCOMPARE(shown.state()->alignment().by, AlignBy::hand);
  QCOMPARE(shown.state()->alignment().offsetNs, *shown.state()->pinned(Side::run) - *shown.state()->pinned(Side::baseline));
}

void TestCompareWindow::rangesAreCoupled() {
  Shown shown;
  ViewState *run = shown.state()->side(Side::run), *baseline = shown.state()->side(Side::baseline);
  const std::int64_t offset = shown.state()->alignment().offsetNs;
  const auto together = [&] { return run->range().begin - baseline->range().begin == offset && run->range().length() == baseline->range().length(); };
  QVERIFY(together());
  QTest::keyClick(shown.timelines(), Qt::Key_W);
  QVERIFY(together());
  QTest::keyClick(shown.timelines(), Qt::Key_D);
  QVERIFY(together());
  const TimeRange closer = baseline->range();
  baseline->setRange({closer.begin + closer.length() / 4, closer.end - closer.length() / 4});
  QVERIFY(together());
  QTest::keyClick(shown.timelines(), Qt::Key_Home);
  QVERIFY(together());
  QVERIFY(run->range().begin <= run->span().begin && run->range().begin <= baseline->span().begin + offset);
}

void TestCompareWindow::ranksInterleave() {
  Shown shown;
  PairedView* view = shown.timelines();
  QVERIFY(view->rowRect(Side::run, 3).top() < view->rowRect(Side::baseline, 0).top());
  view->setOrder(PairOrder::interleaved);
  for (model::Rank rank = 0; rank < test::kTrainingRanks; ++rank) {
    QVERIFY(view->rowRect(Side::run, rank).top() < view->rowRect(Side::baseline, rank).top());
    if (rank > 0) QVERIFY(view->rowRect(Side::baseline, rank - 1).top() < view->rowRect(Side::run, rank).top());
    QVERIFY(!view->rowRect(Side::run, rank).intersects(view->rowRect(Side::baseline, rank)));
  }
  const auto place = view->placeAt(view->rowRect(Side::baseline, 2).center());
  QVERIFY(place && place->side == Side::baseline);
}

void TestCompareWindow::copiesAndExports() {
  Shown shown;
  QApplication::clipboard()->clear();
  shown.panel()->setTab(DifferenceTab::messages);
  shown.state()->choose(shown.panel()->model(DifferenceTab::messages)->at(shown.errorRow()));
  shown.window.action("compare.copy")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(QApplication::clipboard()->text().contains(QLatin1String("illegal memory access")), kPatienceMs);
  const qsizetype one = QApplication::clipboard()->text().size();
  shown.window.action("compare.copyAll")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(QApplication::clipboard()->text().size() > one, kPatienceMs);
  QTemporaryDir folder;
  for (const char* name : {"c.md", "c.html", "c.json", "c.txt", "c.png", "c.svg"}) {
    const QString path = folder.filePath(QLatin1String(name));
    QSignalSpy exported(&shown.window, &MainWindow::exported);
    if (path.endsWith(QLatin1String("png")) || path.endsWith(QLatin1String("svg"))) shown.window.exportTo(path);
    else shown.window.exportComparisonTo(path);
    QVERIFY2(exported.wait(kPatienceMs), name);
    QVERIFY(QFileInfo(path).size() > 500);
  }
  QFile json(folder.filePath(QStringLiteral("c.json")));
  QVERIFY(json.open(QIODevice::ReadOnly));
  QVERIFY(json.readAll().contains("lanescope.comparison/1"));
  shown.window.exportComparisonTo(QStringLiteral("/no/such/folder/c.md"));
  QTRY_COMPARE(shown.window.notices()->sentences().size(), 1);
}

void TestCompareWindow::ignoringKeepsARule() {
  Shown shown;
  const int before = shown.panel()->model(DifferenceTab::messages)->openRows();
  shown.panel()->setTab(DifferenceTab::messages);
  shown.state()->choose(shown.panel()->model(DifferenceTab::messages)->at(shown.errorRow()));
  QSignalSpy compared(&shown.window, &MainWindow::compared);
  shown.window.action("compare.ignore")->trigger();
  QVERIFY(compared.wait(kPatienceMs));
  const std::string folder = shown.state()->isSwapped() ? shown.passing.path() : shown.failing.path();
  QVERIFY(QFile::exists(QString::fromStdString(folder) + QStringLiteral("/.lanescope/ignore.json")));
  QVERIFY(shown.panel()->model(DifferenceTab::messages)->openRows() < before);
  QVERIFY(shown.panel()->footer().contains(QStringLiteral("1 ignored")));
  // The same command on an ignored row takes its rules away.
  const auto result = shown.state()->result();
  const auto ignored = std::find_if(result->messages.begin(), result->messages.end(), [](const compare::Message& message) { return message.fold == compare::Fold::ignored; });
  QVERIFY(ignored != result->messages.end());
  const Difference row{DifferenceKind::message, static_cast<std::uint32_t>(ignored - result->messages.begin())};
  QVERIFY(isIgnored(*result, row));
  shown.state()->choose(row);
  shown.window.action("compare.ignore")->trigger();
  QVERIFY(compared.wait(kPatienceMs));
  QCOMPARE(shown.panel()->model(DifferenceTab::messages)->openRows(), before);
  QVERIFY(shown.panel()->footer().contains(QStringLiteral("0 ignored")));
}

void TestCompareWindow::closingGoesBack() {
  Shown shown;
  const auto invites = [&](const char* text) { return shown.window.findChild<SearchBox*>()->field()->placeholderText().contains(QLatin1String(text)); };
  QVERIFY(invites("both runs"));
  shown.window.action("compare.close")->trigger();
  QVERIFY(invites("all ranks"));
  QVERIFY(!shown.window.isComparing());
  QVERIFY(shown.window.verdict()->isVisible());
  QVERIFY(!shown.window.compareHeader()->isVisible());
  QVERIFY(shown.window.dock("text")->isVisible());
  QVERIFY(!shown.window.dock("differences")->isVisible());
  QVERIFY(!shown.window.action("compare.next")->isEnabled());
  const TimeRange span = shown.window.state()->span();
  shown.window.state()->showAll();
  QVERIFY(shown.window.state()->range().length() <= span.length() + span.length() / 10);
}

void TestCompareWindow::openingAnotherRunEndsIt() {
  Shown shown;
  QSignalSpy opened(&shown.window, &MainWindow::runShown);
  shown.window.openPaths({QString::fromStdString(shown.passing.path())});
  QVERIFY(!shown.window.isComparing());
  QVERIFY(opened.wait(kPatienceMs));
  QVERIFY(!shown.window.isComparing());
  QVERIFY(shown.state()->result() == nullptr);
}

void TestCompareWindow::droppedOnTheRightHalf() {
  test::LogFolder failing, passing;
  test::writeTraining(failing, true);
  test::writeTraining(passing, false);
  MainWindow window;
  window.resize(1280, 720);
  window.show();
  QSignalSpy shown(&window, &MainWindow::runShown);
  window.openPaths({QString::fromStdString(failing.path())});
  QVERIFY(shown.wait(kPatienceMs));
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QString::fromStdString(passing.path()))});
  QDragEnterEvent enter(QPoint(1000, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &enter);
  QVERIFY(enter.isAccepted());
  QSignalSpy compared(&window, &MainWindow::compared);
  QDropEvent drop(QPointF(1000, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &drop);
  QVERIFY(compared.wait(kPatienceMs));
  QVERIFY(window.isComparing());
  QSignalSpy again(&window, &MainWindow::runShown);
  QDragEnterEvent enterLeft(QPoint(100, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &enterLeft);
  QDropEvent left(QPointF(100, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window, &left);
  QVERIFY(again.wait(kPatienceMs));
  QVERIFY(!window.isComparing());
}

void TestCompareWindow::cancelAndFailure() {
  test::LogFolder failing, passing;
  test::writeTraining(failing, true);
  std::string many;
  for (int i = 0; i < 400'000; ++i) many += "[rank0]: a line of a log that takes a while to read " + std::to_string(i) + '\n';
  passing.writeBytes("long.log", many);
  MainWindow window;
  window.show();
  QSignalSpy shown(&window, &MainWindow::runShown);
  window.openPaths({QString::fromStdString(failing.path())});
  QVERIFY(shown.wait(kPatienceMs));
  QSignalSpy cancelled(window.comparisonController(), &ComparisonController::cancelled);
  window.comparePaths({QString::fromStdString(passing.path())});
  QVERIFY(window.loading()->isVisible());
  Q_EMIT window.loading()->cancelRequested();
  QTRY_COMPARE_WITH_TIMEOUT(cancelled.count(), 1, kPatienceMs);
  QVERIFY(!window.loading()->isVisible());
  QVERIFY(!window.isComparing());
  QSignalSpy failed(window.comparisonController(), &ComparisonController::failed);
  window.comparePaths({QStringLiteral("/no/such/run.zip")});
  QVERIFY(failed.wait(kPatienceMs));
  QVERIFY(!window.loading()->isVisible());
  QVERIFY(window.notices()->sentences().join(QLatin1Char('\n')).contains(QLatin1String("run.zip")));
  // A window that closes while it compares.
  window.comparePaths({QString::fromStdString(passing.path())});
  window.close();
}

void TestCompareWindow::baselineGivenAtTheStart() {
  test::LogFolder failing, passing, other;
  test::writeTraining(failing, true);
  test::writeTraining(passing, false);
  test::writeTraining(other, false);
  MainWindow window;
  window.show();
  QSignalSpy compared(&window, &MainWindow::compared);
  window.open(failing.request());
  window.compareWith({passing.request(), other.request()});
  QVERIFY(compared.wait(kPatienceMs));
  QCOMPARE(window.comparison()->result()->baselines.size(), std::size_t{2});
  QVERIFY(window.differences()->footer().contains(QStringLiteral("against 2 baselines")));
}

void TestCompareWindow::modelsKeepTheirPromises() {
  Shown shown;
  for (int i = 0; i < kDifferenceTabs; ++i) {
    const auto tab = static_cast<DifferenceTab>(i);
    const QAbstractItemModelTester tester(shown.panel()->model(tab), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester filtered(shown.panel()->filter(tab), QAbstractItemModelTester::FailureReportingMode::QtTest);
    shown.panel()->setTab(tab);
    shown.panel()->setFoldedShown(true);
    shown.panel()->setKindFilter(QStringLiteral("only in A"));
    shown.panel()->setKindFilter({});
    shown.panel()->setFoldedShown(false);
  }
  shown.window.closeComparison();
  for (int i = 0; i < kDifferenceTabs; ++i) QCOMPARE(shown.panel()->model(static_cast<DifferenceTab>(i))->rowCount(), 0);
}

void TestCompareWindow::everythingFits_data() {
  QTest::addColumn<QSize>("size");
  QTest::addColumn<bool>("dark");
  QTest::newRow("small light") << QSize(1280, 720) << false;
  QTest::newRow("small dark") << QSize(1280, 720) << true;
  QTest::newRow("large light") << QSize(2560, 1440) << false;
}

void TestCompareWindow::everythingFits() {
  QFETCH(QSize, size);
  QFETCH(bool, dark);
  applyTheme(*qApp, dark ? ThemeKind::dark : ThemeKind::light);
  Shown shown(size);
  shown.waitForTexts();
  QTest::qWait(50);
  QCOMPARE(shown.window.size(), size);
  const QTableView* list = shown.panel()->list();
  QVERIFY(list->viewport()->height() >= 5 * list->rowHeight(0));
  QVERIFY(shown.texts()->viewport()->height() >= 4 * shown.texts()->rowRect(0).height());
  for (const QWidget* part : {static_cast<QWidget*>(shown.panel()), static_cast<QWidget*>(shown.texts()), static_cast<QWidget*>(shown.timelines()), static_cast<QWidget*>(shown.window.compareHeader())}) {
    QVERIFY(part->isVisible());
    QVERIFY(shown.window.rect().contains(QRect(part->mapTo(&shown.window, QPoint()), part->size())));
  }
  QCOMPARE(test::overlaps(shown.window).join(QLatin1Char('\n')), QString());
  for (const QWidget* widget : shown.window.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    QVERIFY2(QFontInfo(widget->font()).pixelSize() >= kSmallestPixelSize, widget->metaObject()->className());
  }
  for (const QLabel* label : shown.window.findChildren<QLabel*>()) {
    if (!label->isVisible() || label->wordWrap() || label->text().isEmpty()) continue;
    QVERIFY2(label->sizeHint().width() <= label->width() || label->minimumWidth() <= 1 || label->minimumSizeHint().width() <= 40, qPrintable(label->text()));
  }
  QVERIFY(!shown.window.grab().isNull());
  applyTheme(*qApp, ThemeKind::light);
}

QTEST_MAIN(TestCompareWindow)
#include "tst_compare_window.moc"
