// SPDX-License-Identifier: Apache-2.0
// The JSON report against the keys of the contract, in its order, and the values of the sample run.
#include "core/report/json_report.h"
#include "tests/support/run_builder.h"
#include "tests/support/sample_runs.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace lanescope;
using Json = nlohmann::ordered_json;

namespace {

Json reportOf(const model::Run& run, const model::Run* baseline = nullptr) {
  return Json::parse(report::writeJsonReport(run, baseline, {"1.2.3"}));
}

QString keysOf(const Json& object) {
  QStringList keys;
  for (const auto& item : object.items()) keys << QString::fromStdString(item.key());
  return keys.join(QLatin1Char(' '));
}

const Json& at(const Json& report, const char* pointer) { return report.at(Json::json_pointer(pointer)); }

}  // namespace

class TestReportJson : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void keysInContractOrder_data();
  void keysInContractOrder();
  void nothingKnownKeepsEveryKey();
  void values();
  void attributesOmitWhatDoesNotApply();
  void baselineWithoutComparison();
  void badBytesBecomeValidText();
  void longEvidenceIsCutAtACharacter();
  void openRangesAreNull();
  void sameRunSameBytes();
};

void TestReportJson::keysInContractOrder_data() {
  QTest::addColumn<QString>("pointer");
  QTest::addColumn<QString>("keys");
  const auto row = [](const char* pointer, const char* keys) {
    QTest::newRow(*pointer ? pointer : "report") << pointer << keys;
  };
  row("", "schema tool run baseline comparison");
  row("/tool", "name version");
  row("/run",
      "id name complete inputs sources identity skipped outcome outcome_evidence world_size world_size_basis hosts clock "
      "environment "
      "phases milestones launches ranks tests findings first_failure first_failure_by first_failure_tool seen_before "
      "candidates "
      "recoveries restarts not_established checked notes overrides coverage");
  row("/run/inputs/0", "path kind bytes sources error");
  row("/run/sources/0",
      "id path input layout stream launch attempt rank host layers lines bytes damaged_bytes truncated copy_of first last "
      "clock");
  row("/run/sources/0/clock", "basis zone zone_from year_from offset_seconds offset_range zone_lines lines");
  row("/run/identity", "repository workflow job run_id run_attempt url pull_request artifact");
  row("/run/skipped/0", "path bytes reason");
  row("/run/clock", "first last zone zero lines assumptions");
  row("/run/clock/lines", "stamped joined derived bounded aligned file none");
  row("/run/environment",
      "test_case bucket platform runner node commit merge_head merge_base image image_digest gpu_model driver_version "
      "cuda_version "
      "nccl_version torch_version python_version os command test_selection variables");
  row("/run/phases/0", "name start end seconds");
  row("/run/milestones/0", "kind time time_basis launch text evidence");
  row("/run/launches/0",
      "index name retry_of command directory start start_basis end end_basis world_size hosts outcome exit attempts tests "
      "progress");
  row("/run/launches/0/exit", "code signal first_exit_rank named_rank");
  row("/run/launches/0/attempts/0", "index start end outcome exit");
  row("/run/launches/0/tests", "collected deselected collection_skipped selected ranks");
  row("/run/launches/0/tests/ranks/0",
      "rank collected selected passed failed skipped errors xfailed xpassed deselected seconds complete");
  row("/run/launches/0/progress", "unit last total epoch");
  row("/run/ranks/0",
      "launch attempt rank host local_rank device bus_id pid rank_from first last last_line test collectives end progress");
  row("/run/ranks/5/collectives/0", "group last_enqueued last_completed");
  row("/run/ranks/0/end", "kind code signal by time time_basis");
  row("/run/tests/0",
      "id launch attempt outcome failed_ranks error_ranks stalled_ranks phase start end time_basis other_launches");
  row("/run/tests/0/other_launches/0", "launch attempt outcome ranks");
  row("/run/findings/0",
      "id class role launch attempt ranks count hosts who time time_basis time_range title why fingerprint caused_by "
      "order_undecided_with stalled_ranks missing_ranks suspect_ranks suspect_basis excerpt excerpt_source attributes by_rank "
      "evidence");
  row("/run/findings/0/excerpt/0", "line text");
  row("/run/findings/0/excerpt/1", "omitted");
  row("/run/findings/0/who/0", "host local_rank device pid");
  row("/run/findings/0/by_rank/0", "rank time time_basis time_range op seq group ran_ms last_enqueued last_completed evidence");
  row("/run/findings/0/evidence/0", "source line rank time text");
  row("/run/findings/0/attributes", "cuda_error operation test test_phase exception stack nccl_version");
  row("/run/findings/0/attributes/stack/0", "file line function code user");
  row("/run/findings/1/attributes",
      "timeout_ms ran_ms waiting_since limit_owner collective last_enqueued last_completed test test_phase");
  row("/run/findings/1/attributes/collective", "op api seq group group_desc group_size numel_in numel_out");
  row("/run/candidates/0", "id why order");
  row("/run/restarts/0", "time by reason evidence");
  row("/run/not_established/0", "text about evidence");
  row("/run/checked/0", "what found sources");
  row("/run/coverage", "ranks_expected ranks_seen ranks_at_least missing_ranks conflicts notes");
  row("/run/coverage/conflicts/0", "what values evidence");
}

void TestReportJson::keysInContractOrder() {
  QFETCH(QString, pointer);
  QFETCH(QString, keys);
  model::Run run = test::recoveredRun();
  run.skipped.push_back({"unit-logs.zip/core.7", 10, input::SkipReason::coreDump, {}});
  run.phases.push_back({"tests", test::stamped("09:06:00"), test::stamped("09:46:00")});
  run.launches[0].progress = model::LoopProgress{"iteration", 12, {}, {}};
  run.findings[0].who.push_back({"task-1", 5, {}, {}});
  run.coverage.conflicts.push_back({"world size", {"8", "16"}, {}});
  const Json report = reportOf(run);
  QCOMPARE(keysOf(at(report, qPrintable(pointer))), keys);
}

void TestReportJson::nothingKnownKeepsEveryKey() {
  const Json report = reportOf(model::Run{});
  QCOMPARE(keysOf(report["run"]), keysOf(reportOf(test::recoveredRun())["run"]));
  for (const char* list :
       {"inputs", "sources", "skipped", "outcome_evidence", "hosts", "phases", "milestones", "launches", "ranks", "tests",
        "findings", "seen_before", "candidates", "restarts", "not_established", "checked", "notes", "overrides"}) {
    QVERIFY2(report["run"][list].is_array() && report["run"][list].empty(), list);
  }
  QVERIFY(report["run"]["first_failure"].is_null());
  QVERIFY(report["run"]["clock"]["first"].is_null());
  QVERIFY(report["run"]["world_size_basis"].is_null());
  QCOMPARE(report["run"]["outcome"].get<std::string>(), std::string("unknown"));
  QVERIFY(report["run"]["environment"]["variables"].is_object());
}

void TestReportJson::values() {
  const Json report = reportOf(test::recoveredRun());
  QCOMPARE(report["schema"].get<std::string>(), std::string("lanescope.report/1"));
  QCOMPARE(report["tool"]["version"].get<std::string>(), std::string("1.2.3"));
  QCOMPARE(at(report, "/run/inputs/0/sources").get<int>(), 49);
  QCOMPARE(at(report, "/run/inputs/1/sources").get<int>(), 1);
  QCOMPARE(at(report, "/run/sources/0/id").get<std::string>(), std::string("s1"));
  const Json& first = at(report, "/run/findings/0");
  QCOMPARE(first["id"], report["run"]["first_failure"]);
  QCOMPARE(first["role"].get<std::string>(), std::string("first-failure"));
  QCOMPARE(first["ranks"].dump(), std::string("[5,7]"));
  QCOMPARE(first["time_range"].dump(), std::string("[\"2026-03-14T09:09:20Z\",\"2026-03-14T09:09:27Z\"]"));
  QCOMPARE(first["attributes"]["cuda_error"].dump(), std::string("{\"code\":999,\"text\":\"unknown error\"}"));
  QCOMPARE(first["evidence"][0]["source"].get<std::string>(),
           std::string("unit-logs.zip/1/none_ab12cd34/attempt_0/5/stdout.log"));
  QCOMPARE(at(report, "/run/launches/1/tests/ranks/1/seconds").dump(), std::string("200.25"));
  QCOMPARE(at(report, "/run/launches/2/outcome").get<std::string>(), std::string("empty"));
  QCOMPARE(at(report, "/run/findings/1/attributes/waiting_since").get<std::string>(), std::string("2026-03-14T09:09:27.035Z"));
}

void TestReportJson::attributesOmitWhatDoesNotApply() {
  const Json report = reportOf(test::recoveredRun());
  QVERIFY(at(report, "/run/findings/3/attributes").is_object());
  QVERIFY(at(report, "/run/findings/3/attributes").empty());
  QCOMPARE(at(report, "/run/findings/0/by_rank/0/ran_ms").is_null(), true);
}

void TestReportJson::baselineWithoutComparison() {
  const model::Run passed = test::passedRun();
  const Json report = reportOf(test::recoveredRun(), &passed);
  QCOMPARE(keysOf(report["baseline"]), keysOf(report["run"]));
  QCOMPARE(report["baseline"]["outcome"].get<std::string>(), std::string("passed"));
  QVERIFY(report["comparison"].is_null());
}

void TestReportJson::badBytesBecomeValidText() {
  model::Run run = test::recoveredRun();
  run.name = std::string("a\xff") + '\0' + "b";
  run.environment.variables["N\xfe"] = "v\xff";
  run.findings[0].evidence[0].text = "cut \xe2\x82";
  const Json report = reportOf(run);
  QCOMPARE(report["run"]["name"].get<std::string>(), std::string("a\uFFFDb"));
  QCOMPARE(report["run"]["environment"]["variables"].dump(), std::string("{\"N\uFFFD\":\"v\uFFFD\"}"));
  QCOMPARE(at(report, "/run/findings/0/evidence/0/text").get<std::string>(), std::string("cut \uFFFD"));
}

void TestReportJson::longEvidenceIsCutAtACharacter() {
  model::Run run = test::recoveredRun();
  std::string text;
  for (int i = 0; i < 600; ++i) text += "é";
  run.findings[0].evidence[0].text = text;
  QCOMPARE(at(reportOf(run), "/run/findings/0/evidence/0/text").get<std::string>(), text.substr(0, 1000));
}

void TestReportJson::openRangesAreNull() {
  model::Run run = test::recoveredRun();
  run.findings[0].time.earliest = model::When::kOpenEarly;
  run.findings[1].time = {};
  const Json report = reportOf(run);
  QVERIFY(at(report, "/run/findings/0/time_range").is_null());
  QVERIFY(at(report, "/run/findings/0/time").is_string());
  QVERIFY(at(report, "/run/findings/1/time").is_null());
  QVERIFY(at(report, "/run/findings/1/time_range").is_null());
  QCOMPARE(at(report, "/run/findings/1/time_basis").get<std::string>(), std::string("none"));
}

void TestReportJson::sameRunSameBytes() {
  const std::string once = report::writeJsonReport(test::recoveredRun(), nullptr, {"1"});
  QCOMPARE(report::writeJsonReport(test::recoveredRun(), nullptr, {"1"}), once);
  QCOMPARE(once.back(), '\n');
}

QTEST_GUILESS_MAIN(TestReportJson)
#include "tst_report_json.moc"
