// SPDX-License-Identifier: Apache-2.0
// What is made of a Run before it is shown: on another thread, once, and the same as when every event is looked at.
#include "tests/support/large_runs.h"
#include "tests/support/log_folder.h"
#include "ui/models/outline_model.h"
#include "ui/models/session_controller.h"
#include "ui/timeline/timeline_pane.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <random>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::shared_ptr<const model::Run> shared(model::Run run) { return std::make_shared<const model::Run>(std::move(run)); }
std::shared_ptr<const model::Run> smallRun() { return shared(test::largeRun(4, 400, test::LargeKind::events)); }

// Bursts of events and tests with pauses between, some before 1970.
model::Run burstyRun(std::uint32_t seed) {
  std::mt19937 random(seed);
  model::Run run = test::largeRun(3, 3, test::LargeKind::tests);
  run.intervals.clear();
  run.launches.clear();
  std::int64_t at = -3'600 * kSecond;
  for (int burst = 0; burst < 12; ++burst) {
    at += static_cast<std::int64_t>(random() % 200) * kSecond;
    for (int i = 0; i < 20; ++i) {
      at += static_cast<std::int64_t>(random() % 4'000) * 1'000'000;
      const model::EventKind kinds[] = {model::EventKind::warning, model::EventKind::error, model::EventKind::iteration, model::EventKind::timeout};
      run.events.push_back(model::makeEvent(model::When::at(at), kinds[random() % 4], model::EventSeverity::fatal, {}, {static_cast<std::uint32_t>(random() % 3)}));
    }
  }
  for (std::uint32_t lane = 0; lane < 3; ++lane) {
    std::int64_t begin = -3'000 * kSecond;
    for (int i = 0; i < 4; ++i) {
      model::Interval test;
      test.lane = {lane};
      test.begin = model::When::at(begin += static_cast<std::int64_t>(random() % 900) * kSecond);
      test.end = model::When::at(begin + static_cast<std::int64_t>(random() % 200) * kSecond);
      run.intervals.push_back(test);
    }
  }
  return run;
}

std::vector<TimeRange> gapsOneByOne(const model::Run& run) {
  std::vector<std::int64_t> moments;
  for (const model::Event& event : run.events) moments.push_back(event.utc);
  for (const model::Interval& interval : run.intervals) {
    moments.push_back(interval.begin.utc);
    moments.push_back(interval.end.utc);
  }
  std::sort(moments.begin(), moments.end());
  std::vector<TimeRange> gaps;
  for (std::size_t i = 1; i < moments.size(); ++i) {
    if (moments[i] - moments[i - 1] >= 60 * kSecond) gaps.push_back({moments[i - 1], moments[i]});
  }
  return gaps;
}

}  // namespace

class TestPreparedRun : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void isFoundByWhoShowsTheRun();
  void onlyTheNewestWaits();
  void whatIsNeverShownIsLetGo();
  void isOfNoUseWhenStopped();
  void isMadeWhereNobodyDidBefore();
  void timelineAndOverviewShareOne();
  void foldsAllPauses_data();
  void foldsAllPauses();
  void countsEveryColumn_data();
  void countsEveryColumn();
  void comesBeforeTheRunFromAnotherThread();
  void closingStopsIt();
  void manyTestsAreCountedBesideTheWindow();
};

void TestPreparedRun::isFoundByWhoShowsTheRun() {
  PreparedRuns runs;
  const auto run = smallRun();
  runs.prepare(run, {});
  const auto first = runs.of(run);
  QCOMPARE(first->run.get(), run.get());
  QCOMPARE(runs.of(run).get(), first.get());
}

void TestPreparedRun::onlyTheNewestWaits() {
  PreparedRuns runs;
  std::vector<std::weak_ptr<const model::Run>> told;
  std::shared_ptr<const model::Run> last;
  for (int i = 0; i < 5; ++i) {
    last = smallRun();
    told.push_back(last);
    runs.prepare(last, {});
  }
  QVERIFY(told[0].expired() && told[1].expired() && told[2].expired());
  const auto shown = runs.of(last);
  QVERIFY2(told[3].expired(), "what came before the Run that is shown is kept");
}

// An input that was closed before anybody showed it.
void TestPreparedRun::whatIsNeverShownIsLetGo() {
  PreparedRuns runs;
  std::vector<std::weak_ptr<const model::Run>> told;
  for (int i = 0; i < 6; ++i) {
    model::Run run = test::largeRun(1, 10, test::LargeKind::events);
    run.id = std::to_string(i);
    const auto made = shared(std::move(run));
    told.push_back(made);
    runs.prepare(made, {});
  }
  QVERIFY(told[0].expired() && told[1].expired());
  QVERIFY(!told[5].expired());
}

void TestPreparedRun::isOfNoUseWhenStopped() {
  PreparedRuns runs;
  std::stop_source stop;
  stop.request_stop();
  auto run = smallRun();
  const std::weak_ptr<const model::Run> kept = run;
  runs.prepare(run, stop.get_token());
  run.reset();
  QVERIFY(kept.expired());
}

void TestPreparedRun::isMadeWhereNobodyDidBefore() {
  PreparedRuns runs;
  const auto run = smallRun();
  QCOMPARE(runs.of(run)->index.events({0}).size(), std::size_t{100});
}

void TestPreparedRun::timelineAndOverviewShareOne() {
  ViewState state;
  TimelinePane pane(&state);
  pane.resize(800, 400);
  pane.show();
  const auto run = smallRun();
  pane.view()->preparedRuns()->prepare(run, {});
  const auto made = pane.view()->preparedRuns()->of(run);
  state.setRun(run, true);
  pane.grab();
  // Ours, the view's, and what the view's index and last frame hold: nobody made another.
  QCOMPARE(pane.view()->preparedRuns()->of(run).get(), made.get());
  QVERIFY(made.use_count() > 2);
}

void TestPreparedRun::foldsAllPauses_data() {
  QTest::addColumn<std::uint32_t>("seed");
  for (std::uint32_t seed = 1; seed <= 20; ++seed) QTest::addRow("seed %u", seed) << seed;
}

void TestPreparedRun::foldsAllPauses() {
  QFETCH(std::uint32_t, seed);
  const model::Run run = burstyRun(seed);
  const RunIndex index(run);
  const std::vector<TimeRange> expected = gapsOneByOne(run);
  // A fold keeps a little of the gap on both sides.
  const TimeRange whole{-3'600 * kSecond, -1'000 * kSecond};
  for (const TimeRange& gap : expected) {
    const TimeRange around{gap.begin - 10 * kSecond, gap.end + 10 * kSecond};
    const std::vector<TimeRange> folds = IdleGaps(run, index).folds(around);
    QCOMPARE(folds.size(), std::size_t{1});
    QVERIFY(folds[0].begin >= gap.begin && folds[0].end <= gap.end);
  }
  for (const TimeRange& fold : IdleGaps(run, index).folds(whole)) {
    const bool inside = std::any_of(expected.begin(), expected.end(), [&](const TimeRange& gap) { return fold.begin >= gap.begin && fold.end <= gap.end; });
    QVERIFY(inside || fold.end <= run.events.front().utc || fold.begin >= run.events.back().utc);
  }
}

void TestPreparedRun::countsEveryColumn_data() { foldsAllPauses_data(); }

void TestPreparedRun::countsEveryColumn() {
  QFETCH(std::uint32_t, seed);
  const model::Run run = burstyRun(seed);
  const TimeAxis axis({run.events.front().utc, run.events.back().utc + 1}, 300);
  const std::vector<RunDensity::Bin> columns = RunDensity(run, RunIndex(run)).columns(run, RunIndex(run), axis);
  QCOMPARE(columns.size(), std::size_t{300});
  std::size_t counted = 0;
  for (int column = 0; column < axis.columns(); ++column) {
    MarkRank worst = MarkRank::none;
    for (const model::Event& event : run.events) {
      const MarkRank rank = markRankOf(run, event);
      if (axis.column(event.utc) == column && rank >= MarkRank::warning) worst = std::max(worst, rank);
    }
    const RunDensity::Bin& bin = columns[static_cast<std::size_t>(column)];
    counted += bin.count;
    QCOMPARE(bin.worst, worst);
    if (worst != MarkRank::none) QCOMPARE(axis.column(run.events[bin.event].utc), column);
  }
  QCOMPARE(counted, run.events.size());
}

void TestPreparedRun::comesBeforeTheRunFromAnotherThread() {
  test::LogFolder folder;
  folder.write("job.log", {test::runnerStamp("09:00:00") + "torchrun --nproc-per-node=2 a.py", test::runnerStamp("09:00:01") + "[rank1]: RuntimeError: CUDA error"});
  SessionController controller;
  std::vector<const model::Run*> prepared;
  controller.setPreparation([&prepared](const auto& run, const std::stop_token&) {
    if (QThread::currentThread() != qApp->thread()) prepared.push_back(run.get());
  });
  bool all = true;
  connect(&controller, &SessionController::runArrived, &controller, [&](const std::shared_ptr<const model::Run>& run) {
    all = all && std::find(prepared.begin(), prepared.end(), run.get()) != prepared.end();
  });
  QSignalSpy finished(&controller, &SessionController::finished);
  controller.open(folder.request());
  QVERIFY(finished.wait(10'000));
  QVERIFY(!prepared.empty());
  QVERIFY(all);
}

void TestPreparedRun::closingStopsIt() {
  test::LogFolder folder;
  folder.write("job.log", {test::runnerStamp("09:00:00") + "one line"});
  std::atomic<bool> begun = false, stopped = false;
  {
    SessionController controller;
    controller.setPreparation([&](const auto&, const std::stop_token& stop) {
      begun = true;
      for (int i = 0; i < 5'000 && !stop.stop_requested(); ++i) QThread::msleep(1);
      stopped = stop.stop_requested();
    });
    controller.open(folder.request());
    QTRY_VERIFY(begun);
  }
  QThreadPool::globalInstance()->waitForDone();
  QVERIFY(stopped);
}

void TestPreparedRun::manyTestsAreCountedBesideTheWindow() {
  ViewState state;
  OutlineModel model(&state);
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  model::Run made = test::largeRun(4, 200'000, test::LargeKind::tests);
  model::TestReport failed;
  failed.failedRanks = {2};
  made.tests.push_back(failed);
  const auto run = shared(std::move(made));
  const auto texts = [&model] {
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row) all << model.index(row).data(Qt::AccessibleTextRole).toString();
    return all;
  };
  state.setRun(run, true);
  QVERIFY2(texts().contains(QStringLiteral("They are being counted.")), qPrintable(texts().join(QLatin1Char('|'))));
  QTRY_VERIFY(texts().contains(QStringLiteral("failed on 2 1")));
  QVERIFY(!texts().contains(QStringLiteral("They are being counted.")));
  // What was counted of a Run that is gone is not shown.
  state.setRun(run, false);
  state.setRun(smallRun(), true);
  QThreadPool::globalInstance()->waitForDone();
  QTest::qWait(20);
  QVERIFY(!texts().contains(QStringLiteral("failed on 2 1")));
}

QTEST_MAIN(TestPreparedRun)
#include "tst_prepared_run.moc"
