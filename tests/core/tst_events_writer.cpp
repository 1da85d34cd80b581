// SPDX-License-Identifier: Apache-2.0
#include "core/report/events_writer.h"
#include "tests/support/run_builder.h"
#include "tests/support/sample_runs.h"

#include <QtTest>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace lanescope;
using report::EventsFormat;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kHeader =
    "run,seq,time,time_basis,time_from,time_to,launch,attempt,rank,host,local_rank,device,pid,kind,class,role,severity,finding,"
    "duration_s,test,source,line,text";

std::string write(const model::Run& run, EventsFormat format) {
  std::ostringstream out;
  report::writeEvents(run, format, out);
  return out.str();
}

std::vector<Json> rows(const model::Run& run) {
  std::vector<Json> list;
  std::istringstream in(write(run, EventsFormat::jsonl));
  for (std::string line; std::getline(in, line);) list.push_back(Json::parse(line));
  return list;
}

// A run of one event on one line.
model::Run oneLine(std::string_view text, const model::When& when) {
  test::RunBuilder builder("one", "one.zip");
  const model::SourceId source = builder.addSource("one.zip/a.log", model::Layout::other, model::Stream::both);
  builder.addEvent(model::EventKind::note, when, builder.addLine(source, text, when));
  return builder.finish();
}

}  // namespace

class TestEventsWriter : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void keysInContractOrder();
  void oneRowAnEvent();
  void openBounds();
  void quoting_data();
  void quoting();
  void unknownIsNullAndEmpty();
  void badBytes();
  void findingAndDuration();
};

void TestEventsWriter::keysInContractOrder() {
  QString keys;
  const Json row = rows(test::recoveredRun()).front();
  for (const auto& item : row.items()) keys += (keys.isEmpty() ? "" : ",") + QString::fromStdString(item.key());
  QCOMPARE(keys, QString::fromLatin1(kHeader));
  QVERIFY(QString::fromStdString(write(test::recoveredRun(), EventsFormat::csv))
              .startsWith(QString::fromLatin1(kHeader) + QStringLiteral("\r\n")));
}

void TestEventsWriter::oneRowAnEvent() {
  const model::Run run = test::recoveredRun();
  const std::vector<Json> list = rows(run);
  QCOMPARE(list.size(), run.events.size());
  for (std::size_t i = 0; i < list.size(); ++i) QCOMPARE(list[i]["seq"].get<std::size_t>(), i);
  const std::string csv = write(run, EventsFormat::csv);
  QCOMPARE(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), run.events.size() + 1);
}

void TestEventsWriter::openBounds() {
  const std::int64_t ns = 1'770'000'000'000'000'000;
  const Json early = rows(oneLine("a", {ns, model::When::kOpenEarly, ns, model::Basis::bounded})).at(0);
  QVERIFY(early["time_from"].is_null());
  QVERIFY(early["time"].is_string());
  QCOMPARE(early["time_to"].get<std::string>(), early["time"].get<std::string>());
  const Json late = rows(oneLine("a", {ns, ns, model::When::kOpenLate, model::Basis::bounded})).at(0);
  QVERIFY(late["time_to"].is_null());
  QVERIFY(late["time_from"].is_string());
}

void TestEventsWriter::quoting_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("field");
  QTest::newRow("plain") << "plain text"
                         << "plain text";
  QTest::newRow("comma") << "a, b"
                         << "\"a, b\"";
  QTest::newRow("quotes") << "say \"hi\""
                          << "\"say \"\"hi\"\"\"";
  QTest::newRow("carriage return") << "10%\r20%"
                                   << "\"10%\r20%\"";
}

void TestEventsWriter::quoting() {
  QFETCH(QString, text);
  QFETCH(QString, field);
  const QString csv = QString::fromStdString(write(oneLine(text.toStdString(), test::stamped("09:00:00")), EventsFormat::csv));
  QVERIFY2(csv.endsWith(QLatin1Char(',') + field + QStringLiteral("\r\n")), qPrintable(csv));
}

void TestEventsWriter::unknownIsNullAndEmpty() {
  const model::Run run = oneLine("x", {});
  const Json row = rows(run).front();
  for (const char* key : {"time", "time_from", "time_to", "launch", "attempt", "rank", "host", "pid", "class", "role",
                          "finding", "duration_s", "test"}) {
    QVERIFY2(row[key].is_null(), key);
  }
  QCOMPARE(row["time_basis"].get<std::string>(), std::string("none"));
  QVERIFY(write(run, EventsFormat::csv).find("00112233aabbccdd,0,,none,,,,,,,,,,note,,,info,,,,one.zip/a.log,1,x\r\n") !=
          std::string::npos);
}

void TestEventsWriter::badBytes() {
  QCOMPARE(rows(oneLine("a\xff", test::stamped("09:00:00"))).front()["text"].get<std::string>(), std::string("a\uFFFD"));
}

void TestEventsWriter::findingAndDuration() {
  int timeouts = 0, tests = 0;
  for (const Json& row : rows(test::recoveredRun())) {
    if (row["kind"] == "timeout") {
      ++timeouts;
      QCOMPARE(row["class"].get<std::string>(), std::string("nccl-timeout"));
      QCOMPARE(row["role"].get<std::string>(), std::string("cascade"));
      QCOMPARE(row["finding"].get<std::string>(), std::string("f2"));
      QCOMPARE(row["duration_s"].get<double>(), 1800.008);
    }
    if (row["kind"] == "test-end" && row["test"] == test::sampleTest(3)) {
      ++tests;
      QCOMPARE(row["duration_s"].get<int>(), 10);
    }
  }
  QCOMPARE(timeouts, 2);
  QCOMPARE(tests, 16);
}

QTEST_GUILESS_MAIN(TestEventsWriter)
#include "tst_events_writer.moc"
