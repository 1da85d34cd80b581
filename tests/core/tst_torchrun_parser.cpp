// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/torchrun_parser.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::ns;
using lanescope::test::qs;

using Kind = LauncherFact::Kind;
Q_DECLARE_METATYPE(Kind)

namespace {

std::vector<LauncherFact> factsOf(const QStringList& lines) {
  std::string bytes;
  for (const QString& line : lines) bytes += line.toStdString() + '\n';
  return test::scan(bytes).launcher;
}

// Before each, the head of an agent's line, as each generation of torch prints it.
const char* const kHeads[] = {"W0102 03:04:05.123000 3999 torch/distributed/elastic/multiprocessing/api.py:984] ",
                              "[2026-01-02 03:04:05,123] torch.distributed.elastic.multiprocessing.api: [WARNING] ",
                              "WARNING:torch.distributed.elastic.multiprocessing.api:"};

}  // namespace

class TestTorchrunParser : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agentLines_data();
  void agentLines();
  void timesOfLayouts();
  void stampedByTheRunner();
  void bannerCountsOnce();
  void block();
  void blockOfOne();
  void blockThatIsCut();
  void blockBehindATask();
  void commands_data();
  void commands();
  void status_data();
  void status();
  void signalNames();
  void ranksDoNotSpeakForTheLauncher();
};

void TestTorchrunParser::agentLines_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<Kind>("kind");
  QTest::addColumn<int>("pid");
  QTest::addColumn<int>("localRank");
  QTest::addColumn<int>("exitCode");  // 99: none
  QTest::addColumn<QString>("signal");
  const auto row = [](const char* message, Kind kind, int pid, int localRank, int exitCode, const char* signal) {
    for (const char* head : kHeads)
      QTest::addRow("%.8s.. %s", head, message)
          << QString::fromLatin1(head) + message << kind << pid << localRank << exitCode << signal;
  };
  row("Sending process 4023 closing signal SIGTERM", Kind::sendSignal, 4023, -1, 99, "SIGTERM");
  row("Sending process 4023 closing signal SIGINT", Kind::sendSignal, 4023, -1, 99, "SIGINT");
  row("Closing process 4024 via signal SIGTERM", Kind::sendSignal, 4024, -1, 99, "SIGTERM");
  row("Closing process 4024 via signal 15", Kind::sendSignal, 4024, -1, 99, "SIGTERM");
  row("Unable to shutdown process 4025 via 15, forcefully exiting via 9", Kind::forceKill, 4025, -1, 99, "SIGKILL");
  row("Unable to shutdown process 4025 via Signals.SIGTERM, forcefully exitting via Signals.SIGKILL", Kind::forceKill, 4025, -1,
      99, "SIGKILL");
  row("failed (exitcode: 1) local_rank: 2 (pid: 4023) of binary: /usr/bin/python3", Kind::workerFailed, 4023, 2, 1, "");
  row("failed (exitcode: -6) local_rank: 5 (pid: 4026) of binary: /usr/bin/python3", Kind::workerFailed, 4026, 5, -6,
      "SIGABRT");
  row("failed (exitcode: -11) local_rank: 0 (pid: 4021) of binary: /usr/bin/python3", Kind::workerFailed, 4021, 0, -11,
      "SIGSEGV");
  row("Received 15 death signal, shutting down workers", Kind::deathSignal, -1, -1, 99, "SIGTERM");
  row("Received Signals.SIGTERM death signal, shutting down workers", Kind::deathSignal, -1, -1, 99, "SIGTERM");
  row("[default] Worker group FAILED. 2/3 attempts left; will restart worker group", Kind::groupRestart, -1, -1, 99, "");
  row("Local worker group finished (WorkerState.SUCCEEDED). Waiting 300 seconds for other agents to finish", Kind::finished, -1,
      -1, 99, "");
}

void TestTorchrunParser::agentLines() {
  QFETCH(QString, line);
  QFETCH(int, exitCode);
  const auto facts = factsOf({line});
  QCOMPARE(facts.size(), 1u);
  QTEST(facts[0].kind, "kind");
  QTEST(facts[0].pid, "pid");
  QTEST(facts[0].localRank, "localRank");
  QCOMPARE(facts[0].exitCode.value_or(99), exitCode);
  QTEST(qs(facts[0].signal), "signal");
}

void TestTorchrunParser::timesOfLayouts() {
  const QString message = QStringLiteral("Sending process 4023 closing signal SIGTERM");
  for (const int layout : {0, 1}) {
    const auto facts = factsOf({QString::fromLatin1(kHeads[layout]) + message});
    QCOMPARE(facts[0].moment.from, Moment::From::inner);
    QCOMPARE(facts[0].moment.ns, ns("2026-01-02T03:04:05.123Z"));
  }
  QVERIFY(!factsOf({QString::fromLatin1(kHeads[2]) + message})[0].moment.known());
}

void TestTorchrunParser::stampedByTheRunner() {
  const auto facts =
      factsOf({QStringLiteral("2026-01-02T03:04:05.5000000Z WARNING:torch.distributed.elastic.multiprocessing.api:Sending "
                              "process 1 closing signal SIGTERM"),
               QStringLiteral("2026-01-02T03:04:06.5000000Z \x1B[32mtask-1/0\x1B[0m W0102 03:04:06.123000 3999 "
                              "torch/distributed/elastic/x.py:9] Sending process 2 closing signal SIGTERM"),
               QStringLiteral("[default0]:tests/a.py::b W0102 03:04:07.123000 3999 torch/distributed/elastic/x.py:9] Sending "
                              "process 3 closing signal SIGTERM")});
  QCOMPARE(facts.size(), 3u);
  QCOMPARE(facts[0].moment.from, Moment::From::outer);
  QCOMPARE(facts[0].moment.ns, ns("2026-01-02T03:04:05.5Z"));
  QCOMPARE(facts[1].moment.ns, ns("2026-01-02T03:04:06.123Z"));
  QCOMPARE(facts[2].pid, 3);
}

void TestTorchrunParser::bannerCountsOnce() {
  const QString head = QStringLiteral("W0102 03:04:05.123000 3999 torch/distributed/run.py:793] ");
  const auto facts =
      factsOf({head, head + QStringLiteral("*****************************************"),
               head + QStringLiteral("Setting OMP_NUM_THREADS environment variable for each process to be 1 in default"),
               head + QStringLiteral("*****************************************")});
  QCOMPARE(facts.size(), 1u);
  QCOMPARE(facts[0].kind, Kind::banner);
  QCOMPARE(facts[0].line, 1u);
}

void TestTorchrunParser::block() {
  const auto facts = factsOf({"torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ",
                              "============================================================",
                              "pytest FAILED",
                              "------------------------------------------------------------",
                              "Failures:",
                              "[1]:",
                              "  time      : 2026-01-02_03:04:06",
                              "  host      : task-1",
                              "  rank      : 13 (local_rank: 5)",
                              "  exitcode  : -15 (pid: 4024)  (SIGTERM)",
                              "  error_file: <N/A>",
                              "  traceback : Signal 15 (SIGTERM) received by PID 4024",
                              "[2]:",
                              "  time      : 2026-01-02_03:04:07",
                              "  host      : task-1",
                              "  rank      : 14 (local_rank: 6)",
                              "  exitcode  : 1 (pid: 4025)",
                              "  error_file: /tmp/e.json",
                              "  traceback : Traceback (most recent call last):",
                              "    File \"/x/a.py\", line 3, in f",
                              "  RuntimeError: exitcode  : 77",
                              "------------------------------------------------------------",
                              "Root Cause (first observed failure):",
                              "[0]:",
                              "  time      : 2026-01-02_03:04:05",
                              "  host      : task-1",
                              "  rank      : 8 (local_rank: 0)",
                              "  exitcode  : -6 (pid: 4021) ",
                              "  error_file: <N/A>",
                              "  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html",
                              "============================================================",
                              "  rank      : 99 (local_rank: 99)"});
  QCOMPARE(facts.size(), 3u);
  for (const LauncherFact& fact : facts) QCOMPARE(fact.kind, Kind::blockEntry);
  QCOMPARE(facts[0].rank, 13);
  QCOMPARE(facts[0].localRank, 5);
  QCOMPARE(facts[0].pid, 4024);
  QCOMPARE(facts[0].exitCode.value_or(0), -15);
  QCOMPARE(qs(facts[0].signal), QStringLiteral("SIGTERM"));
  QCOMPARE(qs(facts[0].host), QStringLiteral("task-1"));
  QCOMPARE(facts[0].stated.ns, ns("2026-01-02T03:04:06Z"));
  QCOMPARE(facts[0].line, 10u);
  QVERIFY(!facts[0].rootCause);
  QCOMPARE(facts[1].exitCode.value_or(0), 1);
  QVERIFY(facts[1].signal.empty());
  QCOMPARE(facts[2].rank, 8);
  QCOMPARE(qs(facts[2].signal), QStringLiteral("SIGABRT"));
  QVERIFY(facts[2].rootCause);
}

void TestTorchrunParser::blockOfOne() {
  const auto facts = factsOf(
      {"Failures:", "  <NO_OTHER_FAILURES>", "------------------------------------------------------------",
       "Root Cause (first observed failure):", "[0]:", "  time      : 2026-01-02_03:04:05", "  rank      : 2 (local_rank: 2)",
       "  exitcode  : 1 (pid: 4023)", "============================================================"});
  QCOMPARE(facts.size(), 1u);
  QVERIFY(facts[0].rootCause);
  QCOMPARE(facts[0].rank, 2);
}

void TestTorchrunParser::blockThatIsCut() {
  const auto facts = factsOf({"Failures:", "[1]:", "  time      : 2026-01-02_03:0"});
  QCOMPARE(facts.size(), 1u);
  QVERIFY(!facts[0].exitCode);
  QVERIFY(!facts[0].stated.known());
}

// The block of one node's agent while another's lines come between.
void TestTorchrunParser::blockBehindATask() {
  const auto facts = factsOf(
      {"task-1/0 Failures:", "task-1/0 [1]:", "task-1/1 Failures:", "task-1/0   rank      : 3 (local_rank: 3)",
       "task-1/1 [1]:", "task-1/1   rank      : 11 (local_rank: 3)",
       "[default0]:=== a rank's own text ===", "task-1/0   exitcode  : 1 (pid: 7)", "task-1/1   exitcode  : -9 (pid: 7)"});
  QCOMPARE(facts.size(), 2u);
  QCOMPARE(facts[0].rank, 3);
  QCOMPARE(facts[0].exitCode.value_or(0), 1);
  QCOMPARE(facts[1].rank, 11);
  QCOMPARE(qs(facts[1].signal), QStringLiteral("SIGKILL"));
}

void TestTorchrunParser::commands_data() {
  QTest::addColumn<QString>("traced");
  QTest::addColumn<QString>("command");
  const auto accepted = [](const char* traced, const char* command) { QTest::newRow(traced) << traced << command; };
  const auto rejected = [](const char* traced) { QTest::newRow(traced) << traced << ""; };
  accepted("+ torchrun --nproc_per_node 8 train.py", "torchrun --nproc_per_node 8 train.py");
  accepted("++ torchrun x.py", "torchrun x.py");
  accepted("+ uv run python -m torch.distributed.run --nproc_per_node 8 -m pytest",
           "uv run python -m torch.distributed.run --nproc_per_node 8 -m pytest");
  accepted("+ /opt/venv/bin/torchrun x.py", "/opt/venv/bin/torchrun x.py");
  accepted("+ python -m torch.distributed.launch x.py", "python -m torch.distributed.launch x.py");
  accepted("+ ft_launcher --max-restarts=3 x.py", "ft_launcher --max-restarts=3 x.py");
  accepted("+ timeout 3600 torchrun x.py", "timeout 3600 torchrun x.py");
  accepted("+ OMP_NUM_THREADS=1 torchrun x.py", "OMP_NUM_THREADS=1 torchrun x.py");
  accepted("+ env A=b torchrun x.py", "env A=b torchrun x.py");
  accepted("+ torchrun x.py -k 'not slow'", "torchrun x.py -k 'not slow'");
  rejected("torchrun x.py");
  rejected("+torchrun x.py");
  rejected("+ echo torchrun x.py");
  rejected("+ CMD='torchrun x.py'");
  rejected("+ CMD=torchrun");
  rejected("+ eval torchrun x.py");
  rejected("+ eval 'torchrun x.py'");
  rejected("+ bash -c 'torchrun x.py'");
  rejected("+ printf %s torchrun");
  rejected("+ export LAUNCHER=torchrun");
  rejected("+ local launcher=torchrun");
  rejected("+ [[ torchrun == torchrun ]]");
  rejected("+ which torchrun");
  rejected("+ grep torchrun log.txt");
  rejected("+ pip install torchrun-helper");
  rejected("+ pkill -f torchrun");
  rejected("+ CMD=(torchrun x.py)");
  rejected("+ ls -la");
  rejected("+");
  rejected("");
}

void TestTorchrunParser::commands() {
  QFETCH(QString, traced);
  const std::string bytes = traced.toStdString();
  QTEST(qs(launcherCommand(bytes)), "command");
}

void TestTorchrunParser::status_data() {
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<int>("status");  // 99: none
  QTest::newRow("rc") << QStringList{"+ torchrun x.py", "+ rc=1"} << 1;
  QTest::newRow("zero") << QStringList{"+ torchrun x.py", "+ rc=0"} << 0;
  QTest::newRow("nested") << QStringList{"++ torchrun x.py", "++ exit_code=143"} << 143;
  QTest::newRow("another command's") << QStringList{"+ ls", "+ rc=1"} << 99;
  QTest::newRow("another variable") << QStringList{"+ torchrun x.py", "+ n=1"} << 99;
  QTest::newRow("no number") << QStringList{"+ torchrun x.py", "+ rc=abc"} << 99;
  QTest::newRow("the first one only") << QStringList{"+ torchrun x.py", "+ rc=2", "+ rc=0"} << 2;
}

void TestTorchrunParser::status() {
  QFETCH(QStringList, lines);
  QFETCH(int, status);
  std::vector<int> found;
  for (const LauncherFact& fact : factsOf(lines)) {
    if (fact.kind == Kind::commandStatus) found.push_back(fact.exitCode.value_or(-1));
  }
  QCOMPARE(found, status == 99 ? std::vector<int>() : std::vector<int>{status});
}

void TestTorchrunParser::signalNames() {
  QCOMPARE(qs(signalName(6)), QStringLiteral("SIGABRT"));
  QCOMPARE(qs(signalName(9)), QStringLiteral("SIGKILL"));
  QCOMPARE(qs(signalName(11)), QStringLiteral("SIGSEGV"));
  QCOMPARE(qs(signalName(15)), QStringLiteral("SIGTERM"));
  for (const int none : {-1, 0, 32, 64, 255}) QVERIFY(signalName(none).empty());
}

void TestTorchrunParser::ranksDoNotSpeakForTheLauncher() {
  QVERIFY(
      factsOf({"[default3]:+ torchrun x.py", "[default3]:Failures:", "[default3]:[1]:", "[rank2]: + torchrun x.py",
               "[rank1]:W0102 03:04:05.123000 3999 torch/distributed/elastic/x.py:9] Sending process 2 closing signal SIGTERM"})
          .empty());
}

QTEST_GUILESS_MAIN(TestTorchrunParser)
#include "tst_torchrun_parser.moc"
