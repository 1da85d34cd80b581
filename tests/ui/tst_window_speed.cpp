// SPDX-License-Identifier: Apache-2.0
// The GUI thread is never away for long, whatever is done to a run of many events: what takes time in proportion to the run is made
// elsewhere. Measured in CPU time of this thread, so that a busy machine fails nothing; tests/bench/window_speed.cpp measures the rest.
#include "tests/support/event_loop_watch.h"
#include "tests/support/large_runs.h"
#include "ui/compare/compare_state.h"
#include "ui/compare/paired_view.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/incident_panel.h"
#include "ui/shell/main_window.h"
#include "ui/timeline/timeline_pane.h"

#include <QDockWidget>
#include <QScrollBar>
#include <QTest>

#include <thread>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

constexpr std::uint32_t kLanes = 64, kItems = 1'000'000;
// Looking at each of a million items once takes longer on any machine that builds this in reasonable time.
constexpr double kMostMs = 35;
constexpr std::uint32_t kFindings = 1'143;

void settle(int ms = 30) {
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(ms)) QCoreApplication::processEvents(QEventLoop::AllEvents, 2);
}

}  // namespace

class TestWindowSpeed : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void staysAwake_data();
  void staysAwake();
  void manyFindingsArrive();
  void pairedTimelinesStayAwake();

 private:
  void bring(MainWindow& window, const std::shared_ptr<const model::Run>& run);
};

void TestWindowSpeed::staysAwake_data() {
  QTest::addColumn<bool>("tests");
  QTest::addRow("events") << false;
  QTest::addRow("tests") << true;
}

// As a session does: prepared on another thread, then told of here.
void TestWindowSpeed::bring(MainWindow& window, const std::shared_ptr<const model::Run>& run) {
  std::jthread reader([&window, run] { window.timeline()->view()->preparedRuns()->prepare(run, {}); });
  reader.join();
  Q_EMIT window.controller()->runArrived(run);
  if (run->complete) Q_EMIT window.controller()->finished();
  settle();
}

void TestWindowSpeed::staysAwake() {
  QFETCH(bool, tests);
  const test::LargeKind kind = tests ? test::LargeKind::tests : test::LargeKind::events;
  const auto part = std::make_shared<const model::Run>(test::largeRun(kLanes, kItems, kind, 0.3));
  const auto whole = std::make_shared<const model::Run>(test::largeRun(kLanes, kItems, kind));
  MainWindow window;
  window.resize(1'280, 720);
  window.show();
  Q_EMIT window.controller()->opened();
  bring(window, std::make_shared<const model::Run>(test::largeRun(kLanes, kLanes, kind, 0.5)));   // fonts and docks are there
  TimelineView& view = *window.timeline()->view();

  test::EventLoopWatch watch;
  bring(window, part);
  bring(window, whole);
  QTRY_VERIFY(view.isUpToDate());
  QCOMPARE(view.allLanes(), std::size_t{kLanes});
  const double opened = watch.restart().cpuMs;
  QVERIFY2(opened < kMostMs, qPrintable(QStringLiteral("opening: away for %1 ms").arg(opened)));

  view.setFocus();
  for (const Qt::Key key : {Qt::Key_W, Qt::Key_D, Qt::Key_A, Qt::Key_S, Qt::Key_F, Qt::Key_Down, Qt::Key_Period, Qt::Key_Comma, Qt::Key_Up, Qt::Key_K, Qt::Key_P, Qt::Key_P,
                            Qt::Key_G, Qt::Key_G, Qt::Key_G, Qt::Key_G, Qt::Key_O, Qt::Key_O, Qt::Key_O, Qt::Key_O, Qt::Key_U, Qt::Key_U, Qt::Key_I, Qt::Key_I, Qt::Key_Home}) {
    QTest::keyClick(&view, key);
    settle(5);
    QTRY_VERIFY(view.isUpToDate());
    const double away = watch.restart().cpuMs;
    QVERIFY2(away < kMostMs, qPrintable(QStringLiteral("%1: away for %2 ms").arg(QKeySequence(key).toString()).arg(away)));
  }
  for (const TimeRange& range : test::scriptedViews(window.state()->span())) {
    window.state()->setRange(range);
    QCoreApplication::processEvents();
  }
  const double walked = watch.restart().cpuMs;
  QVERIFY2(walked < kMostMs, qPrintable(QStringLiteral("pan and zoom: away for %1 ms").arg(walked)));
}

namespace {

std::shared_ptr<const model::Run> runWithFindings(std::uint32_t count) {
  model::Run run = test::largeRun(kLanes, kLanes, test::LargeKind::events);
  run.findings.resize(count);
  run.firstFailure = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    model::Finding& finding = run.findings[i];
    finding.id = "f" + std::to_string(i);
    finding.title = "Watchdog caught a collective time-out after " + std::to_string(1'800'000 + i) + " ms in ALLREDUCE on rank " + std::to_string(i) + " of launch 1";
    finding.role = i == 0 ? model::Role::firstFailure : model::Role::cascade;
    finding.time = model::When::at(test::kLargeRunNs / 2 + i);
  }
  return std::make_shared<const model::Run>(std::move(run));
}

}  // namespace

// Where nobody sees a list its cards are not laid out, and it shows the chosen one when it comes to the front.
void TestWindowSpeed::manyFindingsArrive() {
  MainWindow window;
  window.resize(1'280, 720);
  window.show();
  Q_EMIT window.controller()->opened();
  bring(window, runWithFindings(3));
  window.dock("findings")->raise();
  settle();
  const auto many = runWithFindings(kFindings);
  window.timeline()->view()->preparedRuns()->prepare(many, {});
  Q_EMIT window.controller()->opened();
  Q_EMIT window.controller()->runArrived(many);
  QVERIFY(window.findings()->verticalScrollBar()->maximum() > 0);
  QCOMPARE(window.incident()->verticalScrollBar()->maximum(), 0);
  window.state()->selectFinding(kFindings - 1);
  settle();
  window.dock("incident")->raise();
  const QListView* list = window.incident();
  QTRY_VERIFY(list->viewport()->rect().intersects(list->visualRect(list->model()->index(kFindings - 1, 0))));
}

// Both timelines of a comparison, while they are panned and zoomed.
void TestWindowSpeed::pairedTimelinesStayAwake() {
  const auto run = std::make_shared<const model::Run>(test::largeRun(kLanes, kItems, test::LargeKind::events));
  ViewState states[2];
  for (ViewState& state : states) state.setRun(run, true);
  CompareState compared(&states[0], &states[1]);
  PairedView view(&compared);
  view.resize(1'280, 720);
  view.show();
  compared.setResult(std::make_shared<const compare::Comparison>(), {run}, false);
  view.setAllLaunches(true);
  view.grab();
  QTRY_VERIFY(view.isUpToDate());
  QVERIFY(view.placeAt({PairedView::kLabelWidth / 2, view.viewport()->height() / 2}));
  view.setPatience(0);
  int late = 0;
  test::EventLoopWatch watch;
  for (const TimeRange& range : test::scriptedViews(states[0].span())) {
    states[0].setRange(range);
    QCoreApplication::processEvents();
    late += view.isUpToDate() ? 0 : 1;
  }
  const double walked = watch.restart().cpuMs;
  QVERIFY2(late > 0, "no frame was made beside this thread");
  QTRY_VERIFY(view.isUpToDate());
  QVERIFY2(walked < kMostMs, qPrintable(QStringLiteral("away for %1 ms").arg(walked)));
}

QTEST_MAIN(TestWindowSpeed)
#include "tst_window_speed.moc"
