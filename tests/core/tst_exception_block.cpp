// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/exception_block.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::qs;

namespace {

struct Read {
  TracebackReader reader;
  int taken = 1;  // lines, the first included
};

// Feeds lines until the reader has had enough.
Read readTraceback(const QStringList& lines) {
  Read out;
  out.reader.begin(1);
  for (qsizetype i = 1; i < lines.size(); ++i) {
    if (out.reader.feed(lines[i].toStdString(), static_cast<std::uint32_t>(i + 1)) != TracebackReader::Step::taken) break;
    ++out.taken;
  }
  return out;
}

TestSectionReader readSection(const QStringList& lines) {
  TestSectionReader reader;
  reader.begin(1);
  for (qsizetype i = 0; i < lines.size(); ++i) reader.feed(lines[i].toStdString(), static_cast<std::uint32_t>(i + 1));
  return reader;
}

const QString kHead = QStringLiteral("Traceback (most recent call last):");

}  // namespace

class TestExceptionBlock : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void exceptionLines_data();
  void exceptionLines();
  void tracebacks_data();
  void tracebacks();
  void frames();
  void endsWhereOthersBegin_data();
  void endsWhereOthersBegin();
  void cutAtTheEnd();
  void sections_data();
  void sections();
  void ncclSection();
};

void TestExceptionBlock::exceptionLines_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("type");
  QTest::addColumn<QString>("message");
  const auto row = [](const char* line, const char* type, const char* message) {
    QTest::newRow(line) << line << type << message;
  };
  row("RuntimeError: CUDA error: unknown error", "RuntimeError", "CUDA error: unknown error");
  row("torch.distributed.DistBackendError: NCCL error in: /x/y.cpp:3, x", "torch.distributed.DistBackendError",
      "NCCL error in: /x/y.cpp:3, x");
  row("KeyError", "KeyError", "");
  row("KeyboardInterrupt", "KeyboardInterrupt", "");
  row("AssertionError:", "AssertionError", "");
  row("_pytest.outcomes.Exit: stop", "_pytest.outcomes.Exit", "stop");
  row("Failed: Timeout (>300.0s) from pytest-timeout.", "Failed", "Timeout (>300.0s) from pytest-timeout.");
  row("subprocess.CalledProcessError: Command '['x']' returned non-zero exit status 1.", "subprocess.CalledProcessError",
      "Command '['x']' returned non-zero exit status 1.");
  row("loss: 1.25", "", "");
  row("Error at line 3", "", "");
  row("  RuntimeError: indented", "", "");
  row("1Error: x", "", "");
  row("MyError.: x", "", "");
  row("", "", "");
}

void TestExceptionBlock::exceptionLines() {
  QFETCH(QString, line);
  QFETCH(QString, type);
  QFETCH(QString, message);
  std::string gotType, gotMessage;
  QCOMPARE(parseExceptionLine(line.toStdString(), gotType, gotMessage), !type.isEmpty());
  QCOMPARE(qs(gotType), type);
  QCOMPARE(qs(gotMessage), message);
}

void TestExceptionBlock::tracebacks_data() {
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<QString>("type");
  QTest::addColumn<QString>("message");
  QTest::addColumn<QString>("lastType");
  QTest::addColumn<int>("exceptionLine");
  const QString frame = QStringLiteral("  File \"/opt/x.py\", line 3, in f");
  const auto row = [](const char* name, const QStringList& lines, const char* type, const char* message, const char* last,
                      int line) { QTest::newRow(name) << lines << type << message << last << line; };
  row("plain", {kHead, frame, "    g()", "ValueError: no"}, "ValueError", "no", "ValueError", 4);
  row("without message", {kHead, frame, "    g()", "KeyError"}, "KeyError", "", "KeyError", 4);
  row("several lines of message",
      {kHead, frame, "RuntimeError: CUDA error: unknown error", "Search for `cudaErrorUnknown'",
       "For debugging consider passing CUDA_LAUNCH_BLOCKING=1"},
      "RuntimeError",
      "CUDA error: unknown error\nSearch for `cudaErrorUnknown'\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1",
      "RuntimeError", 3);
  row("during handling: the origin is the first",
      {kHead, frame, "    g()", "OSError: [Errno 5] io", "",
       "During handling of the above exception, another exception occurred:", "", kHead, frame, "    h()",
       "RuntimeError: outer"},
      "OSError", "[Errno 5] io", "RuntimeError", 4);
  row("direct cause: the origin is the first",
      {kHead, frame, "    g()", "ConnectionResetError: peer", "",
       "The above exception was the direct cause of the following exception:", "", kHead, frame, "    h()",
       "torch.distributed.DistStoreError: lost"},
      "ConnectionResetError", "peer", "torch.distributed.DistStoreError", 4);
  row("three in a chain",
      {kHead, frame, "KeyError: 'a'", "", "During handling of the above exception, another exception occurred:", "", kHead,
       frame, "ValueError: b", "", "The above exception was the direct cause of the following exception:", "", kHead, frame,
       "RuntimeError: c"},
      "KeyError", "'a'", "RuntimeError", 3);
  row("syntax error with a caret",
      {kHead, frame, "    import y", "  File \"/opt/y.py\", line 7", "    def f(:", "          ^",
       "SyntaxError: invalid syntax"},
      "SyntaxError", "invalid syntax", "SyntaxError", 7);
  row("carets of newer versions", {kHead, frame, "    a = b(c)", "        ^^^^", "TypeError: b"}, "TypeError", "b", "TypeError",
      5);
  row("a name by no convention", {kHead, frame, "    raise Boom(1)", "my.module.Boom: 1"}, "my.module.Boom", "1",
      "my.module.Boom", 4);
  row("repeated frames",
      {kHead, frame, "    f()", "  [Previous line repeated 993 more times]",
       "RecursionError: maximum recursion depth exceeded"},
      "RecursionError", "maximum recursion depth exceeded", "RecursionError", 5);
  row("an NCCL error",
      {kHead, frame, "    work = group.allreduce([t])",
       "torch.distributed.DistBackendError: NCCL error in: /w/ProcessGroupNCCL.cpp:3680, unhandled cuda error (run with "
       "NCCL_DEBUG=INFO for details), NCCL version 2.27.5",
       "ncclUnhandledCudaError: Call to CUDA function failed.", "Last error:", "Cuda failure 719 'unspecified launch failure'"},
      "torch.distributed.DistBackendError",
      "NCCL error in: /w/ProcessGroupNCCL.cpp:3680, unhandled cuda error (run with NCCL_DEBUG=INFO for details), NCCL version "
      "2.27.5\n"
      "ncclUnhandledCudaError: Call to CUDA function failed.\nLast error:\nCuda failure 719 'unspecified launch failure'",
      "torch.distributed.DistBackendError", 4);
}

void TestExceptionBlock::tracebacks() {
  QFETCH(QStringList, lines);
  QFETCH(int, exceptionLine);
  const Read read = readTraceback(lines);
  QCOMPARE(read.taken, lines.size());
  QTEST(qs(read.reader.type()), "type");
  QTEST(qs(read.reader.message()), "message");
  QTEST(qs(read.reader.lastType()), "lastType");
  QCOMPARE(read.reader.exceptionLine(), static_cast<std::uint32_t>(exceptionLine));
  QCOMPARE(read.reader.firstLine(), 1u);
  QCOMPARE(read.reader.lastLine(), static_cast<std::uint32_t>(lines.size()));
}

void TestExceptionBlock::frames() {
  const Read read =
      readTraceback({kHead, "  File \"/opt/a.py\", line 3, in <module>", "    main()", "    ^^^^^^",
                     "  File \"<frozen runpy>\", line 88, in _run_code", "  File \"/opt/b c.py\", line 40, in main", "    f(x,",
                     "RuntimeError: x", "", "During handling of the above exception, another exception occurred:", "", kHead,
                     "  File \"/opt/other.py\", line 1, in other", "    y", "ValueError: z"});
  const std::vector<Frame>& frames = read.reader.frames();
  QCOMPARE(frames.size(), 3u);
  QCOMPARE(qs(frames[0].function), QStringLiteral("<module>"));
  QCOMPARE(qs(frames[0].code), QStringLiteral("main()"));
  QCOMPARE(qs(frames[1].code), QString());
  QCOMPARE(qs(frames[2].file), QStringLiteral("/opt/b c.py"));
  QCOMPARE(frames[2].line, 40u);
}

void TestExceptionBlock::endsWhereOthersBegin_data() {
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<int>("taken");
  const QStringList block = {kHead, "  File \"/opt/x.py\", line 3, in f", "    g()", "ValueError: no"};
  QTest::newRow("another traceback") << block + QStringList{kHead} << 4;
  QTest::newRow("the failure block") << block + QStringList{"============================================================"}
                                     << 4;
  QTest::newRow("text behind a blank line") << block + QStringList{"", "next step"} << 5;
  QTest::newRow("too many blank lines") << block + QStringList{"", "", "", "next step"} << 6;
  QTest::newRow("a chain that is cut")
      << block + QStringList{"", "During handling of the above exception, another exception occurred:", "", "something else"}
      << 7;
  QTest::newRow("no exception at all") << QStringList{kHead, "  File \"/opt/x.py\", line 3, in f", "    g()", "starting step 4"}
                                       << 3;
}

void TestExceptionBlock::endsWhereOthersBegin() {
  QFETCH(QStringList, lines);
  QTEST(readTraceback(lines).taken, "taken");
}

void TestExceptionBlock::cutAtTheEnd() {
  const Read read = readTraceback({kHead, "  File \"/opt/x.py\", line 3, in f", "    g("});
  QCOMPARE(read.reader.exceptionLine(), 0u);
  QCOMPARE(qs(read.reader.type()), QString());
  QCOMPARE(read.reader.frames().size(), 1u);
  QVERIFY(read.reader.messageLines().empty());
}

void TestExceptionBlock::sections_data() {
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<QString>("type");
  QTest::addColumn<QString>("message");
  QTest::addColumn<QString>("lastType");
  QTest::addColumn<int>("exceptionLine");
  const auto row = [](const char* name, const QStringList& lines, const char* type, const char* message, const char* last,
                      int line) { QTest::newRow(name) << lines << type << message << last << line; };
  row("a plain assertion",
      {"    def test_b():", ">       assert 1 == 2", "E       assert 1 == 2", "", "tests/a.py:3: AssertionError"},
      "AssertionError", "assert 1 == 2", "AssertionError", 3);
  row("an assertion with its name",
      {">       assert x, 'no'", "E       AssertionError: no", "E       assert False", "", "a.py:3: AssertionError"},
      "AssertionError", "no\nassert False", "AssertionError", 2);
  row("several lines", {"E   RuntimeError: CUDA error: unknown error", "E   For debugging consider", "a.py:3: RuntimeError"},
      "RuntimeError", "CUDA error: unknown error\nFor debugging consider", "RuntimeError", 1);
  row("code that quotes errors",
      {">       raise ValueError('RuntimeError: CUDA error: unknown error')",
       "E       ValueError: RuntimeError: CUDA error: unknown error"},
      "ValueError", "RuntimeError: CUDA error: unknown error", "", 2);
  row("a chain",
      {"E   OSError: first", "a.py:1: OSError", "", "During handling of the above exception, another exception occurred:", "",
       "E   ValueError: second", "a.py:9: ValueError"},
      "OSError", "first", "ValueError", 1);
  row("a fixture that is missing",
      {"file /x/a.py, line 3", "  def test_b(nothing):", "E       fixture 'nothing' not found",
       ">       available fixtures: cache"},
      "", "fixture 'nothing' not found", "", 3);
  row("no exception", {"    def test_b():", ">       g()"}, "", "", "", 0);
}

void TestExceptionBlock::sections() {
  QFETCH(QStringList, lines);
  QFETCH(int, exceptionLine);
  const TestSectionReader reader = readSection(lines);
  QTEST(qs(reader.type()), "type");
  QTEST(qs(reader.message()), "message");
  QTEST(qs(reader.lastType()), "lastType");
  QCOMPARE(reader.exceptionLine(), static_cast<std::uint32_t>(exceptionLine));
}

void TestExceptionBlock::ncclSection() {
  const TestSectionReader reader = readSection(
      {"tests/a.py:12: in test_b", "    run(rank)", "src/run.py:40: in run", "    dist.all_gather(out, x)",
       "/usr/lib/torch/distributed/distributed_c10d.py:3000: in all_gather", "    work = group.allgather([out], [x])",
       "E   torch.distributed.DistBackendError: NCCL error in: /w/ProcessGroupNCCL.cpp:3680, unhandled cuda error, NCCL "
       "version 2.27.5",
       "E   ncclUnhandledCudaError: Call to CUDA function failed.",
       "E   Last error:", "E   Cuda failure 719 'unspecified launch failure'"});
  QCOMPARE(qs(reader.type()), QStringLiteral("torch.distributed.DistBackendError"));
  QCOMPARE(reader.frames().size(), 3u);
  QCOMPARE(qs(reader.frames()[1].function), QStringLiteral("run"));
  QCOMPARE(qs(reader.frames()[1].code), QStringLiteral("dist.all_gather(out, x)"));
  QCOMPARE(reader.frames()[2].line, 3000u);
  QCOMPARE(reader.messageLines().size(), 4u);
  QCOMPARE(reader.messageLines()[3].number, 10u);
  QCOMPARE(qs(reader.messageLines()[3].text), QStringLiteral("Cuda failure 719 'unspecified launch failure'"));
}

QTEST_GUILESS_MAIN(TestExceptionBlock)
#include "tst_exception_block.moc"
