// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/junit_report.h"
#include "core/recognise/xml_reader.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::qs;
using lanescope::test::scan;

namespace {

// "open a x=1 @1", "close a", and the text that was wanted from the start
QStringList events(const std::string& bytes, bool* cut = nullptr) {
  const auto source = input::makeMemorySource(bytes);
  XmlReader reader(*source);
  reader.wantText(100);
  QStringList out;
  for (auto event = reader.next(); event != XmlReader::Event::end; event = reader.next()) {
    const XmlElement& element = reader.element();
    if (event == XmlReader::Event::close) {
      out << QStringLiteral("close %1").arg(qs(element.name));
      continue;
    }
    QString text = QStringLiteral("open %1").arg(qs(element.name));
    for (const auto& attribute : element.attributes)
      text += QStringLiteral(" %1=%2").arg(qs(attribute.first), qs(attribute.second));
    out << text + QStringLiteral(" @%1").arg(element.line);
  }
  for (const XmlReader::TextLine& line : reader.takeText()) out << QStringLiteral("%1: %2").arg(line.number).arg(qs(line.text));
  if (cut) *cut = reader.cut();
  return out;
}

QStringList tests(const SourceScan& report) {
  constexpr const char* kWords[] = {"-", "passed", "failed", "skipped", "error", "xfail", "xpass"};
  QStringList out;
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    const TestRow& row = report.tests[i];
    const char* word = row.error ? "error" : kWords[static_cast<std::size_t>(row.word)];
    out << QStringLiteral("%1 %2 @%3").arg(qs(report.names.view(row.name)), QString::fromLatin1(word)).arg(row.startLine);
  }
  return out;
}

const char* const kPytest = R"(<?xml version="1.0" encoding="utf-8"?>
<testsuites name="pytest tests"><testsuite name="pytest" errors="2" failures="1" skipped="2" tests="6" time="3.500" timestamp="2026-01-02T03:04:05.250000+00:00" hostname="vm">
<testcase classname="tests.test_a.TestX" name="test_one[1-2]" time="1.250" />
<testcase classname="tests.test_a" name="test_fail" time="0.500"><failure message="ValueError: beta &amp; gamma&#10;more">def test_fail():
&gt;       check()
E       ValueError: beta &amp; gamma
tests/test_a.py:9: ValueError</failure></testcase>
<testcase classname="tests.test_a" name="test_skip" time="0.000"><skipped type="pytest.skip" message="no device">x.py:3: no device</skipped></testcase>
<testcase classname="tests.test_a" name="test_known" time="0.000"><skipped type="pytest.xfail" message="known" /></testcase>
<testcase classname="tests.test_a" name="test_setup" time="0.000"><error message="failed on setup with &quot;OSError: no&quot;">E   OSError: no</error></testcase>
<testcase classname="" name="tests.test_bad" time="0.000"><error message="collection failure">E   ModuleNotFoundError: No module named 'nothing'</error></testcase>
</testsuite></testsuites>
)";

}  // namespace

class TestJunitReport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void xml_data();
  void xml();
  void xmlThatIsCut();
  void windows();
  void heads_data();
  void heads();
  void ids_data();
  void ids();
  void ofPytest();
  void ofGoogleTest();
  void cut();
  void isNoLog();
};

void TestJunitReport::xml_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QStringList>("expected");
  const auto row = [](const char* name, const char* bytes, const QStringList& expected) {
    QTest::newRow(name) << QByteArray(bytes) << expected;
  };
  row("nested", "<a><b x=\"1\"/></a>", {"open a @1", "open b x=1 @1", "close b", "close a"});
  row("lines", "<?xml version='1.0'?>\n<!-- <a> -->\n<b\n x='1'>\nt\n</b>",
      {"open b x=1 @3", "close b", "1: ", "2: ", "4: ", "5: t"});
  row("entities", "<a x='&lt;&#65;&#x42;&quot;&unknown;&#0;&'>&amp;&gt;</a>",
      {"open a x=<AB\"&unknown;&#0;& @1", "close a", "1: &>"});
  row("characters", "<a>&#x20AC;&#128512;</a>", {"open a @1", "close a", "1: \xE2\x82\xAC\xF0\x9F\x98\x80"});
  row("cdata", "<a><![CDATA[x < y && ]] <b>]]></a>", {"open a @1", "close a", "1: x < y && ]] <b>"});
  row("doctype", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", {"open a @1", "close a", "1: ]>&b;"});
  row("wrongly nested", "<a><b></a></b>", {"open a @1", "open b @1", "close a", "close b"});
  row("no value", "<a x y=\"1\">", {"open a x= y=1 @1"});
  row("prose", "a < b", {"1: a b"});
}

void TestJunitReport::xml() {
  QFETCH(QByteArray, bytes);
  QFETCH(QStringList, expected);
  QCOMPARE(events(bytes.toStdString()), expected);
}

void TestJunitReport::xmlThatIsCut() {
  const std::string whole = "<a><b x=\"1\">text</b><!-- c --></a>";
  bool cut = true;
  const QStringList all = events(whole, &cut);
  QVERIFY(!cut);
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const QStringList some = events(whole.substr(0, size), &cut);
    QVERIFY2(cut, whole.substr(0, size).c_str());
    QVERIFY(some.filter("open").size() <= all.filter("open").size());
  }
}

void TestJunitReport::windows() {
  // Larger than what is read at a time.
  std::string bytes = "<a>\n";
  constexpr int kElements = 30'000;
  for (int i = 0; i < kElements; ++i) bytes += "<testcase name=\"" + std::to_string(i) + "\"/>\n";
  bytes += "</a>";
  const auto source = input::makeMemorySource(bytes);
  XmlReader reader(*source);
  int seen = 0;
  std::uint32_t lastLine = 0;
  for (auto event = reader.next(); event != XmlReader::Event::end; event = reader.next()) {
    if (event != XmlReader::Event::open || reader.element().name != "testcase") continue;
    QCOMPARE(qs(reader.element().attribute("name")), QString::number(seen));
    ++seen;
    lastLine = reader.element().line;
  }
  QCOMPARE(seen, kElements);
  QCOMPARE(lastLine, static_cast<std::uint32_t>(kElements + 1));
  QVERIFY(!reader.cut());
}

void TestJunitReport::heads_data() {
  QTest::addColumn<QByteArray>("head");
  QTest::addColumn<bool>("expected");
  QTest::newRow("declared") << QByteArray("<?xml version=\"1.0\"?>\n<testsuites>") << true;
  QTest::newRow("bare") << QByteArray("  <testsuite name=\"x\">") << true;
  QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF<?xml version=\"1.0\"?><testsuites>") << true;
  QTest::newRow("another document") << QByteArray("<?xml version=\"1.0\"?><coverage>") << false;
  QTest::newRow("a log that prints one") << QByteArray("writing report\n<testsuites>") << false;
  QTest::newRow("a page about it") << QByteArray("<html><testsuites>") << false;
  QTest::newRow("nothing") << QByteArray() << false;
}

void TestJunitReport::heads() {
  QFETCH(QByteArray, head);
  QFETCH(bool, expected);
  QCOMPARE(isJunitReport(head.toStdString()), expected);
}

void TestJunitReport::ids_data() {
  QTest::addColumn<bool>("pytest");
  QTest::addColumn<QString>("classname");
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("id");
  const auto row = [](const char* title, bool pytest, const char* classname, const char* name, const char* file,
                      const char* id) { QTest::newRow(title) << pytest << classname << name << file << id; };
  row("function", true, "tests.unit.test_a", "test_b[x.y]", "", "tests/unit/test_a.py::test_b[x.y]");
  row("class", true, "tests.test_a.TestX.TestY", "test_b", "", "tests/test_a.py::TestX::TestY::test_b");
  row("the file is stated", true, "Tests.test_a.testx", "test_b", "Tests/test_a.py", "Tests/test_a.py::testx::test_b");
  row("no module", true, "TestX", "test_b", "", "TestX::test_b");
  row("a file", true, "", "tests.test_bad", "", "tests/test_bad.py");
  row("another runner", false, "mod.TestA", "test_b", "", "mod.TestA.test_b");
  row("GoogleTest", false, "Nums/P", "Small/1", "/src/a.cc", "Nums/P.Small/1");
  row("no class", false, "", "alone", "", "alone");
  row("no name", true, "tests.test_a", "", "", "");
}

void TestJunitReport::ids() {
  QFETCH(bool, pytest);
  QFETCH(QString, classname);
  QFETCH(QString, name);
  QFETCH(QString, file);
  QFETCH(QString, id);
  QCOMPARE(qs(junitTestId(pytest, classname.toStdString(), name.toStdString(), file.toStdString())), id);
}

void TestJunitReport::ofPytest() {
  const SourceScan report = scan(kPytest);
  QVERIFY(report.reported.isReport);
  QVERIFY(!report.reported.cut);
  QCOMPARE(tests(report),
           QStringList({"tests/test_a.py::TestX::test_one[1-2] passed @3", "tests/test_a.py::test_fail failed @4",
                        "tests/test_a.py::test_skip skipped @8", "tests/test_a.py::test_known xfail @9",
                        "tests/test_a.py::test_setup error @10", "tests/test_bad.py error @11"}));
  QCOMPARE(report.failures.size(), 3u);
  const FailureFact& fact = report.failures.front();
  QCOMPARE(qs(fact.exceptionType), QStringLiteral("ValueError"));
  QCOMPARE(qs(fact.exceptionMessage), QStringLiteral("beta & gamma"));
  QCOMPARE(fact.line, 6u);
  QCOMPARE(report.testErrors.size(), 2u);
  QCOMPARE(report.testErrors[0].phase, TestPhase::setup);
  QCOMPARE(report.testErrors[1].phase, TestPhase::collect);
  QCOMPARE(report.reported.seconds.size(), 6u);
  QCOMPARE(report.reported.seconds[0], 1.25F);
  QCOMPARE(report.reported.suites.size(), 1u);
  QCOMPARE(report.reported.suites[0].start.ns, test::ns("2026-01-02T03:04:05.25Z"));
  QCOMPARE(report.sessions.size(), 2u);
  const SessionFact& end = report.sessions.back();
  QCOMPARE(end.passed.value_or(9), 1u);
  QCOMPARE(end.failed.value_or(9), 1u);
  QCOMPARE(end.errors.value_or(9), 2u);
  QCOMPARE(end.skipped.value_or(9), 1u);
  QCOMPARE(end.xfailed.value_or(9), 1u);
  QCOMPARE(end.seconds.value_or(9), 3.5);
}

void TestJunitReport::ofGoogleTest() {
  const SourceScan report = scan(R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" disabled="1" errors="0" time="0" timestamp="2026-01-02T03:04:05.482" name="AllTests">
  <testsuite name="Alpha" tests="3" failures="1" time="0.5">
    <testcase name="Ok" status="run" result="completed" time="0.2" classname="Alpha" />
    <testcase name="Fails" status="run" result="completed" time="0" classname="Alpha">
      <failure message="/src/a.cc:4&#x0A;numbers differ" type=""><![CDATA[/src/a.cc:4
numbers differ]]></failure>
    </testcase>
    <testcase name="DISABLED_Off" status="notrun" result="suppressed" time="0" classname="Alpha" />
  </testsuite>
</testsuites>)");
  QCOMPARE(tests(report), QStringList({"Alpha.Ok passed @4", "Alpha.Fails failed @5"}));
  QCOMPARE(report.failures.size(), 1u);
  QCOMPARE(report.failures.front().line, 7u);
  QCOMPARE(qs(report.failures.front().exceptionType), QStringLiteral("Failure"));
  QCOMPARE(qs(report.failures.front().exceptionMessage), QStringLiteral("numbers differ"));
  QCOMPARE(qs(report.failures.front().sourceLocation), QStringLiteral("/src/a.cc:4"));
}

void TestJunitReport::cut() {
  const std::string whole = kPytest;
  const SourceScan report = scan(whole.substr(0, whole.find("<testcase classname=\"tests.test_a\" name=\"test_known\"")));
  QVERIFY(report.reported.cut);
  QCOMPARE(report.tests.size(), 3u);
  // In the middle of a case: a failure that was read counts, a pass that may yet fail does not.
  const SourceScan failing = scan(whole.substr(0, whole.find("tests/test_a.py:9")));
  QCOMPARE(tests(failing),
           QStringList({"tests/test_a.py::TestX::test_one[1-2] passed @3", "tests/test_a.py::test_fail failed @4"}));
  const SourceScan open = scan("<testsuite name=\"pytest\"><testcase classname=\"a\" name=\"b\"><system-out>x");
  QCOMPARE(tests(open), QStringList());
  for (std::size_t size = 0; size < whole.size(); ++size) QVERIFY(scan(whole.substr(0, size)).tests.size() <= 6);
}

void TestJunitReport::isNoLog() {
  // What a test printed is quoted in it, and nothing that happens beside it.
  const SourceScan report = scan(R"(<testsuite name="pytest"><testcase classname="a" name="b" time="1"><system-err>
Traceback (most recent call last):
RuntimeError: CUDA error: unknown error
[rank3]:[E102 03:04:05.123456789 ProcessGroupNCCL.cpp:757] [Rank 3] Watchdog caught collective operation timeout
</system-err></testcase></testsuite>)");
  QCOMPARE(report.failures.size(), 0u);
  QCOMPARE(tests(report), QStringList({"a.py::b passed @1"}));
  QCOMPARE(report.index.size(), 5u);
}

QTEST_GUILESS_MAIN(TestJunitReport)
#include "tst_junit_report.moc"
