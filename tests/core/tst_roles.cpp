// SPDX-License-Identifier: Apache-2.0
// What ties a later failure to the first one, and what does not; which class a failure has where its words alone do not decide.
#include "core/report/explain.h"
#include "tests/support/job_writer.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace lanescope;
using namespace lanescope::model;
using lanescope::test::JobWriter;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

using RunPtr = std::shared_ptr<const Run>;

const Finding& firstOf(const RunPtr& run) {
  if (!run->firstFailure) qFatal("no first failure");
  return run->findings[*run->firstFailure];
}

const Finding* withTitle(const RunPtr& run, const char* part) {
  const auto found = std::find_if(run->findings.begin(), run->findings.end(), [part](const Finding& finding) { return finding.title.find(part) != std::string::npos; });
  return found == run->findings.end() ? nullptr : &*found;
}

QString listOf(const std::vector<Rank>& ranks) {
  QStringList out;
  for (const Rank rank : ranks) out << QString::number(rank);
  return out.join(',');
}

void section(JobWriter& writer, int rank, const std::string& title, const std::string& error) {
  writer.out(rank, "_______________________________ " + title + " _______________________________");
  writer.out(rank, "");
  writer.out(rank, ">       run()");
  writer.out(rank, "E       " + error);
  writer.out(rank, "");
  writer.out(rank, "tests/a.py:12: " + error.substr(0, error.find(':')));
}

// Rank 2 fails in two tests, one after the other; pytest prints both at its end.
RunPtr twoTests(const std::string& earlier, const std::string& later) {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.beginSession(3);
  writer.test("tests/a.py::one", "PASSED", {{2, "FAILED"}});
  writer.test("tests/a.py::two", "PASSED", {{2, "FAILED"}});
  writer.test("tests/a.py::three", "PASSED");
  writer.out(2, "=================================== FAILURES ===================================");
  section(writer, 2, "one", earlier);
  section(writer, 2, "two", later);
  writer.endSession("3 passed");
  writer.endLaunch(1);
  writer.finish();
  return folder.load();
}

// A rank's uncaught exception in a merged log, and the agent that stops the others.
RunPtr uncaught(const std::vector<std::string>& lines, int rank = 1) {
  LogFolder folder;
  std::vector<std::string> log{"+ torchrun --nproc_per_node 4 train.py"};
  log.insert(log.end(), lines.begin(), lines.end());
  for (int other = 0; other < 4; ++other) {
    if (other != rank) log.push_back("W0102 03:10:05.250000 3999 torch/distributed/elastic/multiprocessing/api.py:984] Sending process " + std::to_string(4000 + other) + " closing signal SIGTERM");
  }
  log.push_back("E0102 03:10:06.250000 3999 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: 1) local_rank: " + std::to_string(rank) + " (pid: " + std::to_string(4000 + rank) +
                ") of binary: /usr/bin/python3");
  folder.write("train.log", log);
  return folder.load();
}

}  // namespace

class TestRoles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void laterTests_data();
  void laterTests();
  void fullDisks_data();
  void fullDisks();
  void workersOfADataLoader();
  void workersOfTwoRanks();
  void oneStreamSaysItTwice();
  void anotherProcessThatWentDown();
  void stoppedInsideTests();
  void gatheredExceptions();
  void ownersOfLimits_data();
  void ownersOfLimits();
  void usersChoice();
  void choicesThatDoNotApply_data();
  void choicesThatDoNotApply();
  void explanations();
  void fingerprints();
};

void TestRoles::laterTests_data() {
  QTest::addColumn<QString>("earlier");
  QTest::addColumn<QString>("later");
  QTest::addColumn<QString>("role");
  const QString cuda = QStringLiteral("RuntimeError: CUDA error: an illegal memory access was encountered");
  QTest::newRow("nothing ties them") << QStringLiteral("AssertionError: 1 is not 2") << QStringLiteral("ValueError: no such shape") << QStringLiteral("initiating");
  QTest::newRow("CUDA's error stays with the process") << cuda << QStringLiteral("RuntimeError: CUDA error: device-side assert triggered") << QStringLiteral("cascade");
  QTest::newRow("an assertion is not CUDA's") << cuda << QStringLiteral("AssertionError: 1 is not 2") << QStringLiteral("initiating");
}

void TestRoles::laterTests() {
  QFETCH(QString, earlier);
  QFETCH(QString, later);
  const RunPtr run = twoTests(earlier.toStdString(), later.toStdString());
  QCOMPARE(qs(firstOf(run).attributes.test), QStringLiteral("tests/a.py::one"));
  const auto second = std::find_if(run->findings.begin(), run->findings.end(), [](const Finding& finding) { return finding.attributes.test == "tests/a.py::two"; });
  QVERIFY(second != run->findings.end());
  QTEST(QString::fromLatin1(toString(second->role)), "role");
}

// A full disk is a checkpoint's failure only where the program was saving.
void TestRoles::fullDisks_data() {
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<QString>("findingClass");
  const auto traceback = [](const char* file, const char* function, const char* error) {
    return QStringList{QStringLiteral("[rank1]: Traceback (most recent call last):"), QStringLiteral("[rank1]:   File \"%1\", line 9, in %2").arg(QLatin1String(file), QLatin1String(function)),
                       QStringLiteral("[rank1]:     f.write(data)"), QStringLiteral("[rank1]: ") + QLatin1String(error)};
  };
  QTest::newRow("in a save") << traceback("/opt/torch/serialization.py", "save", "OSError: [Errno 28] No space left on device") << QStringLiteral("checkpoint");
  QTest::newRow("a checkpoint's file") << traceback("/x/io.py", "put", "OSError: [Errno 28] No space left on device: '/lustre/ckpt/step-20/__1_0.distcp'") << QStringLiteral("checkpoint");
  QTest::newRow("in a writer of metrics") << traceback("/x/metrics.py", "flush", "OSError: [Errno 28] No space left on device") << QStringLiteral("python-exception");
  QTest::newRow("NCCL's shared memory")
      << QStringList{QStringLiteral("[2026-01-02 03:10:01] node-a07:4001:4388 [1] misc/shmutils.cc:87 NCCL WARN Error while creating shared memory segment /dev/shm/nccl-a1 (size 9637888), error: No space left on device (28)")}
      << QStringLiteral("nccl-error");
}

void TestRoles::fullDisks() {
  QFETCH(QStringList, lines);
  std::vector<std::string> log;
  for (const QString& line : lines) log.push_back(line.toStdString());
  const RunPtr run = uncaught(log);
  QTEST(QString::fromLatin1(toString(firstOf(run).findingClass)), "findingClass");
}

// A worker process has no rank in front of its lines; the rank that started it says which one it was.
void TestRoles::workersOfADataLoader() {
  const RunPtr run = uncaught({"ERROR: Unexpected bus error encountered in worker. This might be caused by insufficient shared memory (shm).",
                               "[rank3]: Traceback (most recent call last):", "[rank3]:   File \"/x/train.py\", line 9, in <module>", "[rank3]:     next(it)",
                               "[rank3]: RuntimeError: DataLoader worker (pid 9107) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit."},
                              3);
  const Finding& first = firstOf(run);
  QCOMPARE(first.findingClass, FindingClass::hostOom);
  QCOMPARE(listOf(first.ranks), QStringLiteral("3"));
  QCOMPARE(first.evidence.front().line, 2u);
  QVERIFY(std::none_of(run->findings.begin(), run->findings.end(), [](const Finding& finding) { return finding.role == Role::initiating; }));
}

void TestRoles::workersOfTwoRanks() {
  std::vector<std::string> lines{"ERROR: Unexpected bus error encountered in worker. This might be caused by insufficient shared memory (shm)."};
  for (const char* rank : {"[rank1]: ", "[rank3]: "}) {
    for (const char* line : {"Traceback (most recent call last):", "  File \"/x/train.py\", line 9, in <module>", "    next(it)",
                             "RuntimeError: DataLoader worker (pid 9107) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory."})
      lines.push_back(std::string(rank) + line);
  }
  const RunPtr run = uncaught(lines);
  const Finding* finding = withTitle(run, "A data loader worker met a bus error");
  QVERIFY(finding);
  QCOMPARE(listOf(finding->ranks), QStringLiteral("1,3"));
  QVERIFY(!finding->evidence.front().rank || finding->evidence.front().line > 2);   // the worker's line is given to neither
}

// NCCL's warning and the exception that repeats it, of one process: the stream says which came first.
void TestRoles::oneStreamSaysItTwice() {
  const char* const text = "Error while creating shared memory segment /dev/shm/nccl-a1 (size 9637888), error: No space left on device (28)";
  const RunPtr run = uncaught({"[default1]:[2026-01-02 03:10:01] node-a07:4001:4388 [1] misc/shmutils.cc:87 NCCL WARN " + std::string(text), "[default1]:[rank1]: Traceback (most recent call last):",
                               "[default1]:[rank1]:   File \"/x/train.py\", line 9, in <module>", "[default1]:[rank1]:     dist.barrier()",
                               "[default1]:[rank1]: torch.distributed.DistBackendError: NCCL error in: x.cpp:94, unhandled system error (run with NCCL_DEBUG=INFO for details), NCCL version 2.27.5",
                               "[default1]:[rank1]: ncclSystemError: System call (e.g. socket, malloc) or external library call failed or device error.", "[default1]:[rank1]: Last error:",
                               std::string("[default1]:[rank1]: ") + text});
  QCOMPARE(firstOf(run).evidence.front().line, 2u);
  QVERIFY(qs(firstOf(run).title).contains(QStringLiteral("No space left on device")));
  for (const Finding& finding : run->findings) QVERIFY2(finding.role != Role::initiating && finding.orderUndecidedWith.empty(), finding.title.c_str());
}

// What a driver raises for an actor that went down is no failure of its own.
void TestRoles::anotherProcessThatWentDown() {
  const RunPtr run = uncaught({"[rank1]: Traceback (most recent call last):", "[rank1]:   File \"/x/worker.py\", line 9, in step", "[rank1]:     f()", "[rank1]: KeyError: 'mask'",
                               "Traceback (most recent call last):", "  File \"/x/driver.py\", line 54, in main", "    run(config)",
                               "ray.exceptions.RayTaskError(ActorDiedError): ray::TaskRunner.run() (pid=1184, ip=10.0.0.7)", "  File \"/x/trainer.py\", line 912, in fit", "    update(batch)",
                               "ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task."});
  QCOMPARE(qs(firstOf(run).attributes.exceptionType), QStringLiteral("KeyError"));
  for (const Finding& finding : run->findings) QVERIFY2(finding.role != Role::initiating, finding.title.c_str());
}

// The limit of a CI step: which test each rank was in, and since when nothing was printed.
void TestRoles::stoppedInsideTests() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.beginSession(2);
  writer.test("tests/a.py::one", "PASSED", {{3, ""}});
  for (int rank = 0; rank < 3; ++rank) writer.out(rank, "tests/a.py::two ");
  writer.wait(1500);
  writer.job("##[error]The action 'Run tests' has timed out after 25 minutes.");
  writer.endLaunch(1);
  writer.finish();
  const RunPtr run = folder.load();
  const Finding& first = firstOf(run);
  QCOMPARE(first.findingClass, FindingClass::timeLimit);
  QCOMPARE(listOf(first.stalledRanks), QStringLiteral("0,1,2"));
  QVERIFY2(qs(first.title).contains(QStringLiteral("rank 3 was in one, ranks 0\u20132 were in two")), first.title.c_str());
  QVERIFY2(qs(first.why).contains(QStringLiteral("printed nothing for")), first.why.c_str());
  QVERIFY(first.suspectRanks.empty() && first.missingRanks.empty());
}

// torch.distributed.checkpoint gathers what one rank raised and raises it on all.
void TestRoles::gatheredExceptions() {
  std::vector<std::string> lines;
  for (const char* rank : {"[rank0]: ", "[rank1]: ", "[rank3]: "}) {
    for (const char* line : {"Traceback (most recent call last): (RANK 3)", "  File \"/x/serialization.py\", line 943, in save", "    f.write(data)", "OSError: [Errno 28] No space left on device"})
      lines.push_back(std::string(rank) + line);
  }
  const RunPtr run = uncaught(lines);
  QCOMPARE(listOf(firstOf(run).ranks), QStringLiteral("3"));
  QVERIFY2(qs(firstOf(run).title).contains(QStringLiteral("on rank 3, told by ranks 0, 1 and 3")), firstOf(run).title.c_str());
}

void TestRoles::ownersOfLimits_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("kind");
  QTest::addColumn<int>("seconds");
  const auto row = [](const char* name, const char* line, const char* kind, int seconds) { QTest::newRow(name) << QString::fromLatin1(line) << kind << seconds; };
  row("heartbeat", "[rank1]:[E102 03:10:01.123456789 ProcessGroupNCCL.cpp:1870] [PG ID 0 PG GUID 0(default_pg) Rank 1] ProcessGroupNCCL's watchdog got stuck for 480 seconds without making progress in monitoring enqueued collectives.", "nccl", 480);
  row("gloo", "[rank1]: RuntimeError: [/x/gloo/transport/tcp/unbound_buffer.cc:81] Timed out waiting 1800000ms for recv operation to complete", "process-group", 1800);
  row("the store's clients", "[rank1]: torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 3/4 clients joined.", "store", 601);
}

void TestRoles::ownersOfLimits() {
  QFETCH(QString, line);
  std::vector<std::string> lines;
  if (line.startsWith(QStringLiteral("[rank1]: "))) lines = {"[rank1]: Traceback (most recent call last):", "[rank1]:   File \"/x/train.py\", line 9, in <module>", "[rank1]:     sync()"};
  lines.push_back(line.toStdString());
  const RunPtr run = uncaught(lines);
  const Attributes& attributes = firstOf(run).attributes;
  QVERIFY(attributes.limitOwner.has_value());
  QTEST(qs(attributes.limitOwner->kind), "kind");
  QTEST(static_cast<int>(attributes.timeoutMs.value_or(0) / 1000), "seconds");
}

namespace {

// Rank 2 fails, then rank 1 in another test; `choice` is what the user says.
RunPtr twoRanks(const std::string& choice, int shift = 0, const std::string& host = "node-a07") {
  LogFolder folder;
  JobWriter writer(folder);
  writer.wait(shift);
  writer.beginLaunch("none_a");
  writer.beginSession(2);
  writer.test("tests/a.py::one", "PASSED", {{2, "FAILED"}});
  writer.test("tests/a.py::two", "PASSED", {{1, "FAILED"}});
  writer.out(2, "=================================== FAILURES ===================================");
  section(writer, 2, "one", "ValueError: shard " + std::to_string(7 + shift) + " of " + host + ":" + std::to_string(4000 + shift) + " at 0x7f" + std::to_string(shift));
  writer.out(1, "=================================== FAILURES ===================================");
  section(writer, 1, "two", "KeyError: 'mask'");
  writer.endSession("2 passed");
  writer.endLaunch(1);
  writer.finish();
  session::Request request = folder.request();
  if (!choice.empty()) {
    Override said;
    said.what = kFirstFailureOverride;
    said.value = choice;
    request.overrides = Overrides{said};
  }
  return *folder.tryLoad(request);
}

}  // namespace

void TestRoles::usersChoice() {
  const RunPtr tools = twoRanks({});
  QCOMPARE(listOf(firstOf(tools).ranks), QStringLiteral("2"));
  QVERIFY(!tools->firstFailureByUser && tools->firstFailureTool == tools->firstFailure);
  const Finding* other = withTitle(tools, "KeyError");
  QVERIFY(other);
  const RunPtr users = twoRanks(other->fingerprint);
  QVERIFY(users->firstFailureByUser);
  QCOMPARE(listOf(firstOf(users).ranks), QStringLiteral("1"));
  QVERIFY2(qs(firstOf(users).why).contains(QStringLiteral("user's own choice")), firstOf(users).why.c_str());
  QCOMPARE(listOf(users->findings[users->firstFailureTool.value()].ranks), QStringLiteral("2"));
  QVERIFY(users->findings[*users->firstFailureTool].role != Role::firstFailure);
  QVERIFY(users->overrides.front().problem.empty());
}

void TestRoles::choicesThatDoNotApply_data() {
  QTest::addColumn<QString>("value");
  QTest::newRow("no such finding") << QStringLiteral("0123456789abcdef");
  QTest::newRow("in another launch") << QString();
  QTest::newRow("no fingerprint") << QStringLiteral("the second one");
}

void TestRoles::choicesThatDoNotApply() {
  QFETCH(QString, value);
  const RunPtr tools = twoRanks({});
  const std::string choice = value.isEmpty() ? withTitle(tools, "KeyError")->fingerprint + "@4.0" : value.toStdString();
  const RunPtr run = twoRanks(choice);
  QVERIFY(!run->firstFailureByUser);
  QCOMPARE(qs(firstOf(run).title), qs(firstOf(tools).title));
  QVERIFY(!run->overrides.front().problem.empty());
}

// One rule decides a role, and it is the last that was asked.
void TestRoles::explanations() {
  const RunPtr run = twoRanks({});
  for (const Finding& finding : run->findings) {
    int applied = 0;
    for (const RuleTrace& trace : finding.rules) applied += trace.rule >= Rule::roleUser && trace.applies ? 1 : 0;
    QCOMPARE(applied, 1);
    QVERIFY(finding.rules.back().rule >= Rule::roleUser && finding.rules.back().applies);
    const QString text = qs(report::explainFinding(*run, finding));
    QVERIFY2(text.startsWith(qs(finding.id)) && text.contains(qs(finding.fingerprint)), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("\n  yes  ")) && text.contains(QStringLiteral("\n  no   ")), qPrintable(text));
  }
}

// The same failure at another time, on another host, with other numbers and addresses.
void TestRoles::fingerprints() {
  const RunPtr one = twoRanks({}), two = twoRanks({}, 500, "node-a19");
  QCOMPARE(qs(firstOf(one).fingerprint), qs(firstOf(two).fingerprint));
  QVERIFY(firstOf(one).title != firstOf(two).title);
  QVERIFY(firstOf(one).fingerprint != withTitle(one, "KeyError")->fingerprint);
  // Another text in the same test, and the same text in another test, are other failures.
  const RunPtr other = twoTests("ValueError: no such shape", "ValueError: no such shape");
  std::set<std::string> prints;
  for (const Finding& finding : other->findings) prints.insert(finding.fingerprint);
  QCOMPARE(prints.size(), other->findings.size());
  QVERIFY(prints.count(firstOf(one).fingerprint) == 0);
}

QTEST_GUILESS_MAIN(TestRoles)
#include "tst_roles.moc"
