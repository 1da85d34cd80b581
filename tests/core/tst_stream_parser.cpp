// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/stream_parser.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::qs;
using lanescope::test::scanLog;
using lanescope::test::scanRank;

namespace {

const char* const kSession = "============================= test session starts ==============================";

const FailureFact* exceptionOf(const SourceScan& scan, std::int32_t local) {
  for (const FailureFact& fact : scan.failures) {
    if (fact.kind == FailureFact::Kind::exception && scan.writers[fact.writer].key.local == local) return &fact;
  }
  return nullptr;
}

std::string joinedLines(const std::vector<std::string>& lines) {
  std::string log;
  for (const std::string& line : lines) log += line + '\n';
  return log;
}

QStringList signatureIds(const FailureFact& fact) {
  QStringList ids;
  for (const std::uint32_t index : fact.signatures) ids << qs(SignatureSet::builtin().all()[index].id);
  return ids;
}

}  // namespace

class TestStreamParser : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void interleavedTracebacks();
  void onlyTheFirstLineHasTheHead();
  void bareLinesOfNobodyKnown();
  void repaintBeforeATraceback();
  void interleavedSessions();
  void piecesInTheMiddleOfALine();
  void sectionInterruptedByAHead();
  void quotedCodeIsNoFailure();
  void expectedErrorsCarryTheirTest();
  void behindTheFinalLine();
  void writers();
  void aRanksFileHasOneWriter();
  void lastErrorOfNccl();
  void ncclHeads();
  void momentsPreferTheWriters();
  void progressBars();
  void damage();
  void classes();
  void wholeLinesAndReadOnesAgree();
  void cutAnywhere();
};

void TestStreamParser::interleavedTracebacks() {
  const SourceScan scan =
      scanLog({"[default0]:Traceback (most recent call last):", "[default3]:Traceback (most recent call last):",
               "[default0]:  File \"/x/zero.py\", line 10, in zero", "[default3]:  File \"/x/three.py\", line 30, in three",
               "[default3]:    three()", "[default0]:    zero()", "[default3]:ValueError: of three", "plain text of the job",
               "[default0]:RuntimeError: CUDA error: unknown error",
               "[default3]:", "[default0]:CUDA kernel errors might be asynchronously reported", "[default3]:on it goes"});
  const FailureFact* zero = exceptionOf(scan, 0);
  const FailureFact* three = exceptionOf(scan, 3);
  QVERIFY(zero);
  QVERIFY(three);
  QCOMPARE(qs(zero->exceptionType), QStringLiteral("RuntimeError"));
  QCOMPARE(zero->line, 9u);
  QCOMPARE(zero->frames.size(), 1u);
  QCOMPARE(qs(zero->frames[0].file), QStringLiteral("/x/zero.py"));
  QCOMPARE(qs(zero->frames[0].code), QStringLiteral("zero()"));
  QCOMPARE(zero->cudaCode.value_or(-1), 999);
  QCOMPARE(qs(three->exceptionType), QStringLiteral("ValueError"));
  QCOMPARE(qs(three->exceptionMessage), QStringLiteral("of three"));
  QCOMPARE(qs(three->frames[0].code), QStringLiteral("three()"));
  QCOMPARE(scan.failures.size(), 2u);
}

void TestStreamParser::interleavedSessions() {
  const std::string start(kSession);
  const SourceScan scan =
      test::scan("[default0]:" + start + "\n[default1]:" + start +
                 "\n[default0]:tests/a.py::one [default1]:tests/a.py::one [default0]:PASSED"
                 "\n[default1]:prints\n[default0]:tests/a.py::two \n[default1]:FAILED\n[default0]:PASSED\n");
  QStringList rows;
  for (std::size_t i = 0; i < scan.tests.size(); ++i) {
    const TestRow& row = scan.tests[i];
    rows << QStringLiteral("%1 %2 @%3 %4 @%5")
                .arg(scan.writers[row.writer].key.local)
                .arg(qs(scan.names.view(row.name)))
                .arg(row.startLine)
                .arg(static_cast<int>(row.word))
                .arg(row.verdictLine);
  }
  QCOMPARE(rows, QStringList({"0 tests/a.py::one @3 1 @3", "1 tests/a.py::one @3 2 @6", "0 tests/a.py::two @5 1 @7"}));
}

// A line that the tee left open goes on with somebody else's head.
void TestStreamParser::piecesInTheMiddleOfALine() {
  const SourceScan scan =
      test::scan("[default0]:" + std::string(kSession) +
                 "\n[default0]:tests/a.py::one W0102 03:04:05.123000 3999 "
                 "torch/distributed/elastic/multiprocessing/api.py:984] Sending process 4023 closing signal SIGTERM"
                 "\n[default0]:it/s][rank0]:[E102 03:04:06.123456789 ProcessGroupNCCL.cpp:757] [Rank 0] Watchdog caught "
                 "collective operation timeout: WorkNCCL(SeqNum=9, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, "
                 "Timeout(ms)=600000) ran for 600024 milliseconds before timing out.\n");
  QCOMPARE(scan.tests.size(), 1u);
  QCOMPARE(qs(scan.names.view(scan.tests[0].name)), QStringLiteral("tests/a.py::one"));
  QCOMPARE(scan.launcher.size(), 1u);
  QCOMPARE(scan.launcher[0].pid, 4023);
  QVERIFY(!scan.failures.empty());
  const FailureFact& fact = scan.failures.back();
  QCOMPARE(fact.line, 3u);
  QVERIFY(fact.work);
  QCOMPARE(fact.work->seq.value_or(0), std::uint64_t{9});
  QVERIFY(fact.inTest);
  QCOMPARE(qs(fact.sourceLocation), QStringLiteral("ProcessGroupNCCL.cpp:757"));
}

void TestStreamParser::sectionInterruptedByAHead() {
  const SourceScan scan =
      scanRank({kSession, "tests/a.py::one ", "[rank 5] tests/a.py::one (call)", "tests/a.py:12: in one", "    run()",
                "[rank5]:[W102 03:04:05.123456789 ProcessGroupNCCL.cpp:1553] Warning: something else",
                "E   RuntimeError: CUDA error: unknown error",
                "[rank5]:[E102 03:04:05.123456789 ProcessGroupNCCL.cpp:757] [Rank 5] Watchdog caught collective operation "
                "timeout: WorkNCCL(SeqNum=9, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600024 "
                "milliseconds before timing out.",
                "E   For debugging consider passing CUDA_LAUNCH_BLOCKING=1", "FAILED"});
  std::vector<const FailureFact*> sections;
  for (const FailureFact& fact : scan.failures) {
    if (fact.kind == FailureFact::Kind::testSection) sections.push_back(&fact);
  }
  QCOMPARE(sections.size(), 1u);
  QCOMPARE(sections[0]->line, 7u);
  QCOMPARE(sections[0]->cudaCode.value_or(-1), 999);
  QCOMPARE(qs(sections[0]->exceptionMessage),
           QStringLiteral("CUDA error: unknown error\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1"));
  QVERIFY(!sections[0]->work);
  QCOMPARE(scan.tests.size(), 1u);
  QCOMPARE(scan.tests.back().word, TestWord::failed);
}

void TestStreamParser::quotedCodeIsNoFailure() {
  const SourceScan scan = scanRank(
      {kSession, "tests/a.py::one FAILED", "=================================== FAILURES ===================================",
       "_ one_with_a_name_that_leaves_room_for_a_single_mark_at_either_end[parameter-of-it] _", "    def one():",
       "        text = 'Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1, OpType=ALLREDUCE, NumelIn=1, "
       "NumelOut=1, Timeout(ms)=1) ran for 2 milliseconds before timing out.'",
       ">       raise ValueError(\"RuntimeError: CUDA error: an illegal memory access was encountered\")",
       "E       ValueError: plain", "", "tests/a.py:9: ValueError", "===== 1 failed in 1.00s ====="});
  QCOMPARE(scan.failures.size(), 1u);
  QCOMPARE(qs(scan.failures[0].exceptionType), QStringLiteral("ValueError"));
  QVERIFY(scan.failures[0].cudaText.empty());
  QVERIFY(!scan.failures[0].work);
  const SourceScan trace = scanRank({"Traceback (most recent call last):", "  File \"/x/a.py\", line 3, in f",
                                     "    raise RuntimeError('CUDA error: unknown error')", "KeyError: 'x'"});
  QCOMPARE(trace.failures.size(), 1u);
  QVERIFY(trace.failures[0].cudaText.empty());
}

void TestStreamParser::expectedErrorsCarryTheirTest() {
  const SourceScan scan =
      scanRank({kSession, "tests/a.py::raises ", "Traceback (most recent call last):", "  File \"/x/a.py\", line 3, in f",
                "    g()", "RuntimeError: CUDA error: unknown error", "PASSED", "tests/a.py::next PASSED"});
  QCOMPARE(scan.failures.size(), 1u);
  const FailureFact& fact = scan.failures[0];
  QCOMPARE(qs(scan.names.view(fact.test)), QStringLiteral("tests/a.py::raises"));
  QVERIFY(fact.inTest);
  QVERIFY(!fact.afterSessionEnd);
  QCOMPARE(fact.lastLine, 6u);
  QCOMPARE(scan.tests.size(), 2u);
  QCOMPARE(scan.tests[0].word, TestWord::passed);
  QCOMPARE(scan.tests[0].verdictLine, 7u);
}

void TestStreamParser::behindTheFinalLine() {
  const SourceScan scan =
      scanRank({kSession, "tests/a.py::one PASSED", "===== 1 passed in 1.00s =====", "Traceback (most recent call last):",
                "  File \"/x/a.py\", line 3, in f", "RuntimeError: late"});
  QCOMPARE(scan.failures.size(), 1u);
  QVERIFY(scan.failures[0].afterSessionEnd);
  QVERIFY(!scan.failures[0].inTest);
  QVERIFY(!scan.failures[0].test.valid());
}

void TestStreamParser::writers() {
  const SourceScan scan =
      scanLog({"[default0]:PASSED", "[rank5]:[E102 03:04:05.123456789 a.cpp:1] NCCL error in: x", "task-1/2 [default0]:PASSED",
               "[default3]:[rank11]: Traceback (most recent call last):", "PASSED"});
  QCOMPARE(scan.writers.size(), 5u);
  QVERIFY(scan.writers[0].key == (WriterKey{-1, 0, -1}));
  QVERIFY(scan.writers[1].key == (WriterKey{-1, -1, 5}));
  QCOMPARE(scan.writers[1].statedGlobal, 5);
  QVERIFY(scan.writers[2].key == (WriterKey{2, 0, -1}));
  QVERIFY(scan.writers[3].key == (WriterKey{-1, 3, -1}));
  QCOMPARE(scan.writers[3].statedGlobal, 11);
  QVERIFY(scan.writers[4].key == WriterKey());
  QVERIFY(!scan.writers[4].key.isRank());
}

void TestStreamParser::aRanksFileHasOneWriter() {
  const SourceScan scan =
      scanRank({"[rank5]:[E102 03:04:05.123456789 a.cpp:1] NCCL error",
                "[rank5]: Traceback (most recent call last):", "[rank5]:   File \"/x/a.py\", line 3, in f", "[rank5]:     g()",
                "[rank5]: RuntimeError: x", "##[error]Process completed with exit code 1.", "+ torchrun x.py"});
  QCOMPARE(scan.writers.size(), 1u);
  QCOMPARE(scan.writers[0].statedGlobal, 5);
  QVERIFY(scan.ci.empty());
  const FailureFact* fact = exceptionOf(scan, -1);
  QVERIFY(fact);
  QCOMPARE(qs(fact->exceptionType), QStringLiteral("RuntimeError"));
  QCOMPARE(fact->frames.size(), 1u);
}

void TestStreamParser::lastErrorOfNccl() {
  const SourceScan scan = scanRank({"Traceback (most recent call last):", "  File \"/x/a.py\", line 3, in f",
                                    "torch.distributed.DistBackendError: NCCL error in: /w/ProcessGroupNCCL.cpp:3680, "
                                    "unhandled cuda error (run with NCCL_DEBUG=INFO for details), NCCL version 2.27.5",
                                    "ncclUnhandledCudaError: Call to CUDA function failed.",
                                    "Last error:", "Cuda failure 719 'unspecified launch failure'"});
  QCOMPARE(scan.failures.size(), 1u);
  const FailureFact& fact = scan.failures[0];
  QCOMPARE(qs(fact.ncclErrorName), QStringLiteral("ncclUnhandledCudaError"));
  QCOMPARE(qs(fact.ncclLastError), QStringLiteral("Cuda failure 719 'unspecified launch failure'"));
  QCOMPARE(qs(fact.ncclVersion), QStringLiteral("2.27.5"));
  QCOMPARE(fact.cudaCode.value_or(-1), 719);
  QCOMPARE(fact.cudaLine, 6u);
  QCOMPARE(fact.line, 3u);
}

void TestStreamParser::ncclHeads() {
  const SourceScan scan = scanLog(
      {"node-a07:4021:4388 [3] NCCL INFO ncclCommInitRankConfig comm 0x55d0 rank 3 nranks 8 cudaDev 3 nvmlDev 3 busId 3b000 "
       "commId 0x9a10 - Init COMPLETE",
       "", "[2026-01-02 03:04:05] node-a07:4021:4388 [3] misc/argcheck.cc:41 NCCL WARN Error: corrupted comm object detected",
       "[2026-01-02 03:04:06] node-a07:4021:4388 [3] misc/cudawrap.cc:41 NCCL WARN Cuda failure 999 'unknown error'"});
  QCOMPARE(scan.nccl.size(), 1u);
  QCOMPARE(scan.nccl[0].rank, 3);
  QCOMPARE(scan.failures.size(), 2u);
  QCOMPARE(scan.failures[0].pid, 4021);
  QCOMPARE(scan.failures[0].device, 3);
  QCOMPARE(qs(scan.failures[0].host), QStringLiteral("node-a07"));
  QCOMPARE(qs(scan.failures[1].sourceLocation), QStringLiteral("misc/cudawrap.cc:41"));
  QCOMPARE(scan.failures[1].moment.ns, test::ns("2026-01-02T03:04:06Z"));
  QCOMPARE(scan.failures[1].moment.widthNs, 1'000'000'000);
}

void TestStreamParser::momentsPreferTheWriters() {
  const SourceScan scan =
      scanLog({"2026-01-02T03:04:09.5000000Z [rank5]:[E102 03:04:05.123456789 ProcessGroupNCCL.cpp:757] [Rank 5] Watchdog "
               "caught collective operation timeout: WorkNCCL(SeqNum=9, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, "
               "Timeout(ms)=600000) ran for 600024 milliseconds before timing out.",
               "2026-01-02T03:04:10.5000000Z RuntimeError: CUDA error: unknown error"});
  QCOMPARE(scan.failures.size(), 2u);
  QCOMPARE(scan.failures[0].moment.from, Moment::From::inner);
  QCOMPARE(scan.failures[0].moment.ns, test::ns("2026-01-02T03:04:05Z"));
  QCOMPARE(scan.failures[1].moment.from, Moment::From::outer);
  QCOMPARE(scan.failures[1].moment.ns, test::ns("2026-01-02T03:04:10.5Z"));
}

void TestStreamParser::progressBars() {
  const SourceScan scan = test::scan(
      std::string(kSession) + "\ntests/a.py::one \r 10%|#  |\r 20%|## |\rPASSED\nRuntimeError: CUDA error: unknown error\r\n",
      {true, 0, 1});
  QCOMPARE(scan.tests.size(), 1u);
  QCOMPARE(scan.tests[0].word, TestWord::passed);
  QCOMPARE(scan.tests[0].verdictLine, 2u);
  QCOMPARE(scan.failures.size(), 1u);
  QCOMPARE(qs(scan.failures[0].text), QStringLiteral("RuntimeError: CUDA error: unknown error"));
}

void TestStreamParser::damage() {
  std::string bytes(500, '\0');
  bytes += "RuntimeError: CUDA error: \xFF\xFE unknown error\n";
  bytes += std::string("Cuda fail\0ure", 13) + "\n";
  bytes += "Traceback (most recent call last):\n  File \"/x/a.py\", line 3, in f";
  const SourceScan scan = test::scan(bytes, {true, 0, 1});
  QCOMPARE(scan.nulBytes, 501u);
  QVERIFY(!scan.cutShort);
  QVERIFY(!scan.failures.empty());
  QCOMPARE(scan.failures.back().line, 3u);
  QCOMPARE(scan.failures.back().frames.size(), 1u);
}

void TestStreamParser::classes() {
  const SourceScan scan = scanRank({kSession, "tests/a.py::one PASSED", "tests/a.py::two ", "FAILED", "nothing to see",
                                    "RuntimeError: CUDA error: unknown error"});
  const auto classOf = [&](std::size_t line) { return scan.classes.empty() ? 0 : static_cast<int>(scan.classes[line - 1]); };
  QCOMPARE(classOf(1), 0);
  QCOMPARE(classOf(2), 6);  // testPass
  QCOMPARE(classOf(3), 5);  // testStart
  QCOMPARE(classOf(4), 7);  // testFail
  QCOMPARE(classOf(5), 0);
  QVERIFY(classOf(6) == 3 || classOf(6) == 4);  // error or fatal
}

// Lines that the scan takes whole and the same lines read by the parsers (a colour in front makes them so) give the same.
void TestStreamParser::wholeLinesAndReadOnesAgree() {
  const std::vector<std::string> lines = {
      "[default0]:" + std::string(kSession),
      "[default1]:" + std::string(kSession),
      "[default0]:tests/a.py::one PASSED",
      "[default1]:tests/a.py::one FAILED",
      "[default0]:tests/a.py::one ERROR",
      "[default1]:tests/a.py::two ",
      "[default0]:tests/a.py::two SKIPPED",
      "[default1]:tests/a.py::three PASSED",
      "tests/a.py::one PASSED",
      "##[group]Run x",
      "[default0]:tests/a.py::four PASSED",
      "##[endgroup]",
      "[default0]:=========================== short test summary info ============================",
      "[default0]:tests/a.py::five PASSED",
      "[default0]:===== 1 passed in 3.00s ====="};
  std::string whole, read;
  for (const std::string& line : lines) {
    whole += line + '\n';
    read += "\x1B[0m" + line + '\n';
  }
  const auto rows = [](const SourceScan& scan) {
    QStringList out;
    for (std::size_t i = 0; i < scan.tests.size(); ++i) {
    const TestRow& row = scan.tests[i];
      out << QStringLiteral("%1 %2 %3 %4 %5 %6 %7")
                 .arg(scan.writers[row.writer].key.local)
                 .arg(qs(scan.names.view(row.name)))
                 .arg(row.startLine)
                 .arg(row.verdictLine)
                 .arg(row.error)
                 .arg(static_cast<int>(row.word))
                 .arg(row.interrupted);
    }
    return out;
  };
  QCOMPARE(rows(test::scan(whole)).join("\n"), rows(test::scan(read)).join("\n"));
  QCOMPARE(test::scan(whole).classes, test::scan(read).classes);
  QVERIFY(rows(test::scan(whole)).size() >= 5);
}

// A program that puts its rank before a message as a whole.
void TestStreamParser::onlyTheFirstLineHasTheHead() {
  for (const std::string stamp : {"", "2026-01-01T00:00:10.000Z ", "2026-01-01 00:00:10,123 ERROR root: "}) {
    const SourceScan scan = test::scan(joinedLines({stamp + "[rank3]: Traceback (most recent call last):", "  File \"/w/train.py\", line 3, in f", "    g()", "RuntimeError: boom",
                                     "srun: error: node1: task 3: Exited with exit code 1", stamp + "[rank3]: going down", stamp + "[rank0]: step 2 loss 1"}));
    QCOMPARE(scan.failures.size(), 1u);
    const FailureFact& fact = scan.failures.front();
    QCOMPARE(scan.writers[fact.writer].statedGlobal, 3);
    QCOMPARE(qs(fact.exceptionType), QStringLiteral("RuntimeError"));
    QCOMPARE(qs(fact.exceptionMessage), QStringLiteral("boom"));
    QCOMPARE(fact.frames.size(), 1u);
    QCOMPARE(fact.line, 4u);
    QCOMPARE(scan.launcher.size(), 1u);          // the launcher's own line is no part of the message
  }
  const SourceScan chained = test::scan(joinedLines({"[rank3]: Traceback (most recent call last):", "  File \"/w/a.py\", line 3, in f", "KeyError: 1", "",
                                      "During handling of the above exception, another exception occurred:", "", "Traceback (most recent call last):",
                                      "  File \"/w/b.py\", line 4, in g", "RuntimeError: boom"}));
  QCOMPARE(chained.failures.size(), 1u);
  QCOMPARE(qs(chained.failures.front().exceptionType), QStringLiteral("KeyError"));
  QCOMPARE(qs(chained.failures.front().outerExceptionType), QStringLiteral("RuntimeError"));
}

void TestStreamParser::bareLinesOfNobodyKnown() {
  const std::string header = "Traceback (most recent call last):", call = "  File \"/w/train.py\", line 3, in f";
  // Behind another rank's line, behind two headers, and in a traceback without any rank.
  for (const std::vector<std::string>& lines : {std::vector<std::string>{"[rank3]: " + header, "[rank0]: step 2", call, "RuntimeError: boom"},
                                                {"[rank3]: " + header, "[rank4]: " + header, call, "RuntimeError: boom"},
                                                {header, "[rank3]: " + header, call, "RuntimeError: boom"}}) {
    const SourceScan scan = test::scan(joinedLines(lines));
    for (const FailureFact& fact : scan.failures) QVERIFY(fact.exceptionType.empty() || scan.writers[fact.writer].statedGlobal < 0);
  }
}

// The line's head is not painted again.
void TestStreamParser::repaintBeforeATraceback() {
  const std::string head = "2026-01-01T00:00:10.000Z [rank3]: ";
  const SourceScan scan = test::scan(joinedLines({head + "10%|#\r[rank3]: Traceback (most recent call last):", head + "  File \"/w/train.py\", line 3, in f", head + "    g()",
                                   head + "RuntimeError: boom"}));
  QCOMPARE(scan.failures.size(), 1u);
  QCOMPARE(qs(scan.failures.front().exceptionMessage), QStringLiteral("boom"));
  QCOMPARE(scan.failures.front().frames.size(), 1u);
}

// A log may end at any byte; nothing may depend on what was never written.
void TestStreamParser::cutAnywhere() {
  const std::string log = test::joined({kSession, "tests/a.py::one \x1B[32mPASSED\x1B[0m", "tests/a.py::two ",
                                        "Traceback (most recent call last):", "  File \"/x/a.py\", line 3, in f", "    g()",
                                        "RuntimeError: CUDA error: unknown error", "",
                                        "During handling of the above exception, another exception occurred:", "",
                                        "Traceback (most recent call last):", "ValueError: x", "FAILED",
                                        "=================================== FAILURES ===================================",
                                        "_____________________________________ two ______________________________________",
                                        "E   ValueError: x", "===== 1 failed, 1 passed in 3.00s ====="});
  std::size_t before = 0;
  for (std::size_t bytes = 0; bytes <= log.size(); ++bytes) {
    const SourceScan scan = test::scan(log.substr(0, bytes), {true, 0, 1});
    QVERIFY(scan.failures.size() <= 2);
    QVERIFY(scan.tests.size() >= before && scan.tests.size() <= 2);
    before = scan.tests.size();
  }
  const SourceScan scan = test::scan(log, {true, 0, 1});
  QCOMPARE(scan.failures.size(), 2u);
  QVERIFY(signatureIds(scan.failures[0]).size() > 0);
}

QTEST_GUILESS_MAIN(TestStreamParser)
#include "tst_stream_parser.moc"
