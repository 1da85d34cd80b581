// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/stamp.h"

#include <QtTest>

using namespace lanescope::recognise;

namespace {
constexpr qint64 kSecond = 1'000'000'000;
QString iso(qint64 ns) { return QString::fromLatin1(formatIso(ns).view().data(), formatIso(ns).size); }
}  // namespace

class TestStamp : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void parsesIso_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("time");  // empty: not a time
    QTest::addColumn<int>("used");
    QTest::addColumn<qint64>("resolution");
    QTest::addColumn<bool>("hasZone");
    const auto row = [](const char* text, const char* time, int used, qint64 resolution, bool hasZone) {
      QTest::newRow(text) << QByteArray(text) << QString(time) << used << resolution << hasZone;
    };
    row("2026-08-21T19:24:31.0000001Z x", "2026-08-21T19:24:31.0000001Z", 28, 100, true);
    row("2026-08-21T19:24:31Z", "2026-08-21T19:24:31Z", 20, kSecond, true);
    row("2026-08-21 19:24:31", "2026-08-21T19:24:31Z", 19, kSecond, false);
    row("2026-01-02 03:04:05,123 INFO", "2026-01-02T03:04:05.123Z", 23, 1'000'000, false);
    row("2026-01-02T03:04:05.123456789+00:00", "2026-01-02T03:04:05.123456789Z", 35, 1, true);
    row("2026-01-02T03:04:05.5+09:00", "2026-01-01T18:04:05.5Z", 27, 100'000'000, true);
    row("2026-01-02T03:04:05-05:30", "2026-01-02T08:34:05Z", 25, kSecond, true);
    row("2026-01-02T03:04:05.1234567891Z", "2026-01-02T03:04:05.123456789Z", 31, 1, true);
    row("2026-01-02T03:04:05. x", "2026-01-02T03:04:05Z", 19, kSecond, false);
    row("2026-01-02T03:04:05+0900 x", "2026-01-01T18:04:05Z", 24, kSecond, true);
    row("2026-01-02T03:04:05-123456", "2026-01-02T03:04:05Z", 19, kSecond, false);
    row("2024-02-29 23:59:60]", "2024-03-01T00:00:00Z", 19, kSecond, false);
    for (const char* text :
         {"", "2026-08-21", "2026-08-21T19:24", "2026-13-01T00:00:00", "2026-00-01T00:00:00", "2026-01-00T00:00:00",
          "2026-02-29T00:00:00", "2026-01-02T24:00:00", "2026-01-02T00:60:00", "2026-01-02T00:00:61", "2026/01/02T00:00:00",
          "20x6-01-02T00:00:00", "2026-01-02_00:00:00", "1677-01-02T00:00:00", "2262-01-02T00:00:00", " 2026-01-02T00:00:00"}) {
      row(text, "", 0, 0, false);
    }
  }

  void parsesIso() {
    QFETCH(QByteArray, text);
    QFETCH(QString, time);
    std::size_t used = 0;
    const auto stamp = parseIso({text.data(), static_cast<std::size_t>(text.size())}, used);
    QCOMPARE(stamp.has_value(), !time.isEmpty());
    if (!stamp) return;
    QCOMPARE(iso(stamp->ns), time);
    QTEST(static_cast<int>(used), "used");
    QTEST(qint64(stamp->resolutionNs), "resolution");
    QTEST(stamp->hasZone, "hasZone");
    QVERIFY(stamp->hasDate && stamp->hasYear && stamp->orderNs == -1);
  }

  void parsesCtime() {
    std::size_t used = 0;
    const auto stamp = parseCtime("Fri Jan  2 03:04:05 2026]", used);
    QVERIFY(stamp && stamp->hasDate && stamp->hasYear && !stamp->hasZone);
    QCOMPARE(iso(stamp->ns), QStringLiteral("2026-01-02T03:04:05Z"));
    QCOMPARE(used, std::size_t{24});
    for (const char* text : {"Fri Jan  2 03:04:05 202", "Fre Jan  2 03:04:05 2026", "Fri Jam  2 03:04:05 2026", "Fri Feb 29 03:04:05 2026", "Fri Jan  2 03.04.05 2026"}) {
      QVERIFY2(!parseCtime(text, used), text);
    }
  }

  void parsesUnix() {
    for (const char* text : {"1767323045.250", "1767323045250", "1767323045250000", "1767323045250000000", "1767323045250.0"}) {
      const auto stamp = parseUnix(text);
      QVERIFY2(stamp && stamp->hasZone, text);
      QCOMPARE(iso(stamp->ns), QStringLiteral("2026-01-02T03:04:05.25Z"));
    }
    for (const char* text : {"", "12", "17673230451", "1767323045x", "1767323045.", "9767323045250000000", "17673230452500000000", "17673230323045", "99999999999999999"}) QVERIFY2(!parseUnix(text), text);
  }

  void timeOfDayHasNoDate() {
    std::size_t used = 0;
    const auto stamp = parseTimeOfDay("20:08:52.400000 699", used);
    QVERIFY(stamp && !stamp->hasDate && !stamp->hasYear && !stamp->hasZone);
    QCOMPARE(used, std::size_t(15));
    QCOMPARE(iso(stamp->ns), QString("1972-01-01T20:08:52.4Z"));
    QVERIFY(!parseTimeOfDay("20:08:5", used));
  }

  void countsDays() {
    QCOMPARE(daysFromCivil(1970, 1, 1), 0);
    QCOMPARE(daysFromCivil(1969, 12, 31), -1);
    QCOMPARE(daysFromCivil(1972, 1, 1), 730);
    QCOMPARE(daysFromCivil(2000, 3, 1), 11'017);
    QCOMPARE(daysFromCivil(1600, 2, 29) + 1, daysFromCivil(1600, 3, 1));
  }

  // Every day of the range goes there and back.
  void daysGoBothWays() {
    for (int year = 1678; year <= 2261; ++year) {
      for (int month = 1; month <= 12; ++month) {
        const QString day = QString("%1-%2-28T12:00:00Z").arg(year).arg(month, 2, 10, QChar('0'));
        const qint64 ns = (daysFromCivil(year, month, 28) * 86'400 + 43'200) * kSecond;
        QCOMPARE(iso(ns), day);
        QCOMPARE(yearOf(ns), year);
      }
    }
  }

  void setsYear() {
    std::size_t used = 0;
    const Stamp leapDay = *parseIso("1972-02-29T01:02:03.5", used);
    QCOMPARE(iso(withYear(leapDay, 2028)), QString("2028-02-29T01:02:03.5Z"));
    QCOMPARE(iso(withYear(leapDay, 2026)), QString("2026-03-01T01:02:03.5Z"));
    const Stamp newYear = *parseIso("1972-12-31T23:59:59", used);
    QCOMPARE(iso(withYear(newYear, 2025)), QString("2025-12-31T23:59:59Z"));
  }

  void formats_data() {
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64(0) << "1970-01-01T00:00:00Z";
    QTest::newRow("before") << qint64(-1) << "1969-12-31T23:59:59.999999999Z";
    QTest::newRow("zeros removed") << 1'500'000'000 * qint64(1) << "1970-01-01T00:00:01.5Z";
    QTest::newRow("inner zeros") << qint64(100) << "1970-01-01T00:00:00.0000001Z";
    QTest::newRow("least") << std::numeric_limits<qint64>::min() << "1677-09-21T00:12:43.145224192Z";
    QTest::newRow("greatest") << std::numeric_limits<qint64>::max() << "2262-04-11T23:47:16.854775807Z";
  }

  void formats() {
    QFETCH(qint64, ns);
    QTEST(iso(ns), "text");
  }
};

QTEST_GUILESS_MAIN(TestStamp)
#include "tst_stamp.moc"
