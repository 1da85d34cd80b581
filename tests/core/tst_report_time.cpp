// SPDX-License-Identifier: Apache-2.0
#include "core/report/time_text.h"
#include "tests/support/run_builder.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::report;
using lanescope::test::at;
using lanescope::test::bounded;
using lanescope::test::stamped;
using model::When;

class TestReportTime : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void iso_data();
  void iso();
  void moments_data();
  void moments();
  void durations_data();
  void durations();
  void parses_data();
  void parses();
};

void TestReportTime::iso_data() {
  QTest::addColumn<qint64>("ns");
  QTest::addColumn<QString>("text");
  QTest::newRow("epoch") << qint64{0} << "1970-01-01T00:00:00Z";
  QTest::newRow("before the epoch") << qint64{-1} << "1969-12-31T23:59:59.999999999Z";
  QTest::newRow("leap day") << qint64{1'709'164'800'000'000'000} << "2024-02-29T00:00:00Z";
  QTest::newRow("no trailing zeros") << qint64{at("09:39:27.0030")} << "2026-03-14T09:39:27.003Z";
  QTest::newRow("nanoseconds") << qint64{at("09:39:27.374204123")} << "2026-03-14T09:39:27.374204123Z";
}

void TestReportTime::iso() {
  QFETCH(qint64, ns);
  QFETCH(QString, text);
  QCOMPARE(QString::fromStdString(isoTime(ns)), text);
}

void TestReportTime::moments_data() {
  QTest::addColumn<When>("when");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("phrase");
  QTest::newRow("unknown") << When{} << "no time"
                           << "at an unknown time";
  QTest::newRow("exact") << stamped("09:39:27.003") << "09:39:27.003 Z"
                         << "at 09:39:27.003 Z";
  QTest::newRow("a second's resolution") << When::at(at("09:45:50"), 1'000'000'000) << "09:45:50 Z"
                                         << "at 09:45:50 Z";
  QTest::newRow("range, rounded outwards") << bounded("09:09:20.250", "09:09:26.001") << "09:09:20 – 09:09:27 Z"
                                           << "between 09:09:20 and 09:09:27 Z";
  QTest::newRow("narrow range") << bounded("09:09:20.250", "09:09:21.500") << "09:09:20.250 – 09:09:21.500 Z"
                                << "between 09:09:20.250 and 09:09:21.500 Z";
  QTest::newRow("upper bound") << When{at("09:00:00"), When::kOpenEarly, at("09:00:00"), model::Basis::bounded}
                               << "by 09:00:00 Z"
                               << "by 09:00:00 Z";
  QTest::newRow("lower bound") << When{at("09:00:00"), at("09:00:00"), When::kOpenLate, model::Basis::bounded}
                               << "from 09:00:00 Z"
                               << "after 09:00:00 Z";
}

void TestReportTime::moments() {
  QFETCH(When, when);
  QFETCH(QString, text);
  QFETCH(QString, phrase);
  QCOMPARE(QString::fromStdString(whenText(when)), text);
  QCOMPARE(QString::fromStdString(whenPhrase(when)), phrase);
}

void TestReportTime::durations_data() {
  QTest::addColumn<double>("seconds");
  QTest::addColumn<QString>("text");
  QTest::newRow("milliseconds") << 0.008 << "8 ms";
  QTest::newRow("tenths") << 1.46 << "1.5 s";
  QTest::newRow("seconds") << 47.0 << "47 s";
  QTest::newRow("minutes") << 2267.0 << "37 m 47 s";
  QTest::newRow("hours") << 7500.0 << "2 h 5 m";
}

void TestReportTime::durations() {
  QFETCH(double, seconds);
  QFETCH(QString, text);
  QCOMPARE(QString::fromStdString(durationText(seconds)), text);
  QCOMPARE(limitText(1'800'000), std::string("1,800 s"));
  QCOMPARE(limitText(1'500), std::string("1.5 s"));
  QCOMPARE(limitText(20), std::string("20 ms"));
}

void TestReportTime::parses_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("iso");  // empty: not a time
  QTest::newRow("ISO") << "2026-03-14T09:09:20.5Z"
                       << "2026-03-14T09:09:20.5Z";
  QTest::newRow("another day") << "2024-02-29 00:00:01"
                               << "2024-02-29T00:00:01Z";
  QTest::newRow("time of day") << "09:10"
                               << "2026-03-14T09:10:00Z";
  QTest::newRow("with seconds") << "23:59:59Z"
                                << "2026-03-14T23:59:59Z";
  QTest::newRow("no such day") << "2026-02-30T00:00:00Z"
                               << "";
  QTest::newRow("no such hour") << "24:00"
                                << "";
  QTest::newRow("trailing words") << "09:10 o'clock"
                                  << "";
  QTest::newRow("no digits after the point") << "09:10:11."
                                             << "";
  QTest::newRow("empty") << ""
                         << "";
  QTest::newRow("date only") << "2026-03-14"
                             << "";
}

void TestReportTime::parses() {
  QFETCH(QString, text);
  QFETCH(QString, iso);
  const auto parsed = parseTime(text.toStdString(), at("12:00:00"));
  QCOMPARE(parsed ? QString::fromStdString(isoTime(*parsed)) : QString(), iso);
}

QTEST_GUILESS_MAIN(TestReportTime)
#include "tst_report_time.moc"
