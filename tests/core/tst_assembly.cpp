// SPDX-License-Identifier: Apache-2.0
// How sources become launches, attempts and lanes.
#include "tests/support/job_writer.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::model;
using lanescope::test::JobWriter;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

using RunPtr = std::shared_ptr<const Run>;

// "0 production logs/b passed", one for each launch.
QStringList launches(const RunPtr& run) {
  QStringList out;
  for (const Launch& launch : run->launches) {
    const QString directory = launch.directory.empty() ? QStringLiteral("-") : qs(launch.directory).section('/', -1);
    out << QStringLiteral("%1 %2 %3 %4")
               .arg(launch.index)
               .arg(launch.name.empty() ? QStringLiteral("-") : qs(launch.name), directory,
                    QString::fromLatin1(toString(launch.outcome)));
  }
  return out;
}

// "launch/attempt/rank from end"
QStringList lanes(const RunPtr& run) {
  QStringList out;
  for (const Lane& lane : run->lanes) {
    out << QStringLiteral("%1/%2/%3 %4 %5")
               .arg(lane.launch)
               .arg(lane.attempt)
               .arg(lane.rank)
               .arg(qs(lane.rankFrom), QString::fromLatin1(toString(lane.end.kind)));
  }
  return out;
}

const Source* sourceNamed(const RunPtr& run, const std::string& part) {
  for (const Source& source : run->sources) {
    if (source.path.find(part) != std::string::npos) return &source;
  }
  return nullptr;
}

}  // namespace

class TestAssembly : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void launchesInOrderOfStart();
  void matchedByContent();
  void emptyPhase();
  void restartByTheWrapper();
  void attemptsOfTheLauncher();
  void withoutAJobLog();
  void withoutATree();
  void statedRanksBeatPaths();
  void nodesInOrder();
  void nodesAsTheirAgentsCount();
  void nodesBesideTheirLogs();
  void ranksThatDisagree();
  void oneFileForEachAttempt();
  void errorFile();
  void pidsOfTheAgent();
  void endsOfLanes();
  void openTests();
  void countsOfFinalLines();
  void layouts();
  void jobFacts();
  void sharedFile();
  void sharedFileWithoutStamps();
};

// Folder names are random: the order of start is the job log's.
void TestAssembly::launchesInOrderOfStart() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.task("Running prod test suite.");
  writer.passingLaunch("none_zz");
  writer.wait(60);
  writer.task("Running experimental test suite.");
  writer.beginLaunch("none_aa", "torchrun --nproc_per_node 4 -m pytest -vs --experimental tests");
  writer.beginSession(1);
  writer.test("tests/a.py::three", "PASSED");
  writer.endSession("1 passed");
  writer.endLaunch(0);
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(launches(run), QStringList({"0 production none_zz passed", "1 experimental none_aa passed"}));
  QCOMPARE(run->lanes.size(), 8u);
  QCOMPARE(run->launches[0].start.utc, test::ns("2026-01-02T03:00:00.5Z"));
  QVERIFY(run->launches[0].end.utc < run->launches[1].start.utc);
  QCOMPARE(run->launches[0].worldSize.value_or(0), 4u);
  QCOMPARE(run->launches[0].exit.code.value_or(-1), 0);
  QCOMPARE(qs(run->launches[0].command), QStringLiteral("torchrun --nproc_per_node 4 -m pytest -vs tests"));
  QCOMPARE(run->outcome, RunOutcome::passed);
}

// The same tests twice: only the lines that rank 0 printed tell the folders apart.
void TestAssembly::matchedByContent() {
  LogFolder folder;
  JobWriter writer(folder);
  for (const auto& [directory, word] : {std::pair{"none_zz", "first"}, std::pair{"none_aa", "second"}}) {
    writer.beginLaunch(directory);
    writer.beginSession(1);
    for (int i = 0; i < 30; ++i) writer.all(std::string("loss of the ") + word + " launch " + std::to_string(i));
    writer.test("tests/a.py::one", "PASSED");
    writer.endSession("1 passed");
    writer.endLaunch(0);
    writer.wait(5);
  }
  writer.finish();
  QCOMPARE(launches(folder.load()), QStringList({"0 - none_zz passed", "1 - none_aa passed"}));
}

void TestAssembly::emptyPhase() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.passingLaunch("none_a");
  writer.beginLaunch("none_b", "torchrun --nproc_per_node 4 -m pytest -vs --experimental tests");
  writer.all("============================= test session starts ==============================");
  writer.all("collecting ... collected 8 items / 8 deselected / 0 selected");
  writer.endSession("8 deselected");
  writer.endLaunch(5);
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(launches(run), QStringList({"0 - none_a passed", "1 experimental none_b empty"}));
  QVERIFY(run->launches[1].tests);
  QCOMPARE(run->launches[1].tests->collected.value_or(99), 8u);
  QCOMPARE(run->launches[1].tests->selected.value_or(99), 0u);
  QCOMPARE(run->outcome, RunOutcome::passed);
}

void TestAssembly::restartByTheWrapper() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.task("Running prod test suite.");
  writer.beginLaunch("none_zz");
  writer.beginSession(2);
  writer.test("tests/a.py::one", "PASSED");
  writer.test("tests/a.py::two", "PASSED", {{2, "FAILED"}});
  writer.agent("failed (exitcode: 1) local_rank: 2 (pid: 4002) of binary: /usr/bin/python3");
  writer.endLaunch(1);
  writer.job("[03:04:05] WARNING  Detected flaky failure,                  launch.py:321");
  writer.job("                    attempt restart.");
  writer.wait(30);
  writer.task("Running prod test suite.");
  writer.passingLaunch("none_aa");
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(launches(run), QStringList({"0 production none_zz failed", "1 production none_aa passed"}));
  QCOMPARE(run->launches[1].retryOf.value_or(99), 0u);
  QCOMPARE(run->outcome, RunOutcome::recovered);
  QCOMPARE(run->recoveries, 1u);
  QCOMPARE(run->restarts.size(), 1u);
  QCOMPARE(qs(run->restarts[0].by), QStringLiteral("wrapper"));
}

void TestAssembly::attemptsOfTheLauncher() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 --max-restarts 2 train.py");
  writer.all("step 1");
  writer.err(1, "Traceback (most recent call last):");
  writer.err(1, "  File \"/x/train.py\", line 3, in f");
  writer.err(1, "ValueError: first attempt");
  writer.agent("failed (exitcode: 1) local_rank: 1 (pid: 4001) of binary: /usr/bin/python3");
  writer.agent("[default] Worker group FAILED. 2/2 attempts left; will restart worker group");
  writer.writeTree(0);
  writer.wait(20);
  writer.all("step 1 again");
  writer.all("done");
  writer.endLaunch(0, 1);
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  const Launch& launch = run->launches[0];
  QCOMPARE(launch.attempts.size(), 2u);
  QCOMPARE(launch.attempts[0].outcome, LaunchOutcome::failed);
  QCOMPARE(launch.attempts[1].outcome, LaunchOutcome::passed);
  QCOMPARE(launch.outcome, LaunchOutcome::passed);
  QCOMPARE(run->lanes.size(), 8u);
  QCOMPARE(run->outcome, RunOutcome::recovered);
  QVERIFY(run->firstFailure);
  QCOMPARE(run->findings[*run->firstFailure].attempt.value_or(99), 0u);
}

void TestAssembly::withoutAJobLog() {
  LogFolder folder;
  folder.writeRank("1/none_zz", 0, 0, {"plain"}, {test::c10Head(0, "03:00:00") + "hello"});
  folder.writeRank("1/none_zz", 0, 1, {"plain"}, {test::c10Head(1, "03:00:01") + "hello"});
  folder.writeRank("1/none_aa", 0, 0, {"plain"}, {test::c10Head(0, "04:00:00") + "hello"});
  folder.writeRank("1/none_aa", 0, 1, {"plain"}, {test::c10Head(1, "04:00:01") + "hello"});
  const auto run = folder.load();
  QCOMPARE(run->launches.size(), 2u);
  QVERIFY(run->launches[0].directory.ends_with("none_zz"));  // by their own stamps
  QVERIFY(run->launches[1].directory.ends_with("none_aa"));
  QCOMPARE(run->lanes.size(), 4u);
  QCOMPARE(run->lanes[0].sources.size(), 2u);
  QVERIFY(run->source(run->lanes[0].sources[0]).path.ends_with("stdout.log"));
}

void TestAssembly::withoutATree() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("");
  for (int rank = 0; rank < 4; ++rank) writer.task("[default" + std::to_string(rank) + "]:hello PASSED");
  writer.task("+ rc=0");
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  QCOMPARE(run->lanes.size(), 4u);
  for (const Lane& lane : run->lanes) QVERIFY(lane.sources.empty());
  QCOMPARE(run->worldSize.value_or(0), 4u);
}

// The second node of two: local ranks 0 and 1 are the global ranks 2 and 3, which only the files' own lines say.
void TestAssembly::statedRanksBeatPaths() {
  LogFolder folder;
  folder.writeRank("node1/none_b", 0, 0, {"plain"}, {test::c10Head(2, "03:00:00") + "hello"});
  folder.writeRank("node1/none_b", 0, 1, {"plain"}, {test::c10Head(3, "03:00:00") + "hello"});
  const auto run = folder.load();
  QCOMPARE(lanes(run), QStringList({"0/0/2 stated open", "0/0/3 stated open"}));
  QCOMPARE(run->lanes[0].localRank.value_or(99), 0u);
  for (const SourceId id : run->lanes[1].sources) QCOMPARE(run->source(id).rank.value_or(99), 3u);
}

// Two nodes that nothing numbers but their folders: said, and the report says so.
void TestAssembly::nodesInOrder() {
  LogFolder folder;
  for (const std::string node : {"node-0", "node-1"}) {
    for (int local = 0; local < 2; ++local) folder.writeRank(node + "/none_" + node.back(), 0, local, {"2026-01-02 03:04:05,000 INFO hello"});
  }
  const auto run = folder.load();
  QCOMPARE(lanes(run), QStringList({"0/0/0 path open", "0/0/1 path open", "0/0/2 order open", "0/0/3 order open"}));
  QCOMPARE(run->lanes[3].localRank.value_or(99), 1u);
  QCOMPARE(run->worldSize.value_or(0), 4u);

  LogFolder named;                               // hosts: only their names tell them apart
  for (const std::string host : {"alder17", "birch03"}) {
    named.write(host + ".log", {"[default0]:2026-01-02 03:04:05,000 INFO hello PASSED", "[default1]:2026-01-02 03:04:06,000 INFO hello PASSED",
                                "W0102 03:04:07.000000 9 torch/distributed/elastic/multiprocessing/api.py:9] Sending process 20 closing signal SIGTERM",
                                "W0102 03:04:07.000000 9 torch/distributed/elastic/multiprocessing/api.py:9] Sending process 21 closing signal SIGTERM"});
  }
  const auto hosts = named.load();
  QCOMPARE(lanes(hosts), QStringList({"0/0/0 order open", "0/0/1 order open", "0/0/2 order open", "0/0/3 order open"}));
  const auto& notes = hosts->coverage.notes;
  QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string& note) { return note.find("order of the nodes' names") != std::string::npos; }));
}

// The agents say which ranks are theirs, against the order of the names; pids and local ranks repeat.
void TestAssembly::nodesAsTheirAgentsCount() {
  LogFolder folder;
  const auto agent = [](const std::string& text) { return "I0102 03:04:05.000000 9 torch/distributed/elastic/agent/server/api.py:525] " + text; };
  const auto node = [&](const std::string& name, const std::string& group, const std::string& ranks, int failed) {
    folder.write(name, {agent("[default] Rendezvous complete for workers. Result:"), agent("  group_rank=" + group), agent("  group_world_size=2"),
                        agent("  local_ranks=[0, 1]"), agent("  global_ranks=" + ranks),
                        "[default0]:tests/a.py::one PASSED", "[default1]:tests/a.py::one PASSED",
                        "E0102 03:14:05.000000 9 torch/distributed/elastic/multiprocessing/api.py:9] failed (exitcode: " + std::to_string(failed) + ") local_rank: 1 (pid: 77) of binary: python"});
  };
  node("a.log", "1", "[2, 3]", 3);
  node("b.log", "0", "[0, 1]", 5);
  const auto run = folder.load();
  QCOMPARE(lanes(run), QStringList({"0/0/0 stated open", "0/0/1 stated exited", "0/0/2 stated open", "0/0/3 stated exited"}));
  QCOMPARE(run->lanes[1].end.code.value_or(0), 5);
  QCOMPARE(run->lanes[3].end.code.value_or(0), 3);
  QCOMPARE(run->worldSize.value_or(0), 4u);

  LogFolder half;                                // one node's log of two
  half.write("b.log", {agent("[default] Rendezvous complete for workers. Result:"), agent("  group_rank=1"), agent("  group_world_size=2"),
                       agent("  global_ranks=[2, 3]"), "[default0]:tests/a.py::one PASSED"});
  const auto part = half.load();
  QCOMPARE(part->worldSize.value_or(0), 4u);
  QCOMPARE(lanes(part), QStringList({"0/0/2 stated open"}));
  QCOMPARE(part->coverage.missingRanks, std::vector<Rank>({0, 1, 3}));
}

// Each node's launcher log beside its tree: the copies say which folder is whose.
void TestAssembly::nodesBesideTheirLogs() {
  LogFolder folder;
  for (const std::string host : {"alder", "birch"}) {
    std::vector<std::string> log = {"+ torchrun --nnodes 2 --nproc_per_node 2 --node_rank " + std::string(host == "alder" ? "1" : "0") + " train.py"};
    for (int i = 0; i < 30; ++i) log.push_back("[default0]:" + host + " step " + std::to_string(i));
    log.emplace_back("+ rc=0");
    folder.write(host + "/console.log", log);
    std::vector<std::string> own;
    for (int i = 0; i < 30; ++i) own.push_back(host + " step " + std::to_string(i));
    folder.writeRank(host + "/none_" + host, 0, 0, own);
    folder.writeRank(host + "/none_" + host, 0, 1, {"quiet"});
  }
  const auto run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  QCOMPARE(lanes(run), QStringList({"0/0/0 path exited", "0/0/1 path exited", "0/0/2 order exited", "0/0/3 order exited"}));
  for (const SourceId id : run->lanes[2].sources) QVERIFY(qs(run->source(id).path).contains("alder"));
  QCOMPARE(run->worldSize.value_or(0), 4u);
}

// Two pieces of evidence: the line wins, and the report names both.
void TestAssembly::ranksThatDisagree() {
  LogFolder folder;
  folder.write("rank_3.log", {"plain", test::c10Head(5, "03:00:00") + "hello"});
  folder.write("rank_4.log", {test::c10Head(4, "03:00:00") + "===== hello", test::c10Head(6, "03:00:01") + "===== hello"});
  folder.write("rank_0.log", {"plain"});
  const auto run = folder.load();
  QCOMPARE(run->coverage.conflicts.size(), 1u);
  const Conflict& conflict = run->coverage.conflicts[0];
  QVERIFY(qs(conflict.what).endsWith("rank_3.log"));
  QCOMPARE(conflict.values, std::vector<std::string>({"rank 3 by its name", "rank 5 in line 2"}));
  QCOMPARE(sourceNamed(run, "rank_3")->rank.value_or(99), 5u);
  QVERIFY(!sourceNamed(run, "rank_4")->rank);    // two ranks write into it
  QCOMPARE(lanes(run), QStringList({"0/0/0 path open", "0/0/4 stated open", "0/0/5 stated open", "0/0/6 stated open"}));
}

void TestAssembly::oneFileForEachAttempt() {
  LogFolder folder;
  for (int cycle = 0; cycle < 2; ++cycle) {
    folder.write("job_cycle" + std::to_string(cycle) + ".log",
                 {"[default0]:tests/a.py::one PASSED", "[default1]:tests/a.py::one PASSED",
                  "E0102 03:1" + std::to_string(cycle) + ":05.000000 9 torch/distributed/elastic/multiprocessing/api.py:9] failed (exitcode: " + std::to_string(1 + cycle) + ") local_rank: 1 (pid: 77) of binary: python"});
  }
  const auto run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  QCOMPARE(run->launches[0].attempts.size(), 2u);
  QCOMPARE(lanes(run), QStringList({"0/0/0 order open", "0/0/1 order exited", "0/1/0 order open", "0/1/1 order exited"}));
  QCOMPARE(run->lanes[1].end.code.value_or(0), 1);
  QCOMPARE(run->lanes[3].end.code.value_or(0), 2);
}

// The rank's own stack, which its standard error shows without a time.
void TestAssembly::errorFile() {
  LogFolder folder;
  folder.writeRank("none_a", 0, 0, {"plain"});
  folder.writeRank("none_a", 0, 1, {}, {"Traceback (most recent call last):", "  File \"/w/t.py\", line 3, in f", "    g()", "ValueError: bad"});
  folder.writeBytes("none_a/attempt_0/1/error.json",
                    R"({"message": {"message": "ValueError: bad", "extraInfo": {"py_callstack": "Traceback (most recent call last):\n  File \"/w/t.py\", line 3, in f\n    g()\nValueError: bad\n", "timestamp": "1767323045"}}})");
  const auto run = folder.load();
  QVERIFY(run->firstFailure);
  const Finding& first = run->findings[*run->firstFailure];
  QCOMPARE(first.ranks, std::vector<Rank>({1}));
  QCOMPARE(first.attributes.exceptionType, std::string("ValueError"));
  QCOMPARE(first.time.utc, 1'767'323'045'000'000'000);
  QCOMPARE(first.evidence.size(), 2u);
}

void TestAssembly::pidsOfTheAgent() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.all("step");
  writer.agent("Sending process 4000 closing signal SIGTERM");
  writer.agent("Sending process 4001 closing signal SIGTERM");
  writer.agent("Sending process 4003 closing signal SIGTERM");
  writer.agent("failed (exitcode: 1) local_rank: 2 (pid: 4002) of binary: /usr/bin/python3");
  writer.endLaunch(1);
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(run->lanes.size(), 4u);
  for (std::uint32_t rank = 0; rank < 4; ++rank) QCOMPARE(run->lanes[rank].pid.value_or(0), 4000 + rank);
  QCOMPARE(lanes(run), QStringList({"0/0/0 path stopped", "0/0/1 path stopped", "0/0/2 path exited", "0/0/3 path stopped"}));
  QCOMPARE(run->launches[0].exit.firstExitRank.value_or(99), 2u);
}

void TestAssembly::endsOfLanes() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.all("step");
  writer.agent("Sending process 4000 closing signal SIGTERM");
  writer.agent("Sending process 4003 closing signal SIGTERM");
  writer.wait(30);
  writer.agent("Unable to shutdown process 4003 via 15, forcefully exiting via 9");
  writer.agent("failed (exitcode: -6) local_rank: 1 (pid: 4001) of binary: /usr/bin/python3");
  writer.task("Failures:");
  writer.task("[1]:");
  writer.task("  time      : 2026-01-02_03:00:20");
  writer.task("  rank      : 2 (local_rank: 2)");
  writer.task("  exitcode  : -9 (pid: 4002)");
  writer.task("Root Cause (first observed failure):");
  writer.task("[0]:");
  writer.task("  time      : 2026-01-02_03:00:02");
  writer.task("  rank      : 1 (local_rank: 1)");
  writer.task("  exitcode  : -6 (pid: 4001)");
  writer.task("============================================================");
  writer.endLaunch(1);
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(run->lanes[0].end.kind, EndKind::stopped);
  QCOMPARE(run->lanes[1].end.kind, EndKind::crashed);
  QCOMPARE(qs(run->lanes[1].end.signal), QStringLiteral("SIGABRT"));
  QCOMPARE(run->lanes[1].end.time.utc, test::ns("2026-01-02T03:00:02Z"));
  QCOMPARE(run->lanes[2].end.kind, EndKind::killed);
  QCOMPARE(run->lanes[3].end.kind, EndKind::killed);
  QCOMPARE(qs(run->lanes[3].end.by), QStringLiteral("torchrun agent"));
  QCOMPARE(run->launches[0].exit.firstExitRank.value_or(99), 1u);
  for (const Lane& lane : run->lanes) QVERIFY(lane.end.evidence);
}

void TestAssembly::openTests() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.beginSession(2);
  writer.test("tests/a.py::one", "PASSED");
  writer.test("tests/a.py::two", "", {{1, "PASSED"}});
  writer.agent("Sending process 4000 closing signal SIGTERM");
  writer.endLaunch(143);
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(qs(run->lanes[0].test), QStringLiteral("tests/a.py::two"));
  QCOMPARE(qs(run->lanes[1].test), QString());
  QCOMPARE(qs(run->lanes[3].test), QStringLiteral("tests/a.py::two"));
}

void TestAssembly::countsOfFinalLines() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.beginSession(3);
  writer.test("tests/a.py::one", "PASSED");
  writer.test("tests/a.py::two", "SKIPPED (no device)");
  writer.test("tests/a.py::three", "PASSED", {{3, "FAILED"}});
  writer.out(0, "======================== 2 passed, 1 skipped in 30.00s ========================");
  writer.out(1, "======================== 2 passed, 1 skipped in 30.50s ========================");
  writer.out(3, "=================== 1 failed, 1 passed, 1 skipped in 31.00s ====================");
  writer.endLaunch(1);
  writer.finish();
  const auto run = folder.load();
  const LaunchTests& tests = *run->launches[0].tests;
  QCOMPARE(tests.collected.value_or(0), 3u);
  QCOMPARE(tests.ranks.size(), 4u);
  QCOMPARE(tests.ranks[0].passed.value_or(99), 2u);
  QCOMPARE(tests.ranks[0].skipped.value_or(99), 1u);
  QCOMPARE(tests.ranks[1].seconds.value_or(0), 30.5);
  QVERIFY(!tests.ranks[2].complete);
  QCOMPARE(tests.ranks[3].failed.value_or(99), 1u);
  QVERIFY(tests.ranks[3].complete);
}

void TestAssembly::layouts() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.passingLaunch("none_a");
  writer.finish();
  folder.write("nccl_debug.log", {"task-1:4001:4100 [1] NCCL INFO x", "task-1:4001:4100 [1] NCCL INFO y"});
  folder.write("notes.txt", {"nothing special"});
  const auto run = folder.load();
  QCOMPARE(sourceNamed(run, "job.txt")->layout, Layout::jobLog);
  QCOMPARE(sourceNamed(run, "nccl_debug")->layout, Layout::nccl);
  QCOMPARE(sourceNamed(run, "notes")->layout, Layout::other);
  const Source* file = sourceNamed(run, "/2/stderr.log");
  if (file) QCOMPARE(file->layout, Layout::torchrun);  // empty files may be left out
  const Source* out = sourceNamed(run, "/2/stdout.log");
  QVERIFY(out);
  QCOMPARE(out->stream, Stream::out);
  QCOMPARE(out->rank.value_or(99), 2u);
  QCOMPARE(out->launch.value_or(99), 0u);
  QCOMPARE(out->attempt.value_or(99), 0u);
}

void TestAssembly::jobFacts() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.job("Runner name: 'pool-7'");
  writer.job("Complete job name: unit/models - latest");
  writer.job("node_name=gpu-12");
  writer.job("latest: Pulling from team/image");
  writer.wait(40);
  writer.job("Digest: sha256:00aa11bb");
  writer.passingLaunch("none_a");
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(qs(run->identity.job), QStringLiteral("unit/models - latest"));
  QCOMPARE(qs(run->environment.runner), QStringLiteral("pool-7"));
  QCOMPARE(qs(run->environment.node), QStringLiteral("gpu-12"));
  QCOMPARE(qs(run->environment.imageDigest), QStringLiteral("sha256:00aa11bb"));
}

void TestAssembly::sharedFile() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.all("step");
  for (int pid = 4000; pid < 4004; ++pid) {
    if (pid != 4002) writer.agent("Sending process " + std::to_string(pid) + " closing signal SIGTERM");
  }
  writer.agent("failed (exitcode: 1) local_rank: 2 (pid: 4002) of binary: /usr/bin/python3");
  writer.endLaunch(1);
  writer.finish();
  std::vector<std::string> nccl;
  for (int rank = 0; rank < 4; ++rank) {
    const std::string r = std::to_string(rank);
    nccl.push_back("task-1:400" + r + ":4100 [" + r + "] NCCL INFO ncclCommInitRankConfig comm 0x55d0 rank " + r +
                   " nranks 4 cudaDev " + r + " nvmlDev " + r + " busId " + r + "b000 commId 0x9a10 - Init COMPLETE");
  }
  nccl.push_back("");
  nccl.push_back(
      "[2026-01-02 03:00:02] task-1:4001:4100 [1] misc/argcheck.cc:41 NCCL WARN Error: corrupted comm object detected");
  folder.write("nccl_debug.log", nccl);
  const auto run = folder.load();
  QCOMPARE(run->lanes.size(), 4u);
  QCOMPARE(run->lanes[3].device.value_or(99), 3u);
  QCOMPARE(qs(run->lanes[3].busId), QStringLiteral("3b000"));
  QCOMPARE(run->lanes[3].pid.value_or(0), 4003u);
}

// NCCL's own lines carry no time unless it warns; where there is one launch only, there is no doubt.
void TestAssembly::sharedFileWithoutStamps() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.passingLaunch("none_a");
  writer.finish();
  std::vector<std::string> nccl;
  for (int rank = 0; rank < 4; ++rank) {
    const std::string r = std::to_string(rank);
    nccl.push_back("task-1:400" + r + ":4100 [" + r + "] NCCL INFO ncclCommInitRankConfig comm 0x55d0 rank " + r +
                   " nranks 4 cudaDev " + r + " nvmlDev " + r + " busId " + r + "b000 commId 0x9a10 - Init COMPLETE");
  }
  folder.write("nccl_debug.log", nccl);
  const auto run = folder.load();
  QCOMPARE(run->lanes[3].device.value_or(99), 3u);
  QCOMPARE(qs(run->lanes[3].busId), QStringLiteral("3b000"));
}

QTEST_GUILESS_MAIN(TestAssembly)
#include "tst_assembly.moc"
