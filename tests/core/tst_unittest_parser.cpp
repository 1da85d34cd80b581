// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/unittest_parser.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::qs;
using lanescope::test::scanRank;

namespace {

const char* const kRule = "======================================================================";
const char* const kThin = "----------------------------------------------------------------------";

QString word(const TestRow& row) {
  constexpr const char* kWords[] = {"-", "passed", "failed", "skipped", "error", "xfail", "xpass"};
  return QString::fromLatin1(row.error ? "error" : kWords[static_cast<std::size_t>(row.word)]);
}

// "mod.Class.test_x passed @3": where its verdict stands, or its start.
QStringList tests(const SourceScan& scan) {
  QStringList out;
  for (std::size_t i = 0; i < scan.tests.size(); ++i) {
    const TestRow& row = scan.tests[i];
    out << QStringLiteral("%1 %2 @%3")
               .arg(qs(scan.names.view(row.name)), word(row))
               .arg(row.verdictLine ? row.verdictLine : row.startLine);
  }
  return out;
}

}  // namespace

class TestUnittestParser : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void names_data();
  void names();
  void words_data();
  void words();
  void verbose();
  void sections();
  void modulesThatCannotBeLoaded();
  void counts_data();
  void counts();
  void listedByAbsl();
  void openAtTheEnd();
  void otherRules();
};

void TestUnittestParser::names_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("id");
  QTest::addColumn<QString>("rest");
  const auto row = [](const char* line, const char* id, const char* rest) { QTest::newRow(line) << line << id << rest; };
  row("test_x (mod.TestA.test_x) ... ok", "mod.TestA.test_x", " ... ok");
  row("test_x (mod.TestA) ... ok", "mod.TestA.test_x", " ... ok");
  row("test_x (__main__.TestA)", "__main__.TestA.test_x", "");
  row("test_x (mod.TestA.test_x) (i=1) ... FAIL", "mod.TestA.test_x", " (i=1) ... FAIL");
  row("test_x (mod.TestA.test_x) [sub] (i=1)", "mod.TestA.test_x", " [sub] (i=1)");
  row("test_p1 (2) (__main__.TestA)", "__main__.TestA.test_p1 (2)", "");
  row("test_x (mod.Outer.<locals>.TestA.test_x)", "mod.Outer.<locals>.TestA.test_x", "");
  row("setUpClass (mod.TestB)", "mod.TestB.setUpClass", "");
  row("nothing (unittest.loader._FailedTest.nothing) ... ERROR", "nothing", " ... ERROR");
  row("tests.test_x (unittest.loader._FailedTest.tests.test_x)", "tests.test_x", "");
  row("setUpModule (mod)", "mod.setUpModule", "");
  row("see (above)", "", "");
  row("torch.compile (torch.compile)", "", "");
  row("three (3)", "", "");
  row("(mod.TestA)", "", "");
  row("loading (this may take a while) ... ok", "", "");
  row("3rd (mod.TestA)", "", "");
}

void TestUnittestParser::names() {
  QFETCH(QString, line);
  QFETCH(QString, id);
  QFETCH(QString, rest);
  const std::string bytes = line.toStdString();
  const auto name = unittestNameAtStart(bytes);
  QCOMPARE(name ? qs(name->id) : QString(), id);
  if (name) QCOMPARE(qs(name->rest), rest);
}

void TestUnittestParser::words_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<int>("expected");
  const auto row = [](const char* line, TestWord expected) { QTest::newRow(line) << line << static_cast<int>(expected); };
  row("ok", TestWord::passed);
  row("FAIL", TestWord::failed);
  row("ERROR", TestWord::error);
  row("skipped 'no device'", TestWord::skipped);
  row("skipped \"it's off\"", TestWord::skipped);
  row("expected failure", TestWord::xfail);
  row("unexpected success", TestWord::failed);
  row("okay", TestWord::none);
  row("ERROR: x", TestWord::none);
  row("skipped over", TestWord::none);
}

void TestUnittestParser::words() {
  QFETCH(QString, line);
  QFETCH(int, expected);
  QCOMPARE(static_cast<int>(unittestWordOf(line.toStdString())), expected);
}

void TestUnittestParser::verbose() {
  const SourceScan scan =
      scanRank({"test_one (mod.TestA.test_one) ... ok", "test_doc (mod.TestA.test_doc)", "Says what it checks. ... ok",
                "test_print (mod.TestA.test_print) ... hello from the test", "more of it", "ok",
                "test_fail (mod.TestA.test_fail) ... FAIL", "test_skip (mod.TestA.test_skip) ... skipped 'no device'",
                "test_sub (mod.TestA.test_sub) ... ", "  test_sub (mod.TestA.test_sub) (i=1) ... FAIL",
                "test_xf (mod.TestA.test_xf) ... expected failure", "test_err (mod.TestA.test_err) ... ERROR",
                "a print (of.something)", "test_old (mod.TestB) ... ok"});
  QCOMPARE(tests(scan),
           QStringList({"mod.TestA.test_one passed @1", "mod.TestA.test_doc passed @3", "mod.TestA.test_print passed @6",
                        "mod.TestA.test_fail failed @7", "mod.TestA.test_skip skipped @8", "mod.TestA.test_sub failed @10",
                        "mod.TestA.test_xf xfail @11", "mod.TestA.test_err error @12", "mod.TestB.test_old passed @14"}));
  for (std::size_t i = 0; i < scan.tests.size(); ++i) QVERIFY(!scan.tests[i].interrupted);
}

void TestUnittestParser::sections() {
  const SourceScan scan = scanRank({".EF.",
                                    kRule,
                                    "ERROR: test_err (mod.TestA.test_err)",
                                    kThin,
                                    "Traceback (most recent call last):",
                                    "  File \"/x/mod.py\", line 10, in test_err",
                                    "    raise RuntimeError(\"CUDA error: unknown error\")",
                                    "RuntimeError: CUDA error: unknown error",
                                    "",
                                    kRule,
                                    "ERROR: setUpClass (mod.TestB)",
                                    kThin,
                                    "Traceback (most recent call last):",
                                    "  File \"/x/mod.py\", line 25, in setUpClass",
                                    "OSError: no port",
                                    "",
                                    kRule,
                                    "FAIL: test_fail (mod.TestA.test_fail)",
                                    "A failing test with words.",
                                    kThin,
                                    "Traceback (most recent call last):",
                                    "  File \"/x/mod.py\", line 9, in test_fail",
                                    "    self.assertEqual(1, 2)",
                                    "AssertionError: 1 != 2",
                                    "",
                                    kThin,
                                    "Ran 4 tests in 0.010s",
                                    "",
                                    "FAILED (failures=1, errors=2)"});
  QCOMPARE(tests(scan),
           QStringList({"mod.TestA.test_err error @3", "mod.TestB.setUpClass error @11", "mod.TestA.test_fail failed @18"}));
  QCOMPARE(scan.testErrors.size(), 2u);
  QCOMPARE(scan.testErrors[0].phase, TestPhase::call);
  QCOMPARE(scan.testErrors[1].phase, TestPhase::setup);
  QCOMPARE(scan.failures.size(), 3u);
  QCOMPARE(qs(scan.failures[0].exceptionType), QStringLiteral("RuntimeError"));
  QCOMPARE(scan.failures[0].line, 8u);
  QCOMPARE(scan.failures[0].cudaCode.value_or(-1), 999);
  QCOMPARE(qs(scan.failures[2].exceptionMessage), QStringLiteral("1 != 2"));
  QCOMPARE(qs(scan.names.view(scan.failures[2].test)), QStringLiteral("mod.TestA.test_fail"));
  QCOMPARE(scan.failures[2].frames.size(), 1u);
  const SessionFact& end = scan.sessions.back();
  QCOMPARE(end.kind, SessionFact::Kind::end);
  QCOMPARE(end.seconds.value_or(-1), 0.01);
  QCOMPARE(end.failed.value_or(9), 1u);
  QCOMPARE(end.errors.value_or(9), 2u);
  QCOMPARE(end.passed.value_or(9), 2u);  // four ran, two of them went wrong: the class is no test
}

void TestUnittestParser::modulesThatCannotBeLoaded() {
  const SourceScan scan = scanRank(
      {kRule, "ERROR: tests.test_x (unittest.loader._FailedTest.tests.test_x)", kThin,
       "ImportError: Failed to import test module: tests.test_x",
       "Traceback (most recent call last):", "  File \"/usr/lib/python3/unittest/loader.py\", line 162, in loadTestsFromName",
       "ModuleNotFoundError: No module named 'nothing'", "", "", kThin, "Ran 1 test in 0.000s", "", "FAILED (errors=1)"});
  QCOMPARE(tests(scan), QStringList({"tests.test_x error @2"}));
  QCOMPARE(scan.testErrors[0].phase, TestPhase::collect);
  QCOMPARE(qs(scan.failures.front().exceptionType), QStringLiteral("ModuleNotFoundError"));
}

void TestUnittestParser::counts_data() {
  QTest::addColumn<QString>("ran");
  QTest::addColumn<QString>("verdict");
  QTest::addColumn<int>("passed");  // -1: no verdict was read
  QTest::addColumn<int>("skipped");
  QTest::newRow("ok") << "Ran 12 tests in 3.456s"
                      << "OK" << 12 << 0;
  QTest::newRow("skipped") << "Ran 12 tests in 3.456s"
                           << "OK (skipped=3, expected failures=2)" << 7 << 3;
  QTest::newRow("unexpected is not expected") << "Ran 2 tests in 0.456s"
                                              << "FAILED (unexpected successes=1)" << 2 << 0;
  QTest::newRow("one") << "Ran 1 test in 0.001s"
                       << "OK" << 1 << 0;
  QTest::newRow("none") << "Ran 0 tests in 0.000s"
                        << "NO TESTS RAN" << 0 << 0;
  QTest::newRow("cut") << "Ran 12 tests in 3.456s"
                       << "something else" << -1 << 0;
}

void TestUnittestParser::counts() {
  QFETCH(QString, ran);
  QFETCH(QString, verdict);
  QFETCH(int, passed);
  QFETCH(int, skipped);
  const std::string first = ran.toStdString(), second = verdict.toStdString();
  const SourceScan scan = scanRank({"....", kThin, first.c_str(), "", second.c_str()});
  const SessionFact& end = scan.sessions.back();
  QCOMPARE(end.kind, SessionFact::Kind::end);
  QCOMPARE(end.passed ? static_cast<int>(*end.passed) : -1, passed);
  if (passed >= 0) QCOMPARE(static_cast<int>(end.skipped.value_or(99)), skipped);
}

void TestUnittestParser::listedByAbsl() {
  const SourceScan scan =
      scanRank({"Running tests under Python 3.11.7: /usr/bin/python3", "[ RUN      ] A.test_err", "[  FAILED  ] A.test_err",
                "[ RUN      ] A.test_p0 (1)", "[       OK ] A.test_p0 (1)", kRule, "ERROR: test_err (__main__.A)", "A.test_err",
                kThin, "Traceback (most recent call last):", "  File \"/x/t.py\", line 6, in test_err", "ValueError: bad", "",
                kThin, "Ran 2 tests in 0.005s", "", "FAILED (errors=1)"});
  QCOMPARE(tests(scan), QStringList({"A.test_err failed @3", "A.test_p0 (1) passed @5"}));
  QCOMPARE(scan.failures.size(), 1u);
  QCOMPARE(qs(scan.names.view(scan.failures.front().test)), QStringLiteral("A.test_err"));
}

void TestUnittestParser::openAtTheEnd() {
  const SourceScan scan = scanRank({"test_one (mod.TestA.test_one) ... ok", "test_two (mod.TestA.test_two) ... ", "it prints"});
  QCOMPARE(tests(scan), QStringList({"mod.TestA.test_one passed @1", "mod.TestA.test_two - @2"}));
  QVERIFY(!scan.tests[1].interrupted);
}

void TestUnittestParser::otherRules() {
  const SourceScan scan =
      scanRank({kRule, "ERROR: the disk is full", kRule, "FAIL: see (above)", kThin, "loading (the model) ... ok",
                "Ran out of tests in 3s", "Ran 3 tests in a row", "compile (torch.compile)"});
  QCOMPARE(tests(scan), QStringList());
  QVERIFY(scan.sessions.empty());
}

QTEST_GUILESS_MAIN(TestUnittestParser)
#include "tst_unittest_parser.moc"
