// SPDX-License-Identifier: Apache-2.0
// Whole runs of test runners through the report: tests, counts, outcome and the first failure.
#include "core/report/json_report.h"
#include "tests/support/log_folder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace lanescope;
using lanescope::test::LogFolder;
using lanescope::test::qs;
using lanescope::test::runnerStamp;

namespace {

const char* const kHeader = "============================= test session starts ==============================";
const char* const kFailures = "=================================== FAILURES ===================================";
const char* const kSummary = "=========================== short test summary info ============================";
const char* const kRule = "======================================================================";
const char* const kThin = "----------------------------------------------------------------------";

QJsonObject reportOf(const LogFolder& folder) {
  const std::string json = report::writeJsonReport(*folder.load(), nullptr, {"1"});
  return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object()["run"].toObject();
}

// The lines as a CI runner stamps them, a second apart.
std::vector<std::string> stamped(const std::vector<std::string>& lines) {
  std::vector<std::string> out;
  int second = 0;
  for (const std::string& line : lines) {
    char time[16];
    std::snprintf(time, sizeof time, "03:%02d:%02d", second / 60, second % 60);
    out.push_back(runnerStamp(time) + line);
    ++second;
  }
  return out;
}

// "failed tests/a.py::b (call) failed=[0] error=[] stalled=[]"
QStringList tests(const QJsonObject& run) {
  QStringList out;
  for (const QJsonValue& value : run["tests"].toArray()) {
    const QJsonObject test = value.toObject();
    const auto ranks = [&](const char* key) {
      return QString::fromUtf8(QJsonDocument(test[QLatin1String(key)].toArray()).toJson(QJsonDocument::Compact));
    };
    out << QStringLiteral("%1 %2 (%3) %4%5%6")
               .arg(test["outcome"].toString(), test["id"].toString(), test["phase"].toString(), ranks("failed_ranks"),
                    ranks("error_ranks"), ranks("stalled_ranks"));
  }
  return out;
}

QJsonObject counts(const QJsonObject& run, int launch = 0, int rank = 0) {
  return run["launches"].toArray()[launch].toObject()["tests"].toObject()["ranks"].toArray()[rank].toObject();
}

QJsonObject firstFailure(const QJsonObject& run) {
  for (const QJsonValue& finding : run["findings"].toArray()) {
    if (finding.toObject()["id"] == run["first_failure"]) return finding.toObject();
  }
  return {};
}

QString evidence(const QJsonObject& finding) { return finding["evidence"].toArray()[0].toObject()["text"].toString(); }

bool noted(const QJsonObject& run, const char* words) {
  for (const QJsonValue& note : run["coverage"].toObject()["notes"].toArray()) {
    if (note.toString().contains(QLatin1String(words))) return true;
  }
  return false;
}

}  // namespace

class TestTestRuns : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void charactersOfTwoRanks();
  void aSingleProcess();
  void aSingleProcessBesideRanks();
  void theEarlierOfTwoTests();
  void quiet();
  void workers();
  void collectionError();
  void reruns();
  void internalError();
  void timeout();
  void nothingToRun();
  void unittests();
  void googleTest();
  void reportBesideALog();
  void reportThatDisagrees();
  void reportsOfRanks();
  void reportAlone();
  void reportThatIsCut();
  void reportOfNobody();
};

void TestTestRuns::charactersOfTwoRanks() {
  LogFolder folder;
  const std::vector<std::string> begin = {kHeader, "collected 4 items", ""};
  std::vector<std::string> good = begin, bad = begin;
  good.insert(good.end(), {"tests/test_a.py ....                 [100%]", "", "============ 4 passed in 1.00s ============"});
  bad.insert(
      bad.end(),
      {"tests/test_a.py ..F.                 [100%]", "", kFailures, "____________ TestX.test_y[p] ____________", "",
       ">       check()", "E       ValueError: y is bad", "", "tests/test_a.py:3: ValueError", kSummary,
       "FAILED tests/test_a.py::TestX::test_y[p] - ValueError: y is bad", "======== 1 failed, 3 passed in 1.00s ========"});
  folder.writeRank("logs/none_x", 0, 0, good);
  folder.writeRank("logs/none_x", 0, 1, bad);
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["outcome"].toString(), QStringLiteral("failed"));
  QCOMPARE(tests(run), QStringList({"failed tests/test_a.py::TestX::test_y[p] (call) [1][][]"}));
  QCOMPARE(counts(run, 0, 1)["failed"].toInt(), 1);
  QCOMPARE(counts(run, 0, 1)["passed"].toInt(), 3);
  const QJsonObject first = firstFailure(run);
  QCOMPARE(first["class"].toString(), QStringLiteral("python-exception"));
  QCOMPARE(first["attributes"].toObject()["test"].toString(), QStringLiteral("tests/test_a.py::TestX::test_y[p]"));
  QCOMPARE(evidence(first), QStringLiteral("E       ValueError: y is bad"));
}

void TestTestRuns::aSingleProcess() {
  LogFolder folder;
  folder.write("job.txt",
               stamped({"Run python -m pytest tests", kHeader, "collected 3 items", "", "tests/test_a.py .F.       [100%]", "",
                        kFailures, "____________ test_y ____________", "", "    def test_y():", ">       assert 1 == 2",
                        "E       assert 1 == 2", "", "tests/test_a.py:3: AssertionError", kSummary,
                        "FAILED tests/test_a.py::test_y - assert 1 == 2",
                        "======== 1 failed, 2 passed in 4.00s ========", "##[error]Process completed with exit code 1."}));
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["outcome"].toString(), QStringLiteral("failed"));
  QCOMPARE(tests(run), QStringList({"failed tests/test_a.py::test_y (call) [0][][]"}));
  QCOMPARE(counts(run)["passed"].toInt(), 2);
  QVERIFY(run["world_size"].isNull());
  QCOMPARE(run["ranks"].toArray()[0].toObject()["rank_from"].toString(), QStringLiteral("assumed"));
  QVERIFY(noted(run, "no rank is named where the tests ran"));
  const QJsonObject first = firstFailure(run);
  QCOMPARE(first["class"].toString(), QStringLiteral("assertion"));
  QVERIFY(evidence(first).endsWith(QStringLiteral("E       assert 1 == 2")));
  // When it failed, not when it was explained.
  QCOMPARE(first["time"].toString().left(19), QStringLiteral("2026-01-02T03:00:04"));
}

void TestTestRuns::aSingleProcessBesideRanks() {
  // A copy of what a rank's own file holds makes no process of its own.
  LogFolder folder;
  const std::vector<std::string> lines = {kHeader, "collected 1 item", "tests/test_a.py::one PASSED",
                                          "======== 1 passed in 4.00s ========"};
  folder.writeRank("logs/none_x", 0, 0, lines);
  folder.write("job.txt", stamped(lines));
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["ranks"].toArray().size(), 1);
  QCOMPARE(run["ranks"].toArray()[0].toObject()["rank_from"].toString(), QStringLiteral("path"));
  QCOMPARE(run["outcome"].toString(), QStringLiteral("passed"));
}

void TestTestRuns::theEarlierOfTwoTests() {
  // Without any time the order of the verdicts decides, however specific the later failure is.
  LogFolder folder;
  folder.writeRank("logs/none_x", 0, 0,
                   {kHeader, "collected 2 items", "tests/test_a.py::one FAILED", "tests/test_a.py::two FAILED", kFailures,
                    "________ one ________", "E       ValueError: one is bad", "________ two ________",
                    "E       RuntimeError: CUDA error: out of memory", "======== 2 failed in 4.00s ========"});
  const QJsonObject run = reportOf(folder);
  QCOMPARE(firstFailure(run)["attributes"].toObject()["test"].toString(), QStringLiteral("tests/test_a.py::one"));
}

void TestTestRuns::quiet() {
  LogFolder folder;
  folder.write("pytest.log",
               {"..F.E                                       [100%]",
                "==================================== ERRORS ====================================",
                "________ ERROR at setup of test_e ________", "E       OSError: no port", kFailures, "________ test_f ________",
                "E       RuntimeError: f is bad", kSummary, "FAILED tests/test_a.py::test_f - RuntimeError: f is bad",
                "ERROR tests/test_a.py::test_e - OSError: no port", "1 failed, 3 passed, 1 error in 0.50s"});
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["outcome"].toString(), QStringLiteral("failed"));
  QCOMPARE(tests(run),
           QStringList({"failed tests/test_a.py::test_f (call) [0][][]", "error tests/test_a.py::test_e (setup) [][0][]"}));
  QCOMPARE(counts(run)["errors"].toInt(), 1);
  QCOMPARE(counts(run)["passed"].toInt(), 3);
  QVERIFY(counts(run)["complete"].toBool());
}

void TestTestRuns::workers() {
  LogFolder folder;
  folder.write(
      "pytest.log",
      {kHeader, "created: 2/2 workers", "2 workers [4 items]", "", "scheduling tests via LoadScheduling", "",
       "tests/a.py::one ", "tests/a.py::two ", "[gw1] [ 25%] PASSED tests/a.py::two ", "tests/a.py::three ",
       "[gw0] [ 50%] PASSED tests/a.py::one ", "tests/a.py::four ", "[gw1] node down: Not properly terminated",
       "[gw1] [ 75%] FAILED tests/a.py::three ", "replacing crashed worker gw1", kFailures, "__________ tests/a.py __________",
       "[gw1] linux -- Python 3.12.3 /usr/bin/python3", "worker 'gw1' crashed while running 'tests/a.py::three'"});
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["ranks"].toArray().size(), 1);  // workers are no ranks
  QCOMPARE(tests(run), QStringList({"failed tests/a.py::three (call) [0][][]", "interrupted tests/a.py::four () [][][]"}));
  QCOMPARE(run["launches"].toArray()[0].toObject()["tests"].toObject()["selected"].toInt(), 4);
  const QJsonObject first = firstFailure(run);
  QCOMPARE(first["class"].toString(), QStringLiteral("test-failure"));
  QCOMPARE(first["attributes"].toObject()["test"].toString(), QStringLiteral("tests/a.py::three"));
  QVERIFY(evidence(first).contains(QStringLiteral("crashed while running")));
}

void TestTestRuns::collectionError() {
  LogFolder folder;
  folder.write("job.txt", stamped({kHeader, "collected 1 item / 1 error", "",
                                   "==================================== ERRORS ====================================",
                                   "________ ERROR collecting tests/bad.py ________",
                                   "ImportError while importing test module '/x/tests/bad.py'.", "tests/bad.py:1: in <module>",
                                   "    import nothing", "E   ModuleNotFoundError: No module named 'nothing'", kSummary,
                                   "ERROR tests/bad.py",
                                   "!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!",
                                   "======== 1 error in 0.07s ========"}));
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["outcome"].toString(), QStringLiteral("failed"));
  QCOMPARE(tests(run), QStringList({"error tests/bad.py () [][0][]"}));
  const QJsonObject first = firstFailure(run);
  QCOMPARE(first["attributes"].toObject()["test"].toString(), QStringLiteral("tests/bad.py"));
  QCOMPARE(first["attributes"].toObject()["exception"].toObject()["type"].toString(), QStringLiteral("ModuleNotFoundError"));
  QVERIFY(evidence(first).endsWith(QStringLiteral("E   ModuleNotFoundError: No module named 'nothing'")));
}

void TestTestRuns::reruns() {
  LogFolder folder;
  folder.writeRank("logs/none_x", 0, 0,
                   {kHeader, "collected 2 items", "tests/a.py::one RERUN", "tests/a.py::one PASSED", "tests/a.py::two PASSED",
                    "======== 2 passed, 1 rerun in 4.00s ========"});
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["outcome"].toString(), QStringLiteral("passed"));
  QCOMPARE(tests(run), QStringList());
  QVERIFY(noted(run, "tests/a.py::one failed and passed when it was run again, on rank 0"));
}

void TestTestRuns::internalError() {
  LogFolder folder;
  folder.write("pytest.log",
               {kHeader, "collected 1 item", "tests/a.py::one PASSED", "INTERNALERROR> Traceback (most recent call last):",
                "INTERNALERROR>   File \"/x/conftest.py\", line 4, in report", "INTERNALERROR>     raise RuntimeError(\"no\")",
                "INTERNALERROR> RuntimeError: the hook failed", "", "======== 1 passed in 4.00s ========"});
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["findings"].toArray().size(), 1);
  const QJsonObject finding = run["findings"].toArray()[0].toObject();
  QCOMPARE(finding["class"].toString(), QStringLiteral("python-exception"));
  QCOMPARE(evidence(finding), QStringLiteral("INTERNALERROR> RuntimeError: the hook failed"));
  QCOMPARE(run["outcome"].toString(), QStringLiteral("failed"));
}

void TestTestRuns::timeout() {
  LogFolder folder;
  folder.write("pytest.log", {kHeader, "collected 2 items", "tests/a.py::one PASSED", "tests/a.py::slow ",
                              "+++++++++++++++++++++++++++++++++++ Timeout ++++++++++++++++++++++++++++++++++++",
                              "~~~~~~~~~~~~~~~~~~~~ Stack of MainThread (140225223756672) ~~~~~~~~~~~~~~~~~~~~~",
                              "  File \"/x/a.py\", line 5, in slow", "    wait()",
                              "+++++++++++++++++++++++++++++++++++ Timeout ++++++++++++++++++++++++++++++++++++"});
  const QJsonObject run = reportOf(folder);
  QCOMPARE(tests(run), QStringList({"failed tests/a.py::slow (call) [0][][]"}));
  const QJsonObject first = firstFailure(run);
  QCOMPARE(first["class"].toString(), QStringLiteral("hang"));
  QCOMPARE(first["attributes"].toObject()["test"].toString(), QStringLiteral("tests/a.py::slow"));
  QCOMPARE(first["attributes"].toObject()["stack"].toArray().size(), 1);
}

void TestTestRuns::nothingToRun() {
  LogFolder folder;
  folder.write("pytest.log", {kHeader, "collected 0 items", "",
                              "======== no tests ran in 0.00s ========", "ERROR: file or directory not found: tests/none.py"});
  const QJsonObject run = reportOf(folder);
  QVERIFY(run["outcome"].toString() != QStringLiteral("passed"));
  QCOMPARE(firstFailure(run)["class"].toString(), QStringLiteral("setup"));
}

void TestTestRuns::unittests() {
  LogFolder folder;
  folder.write("unit.log", {"test_one (mod.TestA.test_one) ... ok", "test_two (mod.TestA.test_two) ... FAIL",
                            "test_three (mod.TestA.test_three) ... skipped 'no device'", "", kRule,
                            "FAIL: test_two (mod.TestA.test_two)", kThin, "Traceback (most recent call last):",
                            "  File \"/x/mod.py\", line 9, in test_two", "    self.assertEqual(1, 2)", "AssertionError: 1 != 2",
                            "", kThin, "Ran 3 tests in 0.010s", "", "FAILED (failures=1, skipped=1)"});
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["outcome"].toString(), QStringLiteral("failed"));
  QCOMPARE(tests(run), QStringList({"failed mod.TestA.test_two (call) [0][][]"}));
  QCOMPARE(counts(run)["passed"].toInt(), 1);
  QCOMPARE(counts(run)["skipped"].toInt(), 1);
  const QJsonObject first = firstFailure(run);
  QCOMPARE(first["class"].toString(), QStringLiteral("assertion"));
  QCOMPARE(first["count"].toInt(), 1);
  QCOMPARE(evidence(first), QStringLiteral("AssertionError: 1 != 2"));
}

void TestTestRuns::googleTest() {
  LogFolder folder;
  folder.write("cpp.log",
               {"[==========] Running 2 tests from 1 test suite.", "[ RUN      ] Alpha.Ok", "[       OK ] Alpha.Ok (12 ms)",
                "[ RUN      ] Alpha.Bad", "/src/a.cc:4: Failure", "Expected equality of these values:", "  1", "  2",
                "[  FAILED  ] Alpha.Bad (3 ms)", "[==========] 2 tests from 1 test suite ran. (15 ms total)",
                "[  PASSED  ] 1 test.", "[  FAILED  ] 1 test, listed below:", "[  FAILED  ] Alpha.Bad", "", " 1 FAILED TEST"});
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["outcome"].toString(), QStringLiteral("failed"));
  QCOMPARE(tests(run), QStringList({"failed Alpha.Bad (call) [0][][]"}));
  QCOMPARE(counts(run)["selected"].toInt(), 2);
  QCOMPARE(counts(run)["passed"].toInt(), 1);
  QCOMPARE(firstFailure(run)["class"].toString(), QStringLiteral("assertion"));
  QCOMPARE(firstFailure(run)["attributes"].toObject()["source_location"].toString(), QStringLiteral("/src/a.cc:4"));
}

const char* const kReport =
    "<?xml version=\"1.0\"?>\n<testsuites><testsuite name=\"pytest\" tests=\"2\" time=\"4.000\" "
    "timestamp=\"2026-01-02T03:00:00.000000+00:00\">\n"
    "<testcase classname=\"tests.test_a\" name=\"one\" time=\"1.000\" />\n"
    "<testcase classname=\"tests.test_a\" name=\"two\" time=\"2.500\"><failure message=\"ValueError: two is bad\">\nE   "
    "ValueError: two is bad\n"
    "tests/test_a.py:3: ValueError</failure></testcase>\n</testsuite></testsuites>\n";

void TestTestRuns::reportBesideALog() {
  LogFolder folder;
  folder.writeRank("logs/none_x", 0, 0,
                   {kHeader, "collected 2 items", "tests/test_a.py::one PASSED", "tests/test_a.py::two FAILED", kFailures,
                    "________ two ________", "E   ValueError: two is bad", "======== 1 failed, 1 passed in 4.00s ========"});
  folder.writeBytes("junit.xml", kReport);
  const auto run = folder.load();
  QCOMPARE(run->launches.size(), 1u);
  QCOMPARE(run->testRuns.size(), 1u);
  QCOMPARE(run->testRuns[0].size(), 2u);  // each test once
  const QJsonObject json = reportOf(folder);
  QCOMPARE(counts(json)["failed"].toInt(), 1);
  QCOMPARE(counts(json)["passed"].toInt(), 1);
  QCOMPARE(json["coverage"].toObject()["conflicts"].toArray().size(), 0);
  QCOMPARE(firstFailure(json)["count"].toInt(), 1);
  QVERIFY(firstFailure(json)["evidence"].toArray()[0].toObject()["source"].toString().endsWith(QStringLiteral("stdout.log")));
  // The log has no time at all: the report says between which it was.
  const model::TestTimes& two = model::timesOf(*run, run->testRuns[0][1]);
  QCOMPARE(two.start.basis, model::Basis::derived);
  QVERIFY(two.start.earliest == test::ns("2026-01-02T03:00:00Z") && two.start.latest >= test::ns("2026-01-02T03:00:01.5Z"));
  QCOMPARE(json["sources"].toArray()[0].toObject()["layout"].toString(), QStringLiteral("junit"));
}

void TestTestRuns::reportThatDisagrees() {
  LogFolder folder;
  folder.writeRank("logs/none_x", 0, 0,
                   {kHeader, "collected 2 items", "tests/test_a.py::one PASSED", "tests/test_a.py::two PASSED",
                    "======== 2 passed in 4.00s ========"});
  folder.writeBytes("junit.xml", kReport);
  const QJsonObject run = reportOf(folder);
  const QJsonArray conflicts = run["coverage"].toObject()["conflicts"].toArray();
  QCOMPARE(conflicts.size(), 1);
  QVERIFY(conflicts[0].toObject()["values"].toArray()[0].toString().contains(
      QStringLiteral("two: passed in the log, failed in the report")));
  QCOMPARE(conflicts[0].toObject()["evidence"].toArray().size(), 2);
}

void TestTestRuns::reportsOfRanks() {
  LogFolder folder;
  std::string passing = kReport;
  const auto begin = passing.find("<failure");
  passing.replace(begin, passing.find("</failure>") + 10 - begin, "");
  folder.writeBytes("reports/junit_rank0.xml", passing);
  folder.writeBytes("reports/junit_rank1.xml", kReport);
  // A rank runs its tests one after the other: the second began behind the first.
  const auto loaded = folder.load();
  const model::When start = model::timesOf(*loaded, loaded->testRuns[1][1]).start;
  QCOMPARE(start.earliest, test::ns("2026-01-02T03:00:01Z"));
  QVERIFY(start.latest >= test::ns("2026-01-02T03:00:01.5Z") && start.latest <= test::ns("2026-01-02T03:00:01.51Z"));
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["ranks"].toArray().size(), 2);
  QCOMPARE(run["outcome"].toString(), QStringLiteral("failed"));
  QCOMPARE(tests(run), QStringList({"failed tests/test_a.py::two (call) [1][][]"}));
  QCOMPARE(counts(run, 0, 0)["passed"].toInt(), 2);
  QCOMPARE(counts(run, 0, 1)["failed"].toInt(), 1);
  QVERIFY(evidence(firstFailure(run)).startsWith(QStringLiteral("E   ValueError: two is bad")));
}

void TestTestRuns::reportAlone() {
  LogFolder folder;
  folder.writeBytes("results.xml", kReport);
  const QJsonObject run = reportOf(folder);
  QCOMPARE(run["outcome"].toString(), QStringLiteral("failed"));
  QCOMPARE(tests(run), QStringList({"failed tests/test_a.py::two (call) [0][][]"}));
  QCOMPARE(counts(run)["seconds"].toDouble(), 4.0);
  QVERIFY(counts(run)["complete"].toBool());
  QVERIFY(noted(run, "no rank is named where the tests ran"));
}

void TestTestRuns::reportThatIsCut() {
  LogFolder folder;
  const std::string whole = kReport;
  folder.writeBytes("results.xml", whole.substr(0, whole.find("</testsuite>")));
  const QJsonObject run = reportOf(folder);
  QCOMPARE(tests(run), QStringList({"failed tests/test_a.py::two (call) [0][][]"}));
  QVERIFY(!counts(run)["complete"].toBool());
  QVERIFY(noted(run, "the test report is cut"));
}

void TestTestRuns::reportOfNobody() {
  LogFolder folder;
  const std::vector<std::string> lines = {kHeader, "collected 2 items", "tests/test_a.py::one PASSED",
                                          "tests/test_a.py::two PASSED", "======== 2 passed in 4.00s ========"};
  folder.writeRank("logs/none_x", 0, 0, lines);
  folder.writeRank("logs/none_x", 0, 1, lines);
  folder.writeBytes("junit.xml", kReport);
  const QJsonObject run = reportOf(folder);
  QVERIFY(noted(run, "which rank's tests this report tells is not known"));
  QCOMPARE(tests(run), QStringList());
  QCOMPARE(run["outcome"].toString(), QStringLiteral("passed"));
}

QTEST_GUILESS_MAIN(TestTestRuns)
#include "tst_test_runs.moc"
