// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/stack_dump.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::qs;
using lanescope::test::scanLog;
using lanescope::test::scanRank;

namespace {

QStringList functionsOf(const FailureFact& fact) {
  QStringList out;
  for (const Frame& frame : fact.frames) out << QStringLiteral("%1@%2:%3").arg(qs(frame.function), qs(frame.file)).arg(frame.line);
  return out;
}

}  // namespace

class TestStackDump : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void heads_data();
  void heads();
  void fault();
  void timeout();
  void onRequest();
  void pySpy();
  void severalProcesses();
  void somebodyElsesProcess();
  void textBehindADump();
  void withoutAFrame();
};

void TestStackDump::heads_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<bool>("begins");
  QTest::newRow("fault") << "Fatal Python error: Segmentation fault" << true;
  QTest::newRow("time-out") << "Timeout (0:05:00)!" << true;
  QTest::newRow("thread") << "Thread 0x00007f91a3cf16c0 (most recent call first):" << true;
  QTest::newRow("named thread") << "Thread 0x00007f91a3cf16c0 [pt_autograd_0] (most recent call first):" << true;
  QTest::newRow("current thread") << "Current thread 0x00007f91a4a55b80 (most recent call first):" << true;
  QTest::newRow("py-spy") << "Process 4021: python train.py" << true;
  QTest::newRow("traceback") << "Traceback (most recent call last):" << false;
  QTest::newRow("pytest-timeout") << "+++++++++++++++++++++++++++++++++++ Timeout ++++++++++++++++++++++++++++++++++++" << false;
  QTest::newRow("a limit") << "Timeout (seconds): 300" << false;
  QTest::newRow("a named process") << "Process SpawnProcess-1:" << false;
  QTest::newRow("a process's end") << "Process 4021 did not exit after SIGKILL within 30s" << false;
  QTest::newRow("threads") << "Thread 12 started" << false;
  QTest::newRow("empty") << "" << false;
}

void TestStackDump::heads() {
  QFETCH(const QString, line);
  QFETCH(const bool, begins);
  QCOMPARE(StackDumpReader::begins(line.toStdString()), begins);
}

// The stacks belong to the fault that they follow: its own thread's is told, the outermost call first.
void TestStackDump::fault() {
  const SourceScan read = scanRank({"Fatal Python error: Segmentation fault", "", "Thread 0x00007f91a3cf16c0 (most recent call first):",
                                    "  File \"/opt/queue.py\", line 9 in wait", "", "Current thread 0x00007f91a4a55b80 (most recent call first):",
                                    "  File \"/opt/x.py\", line 982 in run", "  File \"/opt/main.py\", line 7 in <module>", "",
                                    "Extension modules: numpy._core._multiarray_umath, torch._C (total: 2)", "done"});
  QCOMPARE(read.failures.size(), 1u);
  const FailureFact& fact = read.failures.front();
  QCOMPARE(fact.kind, FailureFact::Kind::crash);
  QCOMPARE(functionsOf(fact), QStringList({"<module>@/opt/main.py:7", "run@/opt/x.py:982"}));
  QCOMPARE(fact.line, 1u);
  QCOMPARE(fact.lastLine, 10u);
}

void TestStackDump::timeout() {
  const SourceScan read = scanRank({"Timeout (0:05:00)!", "Thread 0x00007f91a3cf16c0 (most recent call first):", "  <no Python frame>", "",
                                    "Thread 0x00007f91a4a55b80 (most recent call first):", "  File \"/opt/dist.py\", line 12 in barrier",
                                    "  File \"/opt/main.py\", line 7 in <module>"});
  QCOMPARE(read.failures.size(), 1u);
  const FailureFact& fact = read.failures.front();
  QCOMPARE(fact.kind, FailureFact::Kind::stackDump);
  QCOMPARE(fact.line, 6u);
  QCOMPARE(qs(fact.text), QStringLiteral("barrier (dist.py), <module> (main.py)"));
  QCOMPARE(fact.pid, -1);
}

void TestStackDump::onRequest() {
  const SourceScan read = scanLog({"[default1]:Current thread 0x00007f91a4a55b80 (most recent call first):", "[default0]:step 4",
                                   "[default1]:  File \"/opt/dist.py\", line 12 in barrier", "[default1]:next"});
  QCOMPARE(read.failures.size(), 1u);
  QCOMPARE(read.writers[read.failures.front().writer].key.local, 1);
  QCOMPARE(functionsOf(read.failures.front()), QStringList({"barrier@/opt/dist.py:12"}));
}

void TestStackDump::pySpy() {
  const SourceScan read = scanLog({"Process 4021: python -m pytest tests", "Python v3.12.3 (/usr/bin/python3.12)", "Parent Process 3999: torchrun", "",
                                   "Thread 4021 (idle): \"MainThread\"", "    epoll_wait (libc.so.6)", "    recv (torch/distributed/distributed_c10d.py:2501)",
                                   "    <module> (train.py:88)", "Thread 0x7F00 (active+gil): \"pin_memory\"", "    pin (torch/utils/data/pin.py:30)"});
  QCOMPARE(read.failures.size(), 1u);
  const FailureFact& fact = read.failures.front();
  QCOMPARE(fact.kind, FailureFact::Kind::stackDump);
  QCOMPARE(fact.pid, 4021);
  QCOMPARE(fact.line, 6u);
  QCOMPARE(functionsOf(fact), QStringList({"<module>@train.py:88", "recv@torch/distributed/distributed_c10d.py:2501", "epoll_wait@libc.so.6:0"}));
}

void TestStackDump::severalProcesses() {
  const SourceScan read = scanLog({"Process 4021: python train.py", "Python v3.12.3 (/usr/bin/python3.12)", "", "Thread 4021 (idle): \"MainThread\"",
                                   "    load (data.py:3)", "", "", "Process 4022: python train.py", "Python v3.12.3 (/usr/bin/python3.12)", "",
                                   "Thread 4022 (active): \"MainThread\"", "    wait (dist.py:4)"});
  QCOMPARE(read.failures.size(), 2u);
  QCOMPARE(read.failures[0].pid, 4021);
  QCOMPARE(read.failures[1].pid, 4022);
  QCOMPARE(qs(read.failures[1].text), QStringLiteral("wait (dist.py)"));
}

void TestStackDump::somebodyElsesProcess() {
  const SourceScan read = scanLog({"Process 12: started", "    recv (a.py:3)", "Traceback (most recent call last):", "  File \"/x/a.py\", line 3, in f", "ValueError: no"});
  QCOMPARE(read.failures.size(), 1u);
  QCOMPARE(read.failures.front().kind, FailureFact::Kind::exception);
}

// What follows a dump is read as it would be without it.
void TestStackDump::textBehindADump() {
  const SourceScan read = scanRank({"Current thread 0x00007f91a4a55b80 (most recent call first):", "  File \"/opt/x.py\", line 982 in run",
                                    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."});
  QCOMPARE(read.failures.size(), 2u);
  QCOMPARE(read.failures[1].line, 3u);
}

void TestStackDump::withoutAFrame() {
  QCOMPARE(scanRank({"Timeout (0:05:00)!", "Thread 0x00007f91a3cf16c0 (most recent call first):", "  <no Python frame>"}).failures.size(), 0u);
  QCOMPARE(scanRank({"Fatal Python error: Aborted"}).failures.size(), 1u);
  QCOMPARE(scanRank({"Process 4021: python train.py"}).failures.size(), 0u);
}

QTEST_APPLESS_MAIN(TestStackDump)
#include "tst_stack_dump.moc"
