// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/layers.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::ns;

namespace {

QString iso(std::int64_t unixNs) { return test::qs(formatIso(unixNs).view()); }

// The stamp of a line's head.
Stamp stampOf(const std::string& line) {
  std::vector<Piece> pieces;
  splitPieces(line, pieces);
  for (const Layer& layer : pieces.front().layers) {
    if (layer.stamp) return *layer.stamp;
  }
  std::size_t used = 0;
  if (const auto stamp = parseIso(line, used)) return *stamp;
  return parseTimeOfDay(line, used).value_or(Stamp());
}

}  // namespace

class TestTimeContext : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void resolves_data();
  void resolves();
  void neverLaterThanTheFile_data();
  void neverLaterThanTheFile();
  void zoneOffset_data();
  void zoneOffset();
};

void TestTimeContext::resolves_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("reference");
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* name, const char* line, const char* reference, const char* expected) {
    QTest::newRow(name) << line << reference << expected;
  };
  row("the last evening of a year, seen from the new one", "[rank3]:[E1231 23:59:58.000000001 a.cpp:1] x",
      "2026-01-01T00:10:00Z", "2025-12-31T23:59:58Z");
  row("and the first morning", "[rank3]:[E101 00:00:03.000000001 a.cpp:1] x", "2026-01-01T00:10:00Z", "2026-01-01T00:00:03Z");
  row("the first morning, seen from the old year", "[rank3]:[E101 00:00:03.000000001 a.cpp:1] x", "2025-12-31T23:50:00Z",
      "2026-01-01T00:00:03Z");
  row("a padded month", "W0102 03:04:05.123000 3999 torch/distributed/run.py:1] x", "2025-12-30T00:00:00Z",
      "2026-01-02T03:04:05.123Z");
  row("half a year back", "W0704 03:04:05.123000 3999 torch/distributed/run.py:1] x", "2026-01-01T00:00:00Z",
      "2025-07-04T03:04:05.123Z");
  row("29 February in a leap year", "[E229 12:00:00.000000001 a.cpp:1] x", "2024-03-05T00:00:00Z", "2024-02-29T12:00:00Z");
  row("29 February, seen from the year after", "[E229 12:00:00.000000001 a.cpp:1] x", "2025-03-05T00:00:00Z",
      "2024-02-29T12:00:00Z");
  row("29 February, seen from the year before", "[E229 12:00:00.000000001 a.cpp:1] x", "2027-12-05T00:00:00Z",
      "2028-02-29T12:00:00Z");
  row("29 February, two years from any leap year", "[E229 12:00:00.000000001 a.cpp:1] x", "2026-02-01T00:00:00Z",
      "2024-02-29T12:00:00Z");
  row("a year that is stated", "2019-06-01 00:00:00,500", "2026-01-01T00:00:00Z", "2019-06-01T00:00:00.5Z");
  row("a time of day, the same day", "11:59:00", "2026-01-02T23:00:00Z", "2026-01-02T11:59:00Z");
  row("a time of day, the day before", "23:59:00", "2026-01-02T00:30:00Z", "2026-01-01T23:59:00Z");
  row("a time of day, the day after", "00:00:30", "2026-01-01T23:30:00Z", "2026-01-02T00:00:30Z");
}

void TestTimeContext::resolves() {
  QFETCH(QString, line);
  QFETCH(QString, reference);
  QFETCH(QString, expected);
  QCOMPARE(iso(test::contextAt(reference.toStdString()).resolve(stampOf(line.toStdString()))), expected);
}

void TestTimeContext::neverLaterThanTheFile_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("expected");
  QTest::newRow("nearer in the next year, but a file is never older than its lines") << "[E101 00:00:03.000000001 a.cpp:1] x"
                                                                                     << "2026-01-01T00:00:03Z";
  QTest::newRow("the same day, in a zone ahead of UTC") << "[E1201 04:00:03.000000001 a.cpp:1] x"
                                                        << "2026-12-01T04:00:03Z";
  QTest::newRow("a month later in the year is the year before") << "[E1231 04:00:03.000000001 a.cpp:1] x"
                                                                << "2025-12-31T04:00:03Z";
  QTest::newRow("29 February") << "[E229 04:00:03.000000001 a.cpp:1] x"
                               << "2024-02-29T04:00:03Z";
}

void TestTimeContext::neverLaterThanTheFile() {
  QFETCH(QString, line);
  QFETCH(QString, expected);
  TimeContext context = test::contextAt("2026-11-30T20:00:00Z");
  context.yearFrom = TimeContext::YearFrom::file;
  QCOMPARE(iso(context.resolve(stampOf(line.toStdString()))), expected);
}

void TestTimeContext::zoneOffset_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("expected");
  QTest::newRow("without year") << "[E101 05:00:00.000000001 a.cpp:1] x"
                                << "2025-12-31T20:00:00Z";
  QTest::newRow("with year") << "2026-01-01 05:00:00"
                             << "2025-12-31T20:00:00Z";
  QTest::newRow("time of day") << "05:00:00"
                               << "2025-12-31T20:00:00Z";
  QTest::newRow("a stated zone is left alone") << "2026-01-01T05:00:00Z"
                                               << "2026-01-01T05:00:00Z";
  QTest::newRow("so is a stated offset") << "2026-01-01T05:00:00+02:00"
                                         << "2026-01-01T03:00:00Z";
}

void TestTimeContext::zoneOffset() {
  QFETCH(QString, line);
  QFETCH(QString, expected);
  TimeContext context = test::contextAt("2025-12-31T21:00:00Z");
  context.zone = ZoneOffsets(9 * 3600);
  QCOMPARE(iso(context.resolve(stampOf(line.toStdString()))), expected);
}

QTEST_GUILESS_MAIN(TestTimeContext)
#include "tst_time_context.moc"
