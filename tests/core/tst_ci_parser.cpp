// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/ci_parser.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::ns;
using lanescope::test::qs;

using Kind = CiFact::Kind;
Q_DECLARE_METATYPE(Kind)

namespace {

// The lines as a runner stamps them, a second apart.
SourceScan scanJob(const QStringList& lines) {
  std::string bytes;
  int second = 0;
  for (const QString& line : lines) {
    bytes += QStringLiteral("2026-01-02T03:%1:%2.1234567Z %3\n")
                 .arg(second / 60, 2, 10, QLatin1Char('0'))
                 .arg(second % 60, 2, 10, QLatin1Char('0'))
                 .arg(line)
                 .toStdString();
    ++second;
  }
  return test::scan(bytes);
}

std::vector<CiFact> factsOf(const QStringList& lines, Kind kind) {
  std::vector<CiFact> out;
  for (const CiFact& fact : scanJob(lines).ci) {
    if (fact.kind == kind) out.push_back(fact);
  }
  return out;
}

const QString kRule = QStringLiteral("\u2500").repeated(60);
const QString kBanner = QStringLiteral("\u2500\u2500\u2500\u2500\u2500 log excerpt \u2500\u2500\u2500\u2500\u2500");

}  // namespace

class TestCiParser : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void facts_data();
  void facts();
  void groups();
  void echoIsNoOutput();
  void inputsInAnEcho();
  void excerptIsNoOutput();
  void ranksInsideAnExcerpt();
  void excerptEndsWithAStep();
  void excerptEndsWithAnError();
  void operatingSystem();
  void experiment_data();
  void experiment();
  void wrappedRestart();
  void insideATask();
  void notTheRanks();
};

void TestCiParser::facts_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<Kind>("kind");
  QTest::addColumn<QString>("text");
  QTest::addColumn<qint64>("number");  // -1: none
  const auto row = [](const char* line, Kind kind, const char* text, qint64 number = -1) {
    QTest::newRow(line) << QString::fromUtf8(line) << kind << text << number;
  };
  row("Runner name: 'pool-7-abc'", Kind::runner, "pool-7-abc");
  row("Complete job name: tests/unit/models/**/*.py - latest", Kind::jobName, "tests/unit/models/**/*.py - latest");
  row("node_name=gpu-node-12", Kind::node, "gpu-node-12");
  row("HEAD is now at 1a2b3c4 Merge 1234 into 5678", Kind::headAt, "1a2b3c4 Merge 1234 into 5678");
  row("ref: 0123456789abcdef0123456789abcdef01234567", Kind::checkoutRef, "0123456789abcdef0123456789abcdef01234567");
  row("exit_code=1", Kind::variable, "exit_code", 1);
  row("latest: Pulling from team/image", Kind::imagePull, "team/image");
  row("Digest: sha256:00aa11bb", Kind::imageDigest, "sha256:00aa11bb");
  row("Status: Downloaded newer image for registry.example/team/image:latest", Kind::imageReady,
      "registry.example/team/image:latest");
  row("Status: Image is up to date for registry.example/team/image:latest", Kind::imageReady,
      "registry.example/team/image:latest");
  row("Artifact logs-unit-123-uuid has been successfully uploaded! Final size is 12 bytes.", Kind::artifact,
      "logs-unit-123-uuid");
  row("Cleaning up orphan processes", Kind::orphanCleanup, "");
  row("##[error]Process completed with exit code 1.", Kind::exitCode, "Process completed with exit code 1.", 1);
  row("##[error]Process completed with exit code 137.", Kind::exitCode, "Process completed with exit code 137.", 137);
  row("##[error]The action 'Run main script' has timed out after 60 minutes.", Kind::stepTimeout,
      "The action 'Run main script' has timed out after 60 minutes.", 60);
  row("##[error]The job running on runner pool-1 has exceeded the maximum execution time of 360 minutes.", Kind::stepTimeout,
      "The job running on runner pool-1 has exceeded the maximum execution time of 360 minutes.", 360);
  row("##[error]The operation was canceled.", Kind::cancelled, "The operation was canceled.");
  row("##[error]The runner has received a shutdown signal. This can happen when the runner service is stopped, or a manually "
      "started runner is canceled.",
      Kind::cancelled,
      "The runner has received a shutdown signal. This can happen when the runner service is stopped, or a manually started "
      "runner is canceled.");
  row("##[error]some step says no", Kind::error, "some step says no");
  row("Running prod test suite.", Kind::phaseEcho, "prod");
  row("Running experimental test suite.", Kind::phaseEcho, "experimental");
  row("[03:04:05] WARNING  Detected flaky failure, attempt restart.   launch.py:99", Kind::restart,
      "Detected flaky failure, attempt restart.   launch.py:99");
  row("Detected flaky failure while job is running; cancelling current attempt.", Kind::error,
      "Detected flaky failure while job is running; cancelling current attempt.");
  row("[03:04:05] INFO     Job succeeded with status: SUCCEEDED", Kind::jobStatus, "Job succeeded", 0);
  row("[03:04:05] ERROR    Job failed with status: FAILED", Kind::jobStatus, "Job failed", 1);
}

void TestCiParser::facts() {
  QFETCH(QString, line);
  QFETCH(Kind, kind);
  QFETCH(qint64, number);
  const SourceScan scan = scanJob({QStringLiteral("first"), line});
  QCOMPARE(scan.ci.size(), 1u);
  const CiFact& fact = scan.ci.front();
  QCOMPARE(fact.kind, kind);
  QTEST(qs(fact.text), "text");
  QCOMPARE(fact.number.value_or(-1), number);
  QCOMPARE(fact.line, 2u);
  QCOMPARE(fact.moment.from, Moment::From::outer);
  QCOMPARE(fact.moment.ns, ns("2026-01-02T03:00:01.1234567Z"));
}

void TestCiParser::groups() {
  const QStringList lines = {
      "##[group]Run actions/checkout@v6", "with:", "##[endgroup]", "##[group]Logs", "output", "##[endgroup]"};
  const auto starts = factsOf(lines, Kind::groupStart);
  const auto ends = factsOf(lines, Kind::groupEnd);
  QCOMPARE(starts.size(), 2u);
  QCOMPARE(ends.size(), 2u);
  QCOMPARE(qs(starts[0].text), QStringLiteral("Run actions/checkout@v6"));
  QCOMPARE(qs(starts[1].text), QStringLiteral("Logs"));
  QCOMPARE(ends[1].line, 6u);
}

void TestCiParser::echoIsNoOutput() {
  const QStringList echo = {"##[group]Run set -x",
                            "\x1B[36;1mset -x\x1B[0m",
                            "\x1B[36;1mtorchrun --nproc_per_node 8 -m pytest\x1B[0m",
                            "\x1B[36;1m+ torchrun --nproc_per_node 8 -m pytest\x1B[0m",
                            "\x1B[36;1mecho \"RuntimeError: CUDA error: unknown error\"\x1B[0m",
                            "\x1B[36;1m===== test session starts =====\x1B[0m",
                            "\x1B[36;1mTraceback (most recent call last):\x1B[0m",
                            "\x1B[36;1mecho Detected flaky failure, attempt restart.\x1B[0m",
                            "Detected flaky failure",
                            "shell: bash",
                            "##[endgroup]"};
  const SourceScan scan = scanJob(echo);
  QVERIFY(scan.failures.empty());
  QVERIFY(scan.launcher.empty());
  QVERIFY(scan.sessions.empty());
  QCOMPARE(scan.ci.size(), 2u);
  // The same lines count where a step prints them.
  const SourceScan printed = scanJob(QStringList{"##[group]Logs"} + echo.mid(1));
  QVERIFY(!printed.failures.empty());
  QVERIFY(!printed.launcher.empty());
  // And what follows an echo is output again.
  QVERIFY(!scanJob(echo + QStringList{"RuntimeError: CUDA error: unknown error"}).failures.empty());
}

void TestCiParser::inputsInAnEcho() {
  const QStringList lines = {"##[group]Run actions/checkout@v6", "with:", "  ref: 0123456789abcdef0123456789abcdef01234567",
                             "  ref: main", "##[endgroup]"};
  const auto refs = factsOf(lines, Kind::checkoutRef);
  QCOMPARE(refs.size(), 1u);
  QCOMPARE(refs[0].line, 3u);
}

void TestCiParser::excerptIsNoOutput() {
  const SourceScan scan =
      scanJob({kBanner, "assets/logs/1/none_abc/attempt_0/0/stdout.log", kRule, "+ torchrun x.py",
               "===== test session starts =====", "RuntimeError: CUDA error: unknown error",
               "===== 1 failed in 3.00s =====", kRule, "RuntimeError: CUDA error: an illegal memory access was encountered"});
  QCOMPARE(scan.failures.size(), 1u);
  QCOMPARE(scan.failures[0].line, 9u);
  QVERIFY(scan.sessions.empty());
  QVERIFY(scan.launcher.empty());
  QCOMPARE(scan.ci.size(), 2u);
  QCOMPARE(scan.ci[0].kind, Kind::excerptBegin);
  QCOMPARE(scan.ci[1].kind, Kind::excerptEnd);
  QCOMPARE(scan.ci[1].line, 8u);
}

// The quoted tail is a rank's own, with its heads; it opens no writer. A task goes on meanwhile.
void TestCiParser::ranksInsideAnExcerpt() {
  const SourceScan scan =
      scanJob({kBanner, "path", kRule, "[rank1]:[E102 03:04:05.123456789 a.cpp:1] CUDA error: misaligned address",
               "[rank1]: Traceback (most recent call last):", "[rank1]: ValueError: x", "[default0]:PASSED",
               "task-1/0 [default2]:RuntimeError: CUDA error: unknown error", kRule,
               "[rank3]:[E102 03:04:05.123456789 a.cpp:1] CUDA error: misaligned address"});
  QCOMPARE(scan.failures.size(), 2u);
  QCOMPARE(scan.failures[0].line, 8u);
  QCOMPARE(scan.failures[1].line, 10u);
  for (const Writer& writer : scan.writers) QVERIFY(!writer.key.isRank() || writer.key.local == 2 || writer.key.global == 3);
}

void TestCiParser::excerptEndsWithAStep() {
  const SourceScan scan = scanJob({kBanner, "path", kRule, "RuntimeError: CUDA error: unknown error", "##[group]Logs",
                                   "RuntimeError: CUDA error: unknown error"});
  QCOMPARE(scan.failures.size(), 1u);
  QCOMPARE(scan.failures[0].line, 6u);
}

void TestCiParser::excerptEndsWithAnError() {
  const QStringList lines = {kBanner,
                             "path",
                             kRule,
                             "RuntimeError: CUDA error: unknown error",
                             "##[error]Process completed with exit code 1.",
                             "RuntimeError: CUDA error: an illegal memory access was encountered"};
  const SourceScan scan = scanJob(lines);
  QCOMPARE(scan.failures.size(), 1u);
  QCOMPARE(scan.failures[0].line, 6u);
}

void TestCiParser::operatingSystem() {
  const auto facts =
      factsOf({"##[group]Operating System", "Ubuntu", "24.04.1", "LTS", "##[endgroup]", "Ubuntu again"}, Kind::os);
  QVERIFY(!facts.empty());
  QCOMPARE(qs(facts.front().text), QStringLiteral("Ubuntu"));
  QVERIFY(facts.back().line < 5);
}

void TestCiParser::experiment_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<qint64>("number");
  const QString rule = QStringLiteral("\u2500").repeated(4);
  QTest::newRow("with seconds") << rule + QStringLiteral(" Entering Experiment unit-ci with id: unit-ci_1767322996 ") + rule
                                << qint64{1767322996};
  QTest::newRow("without") << rule + QStringLiteral(" Entering Experiment unit-ci with id: unit-ci_7 ") + rule << qint64{-1};
  QTest::newRow("no id") << QStringLiteral("Entering Experiment unit-ci") << qint64{-1};
}

void TestCiParser::experiment() {
  QFETCH(QString, line);
  QFETCH(qint64, number);
  const auto facts = factsOf({line}, Kind::experiment);
  QCOMPARE(facts.size(), 1u);
  QCOMPARE(facts[0].number.value_or(-1), number);
}

void TestCiParser::wrappedRestart() {
  const auto facts = factsOf({"[03:04:05] WARNING  Detected flaky failure,                         launch.py:321",
                              "                    attempt restart."},
                             Kind::restart);
  QCOMPARE(facts.size(), 1u);
  QCOMPARE(facts[0].line, 1u);
}

void TestCiParser::insideATask() {
  const auto facts =
      factsOf({"\x1B[32mtask-1/0\x1B[0m Running prod test suite.", "\x1B[32mtask-1/0\x1B[0m + torchrun x.py"}, Kind::phaseEcho);
  QCOMPARE(facts.size(), 1u);
  QCOMPARE(qs(facts[0].text), QStringLiteral("prod"));
}

void TestCiParser::notTheRanks() {
  QVERIFY(
      scanJob({"[default0]:##[error]Process completed with exit code 1.", "[default3]:Detected flaky failure, attempt restart.",
               "[rank2]: ##[group]Run x", "task-1/0 [default0]:Job failed with status: FAILED"})
          .ci.empty());
}

QTEST_GUILESS_MAIN(TestCiParser)
#include "tst_ci_parser.moc"
