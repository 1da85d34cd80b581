// SPDX-License-Identifier: Apache-2.0
// The item models over a Run: each under Qt's model tester while runs come and go, and what their cells say.
#include "tests/support/sample_runs.h"
#include "ui/models/findings_model.h"
#include "ui/models/outline_model.h"
#include "ui/models/rank_table_model.h"
#include "ui/models/sources_model.h"
#include "ui/models/test_tally.h"
#include "ui/models/tests_model.h"

#include <QAbstractItemModelTester>
#include <QPoint>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>
#include <QUndoStack>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

std::shared_ptr<const model::Run> partial(std::size_t lanes) {
  model::Run run = test::recoveredRun();
  run.complete = false;
  run.findings.clear();
  run.firstFailure.reset();
  run.lanes.resize(lanes);
  return test::shared(std::move(run));
}

QString cell(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole) {
  return model.index(row, column).data(role).toString();
}

struct Sources {
  ViewState state;
  QUndoStack undo;
  OverrideStore store{&state, &undo};
  SourcesModel model{&state, &store};
  QModelIndex read(int row, int column) const { return model.index(row, column, model.index(SourcesModel::ReadGroup, 0)); }
};

}  // namespace

class TestModels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void modelsAreSound_data();
  void modelsAreSound();
  void findingsSayRoleTimeAndEvidence();
  void aPartialRunHasNoFindings();
  void ranksSortAsNumbers();
  void ranksPointToTheirLastLine();
  void outlineCountsTestsOfTheLaunchThatMatters();
  void outlineNamesLaunchesFromOne();
  void onlyLaunchesAndCountsCanBeChosen();
  void tallyAgreesWithTheRun();
  void testsShowOnlyWhatDidNotPass();
  void sourcesShowDamage();
  void sourcesListWhatWasSkipped();
  void settingASourceIsOneStep();
  void settingsThatMakeNoSenseAreRefused();
  void sourcesThatWereReadAgainKeepTheirRows();
};

void TestModels::modelsAreSound_data() {
  QTest::addColumn<int>("which");
  const char* names[] = {"findings", "outline", "ranks", "sources", "tests"};
  for (int i = 0; i < 5; ++i) QTest::newRow(names[i]) << i;
}

void TestModels::modelsAreSound() {
  QFETCH(int, which);
  ViewState state;
  QUndoStack undo;
  OverrideStore store(&state, &undo);
  std::unique_ptr<QAbstractItemModel> model;
  switch (which) {
    case 0:
      model = std::make_unique<FindingsModel>(&state);
      break;
    case 1:
      model = std::make_unique<OutlineModel>(&state);
      break;
    case 2:
      model = std::make_unique<RankTableModel>(&state);
      break;
    case 3:
      model = std::make_unique<SourcesModel>(&state, &store);
      break;
    default:
      model = std::make_unique<TestsModel>(&state);
      break;
  }
  QAbstractItemModelTester tester(model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
  QCOMPARE(model->rowCount(), 0);
  state.setRun(partial(3), true);
  state.setRun(partial(9), false);
  state.setRun(test::shared(test::recoveredRun()), false);
  QVERIFY(model->rowCount() > 0);
  QVERIFY(!model->index(0, 0).data().toString().isEmpty());
  state.setRun(test::shared(test::passedRun()), true);
  state.setRun(nullptr, true);
  QCOMPARE(model->rowCount(), 0);
}

void TestModels::findingsSayRoleTimeAndEvidence() {
  ViewState state;
  FindingsModel model(&state);
  state.setRun(test::shared(test::recoveredRun()), true);
  QCOMPARE(model.rowCount(), 5);
  QCOMPARE(cell(model, 0, 0, FindingsModel::RoleTextRole), QStringLiteral("First failure"));
  QCOMPARE(cell(model, 0, 0, FindingsModel::TimeRole), QStringLiteral("09:09:20 – 27 Z · call phase"));
  QVERIFY(cell(model, 0, 0, FindingsModel::EvidenceRole).startsWith(QStringLiteral("stdout.log:")));
  QVERIFY(cell(model, 0, 0, FindingsModel::EvidenceRole).endsWith(QStringLiteral(" rank 5")));
  QVERIFY(cell(model, 4, 0, FindingsModel::TimeRole).endsWith(QStringLiteral("launch 2")));
  QCOMPARE(cell(model, 1, 0, FindingsModel::NumberRole), QStringLiteral("2"));
}

void TestModels::aPartialRunHasNoFindings() {
  ViewState state;
  FindingsModel model(&state);
  model::Run run = test::recoveredRun();
  run.complete = false;
  state.setRun(test::shared(std::move(run)), true);
  QCOMPARE(model.rowCount(), 0);
}

void TestModels::ranksSortAsNumbers() {
  ViewState state;
  RankTableModel model(&state);
  model::Run run = test::recoveredRun();
  run.lanes[0].rank = 10;
  run.lanes[1].device.reset();
  state.setRun(test::shared(std::move(run)), true);
  QSortFilterProxyModel sorted;
  sorted.setSourceModel(&model);
  sorted.setSortRole(RankTableModel::SortRole);
  sorted.sort(RankTableModel::RankColumn, Qt::DescendingOrder);
  QCOMPARE(cell(sorted, 0, RankTableModel::RankColumn), QStringLiteral("10"));
  sorted.sort(RankTableModel::GpuColumn, Qt::AscendingOrder);
  QCOMPARE(cell(sorted, sorted.rowCount() - 1, RankTableModel::GpuColumn), QStringLiteral("–"));
}

void TestModels::ranksPointToTheirLastLine() {
  ViewState state;
  RankTableModel model(&state);
  const auto run = test::shared(test::recoveredRun());
  state.setRun(run, true);
  for (int row = 0; row < model.rowCount(); ++row) {
    const auto& last = run->lanes[static_cast<std::size_t>(row)].lastLine;
    const QVariant target = model.index(row, RankTableModel::LastLineColumn).data(RankTableModel::TargetRole);
    QCOMPARE(target.isValid(), last.has_value());
    if (last) QCOMPARE(target.toPoint(), QPoint(static_cast<int>(last->source.value), static_cast<int>(last->line)));
  }
}

void TestModels::outlineCountsTestsOfTheLaunchThatMatters() {
  ViewState state;
  OutlineModel model(&state);
  state.setRun(test::shared(test::recoveredRun()), true);
  QStringList counts;
  for (int row = 0; row < model.rowCount(); ++row) {
    if (model.index(row).data(OutlineModel::KindRole).toInt() != static_cast<int>(OutlineModel::Kind::count)) continue;
    counts << cell(model, row, 0) + QStringLiteral(": ") + cell(model, row, 0, OutlineModel::ValueRole);
  }
  QCOMPARE(counts, (QStringList{QStringLiteral("failed on 5, 7: 1"), QStringLiteral("stalled on 0–4, 6: 1"),
                                QStringLiteral("passed on all ranks: 14"), QStringLiteral("never reached: 5")}));
}

void TestModels::outlineNamesLaunchesFromOne() {
  ViewState state;
  OutlineModel model(&state);
  state.setRun(test::shared(test::recoveredRun()), true);
  QStringList launches;
  for (int row = 0; row < model.rowCount(); ++row) {
    const int launch = model.index(row).data(OutlineModel::LaunchRole).toInt();
    if (launch >= 0)
      launches
          << QStringLiteral("%1 %2 %3").arg(launch + 1).arg(cell(model, row, 0), cell(model, row, 0, OutlineModel::ValueRole));
  }
  QCOMPARE(launches, (QStringList{QStringLiteral("1 production failed"), QStringLiteral("2 production passed"),
                                  QStringLiteral("3 experimental empty")}));
}

void TestModels::onlyLaunchesAndCountsCanBeChosen() {
  ViewState state;
  OutlineModel model(&state);
  state.setRun(test::shared(test::recoveredRun()), true);
  for (int row = 0; row < model.rowCount(); ++row) {
    const auto kind = static_cast<OutlineModel::Kind>(model.index(row).data(OutlineModel::KindRole).toInt());
    const bool active = kind == OutlineModel::Kind::launch || kind == OutlineModel::Kind::count;
    QCOMPARE(model.flags(model.index(row)).testFlag(Qt::ItemIsSelectable), active);
  }
}

void TestModels::tallyAgreesWithTheRun() {
  const model::Run run = test::recoveredRun();
  QCOMPARE(launchThatMatters(run), std::optional<std::uint32_t>(0));
  const TestTally failed = tallyTests(run, 0);
  QCOMPARE(failed.failed, 1u);
  QCOMPARE(failed.failedRanks, (std::vector<model::Rank>{5, 7}));
  const TestTally passed = tallyTests(run, 1);
  QCOMPARE(passed.failed, 0u);
  QCOMPARE(passed.passedEverywhere, 20u);
  QCOMPARE(launchThatMatters(test::passedRun()), std::optional<std::uint32_t>(0));
}

void TestModels::testsShowOnlyWhatDidNotPass() {
  ViewState state;
  TestsModel model(&state);
  const auto run = test::shared(test::recoveredRun());
  state.setRun(run, true);
  QCOMPARE(model.rowCount(), static_cast<int>(run->tests.size()));
  QCOMPARE(cell(model, 0, TestsModel::FailedColumn), QStringLiteral("5, 7"));
  QCOMPARE(cell(model, 0, TestsModel::StalledColumn), QStringLiteral("0–4, 6"));
  QVERIFY(model.index(0, 0).data(RunTableModel::TargetRole).isValid());
}

void TestModels::sourcesShowDamage() {
  Sources sources;
  model::Run run = test::recoveredRun();
  run.sources[0].byteCount = 200;
  run.sources[0].damagedBytes = 122;
  run.sources[0].truncated = true;
  sources.state.setRun(test::shared(std::move(run)), true);
  QCOMPARE(sources.read(0, SourcesModel::DamageColumn).data().toString(), QStringLiteral("61 % damaged, cut off"));
}

void TestModels::sourcesListWhatWasSkipped() {
  Sources sources;
  model::Run run = test::recoveredRun();
  run.skipped = {{"run/core.1", 5, input::SkipReason::coreDump, "of python3"}, {"run/x.log", 7, input::SkipReason::leftOut, "set by you"}};
  sources.state.setRun(test::shared(std::move(run)), true);
  const QModelIndex group = sources.model.index(SourcesModel::SkippedGroup, 0);
  QCOMPARE(group.data().toString(), QStringLiteral("Skipped (2)"));
  QCOMPARE(sources.model.index(0, SourcesModel::FormatColumn, group).data().toString(), QStringLiteral("core-dump"));
  QVERIFY(!sources.model.index(0, SourcesModel::FormatColumn, group).flags().testFlag(Qt::ItemIsEditable));
  // What was left out can be taken back.
  QVERIFY(sources.model.index(1, SourcesModel::FormatColumn, group).flags().testFlag(Qt::ItemIsEditable));
}

void TestModels::settingASourceIsOneStep() {
  Sources sources;
  sources.state.setRun(test::shared(test::recoveredRun()), true);
  QAbstractItemModelTester tester(&sources.model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  QSignalSpy changed(&sources.store, &OverrideStore::changed);
  const QModelIndex rank = sources.read(1, SourcesModel::RankColumn);
  const QString before = rank.data().toString();
  QVERIFY(sources.model.setData(rank, QStringLiteral("12"), Qt::EditRole));
  QVERIFY(!sources.model.setData(rank, QStringLiteral("12"), Qt::EditRole));  // it is so already
  QCOMPARE(changed.count(), 1);
  QCOMPARE(rank.data().toString(), QStringLiteral("12"));
  QVERIFY(rank.data(SourcesModel::SetByUserRole).toBool());
  QCOMPARE(rank.data(Qt::ToolTipRole).toString(), QStringLiteral("12, set by you"));
  QCOMPARE(rank.data(Qt::AccessibleTextRole).toString(), QStringLiteral("12, set by you"));
  QCOMPARE(sources.undo.undoText(), QStringLiteral("set rank of ") + sources.read(1, SourcesModel::PathColumn).data().toString().section(QLatin1Char('/'), -1));
  sources.undo.undo();
  QCOMPARE(rank.data().toString(), before);
  QVERIFY(sources.store.all().empty());
  sources.undo.redo();
  QVERIFY(sources.model.setData(rank, QString(), Qt::EditRole));
  QVERIFY(sources.store.all().empty());
  QCOMPARE(changed.count(), 4);
}

void TestModels::settingsThatMakeNoSenseAreRefused() {
  Sources sources;
  sources.state.setRun(test::shared(test::recoveredRun()), true);
  QSignalSpy refused(&sources.store, &OverrideStore::refused);
  QVERIFY(!sources.model.setData(sources.read(0, SourcesModel::ZoneColumn), QStringLiteral("Moon/Sea"), Qt::EditRole));
  QVERIFY(!sources.model.setData(sources.read(0, SourcesModel::RankColumn), QStringLiteral("70000000"), Qt::EditRole));
  QCOMPARE(refused.count(), 2);
  QVERIFY(sources.store.all().empty());
  // Nothing can be set while a run is being read.
  sources.state.setRun(partial(9), true);
  QVERIFY(!sources.read(0, SourcesModel::RankColumn).flags().testFlag(Qt::ItemIsEditable));
}

void TestModels::sourcesThatWereReadAgainKeepTheirRows() {
  Sources sources;
  sources.state.setRun(test::shared(test::recoveredRun()), true);
  const QPersistentModelIndex kept(sources.read(2, SourcesModel::PathColumn));
  QSignalSpy reset(&sources.model, &QAbstractItemModel::modelReset);
  model::Run again = test::recoveredRun();
  model::Override said;
  said.source = again.sources[2].path;
  said.what = "launch";
  said.value = "90";
  said.problem = "the run has 3 launches";
  again.overrides = {said};
  sources.state.setRun(test::shared(std::move(again)), false);
  QCOMPARE(reset.count(), 0);
  QVERIFY(kept.isValid());
  const QModelIndex launch = kept.sibling(2, SourcesModel::LaunchColumn);
  QVERIFY(launch.data(Qt::ToolTipRole).toString().contains(QStringLiteral("the run has 3 launches")));
  QCOMPARE(launch.data(SourcesModel::ProblemRole).toString(), QStringLiteral("the run has 3 launches"));
}

QTEST_MAIN(TestModels)
#include "tst_models.moc"
