// SPDX-License-Identifier: Apache-2.0
// What hosts, tools and libraries say beside the ranks' own output, in small invented runs: kernel lines, stack dumps, communicators,
// and how far the training had come.
#include "core/report/verdict.h"
#include "tests/support/job_writer.h"

#include <QtTest>

#include <algorithm>

using namespace lanescope;
using namespace lanescope::model;
using lanescope::test::JobWriter;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

using RunPtr = std::shared_ptr<const Run>;
const char* const kTrain = "torchrun --nproc_per_node 4 train.py";

std::string ncclLine(int rank, const std::string& text) {
  return "node-a07:" + std::to_string(4000 + rank) + ":4388 [" + std::to_string(rank) + "] NCCL INFO " + text;
}
std::string communicator(int rank, const std::string& id, const std::string& step, int address = 1) {
  return ncclLine(rank, "ncclCommInitRankConfig comm 0x55d" + std::to_string(address) + " rank " + std::to_string(rank) + " nranks 4 cudaDev " + std::to_string(rank) +
                            " nvmlDev " + std::to_string(rank) + " busId " + std::to_string(2 + rank) + "d000 commId 0x" + id + " - Init " + step);
}
void initialise(JobWriter& writer) {
  for (int rank = 0; rank < 4; ++rank) writer.out(rank, communicator(rank, "9a01", "START"));
  for (int rank = 0; rank < 4; ++rank) writer.out(rank, communicator(rank, "9a01", "COMPLETE"));
}

// Rank 2 ends with `status` at 03:00:32, the agent stops the others.
void endsOnRankTwo(JobWriter& writer, int status) {
  writer.wait(30);
  for (const int rank : {0, 1, 3}) writer.agent("Sending process " + std::to_string(4000 + rank) + " closing signal SIGTERM");
  writer.agent("failed (exitcode: " + std::to_string(status) + ") local_rank: 2 (pid: 4002) of binary: /usr/bin/python3");
  writer.endLaunch(1);
  writer.finish();
}

const Finding& first(const RunPtr& run) {
  if (!run->firstFailure) qFatal("no first failure");
  return run->findings[*run->firstFailure];
}

const Finding* withTitle(const RunPtr& run, const char* part) {
  const auto found = std::find_if(run->findings.begin(), run->findings.end(), [part](const Finding& finding) { return finding.title.find(part) != std::string::npos; });
  return found == run->findings.end() ? nullptr : &*found;
}

QString ranksOf(const std::vector<Rank>& ranks) {
  QStringList out;
  for (const Rank rank : ranks) out << QString::number(rank);
  return out.join(',');
}

}  // namespace

class TestHostLanes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bareKill();
  void kernelLines_data();
  void kernelLines();
  void stacksAreContext();
  void stacksAlone();
  void whoNeverBeganACommunicator();
  void whoDidNotComplete();
  void completeCommunicators();
  void damagedFilesProveNothing();
  void progressOfRanks();
  void iterationEvents();
  void manyIterations();
  void loopsInTests();
};

// Nothing says who killed it.
void TestHostLanes::bareKill() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", kTrain);
  initialise(writer);
  endsOnRankTwo(writer, -9);
  const RunPtr run = folder.load();
  QCOMPARE(first(run).findingClass, FindingClass::killed);
  QVERIFY(first(run).attributes.tiedBy.empty());
}

void TestHostLanes::kernelLines_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<int>("status");
  QTest::addColumn<QString>("findingClass");
  QTest::addColumn<QString>("ranks");
  QTest::addColumn<QString>("tiedBy");
  QTest::addColumn<QString>("suspects");
  const auto row = [](const char* name, const char* line, int status, const char* findingClass, const char* ranks, const char* tiedBy, const char* suspects) {
    QTest::newRow(name) << QString::fromLatin1(line) << status << QString::fromLatin1(findingClass) << QString::fromLatin1(ranks) << QString::fromLatin1(tiedBy) << QString::fromLatin1(suspects);
  };
  row("by pid", "Out of memory: Killed process 4002 (python3) total-vm:912345678kB, anon-rss:498765432kB", -9, "host-oom", "2", "pid 4002", "2");
  row("a container's limit", "Memory cgroup out of memory: Killed process 4002 (python3) total-vm:912345678kB, anon-rss:49kB", -9, "host-oom", "2", "pid 4002", "2");
  row("the choice alone", "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/,mems_allowed=0,task_memcg=/x,task=python3,pid=4002,uid=0", -9, "host-oom", "2", "pid 4002", "2");
  row("old kernel", "Killed process 4002 (python3) total-vm:912345678kB, anon-rss:498765432kB, file-rss:0kB", -9, "host-oom", "2", "pid 4002", "2");
  row("another pid inside the container", "Out of memory: Killed process 99123 (python3) total-vm:912345678kB, anon-rss:4kB", -9, "host-oom", "2", "host node-a07 and time", "");
  row("by bus", "NVRM: Xid (PCI:0000:4d:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.", -6, "ecc-xid", "2", "its PCI address 0000:4d:00", "2");
  row("by pid before bus", "NVRM: Xid (PCI:0000:4d:00): 48, pid=4002, name=python3, An uncorrectable double bit error", -6, "ecc-xid", "2", "pid 4002", "2");
}

void TestHostLanes::kernelLines() {
  QFETCH(const QString, line);
  QFETCH(const int, status);
  QFETCH(const QString, findingClass);
  QFETCH(const QString, ranks);
  QFETCH(const QString, tiedBy);
  QFETCH(const QString, suspects);
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", kTrain);
  initialise(writer);
  endsOnRankTwo(writer, status);
  folder.write("kern.log", {"Jan  2 02:59:01 node-a07 kernel: NVRM: loading NVIDIA UNIX x86_64 Kernel Module", "Jan  2 03:00:31 node-a07 kernel: " + line.toStdString()});
  const RunPtr run = folder.load();
  const Finding& finding = first(run);
  QCOMPARE(QString::fromLatin1(toString(finding.findingClass)), findingClass);
  QCOMPARE(ranksOf(finding.ranks), ranks);
  QCOMPARE(qs(finding.attributes.tiedBy), tiedBy);
  QCOMPARE(run->hostLanes.size(), std::size_t{1});
  QCOMPARE(qs(run->hostLanes.front().host), QStringLiteral("node-a07"));
  QVERIFY(std::any_of(run->events.begin(), run->events.end(), [&](const Event& event) { return LineRef{event.source, event.line} == run->hostLanes.front().lines.front(); }));
  QCOMPARE(ranksOf(finding.suspectRanks), suspects);
  QCOMPARE(qs(finding.suspectBasis), suspects.isEmpty() ? QString() : QStringLiteral("kernel-line"));
  QVERIFY(qs(finding.title).endsWith("tied by " + tiedBy));
  QCOMPARE(qs(run->source(finding.evidence.front().source).path).section('/', -1), QStringLiteral("kern.log"));
}

void TestHostLanes::stacksAreContext() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", kTrain);
  initialise(writer);
  endsOnRankTwo(writer, -6);
  folder.write("pyspy.txt", {"Process 4001: python train.py", "Python v3.12.3 (/usr/bin/python3.12)", "", "Thread 4001 (idle): \"MainThread\"",
                             "    recv (torch/distributed/distributed_c10d.py:2501)", "    <module> (train.py:88)"});
  const RunPtr run = folder.load();
  QCOMPARE(first(run).findingClass, FindingClass::launcherExit);
  const Finding* stacks = withTitle(run, "Stacks dumped");
  QVERIFY(stacks);
  QCOMPARE(stacks->role, Role::context);
  QCOMPARE(ranksOf(stacks->ranks), QStringLiteral("1"));
  QCOMPARE(stacks->attributes.stack.size(), 2u);
  QCOMPARE(qs(stacks->title), QStringLiteral("Stacks dumped of rank 1: in recv (distributed_c10d.py), <module> (train.py)"));
}

// A dump in a run that passed, or with nothing else in it, is no failure.
void TestHostLanes::stacksAlone() {
  LogFolder folder;
  folder.write("rank.log", {"[rank0]: hello", "Timeout (0:05:00)!", "Thread 0x00007f91a4a55b80 (most recent call first):", "  File \"/opt/dist.py\", line 12 in barrier"});
  const RunPtr run = folder.load();
  QVERIFY(!run->firstFailure);
  QVERIFY(run->outcome != RunOutcome::failed);
}

void TestHostLanes::whoNeverBeganACommunicator() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", kTrain);
  initialise(writer);
  for (const int rank : {0, 1, 2}) writer.out(rank, communicator(rank, "77aa", "START", 2));
  endsOnRankTwo(writer, -6);
  const RunPtr run = folder.load();
  const Finding* finding = withTitle(run, "initialisation of a communicator");
  QVERIFY(finding);
  QCOMPARE(ranksOf(finding->missingRanks), QStringLiteral("3"));
  QCOMPARE(ranksOf(finding->ranks), QStringLiteral("0,1,2"));
  QCOMPARE(finding->role, Role::context);
  QCOMPARE(finding->evidence.size(), 3u);
}

void TestHostLanes::whoDidNotComplete() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", kTrain);
  for (int rank = 0; rank < 4; ++rank) writer.out(rank, communicator(rank, "9a01", "START"));
  for (const int rank : {0, 1, 3}) writer.out(rank, communicator(rank, "9a01", "COMPLETE"));
  endsOnRankTwo(writer, -6);
  const RunPtr run = folder.load();
  const Finding* finding = withTitle(run, "initialisation of a communicator");
  QVERIFY(finding);
  QCOMPARE(ranksOf(finding->missingRanks), QStringLiteral("2"));
  QCOMPARE(ranksOf(finding->ranks), QStringLiteral("2"));
  QVERIFY(finding->suspectRanks.empty());
}

void TestHostLanes::completeCommunicators() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", kTrain);
  initialise(writer);
  for (int rank = 0; rank < 4; ++rank) writer.out(rank, ncclLine(rank, "comm 0x55d1 rank " + std::to_string(rank) + " nranks 4 cudaDev 0 busId 2d000 - Abort COMPLETE"));
  endsOnRankTwo(writer, -6);
  const RunPtr run = folder.load();
  QVERIFY(!withTitle(run, "initialisation of a communicator"));
  QCOMPARE(std::count_if(run->events.begin(), run->events.end(), [](const Event& event) { return event.kind == EventKind::ncclAbort && event.lane.valid(); }), 4);
}

void TestHostLanes::damagedFilesProveNothing() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", kTrain);
  endsOnRankTwo(writer, -6);
  std::string bytes(4'000, '\0');
  for (const int rank : {0, 1, 2}) bytes += communicator(rank, "77aa", "START", 2) + '\n';
  folder.writeBytes("nccl_debug.log", bytes);
  QVERIFY(!withTitle(folder.load(), "initialisation of a communicator"));
}


void TestHostLanes::progressOfRanks() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", kTrain);
  writer.all("started");
  for (int i = 1; i <= 120; ++i) {
    writer.wait(1);
    writer.out(3, "[2026-01-02 " + writer.clock() + ",250] iteration " + std::to_string(i) + "/ 500 | elapsed time per iteration (ms): 512.3 | lm loss: 1.0E+01 |");
  }
  writer.wait(2);
  writer.err(2, test::c10Head(2, writer.clock()) + "[Rank 2] found NaN in local grad norm for bucket #1");
  endsOnRankTwo(writer, 1);
  const RunPtr run = folder.load();
  const LoopProgress expected{"iteration", 120, 500, {}};
  QVERIFY(run->launches.at(0).progress == expected);
  QVERIFY(run->lanes.at(3).progress == expected);
  QVERIFY(!run->lanes.at(2).progress);
  QCOMPARE(first(run).findingClass, FindingClass::nan);
  QVERIFY(first(run).attributes.progress == expected);
  QVERIFY(qs(report::verdictOf(*run).headline).contains(QStringLiteral("after iteration 120 of 500")));
  const auto spans = std::count_if(run->intervals.begin(), run->intervals.end(), [](const Interval& i) { return i.kind == IntervalKind::iterations && i.lane.value == 3; });
  QCOMPARE(spans, 119);
}

void TestHostLanes::iterationEvents() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", kTrain);
  writer.all("started");
  for (const int i : {5, 6}) {
    writer.wait(7);
    writer.out(1, "[2026-01-02 " + writer.clock() + ",250] step " + std::to_string(i) + " loss 3.0");
  }
  writer.endLaunch(0);
  writer.finish();
  const RunPtr run = folder.load();
  std::vector<Event> events = allEvents(*run);
  events.erase(std::remove_if(events.begin(), events.end(), [](const Event& event) { return event.kind != EventKind::iteration; }), events.end());
  QCOMPARE(events.size(), 2u);
  QCOMPARE(events[0].detail, UINT32_MAX);
  QCOMPARE(events[1].detail, 7'000u);
  QCOMPARE(events[1].lane.value, 1u);
}

// However many there are, what is drawn stays few, and covers all of them.
void TestHostLanes::manyIterations() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", kTrain);
  writer.all("started");
  for (int i = 1; i <= 5'000; ++i) {
    writer.wait(1);
    writer.out(1, "[2026-01-02 " + writer.clock() + ",250] step " + std::to_string(i) + "/9000 loss 3.0");
  }
  writer.endLaunch(0);
  writer.finish();
  const RunPtr run = folder.load();
  std::vector<const Interval*> spans;
  for (const Interval& interval : run->intervals) {
    if (interval.kind == IntervalKind::iterations) spans.push_back(&interval);
  }
  QVERIFY(spans.size() > 500 && spans.size() <= 1'000);
  QCOMPARE(spans.back()->end.utc - spans.front()->begin.utc, std::int64_t{4'999} * 1'000'000'000);
  for (std::size_t i = 1; i < spans.size(); ++i) QCOMPARE(spans[i]->begin.utc, spans[i - 1]->end.utc);
  QCOMPARE(qs(spans.front()->label), QStringLiteral("steps 2 to 6"));
  QCOMPARE(run->iterations.at(1).size(), 5'000u);
}

void TestHostLanes::loopsInTests() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.beginSession(1);
  writer.all("tests/a.py::trains ");
  writer.all("step 3 loss 1.0");
  writer.all("PASSED");
  writer.endSession("1 passed");
  writer.endLaunch(0);
  writer.finish();
  QVERIFY(!folder.load()->launches.at(0).progress);
}

QTEST_APPLESS_MAIN(TestHostLanes)
#include "tst_host_lanes.moc"
