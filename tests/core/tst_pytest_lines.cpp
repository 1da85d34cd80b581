// SPDX-License-Identifier: Apache-2.0
// The single lines of a pytest session, in all of their forms.
#include "core/recognise/pytest_lines.h"
#include "tests/support/pytest_session.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::qs;
using Session = lanescope::test::PytestSession;

namespace {

std::optional<std::uint32_t> none() { return std::nullopt; }

}  // namespace

class TestPytestLines : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nodeIds_data();
  void nodeIds();
  void collected_data();
  void collected();
  void finalLines_data();
  void finalLines();
  void noFinalLine_data();
  void noFinalLine();
  void characterLines_data();
  void characterLines();
  void workersReady_data();
  void workersReady();
};

void TestPytestLines::nodeIds_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("id");
  const auto row = [](const char* line, const char* id) { QTest::newRow(line) << line << id; };
  row("tests/unit/test_a.py::test_b", "tests/unit/test_a.py::test_b");
  row("tests/unit/test_a.py::test_b PASSED", "tests/unit/test_a.py::test_b");
  row("tests/test_a.py::TestX::test_y PASSED", "tests/test_a.py::TestX::test_y");
  row("tests/test_a.py::test_b[2-bf16] PASSED", "tests/test_a.py::test_b[2-bf16]");
  row("tests/test_a.py::test_b[a b c] PASSED", "tests/test_a.py::test_b[a b c]");
  row("tests/test_a.py::test_b[x[0]-y] SKIPPED (no [gpu])", "tests/test_a.py::test_b[x[0]-y]");
  row("tests/test_a.py::test_b[a::b] FAILED", "tests/test_a.py::test_b[a::b]");
  row("tests/test_a.py::test_b[open PASSED", "tests/test_a.py::test_b[open");
  row("tests/test_a.py::test_b[open", "tests/test_a.py::test_b[open");
  row("test_a.py::test_b hello from test", "test_a.py::test_b");
  row("a word tests/test_a.py::test_b", "");
  row("\"tests/test_a.py::test_b\"", "");
  row("path=tests/test_a.py::test_b", "");
  row(".py::test_b", "");
  row("tests/test_a.py:: ", "");
  row("tests/test_a.py:123: in test_b", "");
  row("", "");
}

void TestPytestLines::nodeIds() {
  QFETCH(QString, line);
  QFETCH(QString, id);
  const std::string bytes = line.toStdString();
  QCOMPARE(qs(nodeIdAtStart(bytes)), id);
}

using Count = std::optional<std::uint32_t>;
Q_DECLARE_METATYPE(Count)

void TestPytestLines::collected_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<Count>("collected");
  QTest::addColumn<Count>("deselected");
  QTest::addColumn<Count>("skipped");
  QTest::addColumn<Count>("selected");
  QTest::newRow("plain") << "collected 214 items" << Count(214) << none() << none() << Count(214);
  QTest::newRow("one") << "collected 1 item" << Count(1) << none() << none() << Count(1);
  QTest::newRow("none") << "collected 0 items" << Count(0) << none() << none() << Count(0);
  QTest::newRow("all parts") << "collected 214 items / 1 error / 180 deselected / 2 skipped / 34 selected" << Count(214)
                             << Count(180) << Count(2) << Count(34);
  QTest::newRow("errors") << "collected 3 items / 2 errors" << Count(3) << none() << none() << Count(3);
  QTest::newRow("deselected without selected")
      << "collected 8 items / 8 deselected" << Count(8) << Count(8) << none() << Count(0);
  QTest::newRow("behind what is rewritten")
      << "collecting ... collected 7 items / 1 skipped" << Count(7) << none() << Count(1) << Count(7);
  QTest::newRow("behind a count") << "collecting 7 items collected 7 items" << Count(7) << none() << none() << Count(7);
  QTest::newRow("prose") << "collected samples: 3" << none() << none() << none() << none();
}

void TestPytestLines::collected() {
  QFETCH(QString, line);
  const Session session({line});
  const bool expected = !QTest::currentDataTag() || QString(QTest::currentDataTag()) != QLatin1String("prose");
  QCOMPARE(session.scan.sessions.size(), expected ? 2u : 1u);
  if (!expected) return;
  const SessionFact& fact = session.scan.sessions.back();
  QCOMPARE(fact.kind, SessionFact::Kind::collected);
  QCOMPARE(fact.line, 2u);
  QTEST(fact.collected, "collected");
  QTEST(fact.deselected, "deselected");
  QTEST(fact.skippedAtCollection, "skipped");
  QTEST(fact.selected, "selected");
}

void TestPytestLines::finalLines_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<double>("seconds");
  QTest::addColumn<Count>("passed");
  QTest::addColumn<Count>("failed");
  QTest::addColumn<Count>("skipped");
  QTest::addColumn<Count>("errors");
  QTest::addColumn<Count>("deselected");
  QTest::newRow("plain") << "======= 5 passed in 0.12s =======" << 0.12 << Count(5) << Count(0) << Count(0) << Count(0)
                         << Count(0);
  QTest::newRow("everything") << "=== 2 failed, 5 passed, 3 skipped, 180 deselected, 1 xfailed, 1 xpassed, 14 warnings, 2 "
                                 "errors, 3 subtests passed in 459.12s (0:07:39) ==="
                              << 459.12 << Count(5) << Count(2) << Count(3) << Count(2) << Count(180);
  QTest::newRow("singular") << "===== 1 passed, 1 warning, 1 error in 61.00s (0:01:01) =====" << 61.0 << Count(1) << Count(0)
                            << Count(0) << Count(1) << Count(0);
  QTest::newRow("reruns of a plugin") << "===== 1 failed, 4 passed, 2 rerun in 3.00s =====" << 3.0 << Count(4) << Count(1)
                                      << Count(0) << Count(0) << Count(0);
  QTest::newRow("no tests ran") << "============================ no tests ran in 0.01s =============================" << 0.01
                                << none() << none() << none() << none() << none();
  QTest::newRow("all deselected") << "===== 12 deselected in 0.80s =====" << 0.8 << Count(0) << Count(0) << Count(0) << Count(0)
                                  << Count(12);
  QTest::newRow("only warnings and deselected")
      << "===== 7 deselected, 1 warning in 2.50s =====" << 2.5 << Count(0) << Count(0) << Count(0) << Count(0) << Count(7);
  QTest::newRow("a day") << "===== 9 passed in 90061.00s (1 day, 1:01:01) =====" << 90061.0 << Count(9) << Count(0) << Count(0)
                         << Count(0) << Count(0);
}

void TestPytestLines::finalLines() {
  QFETCH(QString, line);
  QFETCH(double, seconds);
  const Session session({line});
  QCOMPARE(session.scan.sessions.size(), 2u);
  const SessionFact& fact = session.scan.sessions.back();
  QCOMPARE(fact.kind, SessionFact::Kind::end);
  QCOMPARE(fact.seconds.value_or(-1), seconds);
  QTEST(fact.passed, "passed");
  QTEST(fact.failed, "failed");
  QTEST(fact.skipped, "skipped");
  QTEST(fact.errors, "errors");
  QTEST(fact.deselectedAtEnd, "deselected");
  QVERIFY(session.parser.ended());
}

void TestPytestLines::noFinalLine_data() {
  QTest::addColumn<QString>("line");
  for (const char* line :
       {"=== FAILURES ===", "===== iteration in 3 =====", "===== finished in 3.0s =====", "5 passed in 0.12s",
        "=== 5 passed ===", "===== phase 2 in 3.00s =====", "==========", "===== 3 retries, see below in 3s ====="}) {
    QTest::newRow(line) << line;
  }
}

void TestPytestLines::noFinalLine() {
  QFETCH(QString, line);
  SessionFact fact;
  QVERIFY(!parseFinalLine(line.toStdString(), fact));
}

void TestPytestLines::characterLines_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("expected");  // file|results|percent|rest, or nothing
  const auto row = [](const char* line, const char* expected) { QTest::newRow(line) << line << expected; };
  row("tests/test_a.py .F.s                                              [ 42%]", "tests/test_a.py|.F.s|1|");
  row("tests/test_a.py ....", "tests/test_a.py|....|0|");
  row("......xXE.                                                        [100%]", "|......xXE.|1|");
  row("tests/test_a.py ..                                               [51/72]", "tests/test_a.py|..|1|");
  row("tests/test_a.py .R                              [100%]R [100%]F [100%]", "tests/test_a.py|.RRF|1|");
  row("tests/test_a.py .,u,.                                            [100%]", "tests/test_a.py|.,u,.|1|");
  row("tests/test_a.py ..F.sprinted by a test", "tests/test_a.py|..F.s|0|printed by a test");
  row("tests/test_a.py Failed to load", "");
  row("tests/test_a.py::test_b PASSED [ 42%]", "");
  row("tests/test_a.py", "");
  row("see test_a.py ...", "");
  row("[ 42%] Building CXX object a.o", "");
  row("----------------------------- [ 50%]", "");
  row("[100%]", "");
}

void TestPytestLines::characterLines() {
  QFETCH(QString, line);
  QFETCH(QString, expected);
  CharacterLine progress;
  const std::string bytes = line.toStdString();
  const bool known = parseCharacters(bytes, progress);
  const QString said =
      QStringLiteral("%1|%2|%3|%4").arg(qs(progress.file), qs(progress.results)).arg(progress.percent).arg(qs(progress.rest));
  QCOMPARE(known ? said : QString(), expected);
}

void TestPytestLines::workersReady_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<Count>("items");
  QTest::newRow("one") << "gw0 [214]" << Count(214);
  QTest::newRow("each") << "gw0 [214] / gw1 [214]" << Count(214);
  QTest::newRow("together") << "48 workers [5219 items]" << Count(5219);
  QTest::newRow("one of each") << "1 worker [1 item]" << Count(1);
  QTest::newRow("not yet") << "gw0 I / gw1 I" << none();
  QTest::newRow("prose") << "4 workers [busy]" << none();
  QTest::newRow("created") << "created: 4/4 workers" << none();
}

void TestPytestLines::workersReady() {
  QFETCH(QString, line);
  SessionFact fact;
  const bool known = parseWorkersReady(line.toStdString(), fact);
  QTEST(known ? fact.collected : none(), "items");
}

QTEST_GUILESS_MAIN(TestPytestLines)
#include "tst_pytest_lines.moc"
