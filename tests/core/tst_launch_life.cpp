// SPDX-License-Identifier: Apache-2.0
// When launches, attempts and processes began and ended, and what their lines were, in small invented runs.
#include "core/clock/line_time.h"
#include "tests/support/job_writer.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::model;
using lanescope::test::JobWriter;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

using RunPtr = std::shared_ptr<const Run>;

std::string agentHead(const std::string& time, int pid = 3999) {
  return "I0102 " + time + ".250000 " + std::to_string(pid) + " torch/distributed/elastic/agent/server/api.py:900] ";
}
std::vector<std::string> blockEntry(const char* time, int rank, int pid, bool root, const char* code = "1") {
  return {root ? "Root Cause (first observed failure):" : "Failures:",
          "[0]:",
          std::string("  time      : 2026-01-02_") + time,
          "  host      : node-a07",
          "  rank      : " + std::to_string(rank) + " (local_rank: " + std::to_string(rank) + ")",
          std::string("  exitcode  : ") + code + " (pid: " + std::to_string(pid) + ")"};
}
void append(std::vector<std::string>& to, const std::vector<std::string>& lines) { to.insert(to.end(), lines.begin(), lines.end()); }
// Of a launcher whose log begins when its first process has failed.
std::vector<std::string> lateLauncher() {
  std::vector<std::string> lines = {agentHead("03:10:05") + "failed (exitcode: 1) local_rank: 1 (pid: 4001) of binary: /usr/bin/python3"};
  append(lines, blockEntry("03:10:03", 1, 4001, true));
  return lines;
}
std::int64_t at(const char* time) { return test::ns(std::string("2026-01-02T") + time + "Z"); }

}  // namespace

class TestLaunchLife : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void startOfALateLauncher();
  void startBeforeAWait();
  void startThatALineTells();
  void endBeforeTheRunner();
  void notAfterTheEndOfItsProcess();
  void attemptsAreKeptApart();
  void firstOfOneNode_data();
  void firstOfOneNode();
  void firstOfTwoNodes();
  void lastLines();
  void linesOfAWrapper();
  void processesOfActors();
  void ranksBehindATee();
  void closedSessions();
  void gluedHostNames();
};

// Its first line is no beginning, and what the ranks wrote before that is still theirs.
void TestLaunchLife::startOfALateLauncher() {
  LogFolder folder;
  folder.write("launcher.log", lateLauncher());
  folder.writeRank("none_q7", 0, 0, {"2026-01-02 03:05:00,000 INFO step 1"});
  folder.writeRank("none_q7", 0, 1, {"2026-01-02 03:05:01,000 INFO step 1"}, {"Traceback (most recent call last):", "  File \"/x/a.py\", line 3, in f", "OSError: [Errno 28] No space left on device"});
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  const Launch& launch = run->launches[0];
  QCOMPARE(launch.start.basis, Basis::bounded);
  QCOMPARE(launch.start.earliest, When::kOpenEarly);
  QVERIFY(launch.start.latest <= at("03:05:00.001"));
  QCOMPARE(launch.end.utc, at("03:10:05.250"));
  QVERIFY(run->firstFailure);
  const When& failed = run->findings[*run->firstFailure].time;
  QCOMPARE(failed.earliest, When::kOpenEarly);
  QCOMPARE(failed.latest, at("03:10:04"));       // the process was gone by then
  QVERIFY(failed.utc < at("03:10:03"));
}

void TestLaunchLife::startBeforeAWait() {
  LogFolder folder;
  folder.write("train.log", {"Epoch 3", test::c10Head(0, "03:40:00") + "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600004 milliseconds before timing out."});
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  QCOMPARE(run->launches[0].start.earliest, When::kOpenEarly);
  QVERIFY(run->launches[0].start.latest <= at("03:30:01"));
}

void TestLaunchLife::startThatALineTells() {
  LogFolder folder;
  folder.write("launcher.log", {"I0102 03:00:01.000000 3999 torch/distributed/launcher/api.py:199] Starting elastic_operator with launch configs:",
                                agentHead("03:10:05") + "failed (exitcode: 1) local_rank: 1 (pid: 4001) of binary: /usr/bin/python3"});
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  QCOMPARE(run->launches[0].start.basis, Basis::stamped);
  QCOMPARE(run->launches[0].start.utc, at("03:00:01"));
}

// What the runner prints when the step is over is not the launch's.
void TestLaunchLife::endBeforeTheRunner() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("");
  for (int rank = 0; rank < 4; ++rank) writer.task("[default" + std::to_string(rank) + "]:hello PASSED");
  writer.wait(10);
  writer.job("+ exit 0");
  writer.wait(10);
  writer.job("##[group]Run actions/upload-artifact@v4");
  writer.wait(10);
  writer.job("Cleaning up orphan processes");
  writer.finish();
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  QCOMPARE(run->launches[0].end.utc, at("03:00:12.500"));
  QVERIFY(qs(run->launches[0].evidence.back().text).endsWith(QStringLiteral("+ exit 0")));
}

void TestLaunchLife::notAfterTheEndOfItsProcess() {
  LogFolder folder;
  std::vector<std::string> lines = {test::c10Head(0, "03:00:00", "observer.cpp:116") + "Warning: late", "terminate called without an active exception",
                                    agentHead("03:09:05") + "failed (exitcode: -6) local_rank: 0 (pid: 4000) of binary: /usr/bin/python3"};
  append(lines, blockEntry("03:09:01", 0, 4000, true, "-6"));
  folder.write("run.log", lines);
  const RunPtr run = folder.load();
  QVERIFY(run->firstFailure);
  const When& when = run->findings[*run->firstFailure].time;
  QCOMPARE(when.earliest, at("03:00:00"));
  QCOMPARE(when.latest, at("03:09:02"));
}

void TestLaunchLife::attemptsAreKeptApart() {
  LogFolder folder;
  std::vector<std::string> lines = {agentHead("03:00:00") + "[default] Starting worker group",
                                    agentHead("03:10:00") + "failed (exitcode: 1) local_rank: 2 (pid: 4002) of binary: /usr/bin/python3",
                                    agentHead("03:10:01") + "[default] Worker group FAILED. 1/1 attempts left; will restart worker group",
                                    agentHead("03:30:00") + "[default] worker group successfully finished. Waiting 300 seconds for other agents to finish."};
  folder.write("launcher.log", lines);
  for (int rank = 0; rank < 4; ++rank) {
    folder.writeRank("none_q7", 0, rank, {"first"});
    folder.writeRank("none_q7", 1, rank, {"second"});
  }
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  const Launch& launch = run->launches[0];
  QCOMPARE(launch.outcome, LaunchOutcome::passed);
  QCOMPARE(launch.attempts.size(), 2u);
  QCOMPARE(launch.attempts[0].exit.firstExitRank.value_or(99), 2u);
  QCOMPARE(launch.attempts[0].end.utc, at("03:10:01.250"));
  QVERIFY(!launch.attempts[1].exit.firstExitRank && !launch.exit.namedRank);
  QCOMPARE(run->lanes.size(), 8u);
  for (const Lane& lane : run->lanes) {
    const bool failed = lane.attempt == 0 && lane.rank == 2;
    QCOMPARE(lane.pid.value_or(0), failed ? 4002u : 0u);
    QCOMPARE(lane.end.kind, lane.attempt == 0 && !failed ? EndKind::stopped : EndKind::exited);
    if (lane.attempt == 1) QCOMPARE(lane.end.code.value_or(99), 0);
  }
}

void TestLaunchLife::firstOfOneNode_data() {
  QTest::addColumn<QString>("other");
  QTest::addColumn<int>("first");                // -1: nobody
  QTest::newRow("later") << QStringLiteral("03:10:09") << 1;
  QTest::newRow("the same second") << QStringLiteral("03:10:03") << -1;
  QTest::newRow("before the one that is named") << QStringLiteral("03:10:01") << 3;
}

// The launcher's word is kept beside what the times show.
void TestLaunchLife::firstOfOneNode() {
  QFETCH(QString, other);
  QFETCH(int, first);
  LogFolder folder;
  std::vector<std::string> lines = {agentHead("03:10:15") + "failed (exitcode: 1) local_rank: 1 (pid: 4001) of binary: /usr/bin/python3"};
  append(lines, blockEntry(qPrintable(other), 3, 4003, false));
  append(lines, blockEntry("03:10:03", 1, 4001, true));
  folder.write("launcher.log", lines);
  const RunPtr run = folder.load();
  const ExitStatus& exit = run->launches.at(0).exit;
  QCOMPARE(exit.firstExitRank ? static_cast<int>(*exit.firstExitRank) : -1, first);
  QCOMPARE(exit.namedRank.value_or(99), 1u);
}

// Each agent names one of its own, by its own clock.
void TestLaunchLife::firstOfTwoNodes() {
  LogFolder folder;
  for (const int node : {0, 1}) {
    const int rank = node * 2;
    std::vector<std::string> lines = {agentHead("03:00:00") + "[default] Starting worker group", "[rank" + std::to_string(rank) + "]: step 1", "[rank" + std::to_string(rank + 1) + "]: step 1",
                                      agentHead("03:10:15") + "failed (exitcode: 1) local_rank: 0 (pid: 4000) of binary: /usr/bin/python3",
                                      "Root Cause (first observed failure):", "[0]:", node == 0 ? "  time      : 2026-01-02_03:10:09" : "  time      : 2026-01-02_03:10:03",
                                      "  host      : node-" + std::to_string(node), "  rank      : " + std::to_string(rank) + " (local_rank: 0)", "  exitcode  : 1 (pid: 4000)"};
    folder.write("node-" + std::to_string(node) + ".log", lines);
  }
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  QVERIFY(!run->launches[0].exit.firstExitRank);
  QVERIFY(!run->launches[0].exit.namedRank);
}

// A head alone says nothing.
void TestLaunchLife::lastLines() {
  LogFolder folder;
  folder.writeRank("none_q7", 0, 0, {"hello"}, {"[rank0]: ValueError: no", "[rank0]:", ""});
  folder.writeRank("none_q7", 0, 1, {"hello", "  "});
  const RunPtr run = folder.load();
  QCOMPARE(run->lanes.size(), 2u);
  QCOMPARE(qs(run->lanes[0].lastLine->text), QStringLiteral("[rank0]: ValueError: no"));
  QCOMPARE(run->lanes[1].lastLine->line, 1u);
}

void TestLaunchLife::linesOfAWrapper() {
  LogFolder folder;
  std::vector<std::string> lines;
  for (const char* minute : {"03:00", "03:10"}) {
    const std::string head = "W0102 " + std::string(minute);
    append(lines, {"[again.sh 2026-01-02T" + std::string(minute) + ":00Z] next", head + ":02.000000 " + (minute[3] == '0' ? "2900" : "3600") + " torch/distributed/run.py:803] *****",
                   "[rank0]: step 1", "[rank1]: step 1", "[rank1]: ValueError: no", "[rank0]:",
                   head + ":20.000000 " + (minute[3] == '0' ? "2900" : "3600") + " torch/distributed/elastic/multiprocessing/api.py:908] failed (exitcode: 1) local_rank: 1 (pid: 2970) of binary: python"});
  }
  lines.push_back("[again.sh 2026-01-02T03:10:30Z] giving up");
  folder.write("train.log", lines);
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), 2u);
  for (const Lane& lane : run->lanes) {
    const std::uint32_t base = lane.launch * 7;
    QVERIFY(lane.lastLine);
    QCOMPARE(lane.lastLine->line, base + (lane.rank == 0 ? 3 : 5));
  }
}

void TestLaunchLife::processesOfActors() {
  LogFolder folder;
  folder.write("driver.log", {"(Trainer[rank=0] pid=7710, ip=10.18.9.31) [rank0]: step 1", "(Trainer[rank=9] pid=8810) step 1", "(Trainer[rank=9] pid=8810) step 2", "(Driver pid=77) done"});
  const RunPtr run = folder.load();
  QCOMPARE(run->lanes.size(), 2u);
  QCOMPARE(run->lanes[0].pid.value_or(0), 7710u);
  QCOMPARE(qs(run->lanes[0].host), QStringLiteral("10.18.9.31"));
  QCOMPARE(run->lanes[1].rank, 9u);
  QCOMPARE(run->lanes[1].pid.value_or(0), 8810u);
  QVERIFY(run->lanes[1].host.empty());
  QCOMPARE(run->lanes[1].lastLine->line, 3u);
}

void TestLaunchLife::ranksBehindATee() {
  LogFolder folder;
  folder.write("node1.log", {agentHead("03:00:00") + "[default] Starting worker group", "[default1]:| distributed init (rank 5): env://", "[default0]:| distributed init (rank 4): env://",
                             "[default0]:tensor parallel rank 0 of 2"});
  const RunPtr run = folder.load();
  QCOMPARE(run->lanes.size(), 2u);
  QCOMPARE(run->lanes[0].rank, 4u);
  QCOMPARE(run->lanes[1].rank, 5u);
  QCOMPARE(run->lanes[1].localRank.value_or(99), 1u);
}

// A session that printed its final line left no test open; a word that is lost with the end of a file leaves one.
void TestLaunchLife::closedSessions() {
  LogFolder folder;
  const std::vector<std::string> begin = {"============================= test session starts ==============================", "collecting ... collected 2 items"};
  const auto files = [&](int rank, const std::vector<std::string>& lines) {
    std::vector<std::string> all = begin;
    append(all, lines);
    folder.writeRank("none_q7", 0, rank, all);
  };
  files(0, {"tests/a.py::one PASSED", "tests/a.py::two ", "======================== 2 passed in 3.00s ========================"});
  files(1, {"tests/a.py::one PASSED", "tests/a.py::two "});
  files(2, {"tests/a.py::one PASSED", "tests/a.py::two ", "======================== 1 passed in 3.00s ========================"});
  const RunPtr run = folder.load();
  QCOMPARE(run->lanes.size(), 3u);
  QVERIFY(run->lanes[0].test.empty());
  QCOMPARE(run->testRuns[0].back().outcome(), TestOutcome::passed);
  QCOMPARE(qs(run->lanes[1].test), QStringLiteral("tests/a.py::two"));
  QVERIFY(run->lanes[2].test.empty());
  QCOMPARE(run->testRuns[2].back().outcome(), TestOutcome::interrupted);
}

void TestLaunchLife::gluedHostNames() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
  writer.all("step");
  writer.endLaunch(0);
  writer.finish();
  const auto init = [](int rank) {
    return ":" + std::to_string(4000 + rank) + ":4388 [" + std::to_string(rank) + "] NCCL INFO ncclCommInitRankConfig comm 0x55d1 rank " + std::to_string(rank) + " nranks 4 cudaDev 1 nvmlDev 1 busId 2d000 commId 0x9a01 - Init COMPLETE";
  };
  folder.write("nccl_debug.log", {"node-a07" + init(0), "node-a07:4002:4388 [2] NCCL INFO busId 3e000 comnode-a07" + init(1), "node-a07:4002:4388 [2] NCCL INFO torn node-a07" + init(2)});
  const RunPtr run = folder.load();
  QCOMPARE(run->hosts.size(), 1u);
  QCOMPARE(qs(run->hosts[0]), QStringLiteral("node-a07"));
}

QTEST_APPLESS_MAIN(TestLaunchLife)
#include "tst_launch_life.moc"
