// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pytest_session.h"
#include "tests/support/scanned.h"

#include <QRegularExpression>
#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::qs;
using Session = lanescope::test::PytestSession;

namespace {

const char* word(TestWord value) {
  constexpr const char* kWords[] = {"-", "passed", "failed", "skipped", "error", "xfail", "xpass"};
  return kWords[static_cast<std::size_t>(value)];
}

const char* phase(TestPhase value) {
  constexpr const char* kPhases[] = {"call", "setup", "teardown", "collect", "?"};
  return kPhases[static_cast<std::size_t>(value)];
}

// What was printed, in order: "start tests/a.py::b @3", "failed tests/a.py::b @4", "error (teardown) tests/a.py::b @5"
QStringList marks(const SourceScan& scan) {
  std::vector<std::pair<std::uint32_t, QString>> said;
  const auto sayOf = [&](const TestRow& row, std::uint32_t line, const QString& what) {
    if (line != 0) said.emplace_back(line, QStringLiteral("%1 %2 @%3").arg(what, qs(scan.names.view(row.name))).arg(line));
  };
  for (std::size_t i = 0; i < scan.tests.size(); ++i) {
    const TestRow& row = scan.tests[i];
    const auto say = [&](std::uint32_t line, const QString& what) { sayOf(row, line, what); };
    say(row.startLine, QStringLiteral("start"));
    say(row.verdictLine, QString::fromLatin1(word(row.word)));
  }
  for (const TestError& error : scan.testErrors) {
    sayOf(scan.tests[error.row], error.line, QStringLiteral("error (%1)").arg(QString::fromLatin1(phase(error.phase))));
  }
  std::stable_sort(said.begin(), said.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  QStringList out;
  for (const auto& entry : said) out << entry.second;
  return out;
}

using Count = std::optional<std::uint32_t>;

}  // namespace

class TestPytestParser : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void verdicts_data();
  void verdicts();
  void nothingBeforeTheSession();
  void openAtTheEnd();
  void hookSections();
  void failuresSection();
  void sectionTitles_data();
  void sectionTitles();
  void errorSections();
  void summaryIsNoSecondVerdict();
  void characters_data();
  void characters();
  void charactersOfASessionThatWasKilled();
  void workers();
  void aWorkerCrashed();
  void reruns();
  void subtests();
  void collectionErrors();
  void internalErrors();
  void timeoutThatEndsTheProcess();
  void nativeSections();
  void summaryAlone();
  void stops_data();
  void stops();
  void quietFinalLines_data();
  void quietFinalLines();
  void whatIsGluedIsLeft();
  void aSecondSession();
  void versionOfPython();
};

void TestPytestParser::verdicts_data() {
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<QStringList>("expected");
  const auto row = [](const char* name, const QStringList& lines, const QStringList& expected) {
    QTest::newRow(name) << lines << expected;
  };
  row("silent", {"tests/a.py::one PASSED", "tests/a.py::two FAILED"},
      {"start tests/a.py::one @2", "passed tests/a.py::one @2", "start tests/a.py::two @3", "failed tests/a.py::two @3"});
  row("words", {"a.py::b SKIPPED (no device)", "a.py::c XFAIL (known)", "a.py::d XPASS", "a.py::e SKIPPED"},
      {"start a.py::b @2", "skipped a.py::b @2", "start a.py::c @3", "xfail a.py::c @3", "start a.py::d @4", "xpass a.py::d @4",
       "start a.py::e @5", "skipped a.py::e @5"});
  row("percentages", {"a.py::b PASSED                  [ 12%]", "a.py::c SKIPPED (unset) [100%]"},
      {"start a.py::b @2", "passed a.py::b @2", "start a.py::c @3", "skipped a.py::c @3"});
  row("prints", {"a.py::b hello from test", "more output", "PASSED"}, {"start a.py::b @2", "passed a.py::b @4"});
  row("prints, verdict with a reason", {"a.py::b ", "some output", "SKIPPED (after all)"},
      {"start a.py::b @2", "skipped a.py::b @4"});
  row("glued", {"a.py::b first", "last print without newlinePASSED"}, {"start a.py::b @2", "passed a.py::b @3"});
  row("glued behind a full stop", {"a.py::b first", "done.FAILED"}, {"start a.py::b @2", "failed a.py::b @3"});
  row("glued on the line of the id", {"a.py::b it printsPASSED"}, {"start a.py::b @2", "passed a.py::b @2"});
  row("printed words are no verdict",
      {"a.py::b first", "status: PASSED", "result=PASSED", "the check FAILED", "test_PASSED", "PASSED 3 of 4 checks", "PASSED"},
      {"start a.py::b @2", "passed a.py::b @8"});
  row("a printed word on the line of the id is none", {"a.py::b status: PASSED", "PASSED"},
      {"start a.py::b @2", "passed a.py::b @3"});
  row("a word when no test is open", {"a.py::b PASSED", "FAILED", "a.py::c PASSED"},
      {"start a.py::b @2", "passed a.py::b @2", "start a.py::c @4", "passed a.py::c @4"});
  row("spaces in a parameter", {"a.py::b[x y] PASSED", "a.py::b[x z] FAILED"},
      {"start a.py::b[x y] @2", "passed a.py::b[x y] @2", "start a.py::b[x z] @3", "failed a.py::b[x z] @3"});
  row("unclosed bracket", {"a.py::b[x PASSED"}, {"start a.py::b[x @2", "passed a.py::b[x @2"});
  row("classes", {"a.py::TestX::test_y PASSED"}, {"start a.py::TestX::test_y @2", "passed a.py::TestX::test_y @2"});
  row("error in setup", {"a.py::b ERROR", "a.py::c PASSED"},
      {"start a.py::b @2", "error (setup) a.py::b @2", "start a.py::c @3", "passed a.py::c @3"});
  row("error in teardown", {"a.py::b PASSED", "a.py::b ERROR", "a.py::c PASSED"},
      {"start a.py::b @2", "passed a.py::b @2", "error (teardown) a.py::b @3", "start a.py::c @4", "passed a.py::c @4"});
  row("failed, and an error in teardown", {"a.py::b FAILED", "a.py::b ERROR"},
      {"start a.py::b @2", "failed a.py::b @2", "error (teardown) a.py::b @3"});
  row("the next starts without a verdict", {"a.py::b ", "a.py::c PASSED"},
      {"start a.py::b @2", "start a.py::c @3", "passed a.py::c @3"});
}

void TestPytestParser::verdicts() {
  QFETCH(QStringList, lines);
  QFETCH(QStringList, expected);
  const Session session(lines);
  QCOMPARE(marks(session.scan), expected);
}

void TestPytestParser::nothingBeforeTheSession() {
  const Session session({"a.py::b hello", "collected 3 items", "PASSED", "[rank 1] a.py::b (call)"}, false);
  QCOMPARE(marks(session.scan), QStringList());
  QVERIFY(session.scan.sessions.empty());
  QVERIFY(!session.parser.inSession());
  // A log whose head was cut away: an id with its verdict begins a session too.
  const Session cut({"PASSED", "a.py::c PASSED", "a.py::d ", "FAILED"}, false);
  QCOMPARE(marks(cut.scan), QStringList({"start a.py::c @2", "passed a.py::c @2", "start a.py::d @3", "failed a.py::d @4"}));
}

void TestPytestParser::openAtTheEnd() {
  const Session session({"a.py::b PASSED", "a.py::c ", "prints"});
  QCOMPARE(qs(session.scan.names.view(session.tests.open())), QStringLiteral("a.py::c"));
  QVERIFY(!session.parser.ended());
  const Session done({"a.py::b PASSED", "===== 1 passed in 0.10s ====="});
  QVERIFY(!done.tests.open().valid());
}

void TestPytestParser::hookSections() {
  const Session session({"tests/a.py::TestX::test_y[p 1] ", "[rank 5] tests/a.py::TestX::test_y[p 1] (call)",
                         "    def test_y(self):", ">       run()", "", "tests/a.py:12: ", "_ _ _ _ _ _ _ _ _ _ _",
                         "src/run.py:99: in run", "    check(1)", "E   RuntimeError: CUDA error: unknown error",
                         "E   CUDA kernel errors might be asynchronously reported at some other API call", "",
                         "src/run.py:120: RuntimeError", "FAILED", "tests/b.py::next PASSED"});
  QCOMPARE(marks(session.scan),
           QStringList({"start tests/a.py::TestX::test_y[p 1] @2", "failed tests/a.py::TestX::test_y[p 1] @15",
                        "start tests/b.py::next @16", "passed tests/b.py::next @16"}));
  QCOMPARE(session.sections.size(), 1u);
  const FailureFact& fact = session.sections.front().fact;
  QCOMPARE(fact.kind, FailureFact::Kind::testSection);
  QCOMPARE(qs(session.scan.names.view(fact.test)), QStringLiteral("tests/a.py::TestX::test_y[p 1]"));
  QCOMPARE(qs(fact.exceptionType), QStringLiteral("RuntimeError"));
  QCOMPARE(fact.line, 11u);
  QCOMPARE(fact.firstLine, 3u);
  QCOMPARE(fact.lastLine, 14u);
  QCOMPARE(fact.phase, TestPhase::call);
  QVERIFY(fact.inTest);
  QCOMPARE(fact.frames.size(), 3u);
  QCOMPARE(qs(fact.frames[0].code), QStringLiteral("run()"));
  QCOMPARE(qs(fact.frames[1].function), QStringLiteral("run"));
  QCOMPARE(qs(fact.frames[1].code), QStringLiteral("check(1)"));
  QCOMPARE(fact.frames[2].line, 120u);
}

void TestPytestParser::failuresSection() {
  const Session session({"tests/a.py::TestX::test_y[p] FAILED",
                         "=================================== FAILURES ===================================",
                         "____________________________ TestX.test_y[p] ____________________________", "",
                         "    def test_y(self, p):", ">       assert 1 == 2", "E       assert 1 == 2", "",
                         "tests/a.py:3: AssertionError",
                         "----------------------------- Captured stdout call -----------------------------",
                         "tests/a.py::quoted PASSED", "_____ test_other _____", "E   ValueError: x",
                         "=========================== short test summary info ============================",
                         "FAILED tests/a.py::TestX::test_y[p] - assert 1 == 2", "===== 1 failed in 2.00s ====="});
  QCOMPARE(marks(session.scan),
           QStringList({"start tests/a.py::TestX::test_y[p] @2", "failed tests/a.py::TestX::test_y[p] @2"}));
  QCOMPARE(session.sections.size(), 2u);
  const FailureFact& fact = session.sections.front().fact;
  QVERIFY(!fact.test.valid());
  QCOMPARE(qs(fact.sectionTitle), QStringLiteral("TestX.test_y[p]"));
  QCOMPARE(qs(fact.exceptionType), QStringLiteral("AssertionError"));
  QCOMPARE(qs(fact.exceptionMessage), QStringLiteral("assert 1 == 2"));
  QCOMPARE(fact.line, 8u);
  QVERIFY(!fact.inTest);
  QCOMPARE(qs(session.sections.back().fact.exceptionType), QStringLiteral("ValueError"));
}

void TestPytestParser::sectionTitles_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("title");  // empty: not a section of its own
  const auto row = [](const char* line, const char* title) { QTest::newRow(line) << line << title; };
  row("____________________________ TestX.test_y[p] ____________________________", "TestX.test_y[p]");
  row("_ TestX.test_with_a_name_that_leaves_room_for_a_single_mark_at_either_end[p] _",
      "TestX.test_with_a_name_that_leaves_room_for_a_single_mark_at_either_end[p]");
  row("__ test_b[x y] __", "test_b[x y]");
  row("_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _", "");
  row("_______________________________________________________________________________", "");
  row("_, x = _", "");
  row("_private = 3", "");
  row("    _ = f(_", "");
}

void TestPytestParser::sectionTitles() {
  QFETCH(QString, line);
  QFETCH(QString, title);
  const Session session({"=================================== FAILURES ===================================", "____ before ____",
                         "E   ValueError: x", line, "E   KeyError: y", "===== 1 failed in 2.00s ====="});
  QCOMPARE(session.sections.size(), title.isEmpty() ? 1u : 2u);
  QCOMPARE(qs(session.sections.back().fact.sectionTitle), title.isEmpty() ? QStringLiteral("before") : title);
}

void TestPytestParser::errorSections() {
  const Session session({"a.py::b ERROR", "a.py::c PASSED", "a.py::c ERROR",
                         "==================================== ERRORS ====================================",
                         "_________________________ ERROR at setup of test_b _________________________", "E   OSError: no",
                         "________________________ ERROR at teardown of test_c ________________________",
                         "E   RuntimeError: late", "===== 1 passed, 2 errors in 2.00s ====="});
  QCOMPARE(session.sections.size(), 2u);
  QCOMPARE(session.sections[0].fact.phase, TestPhase::setup);
  QCOMPARE(qs(session.sections[0].fact.sectionTitle), QStringLiteral("test_b"));
  QCOMPARE(session.sections[1].fact.phase, TestPhase::teardown);
  QCOMPARE(qs(session.sections[1].fact.sectionTitle), QStringLiteral("test_c"));
}

void TestPytestParser::summaryIsNoSecondVerdict() {
  const Session session(
      {"a.py::b PASSED", "a.py::c FAILED", "==================================== PASSES ====================================",
       "============================= slowest 15 durations =============================", "459.12s call     a.py::b",
       "0.01s setup    a.py::c",
       "=========================== short test summary info ============================", "PASSED a.py::b",
       "SKIPPED [3] tests/x.py:12: reason", "XFAIL a.py::d - reason", "FAILED a.py::c - RuntimeError: CUDA error: ...",
       "ERROR a.py::e - msg", "==== 1 failed, 1 passed in 460.00s (0:07:40) ===="});
  QCOMPARE(marks(session.scan),
           QStringList({"start a.py::b @2", "passed a.py::b @2", "start a.py::c @3", "failed a.py::c @3"}));
  QCOMPARE(session.scan.sessions.size(), 2u);
}

void TestPytestParser::aSecondSession() {
  const Session session(
      {"a.py::b PASSED", "===== 1 passed in 0.10s =====", "===== test session starts =====", "a.py::b FAILED"});
  QCOMPARE(marks(session.scan),
           QStringList({"start a.py::b @2", "passed a.py::b @2", "start a.py::b @5", "failed a.py::b @5"}));
  QVERIFY(!session.parser.ended());
}

void TestPytestParser::versionOfPython() {
  const Session session({"platform linux -- Python 3.12.3, pytest-9.1.1, pluggy-1.6.0 -- /opt/venv/bin/python"});
  QCOMPARE(session.scan.versions.size(), 1u);
  QCOMPARE(qs(session.scan.versions[0].text), QStringLiteral("3.12.3"));
}

const char* const kFailures = "=================================== FAILURES ===================================";
const char* const kErrors = "==================================== ERRORS ====================================";
const char* const kSummary = "=========================== short test summary info ============================";

void TestPytestParser::characters_data() {
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<bool>("header");
  QTest::addColumn<QStringList>("expected");
  const QStringList report = {"",
                              kErrors,
                              "_____ ERROR at setup of test_no_fixture _____",
                              "E       fixture 'x' not found",
                              "_____ ERROR at teardown of TestK.test_tear _____",
                              "E       OSError: late",
                              kFailures,
                              "_____ TestK.test_y[p.q] _____",
                              "E       assert 1 == 2",
                              "_____ test_z _____",
                              "E   ValueError: z"};
  const QStringList summary = {kSummary, "FAILED tests/a.py::TestK::test_y[p.q] - assert 1 == 2",
                               "FAILED tests/b.py::test_z - ValueError: z", "ERROR tests/a.py::test_no_fixture",
                               "ERROR tests/a.py::TestK::test_tear - OSError: late"};
  const QStringList named = {"failed tests/a.py::TestK::test_y[p.q] @2", "error (setup) tests/a.py::test_no_fixture @3",
                             "error (teardown) tests/a.py::TestK::test_tear @3", "failed tests/b.py::test_z @4"};
  const QStringList dots = {"tests/a.py ...F....                    [ 30%]", ".E.sxX.E                  [ 60%]",
                            "tests/b.py ..F        [100%]"};
  QTest::newRow("named by the sections") << dots + report << true << named;
  QTest::newRow("named by the summary") << dots + summary << true
                                        << QStringList({named[0], "error (?) tests/a.py::test_no_fixture @3",
                                                        "error (?) tests/a.py::TestK::test_tear @3", named[3]});
  QTest::newRow("named by both") << dots + report + summary << true << named;
  const QStringList quiet = {"...F.....E.sxX.E..F                  [100%]"};
  QTest::newRow("without files") << quiet + report + summary << false
                                 << QStringList({"failed tests/a.py::TestK::test_y[p.q] @1", "failed tests/b.py::test_z @1",
                                                 "error (setup) tests/a.py::test_no_fixture @1",
                                                 "error (teardown) tests/a.py::TestK::test_tear @1"});
  QTest::newRow("the summary alone") << summary << false
                                     << QStringList({"failed tests/a.py::TestK::test_y[p.q] @2", "failed tests/b.py::test_z @3",
                                                     "error (?) tests/a.py::test_no_fixture @4",
                                                     "error (?) tests/a.py::TestK::test_tear @5"});
  QTest::newRow("none is named") << QStringList({"tests/a.py ..F.                 [100%]"}) << true
                                 << QStringList({"failed tests/a.py @2"});
  QTest::newRow("printed marks are no verdicts") << QStringList({"tests/a.py::one PASSED", "..F..   [ 20%]", "..."}) << true
                                                 << QStringList({"start tests/a.py::one @2", "passed tests/a.py::one @2"});
}

void TestPytestParser::characters() {
  QFETCH(QStringList, lines);
  QFETCH(bool, header);
  QFETCH(QStringList, expected);
  const Session session(lines, header);
  QStringList verdicts = marks(session.scan);
  if (QTest::currentDataTag() != QByteArray("printed marks are no verdicts"))
    verdicts = verdicts.filter(QRegularExpression("^(?!start)"));
  QCOMPARE(verdicts, expected);
}

void TestPytestParser::charactersOfASessionThatWasKilled() {
  const Session killed({"collected 9 items", "", "tests/a.py ..F.s     [ 55%]", "tests/b.py xX"});
  const SessionFact& fact = killed.scan.sessions.back();
  QCOMPARE(fact.kind, SessionFact::Kind::counted);
  QCOMPARE(fact.passed, Count(3));
  QCOMPARE(fact.failed, Count(1));
  QCOMPARE(fact.skipped, Count(1));
  QCOMPARE(fact.xfailed, Count(1));
  QCOMPARE(fact.xpassed, Count(1));
  QCOMPARE(fact.line, 5u);
  // A final line says it better.
  const Session ended({"tests/a.py ..F.s     [100%]", "", "===== 1 failed, 3 passed, 1 skipped in 0.10s ====="});
  for (const SessionFact& other : ended.scan.sessions) QVERIFY(other.kind != SessionFact::Kind::counted);
}

void TestPytestParser::workers() {
  const Session session({"gw0 I / gw1 I", "gw0 [4] / gw1 [4]", "", "tests/a.py::one ", "tests/a.py::two ",
                         "[gw1] [ 25%] PASSED tests/a.py::two ", "tests/a.py::three[x y] ",
                         "[gw0] [ 50%] FAILED tests/a.py::one ", "[gw1] [ 75%] SKIPPED tests/a.py::three[x y] ",
                         "tests/a.py::four ", "[gw0] [100%] PASSED tests/a.py::four ", "[gw0] [100%] ERROR tests/a.py::four ",
                         "tests/a.py::five "});
  QCOMPARE(marks(session.scan),
           QStringList({"start tests/a.py::one @5", "start tests/a.py::two @6", "passed tests/a.py::two @7",
                        "start tests/a.py::three[x y] @8", "failed tests/a.py::one @9", "skipped tests/a.py::three[x y] @10",
                        "start tests/a.py::four @11", "passed tests/a.py::four @12", "error (teardown) tests/a.py::four @13",
                        "start tests/a.py::five @14"}));
  for (std::size_t i = 0; i < session.scan.tests.size(); ++i) QVERIFY(!session.scan.tests[i].interrupted);
  QCOMPARE(session.scan.sessions.back().selected, Count(4));
}

void TestPytestParser::aWorkerCrashed() {
  const Session session({"gw0 [2] / gw1 [2]", "tests/a.py::one ", "[gw0] node down: Not properly terminated",
                         "[gw0] [100%] FAILED tests/a.py::one ", "replacing crashed worker gw0", kFailures,
                         "_____ tests/a.py _____", "[gw0] linux -- Python 3.11.7 /usr/bin/python3",
                         "worker 'gw0' crashed while running 'tests/a.py::one'", kSummary});
  QCOMPARE(marks(session.scan), QStringList({"start tests/a.py::one @3", "failed tests/a.py::one @5"}));
  QCOMPARE(session.sections.size(), 1u);
  QCOMPARE(qs(session.scan.names.view(session.sections[0].fact.test)), QStringLiteral("tests/a.py::one"));
  QCOMPARE(session.sections[0].fact.line, 10u);
}

void TestPytestParser::reruns() {
  const Session session({"a.py::b RERUN                 [ 10%]", "a.py::b RERUN                 [ 10%]",
                         "a.py::b PASSED                [ 10%]", "a.py::c RERUN", "a.py::c FAILED", "a.py::d prints", "RERUN",
                         "a.py::d PASSED"});
  QCOMPARE(marks(session.scan), QStringList({"start a.py::b @2", "passed a.py::b @4", "start a.py::c @5", "failed a.py::c @6",
                                             "start a.py::d @7", "passed a.py::d @9"}));
  for (std::size_t i = 0; i < session.scan.tests.size(); ++i) QVERIFY(session.scan.tests[i].rerun);
  const Session plain({"a.py::b PASSED"});
  QVERIFY(!plain.scan.tests[0].rerun);
}

void TestPytestParser::subtests() {
  const Session session({"a.py::b SUBPASS               [ 10%]", "a.py::b SUBFAIL               [ 10%]",
                         "a.py::b SUBPASS       [ 10%]", "a.py::b PASSED                [ 10%]",
                         "a.py::c SUBPASSED[one] (i=1) [ 20%]", "a.py::c PASSED   [ 20%]",
                         "a.py::d SUBFAILED[two] (i=2) [ 30%]", "a.py::d FAILED  [ 30%]"});
  QCOMPARE(marks(session.scan), QStringList({"start a.py::b @2", "failed a.py::b @3", "start a.py::c @6", "passed a.py::c @7",
                                             "start a.py::d @8", "failed a.py::d @8"}));
}

void TestPytestParser::collectionErrors() {
  const Session session(
      {"collected 1 item / 1 error", kErrors, "_____ ERROR collecting tests/bad.py _____",
       "ImportError while importing test module '/x/tests/bad.py'.", "tests/bad.py:1: in <module>", "    import nothing",
       "E   ModuleNotFoundError: No module named 'nothing'", kSummary, "ERROR tests/bad.py",
       "!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!", "===== 1 error in 0.07s ====="});
  QCOMPARE(marks(session.scan).filter("error"), QStringList({"error (collect) tests/bad.py @4"}));
  QCOMPARE(session.sections.size(), 1u);
  const FailureFact& fact = session.sections.front().fact;
  QCOMPARE(qs(session.scan.names.view(fact.test)), QStringLiteral("tests/bad.py"));
  QCOMPARE(qs(fact.exceptionType), QStringLiteral("ModuleNotFoundError"));
  QCOMPARE(fact.phase, TestPhase::collect);
}

void TestPytestParser::internalErrors() {
  const Session session({"a.py::b PASSED", "INTERNALERROR> Traceback (most recent call last):",
                         "INTERNALERROR>   File \"/x/hooks.py\", line 4, in report",
                         "INTERNALERROR>     raise RuntimeError(\"no\")", "INTERNALERROR> RuntimeError: no", "",
                         "INTERNALERROR> Traceback (most recent call last):", "INTERNALERROR> KeyError: 'again'",
                         "===== 1 passed in 0.10s ====="});
  QCOMPARE(session.sections.size(), 1u);
  const FailureFact& fact = session.sections.front().fact;
  QCOMPARE(fact.kind, FailureFact::Kind::exception);
  QCOMPARE(qs(fact.exceptionType), QStringLiteral("RuntimeError"));
  QCOMPARE(fact.line, 6u);
  QCOMPARE(fact.frames.size(), 1u);
  QVERIFY(session.parser.ended());
}

void TestPytestParser::timeoutThatEndsTheProcess() {
  const Session session(
      {"a.py::b PASSED", "a.py::slow ", "+++++++++++++++++++++++++++++++++++ Timeout ++++++++++++++++++++++++++++++++++++", "",
       "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ Captured stdout ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", "a.py::quoted FAILED",
       "~~~~~~~~~~~~~~~ Stack of Thread-1 (140358858045120) ~~~~~~~~~~~~~~~", "  File \"/x/threads.py\", line 9, in run",
       "~~~~~~~~~~~~~~~~~~~~ Stack of MainThread (140225223756672) ~~~~~~~~~~~~~~~~~~~~~",
       "  File \"/x/main.py\", line 1, in <module>", "    main()", "  File \"/x/a.py\", line 5, in slow", "    wait()", "",
       "+++++++++++++++++++++++++++++++++++ Timeout ++++++++++++++++++++++++++++++++++++"});
  QCOMPARE(marks(session.scan),
           QStringList({"start a.py::b @2", "passed a.py::b @2", "start a.py::slow @3", "failed a.py::slow @4"}));
  QCOMPARE(session.sections.size(), 1u);
  const FailureFact& fact = session.sections.front().fact;
  QCOMPARE(qs(session.scan.names.view(fact.test)), QStringLiteral("a.py::slow"));
  QCOMPARE(fact.line, 4u);
  QCOMPARE(fact.lastLine, 16u);
  QCOMPARE(fact.frames.size(), 2u);
  QCOMPARE(qs(fact.frames.back().function), QStringLiteral("slow"));
}

void TestPytestParser::nativeSections() {
  const Session session({"a.py::b FAILED", kFailures, "_____ test_b _____",
                         "Traceback (most recent call last):", "  File \"/x/a.py\", line 7, in test_b", "    check()",
                         "ValueError: beta is bad", "---------------- Captured stderr call ----------------",
                         "ValueError: of a child", "===== 1 failed in 0.10s ====="});
  QCOMPARE(session.sections.size(), 1u);
  const FailureFact& fact = session.sections.front().fact;
  QCOMPARE(qs(fact.exceptionType), QStringLiteral("ValueError"));
  QCOMPARE(qs(fact.exceptionMessage), QStringLiteral("beta is bad"));
  QCOMPARE(fact.line, 8u);
  QCOMPARE(fact.frames.size(), 1u);
}

void TestPytestParser::summaryAlone() {
  // --tb=no: nothing else says why.
  const Session session({"a.py::b FAILED", kSummary, "FAILED a.py::b - ValueError: beta is bad",
                         "FAILED a.py::c - RuntimeError: CUDA error: out...", "===== 2 failed in 0.10s ====="});
  QCOMPARE(session.sections.size(), 2u);
  QCOMPARE(qs(session.sections[0].fact.exceptionType), QStringLiteral("ValueError"));
  QCOMPARE(session.sections[0].lines.size(), 1u);
  QCOMPARE(session.sections[1].lines.size(), 0u);  // cut to the width of the terminal
}

void TestPytestParser::stops_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<bool>("stops");
  QTest::newRow("interrupted") << "!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!" << true;
  QTest::newRow("failures") << "!!!!!!!!!!!!!!!!!!!!!!!!!! stopping after 1 failures !!!!!!!!!!!!!!!!!!!!!!!!!!!" << true;
  QTest::newRow("keyboard") << "!!!!!!!!!!!!!!!!!!!!!! KeyboardInterrupt !!!!!!!!!!!!!!!!!!!!!!!" << true;
  QTest::newRow("exit") << "!!!!!!!!!!!!!!!! _pytest.outcomes.Exit: lost the device !!!!!!!!!!!!!!!!" << true;
  QTest::newRow("excited") << "!!!!!" << false;
  QTest::newRow("a print") << "!!! warning" << false;
}

void TestPytestParser::stops() {
  QFETCH(QString, line);
  QFETCH(bool, stops);
  const Session session({"a.py::b PASSED", line});
  QCOMPARE(session.scan.sessions.back().kind, stops ? SessionFact::Kind::stopped : SessionFact::Kind::start);
}

void TestPytestParser::quietFinalLines_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<bool>("known");
  QTest::newRow("counts") << "4 failed, 65 passed, 2 errors, 2 subtests passed in 0.11s" << true;
  QTest::newRow("minutes") << "65 passed in 61.00s (0:01:01)" << true;
  QTest::newRow("none") << "no tests ran in 0.01s" << true;
  QTest::newRow("more") << "65 passed in 0.11s, hurray" << false;
  QTest::newRow("prose") << "3 retries succeeded after all, in 3s" << false;
  QTest::newRow("no time") << "65 passed in all" << false;
}

void TestPytestParser::quietFinalLines() {
  QFETCH(QString, line);
  QFETCH(bool, known);
  const Session session({"...F    [100%]", line}, false);
  QCOMPARE(session.parser.ended(), known);
}

void TestPytestParser::whatIsGluedIsLeft() {
  SourceScan scan;
  TestLog tests(scan, 0);
  PytestParser parser(scan, 0, tests);
  std::vector<FinishedSection> sections;
  const auto rest = [&](std::string_view line) {
    std::string_view message = line;
    return parser.feed(message, 1, {}, sections) ? qs(message) : QStringLiteral("not taken");
  };
  QCOMPARE(rest("===== test session starts ====="), QString());
  QCOMPARE(rest("a.py::b PASSED"), QString());
  QCOMPARE(rest("a.py::c Fatal Python error: Aborted"), QStringLiteral("Fatal Python error: Aborted"));
  QCOMPARE(rest("FAILED"), QString());
  QCOMPARE(rest("[gw0] [ 75%] PASSED a.py::d Fatal Python error: Aborted"), QStringLiteral("Fatal Python error: Aborted"));
  QCOMPARE(rest("some print"), QStringLiteral("not taken"));
}

QTEST_GUILESS_MAIN(TestPytestParser)
#include "tst_pytest_parser.moc"
