// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/gtest_parser.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::qs;
using lanescope::test::scanRank;

namespace {

QStringList tests(const SourceScan& scan) {
  constexpr const char* kWords[] = {"-", "passed", "failed", "skipped", "error", "xfail", "xpass"};
  QStringList out;
  for (std::size_t i = 0; i < scan.tests.size(); ++i) {
    const TestRow& row = scan.tests[i];
    out << QStringLiteral("%1 %2 @%3")
               .arg(qs(scan.names.view(row.name)), QString::fromLatin1(kWords[static_cast<std::size_t>(row.word)]))
               .arg(row.verdictLine);
  }
  return out;
}

}  // namespace

class TestGtestParser : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aWholeProgram();
  void failures();
  void glued();
  void crashed();
  void cutAbove();
  void lookAlikes();
};

void TestGtestParser::aWholeProgram() {
  const SourceScan scan = scanRank({"Running main() from gtest_main.cc",
                                    "[==========] Running 4 tests from 2 test suites.",
                                    "[----------] Global test environment set-up.",
                                    "[----------] 3 tests from Alpha",
                                    "[ RUN      ] Alpha.Ok",
                                    "[       OK ] Alpha.Ok (12 ms)",
                                    "[ RUN      ] Alpha.Skips",
                                    "/src/a.cc:5: Skipped",
                                    "no device",
                                    "[  SKIPPED ] Alpha.Skips (0 ms)",
                                    "[ RUN      ] Alpha.Fails",
                                    "[  FAILED  ] Alpha.Fails (3 ms)",
                                    "[ RUN      ] Nums/P.Small/1",
                                    "[  FAILED  ] Nums/P.Small/1, where GetParam() = 2 (0 ms)",
                                    "[----------] Global test environment tear-down",
                                    "[==========] 4 tests from 2 test suites ran. (1234 ms total)",
                                    "[  PASSED  ] 1 test.",
                                    "[  SKIPPED ] 1 test, listed below:",
                                    "[  SKIPPED ] Alpha.Skips",
                                    "[  FAILED  ] 2 tests, listed below:",
                                    "[  FAILED  ] Alpha.Fails",
                                    "[  FAILED  ] Nums/P.Small/1, where GetParam() = 2",
                                    "",
                                    " 2 FAILED TESTS"});
  QCOMPARE(tests(scan), QStringList({"Alpha.Ok passed @6", "Alpha.Skips skipped @10", "Alpha.Fails failed @12",
                                     "Nums/P.Small/1 failed @14"}));
  QCOMPARE(scan.sessions.size(), 3u);
  QCOMPARE(scan.sessions[1].selected.value_or(0), 4u);
  const SessionFact& end = scan.sessions[2];
  QCOMPARE(end.kind, SessionFact::Kind::end);
  QCOMPARE(end.seconds.value_or(0), 1.234);
  QCOMPARE(end.passed.value_or(9), 1u);
  QCOMPARE(end.failed.value_or(9), 2u);
  QCOMPARE(end.skipped.value_or(9), 1u);
}

void TestGtestParser::failures() {
  const SourceScan scan = scanRank(
      {"[ RUN      ] Alpha.Fails", "/src/a.cc:4: Failure", "Expected equality of these values:", "  1", "  2", "numbers differ",
       "unknown file: Failure", "C++ exception with description \"CUDA error: unknown error\" thrown in the test body.",
       "[  FAILED  ] Alpha.Fails (0 ms)", "a total: Failure"});
  QCOMPARE(scan.failures.size(), 2u);
  const FailureFact& first = scan.failures[0];
  QCOMPARE(first.kind, FailureFact::Kind::testSection);
  QCOMPARE(qs(scan.names.view(first.test)), QStringLiteral("Alpha.Fails"));
  QCOMPARE(first.line, 3u);
  QCOMPARE(first.firstLine, 2u);
  QCOMPARE(first.lastLine, 6u);
  QCOMPARE(qs(first.sourceLocation), QStringLiteral("/src/a.cc:4"));
  QCOMPARE(qs(first.exceptionMessage), QStringLiteral("Expected equality of these values:\n1\n2\nnumbers differ"));
  QCOMPARE(scan.failures[1].line, 8u);
}

void TestGtestParser::glued() {
  const SourceScan scan = scanRank(
      {"[ RUN      ] A.b", "it printed this[       OK ] A.b (0 ms)", "[ RUN      ] A.c", "and this[  FAILED  ] A.c (0 ms)"});
  QCOMPARE(tests(scan), QStringList({"A.b passed @2", "A.c failed @4"}));
}

void TestGtestParser::crashed() {
  const SourceScan scan = scanRank(
      {"[==========] Running 2 tests from 1 test suite.", "[ RUN      ] A.b", "[       OK ] A.b (0 ms)", "[ RUN      ] A.c"});
  QCOMPARE(tests(scan), QStringList({"A.b passed @3", "A.c - @0"}));
  QVERIFY(!scan.tests[1].interrupted);
}

void TestGtestParser::cutAbove() {
  const SourceScan scan = scanRank({"[       OK ] A.a (0 ms)", "[ RUN      ] A.b", "[       OK ] A.b (0 ms)"});
  QCOMPARE(tests(scan), QStringList({"A.b passed @3"}));
}

void TestGtestParser::lookAlikes() {
  const SourceScan scan =
      scanRank({"[  FAILED  ] to load", "[ RUN ] A.b", "see [ RUN      ] A.b", "/src/a.cc:4: Failure", "[==========] 100%"});
  QCOMPARE(tests(scan), QStringList());
  QVERIFY(scan.sessions.empty());
}

QTEST_GUILESS_MAIN(TestGtestParser)
#include "tst_gtest_parser.moc"
