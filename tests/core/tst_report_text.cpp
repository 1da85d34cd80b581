// SPDX-License-Identifier: Apache-2.0
#include "core/report/sources_report.h"
#include "core/report/text_layout.h"
#include "core/report/text_report.h"
#include "tests/support/run_builder.h"
#include "tests/support/sample_runs.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace lanescope;

namespace {

QStringList linesOf(const std::string& text) { return QString::fromStdString(text).split(QLatin1Char('\n')); }

// The first line that contains `part`, without its indent.
QString lineWith(const std::string& text, const char* part) {
  for (const QString& line : linesOf(text)) {
    if (line.contains(QString::fromUtf8(part))) return line.trimmed();
  }
  return {};
}

}  // namespace

class TestReportText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void verdictFirst();
  void sectionsInOrder();
  void fitsATerminal();
  void storyInTimeOrderWithEvidence();
  void everyRankOfAFailedLaunch();
  void lastLinesThatDifferInNumbersAreAlike();
  void testsAreNoNumbers();
  void boundsAreNoStamps();
  void attemptsHaveTablesOfTheirOwn();
  void manyRanksShareRows();
  void likeRanksShareALine();
  void suspectsCarryTheirBasis();
  void baselineFollows();
  void emptyRun();
  void wrapping();
  void cutting();
  void sourcesTable();
  void sourcesJson();
};

void TestReportText::verdictFirst() {
  const QStringList lines = linesOf(report::writeTextReport(test::recoveredRun(), nullptr));
  QCOMPARE(lines[0], QStringLiteral("RECOVERED  mesh_unit · 4711"));
  QVERIFY(lines[2].startsWith(QStringLiteral("First failure  ranks 5, 7 · CUDA failure 999")));
}

void TestReportText::sectionsInOrder() {
  const std::string text = report::writeTextReport(test::recoveredRun(), nullptr);
  std::size_t last = 0;
  for (const char* heading :
       {"\nWHAT HAPPENED", "\nLAUNCHES AND RANKS", "\nTESTS", "\nNOT ESTABLISHED", "\nWHAT WAS READ", "\nCLOCK"}) {
    const std::size_t here = text.find(heading);
    QVERIFY2(here != std::string::npos && here > last, heading);
    last = here;
  }
}

void TestReportText::fitsATerminal() {
  model::Run run = test::recoveredRun();
  for (model::Lane& lane : run.lanes) lane.host = "node-" + std::to_string(lane.rank / 4);
  for (const QString& line : linesOf(report::writeTextReport(run, nullptr))) {
    // Paths and test ids stand alone and whole, so that they can be copied.
    const bool copyable = line.contains(QStringLiteral(".log:")) || line.contains(QStringLiteral("::"));
    QVERIFY2(copyable || line.size() <= 100, qPrintable(line));
    QVERIFY2(!line.endsWith(QLatin1Char(' ')), qPrintable(line));
  }
}

void TestReportText::storyInTimeOrderWithEvidence() {
  const std::string text = report::writeTextReport(test::recoveredRun(), nullptr);
  std::size_t last = 0;
  for (const char* part : {"image-ready", "FIRST FAILURE", "unit-logs.zip/1/none_ab12cd34/attempt_0/5/stdout.log:19",
                           "E   Cuda failure 999", "CASCADE", "TEARDOWN", "CONTEXT", "NOISE", "job-end"}) {
    const std::size_t here = text.find(part, last);
    QVERIFY2(here != std::string::npos, part);
    last = here;
  }
  QVERIFY(!lineWith(text, "inferred  first failure: the earliest").isEmpty());
  QVERIFY(!lineWith(text, "waiting   since 09:09:27.035 Z (derived").isEmpty());
}

void TestReportText::everyRankOfAFailedLaunch() {
  const std::string text = report::writeTextReport(test::recoveredRun(), nullptr);
  const QString row = lineWith(text, "4127/4126").simplified();
  QCOMPARE(row, QStringLiteral("5 5 705 5/stderr.log:2 09:39:30 4127/4126 SIGABRT by itself 09:39:30"));
  QCOMPARE(text.find("SIGTERM by torchrun agent") != std::string::npos, true);
  QVERIFY(!lineWith(text, "ranks 0–4, 6 printed last (rank 0's, the others' alike):").isEmpty());
  QVERIFY(!lineWith(text, "open at the end on ranks 0–7").isEmpty());
}

void TestReportText::lastLinesThatDifferInNumbersAreAlike() {
  model::Run run = test::recoveredRun();
  for (model::Lane& lane : run.lanes)
    lane.lastLine->text = "[rank" + std::to_string(lane.rank) + "]: stopped at step " + std::to_string(lane.rank * 7);
  const std::string text = report::writeTextReport(run, nullptr);
  QVERIFY(!lineWith(text, "ranks 0–7 printed last (rank 0's, the others' alike):").isEmpty());
  QVERIFY(!lineWith(text, "[rank0]: stopped at step 0").isEmpty());
  QVERIFY(lineWith(text, "[rank1]").isEmpty());
}

// A test's parameters tell which test it was.
void TestReportText::testsAreNoNumbers() {
  model::Run run = test::recoveredRun();
  for (model::Lane& lane : run.lanes) lane.lastLine->text = "[default" + std::to_string(lane.rank) + "]:tests/a.py::moves[4-" + (lane.rank == 6 ? "1]" : "2]") + " at " + std::to_string(lane.rank);
  const std::string text = report::writeTextReport(run, nullptr);
  QVERIFY(!lineWith(text, "ranks 0–5, 7 printed last (rank 0's, the others' alike):").isEmpty());
  QVERIFY(!lineWith(text, "rank 6 printed last:").isEmpty());
}

void TestReportText::boundsAreNoStamps() {
  model::Run run = test::recoveredRun();
  model::Lane& lane = run.lanes[5];
  const std::int64_t ns = lane.last.utc;         // 09:39:30.*
  const auto row = [&](const model::When& last) {
    lane.last = last;
    return lineWith(report::writeTextReport(run, nullptr), "4127/4126").simplified();
  };
  using model::When;
  QVERIFY(row({ns, When::kOpenEarly, ns, model::Basis::bounded}).contains(QStringLiteral(":2 ≤ 09:39:3")));
  QVERIFY(row({ns, ns, When::kOpenLate, model::Basis::bounded}).contains(QStringLiteral(":2 ≥ 09:39:30 ")));
  QVERIFY(row(When::between(ns - 600'000'000'000, ns, model::Basis::bounded)).contains(QStringLiteral(":2 09:29:30–09:39:3")));
  QVERIFY(row({ns, When::kOpenEarly, When::kOpenLate, model::Basis::bounded}).contains(QStringLiteral(":2 4127/4126")));
}

void TestReportText::attemptsHaveTablesOfTheirOwn() {
  model::Run run = test::recoveredRun();
  model::Launch& launch = run.launches[0];
  launch.attempts = {{0, launch.start, launch.end, model::LaunchOutcome::failed, {{}, {}, 5, {}}}, {1, {}, {}, model::LaunchOutcome::passed, {}}};
  for (model::Lane& lane : run.lanes) {
    if (lane.launch == 0 && lane.rank >= 6) lane.attempt = 1;
  }
  const std::string text = report::writeTextReport(run, nullptr);
  QVERIFY(lineWith(text, "attempt 1: failed").endsWith(QStringLiteral("rank 5 exited first")));
  QCOMPARE(lineWith(text, "attempt 2:"), QStringLiteral("attempt 2: passed"));
  QVERIFY(!lineWith(text, "ranks 0–4 printed last").isEmpty());
  QVERIFY(lineWith(text, "ranks 0–4, 6 printed last").isEmpty());
}

void TestReportText::manyRanksShareRows() {
  model::Run run = test::recoveredRun();
  const model::Lane stopped = run.lanes[0];
  for (model::Rank rank = 8; rank < 64; ++rank) {
    run.lanes.push_back(stopped);
    run.lanes.back().rank = rank;
  }
  std::stable_sort(run.lanes.begin(), run.lanes.end(), [](const auto& a, const auto& b) { return a.launch < b.launch; });
  const std::string text = report::writeTextReport(run, nullptr);
  QCOMPARE(lineWith(text, "SIGTERM by torchrun agent").simplified(),
           QStringLiteral("0–4, 6, 8–63 stderr.log:1 09:39:31 SIGTERM by torchrun agent 09:39:31"));
  QCOMPARE(lineWith(text, "SIGABRT by itself").simplified(),
           QStringLiteral("5, 7 stderr.log:2 09:39:30 4127/4126 SIGABRT by itself 09:39:30"));
}

void TestReportText::likeRanksShareALine() {
  const std::string text = report::writeTextReport(test::recoveredRun(), nullptr);
  QCOMPARE(lineWith(text, "20 passed, 2 deselected in 200.00"),
           QStringLiteral("ranks 0–7: 20 passed, 2 deselected in 200.00 to 201.75 s"));
  QCOMPARE(lineWith(text, "failed on ranks 5, 7"),
           QStringLiteral("launch 1: failed on ranks 5, 7, stalled on ranks 0–4, 6; launch 2: passed on ranks 0–7"));
}

void TestReportText::suspectsCarryTheirBasis() {
  model::Run run = test::recoveredRun();
  QVERIFY(lineWith(report::writeTextReport(run, nullptr), "suspected").isEmpty());
  run.findings[1].suspectRanks = {3};
  run.findings[1].suspectBasis = "lower-enqueued";
  QCOMPARE(lineWith(report::writeTextReport(run, nullptr), "suspected"),
           QStringLiteral("suspected rank 3 (basis: lower-enqueued)"));
}

void TestReportText::baselineFollows() {
  const model::Run baseline = test::passedRun();
  const std::string text = report::writeTextReport(test::recoveredRun(), &baseline);
  QVERIFY(text.find("\nBASELINE\n  PASSED  mesh_unit · 4711\n") != std::string::npos);
}

void TestReportText::emptyRun() {
  model::Run run;
  run.complete = true;
  run.name = "nothing";
  QVERIFY(QString::fromStdString(report::writeTextReport(run, nullptr)).startsWith(QStringLiteral("UNKNOWN  nothing\n")));
}

void TestReportText::wrapping() {
  std::string out;
  const std::string longWord(120, 'x');
  report::appendWrapped(out, "- ", std::string(60, 'a') + "   " + std::string(60, 'b') + " " + longWord);
  QCOMPARE(linesOf(out),
           (QStringList{"- " + QString(60, 'a'), "  " + QString(60, 'b'), "  " + QString::fromStdString(longWord), ""}));
}

void TestReportText::cutting() {
  QCOMPARE(report::fit("äöü", 3), std::string("äöü"));
  QCOMPARE(report::fit("äöüß", 3), std::string("äö…"));
  QCOMPARE(report::pad("ä", 3), std::string("ä  "));
}

void TestReportText::sourcesTable() {
  model::Run run = test::recoveredRun();
  run.skipped.push_back({"unit-logs.zip/core.7", 10, input::SkipReason::coreDump, "ELF"});
  const std::string text = report::writeSourcesText(run);
  QCOMPARE(lineWith(text, "nccl ").simplified(), QStringLiteral("s2 nccl 3 stamped assumed UTC 09:45:50 – 09:45:50"));
  QCOMPARE(lineWith(text, "damaged").simplified(), QStringLiteral("nccl; 3 lines stamped; no zone stated: read as UTC; 1,200 bytes damaged"));
  QCOMPARE(lineWith(text, "core-dump"), QStringLiteral("core-dump (ELF): unit-logs.zip/core.7, 10 bytes"));
}

void TestReportText::sourcesJson() {
  const auto json = nlohmann::ordered_json::parse(report::writeSourcesJson(test::recoveredRun()));
  QCOMPARE(json["schema"].get<std::string>(), std::string("lanescope.sources/1"));
  QStringList keys;
  for (const auto& item : json.items()) keys << QString::fromStdString(item.key());
  QCOMPARE(keys, (QStringList{"schema", "sources", "skipped", "clock", "overrides"}));
  QCOMPARE(json["sources"].size(), std::size_t{50});
}

QTEST_GUILESS_MAIN(TestReportText)
#include "tst_report_text.moc"
