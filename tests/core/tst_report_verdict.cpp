// SPDX-License-Identifier: Apache-2.0
// What the first sentences say, how missing inputs weaken them, and the words that no generated sentence may use.
#include "core/report/text_report.h"
#include "core/report/verdict.h"
#include "tests/support/run_builder.h"
#include "tests/support/sample_runs.h"

#include <QRegularExpression>
#include <QtTest>

using namespace lanescope;
using report::Verdict;
using report::verdictOf;

namespace {

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

class TestReportVerdict : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void recovered();
  void failedWithoutJobLog();
  void passed();
  void partialRunHasNoVerdict();
  void unreadRanksWeaken();
  void titleWhereAttributesSayLess();
  void undecidedOrderIsSaid();
  void unknownTimeIsSaid();
  void oneStalledRank();
  void statedTimeoutBeforeItsEchoes();
  void failedWithoutAFirstFailure();
  void emptyRun();
  void noForbiddenWord_data();
  void noForbiddenWord();
};

void TestReportVerdict::recovered() {
  const Verdict verdict = verdictOf(test::recoveredRun());
  QCOMPARE(verdict.badge, std::string("RECOVERED"));
  QCOMPARE(verdict.headline,
           std::string(
               "ranks 5, 7 · CUDA failure 999 'unknown error' in all_gather · between 09:09:20 and 09:09:27 Z · 2 of 8 ranks"));
  QCOMPARE(
      verdict.then,
      std::string("then the teardown barrier of ranks 5, 7 timed out after 1,800 s (09:39:27.003 Z, equals the default of the "
                  "process group); 6 peers were still inside the test → wrapper restart 09:40:40 Z → all 8 ranks passed."));
  QCOMPARE(verdict.test, test::sampleTest(14));
  QVERIFY(has(verdict.notKnown, "What caused CUDA failure 999 on ranks 5, 7 is not in this log."));
  QVERIFY(has(verdict.notKnown, "Damaged NCCL file: absence of a line proves nothing."));
  // What is unknown about another launch's warnings does not weaken the first failure.
  QVERIFY(!has(verdict.notKnown, "cleanup warnings"));
  QCOMPARE(
      verdict.title,
      std::string("Ranks 5, 7: CUDA failure 999 in all_gather; teardown barrier timed out after 1,800 s; passed on retry"));
}

void TestReportVerdict::failedWithoutJobLog() {
  const Verdict verdict = verdictOf(test::failedRunWithoutJobLog());
  QCOMPARE(verdict.badge, std::string("FAILED"));
  QVERIFY(has(verdict.then, "→ launch 1 ended with exit code 1 (09:40:00 Z)."));
  QVERIFY(has(verdict.notKnown, "Job log missing"));
  QVERIFY(!has(verdict.title, "retry"));
}

void TestReportVerdict::passed() {
  const Verdict verdict = verdictOf(test::passedRun());
  QCOMPARE(verdict.badge, std::string("PASSED"));
  QCOMPARE(verdict.headline, std::string("no failure seen · 1 of 1 launch passed · 8 of 8 ranks read · 18 sources read"));
  QCOMPARE(verdict.then, std::string());
}

void TestReportVerdict::partialRunHasNoVerdict() {
  model::Run run = test::recoveredRun();
  run.complete = false;
  const Verdict verdict = verdictOf(run);
  QCOMPARE(verdict.badge, std::string());
  QCOMPARE(verdict.headline, std::string("still reading"));
  QCOMPARE(verdict.then + verdict.notKnown, std::string());
}

void TestReportVerdict::unreadRanksWeaken() {
  model::Run run = test::recoveredRun();
  run.coverage.missingRanks = {3};
  run.notEstablished.push_back({"What rank 3 did is not in this log", {}, {}});
  const Verdict verdict = verdictOf(run);
  QVERIFY(has(verdict.headline, "first among the ranks read"));
  QVERIFY(has(verdict.notKnown, "What rank 3 did is not in this log."));
  QVERIFY(!has(verdictOf(test::recoveredRun()).headline, "first among"));
}

void TestReportVerdict::titleWhereAttributesSayLess() {
  model::Run run = test::recoveredRun();
  run.findings[0].attributes.cudaError.reset();
  run.worldSize.reset();
  run.coverage.ranksAtLeast = 8;
  const Verdict verdict = verdictOf(run);
  QCOMPARE(verdict.headline, run.findings[0].title + " · between 09:09:20 and 09:09:27 Z · 2 of at least 8 ranks");
}

void TestReportVerdict::undecidedOrderIsSaid() {
  model::Run run = test::recoveredRun();
  run.findings[0].orderUndecidedWith = {"f2"};
  QVERIFY(has(verdictOf(run).headline, ("order undecided with: " + run.findings[1].title).c_str()));
}

void TestReportVerdict::unknownTimeIsSaid() {
  model::Run run = test::recoveredRun();
  run.findings[0].time = {};
  QVERIFY(has(verdictOf(run).headline, "at an unknown time"));
}

void TestReportVerdict::oneStalledRank() {
  model::Run run = test::recoveredRun();
  run.findings[0].stalledRanks = {2};
  QVERIFY(has(verdictOf(run).then, "rank 2 was still inside the test"));
}

void TestReportVerdict::statedTimeoutBeforeItsEchoes() {
  model::Run run = test::recoveredRun();
  model::Finding echo = run.findings[1];
  echo.title = "A peer's time-out reached ranks 0–4, 6";
  echo.attributes = {};
  run.findings.insert(run.findings.begin() + 1, echo);
  QVERIFY(has(verdictOf(run).then, "then the teardown barrier of ranks 5, 7 timed out"));
  run.findings.erase(run.findings.begin() + 2);
  QVERIFY(has(verdictOf(run).then, "then: A peer's time-out reached ranks 0–4, 6 (09:39:27.003 Z)"));
}

void TestReportVerdict::failedWithoutAFirstFailure() {
  model::Run run = test::passedRun();
  run.outcome = model::RunOutcome::failed;
  const Verdict verdict = verdictOf(run);
  QCOMPARE(verdict.badge, std::string("FAILED"));
  QVERIFY(has(verdict.headline, "first failure not established"));
  QCOMPARE(verdict.title, std::string("First failure not established"));
}

void TestReportVerdict::emptyRun() {
  model::Run run;
  run.complete = true;
  const Verdict verdict = verdictOf(run);
  QCOMPARE(verdict.badge, std::string("UNKNOWN"));
  QCOMPARE(verdict.headline, std::string("outcome not established · 0 sources read"));
}

void TestReportVerdict::noForbiddenWord_data() {
  QTest::addColumn<QString>("text");
  const auto all = [](const model::Run& run) {
    const Verdict verdict = verdictOf(run);
    return QString::fromStdString(verdict.headline + verdict.then + verdict.notKnown + verdict.title +
                                  report::writeTextReport(run, nullptr));
  };
  QTest::newRow("recovered") << all(test::recoveredRun());
  QTest::newRow("failed") << all(test::failedRunWithoutJobLog());
  QTest::newRow("passed") << all(test::passedRun());
}

void TestReportVerdict::noForbiddenWord() {
  QFETCH(QString, text);
  static const QRegularExpression forbidden(QStringLiteral("\\b(cause|culprit|fault|introduced|broke|flaky|infrastructure)\\b"),
                                            QRegularExpression::CaseInsensitiveOption);
  const QRegularExpressionMatch match = forbidden.match(text);
  QVERIFY2(!match.hasMatch(), qPrintable(match.captured()));
}

QTEST_GUILESS_MAIN(TestReportVerdict)
#include "tst_report_verdict.moc"
