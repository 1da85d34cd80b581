// SPDX-License-Identifier: Apache-2.0
// Offsets of local time, what lines with two stamps show of them, and times that messages state of themselves.
#include "core/recognise/stated_time.h"
#include "core/recognise/time_evidence.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::ns;
using lanescope::test::qs;

namespace {

constexpr std::int32_t kHour = 3'600;

// 2026 in Berlin: +01:00, from 29 March 01:00 UTC +02:00, from 25 October 01:00 UTC +01:00.
ZoneOffsets berlin() {
  return {kHour, {{ns("2026-03-29T01:00:00Z"), 2 * kHour}, {ns("2026-10-25T01:00:00Z"), kHour}}};
}

QString iso(std::int64_t unixNs) { return qs(formatIso(unixNs).view()); }

struct Pair { const char* outer; const char* local; };

// Of a line with a local time behind a stamp in UTC.
QuickHead headAt(std::string_view local, LayerKind logger = LayerKind::log) {
  QuickHead head;
  head.innerNs = ns(local);
  head.innerKind = logger;
  head.innerHasYear = true;
  return head;
}

std::vector<ZoneVote> votesOf(const std::vector<Pair>& pairs) {
  TimeEvidence evidence;
  std::uint32_t line = 0;
  for (const Pair& pair : pairs) {
    evidence.notePair(ns(pair.outer), headAt(pair.local), ++line);
  }
  return evidence.votes[static_cast<std::size_t>(LayerKind::log)];
}

}  // namespace

Q_DECLARE_METATYPE(std::vector<Pair>)

class TestTimeEvidence : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void localToUtc_data();
  void localToUtc();
  void repeatedHour();
  void shownZones_data();
  void shownZones();
  void changeOfLocalTime();
  void lateLines();
  void order();
  void yearOfAPair();
  void statedTimes_data();
  void statedTimes();
};

void TestTimeEvidence::localToUtc_data() {
  QTest::addColumn<QString>("local");
  QTest::addColumn<QString>("utc");
  QTest::newRow("winter") << "2026-01-15T12:00:00Z" << "2026-01-15T11:00:00Z";
  QTest::newRow("summer") << "2026-07-15T12:00:00Z" << "2026-07-15T10:00:00Z";
  QTest::newRow("next winter") << "2026-12-15T12:00:00Z" << "2026-12-15T11:00:00Z";
  QTest::newRow("before the skipped hour") << "2026-03-29T01:59:59Z" << "2026-03-29T00:59:59Z";
  QTest::newRow("inside it") << "2026-03-29T02:30:00Z" << "2026-03-29T01:30:00Z";
  QTest::newRow("behind it") << "2026-03-29T03:00:00Z" << "2026-03-29T01:00:00Z";
  QTest::newRow("the repeated hour is its first reading") << "2026-10-25T02:30:00Z" << "2026-10-25T00:30:00Z";
  QTest::newRow("behind it") << "2026-10-25T03:00:00Z" << "2026-10-25T02:00:00Z";
}

void TestTimeEvidence::localToUtc() {
  QFETCH(QString, local);
  QFETCH(QString, utc);
  QCOMPARE(iso(berlin().toUtc(ns(local.toStdString()))), utc);
}

void TestTimeEvidence::repeatedHour() {
  const ZoneOffsets zone = berlin();
  QCOMPARE(iso(zone.secondReading(ns("2026-10-25T00:30:00Z"))), QStringLiteral("2026-10-25T01:30:00Z"));
  QCOMPARE(iso(zone.secondReading(ns("2026-10-24T23:59:00Z"))), QStringLiteral("2026-10-24T23:59:00Z"));
  QCOMPARE(iso(zone.secondReading(ns("2026-10-25T01:30:00Z"))), QStringLiteral("2026-10-25T01:30:00Z"));
  QCOMPARE(iso(zone.secondReading(ns("2026-03-29T00:30:00Z"))), QStringLiteral("2026-03-29T00:30:00Z"));
  QCOMPARE(zone.secondsAt(ns("2026-10-25T00:59:59Z")), 2 * kHour);
  QCOMPARE(zone.secondsAt(ns("2026-10-25T01:00:00Z")), kHour);
}

void TestTimeEvidence::shownZones_data() {
  QTest::addColumn<std::vector<Pair>>("pairs");
  QTest::addColumn<int>("seconds");              // -1: nothing is shown
  constexpr int kNone = -1;
  using Pairs = std::vector<Pair>;
  QTest::newRow("nine hours ahead") << Pairs{{"2026-01-02T03:00:00.2Z", "2026-01-02T12:00:00Z"}, {"2026-01-02T03:01:40Z", "2026-01-02T12:01:39Z"}}
                                    << 9 * kHour;
  QTest::newRow("three and a half behind") << Pairs{{"2026-01-02T03:00:00.2Z", "2026-01-01T23:30:00Z"}, {"2026-01-02T04:00:00Z", "2026-01-02T00:29:59Z"}}
                                           << -3 * kHour - 1'800;
  QTest::newRow("none") << Pairs{{"2026-01-02T03:00:00Z", "2026-01-02T03:00:00.4Z"}, {"2026-01-02T03:00:09Z", "2026-01-02T03:00:08Z"}} << 0;
  QTest::newRow("some were read late") << Pairs{{"2026-01-02T03:00:01Z", "2026-01-02T12:00:00Z"}, {"2026-01-02T03:00:03Z", "2026-01-02T12:00:02Z"},
                                                {"2026-01-02T03:09:00Z", "2026-01-02T12:00:04Z"}, {"2026-01-02T04:09:00Z", "2026-01-02T12:30:04Z"}}
                                       << 9 * kHour;
  QTest::newRow("a single line, read at once") << Pairs{{"2026-01-02T03:00:01Z", "2026-01-02T12:00:00Z"}} << 9 * kHour;
  QTest::newRow("a single line, read half a minute later") << Pairs{{"2026-01-02T03:00:30Z", "2026-01-02T12:00:00Z"}} << kNone;
  QTest::newRow("an old log that is printed again") << Pairs{{"2026-01-02T03:00:01Z", "2026-01-01T22:51:00Z"}, {"2026-01-02T03:00:01Z", "2026-01-01T22:54:00Z"},
                                                             {"2026-01-02T03:00:01Z", "2026-01-01T22:57:00Z"}}
                                                    << kNone;
  QTest::newRow("further away than any zone") << Pairs{{"2026-01-02T03:00:01Z", "2025-12-31T03:00:00Z"}, {"2026-01-02T03:00:02Z", "2025-12-31T03:00:01Z"}}
                                              << kNone;
  QTest::newRow("lines that contradict") << Pairs{{"2026-01-02T03:00:01Z", "2026-01-02T03:00:00Z"}, {"2026-01-02T03:00:03Z", "2026-01-02T03:00:02Z"},
                                                  {"2026-01-02T03:00:05Z", "2026-01-02T05:00:04Z"}}
                                         << kNone;
}

void TestTimeEvidence::shownZones() {
  QFETCH(std::vector<Pair>, pairs);
  QFETCH(int, seconds);
  const auto shown = shownZone(votesOf(pairs));
  QCOMPARE(shown.has_value(), seconds != -1);
  if (shown) QCOMPARE(shown->zone, ZoneOffsets(seconds));
}

void TestTimeEvidence::changeOfLocalTime() {
  const auto shown = shownZone(votesOf({{"2026-10-25T00:50:01Z", "2026-10-25T02:50:00Z"}, {"2026-10-25T00:58:01Z", "2026-10-25T02:58:00Z"},
                                        {"2026-10-25T01:02:01Z", "2026-10-25T02:02:00Z"}, {"2026-10-25T01:40:01Z", "2026-10-25T02:40:00Z"}}));
  QVERIFY(shown);
  QCOMPARE(shown->zone, ZoneOffsets(2 * kHour, {{ns("2026-10-25T01:00:00Z"), kHour}}));
  QCOMPARE(shown->lines, 4u);
}

void TestTimeEvidence::lateLines() {
  TimeEvidence evidence;
  evidence.notePair(ns("2026-01-02T03:00:02Z"), headAt("2026-01-02T12:00:00Z"), 7);
  evidence.notePair(ns("2026-01-02T03:05:00Z"), headAt("2026-01-02T12:00:00Z"), 8);
  evidence.notePair(ns("2026-01-02T03:02:00Z"), headAt("2026-01-02T12:00:00Z", LayerKind::c10), 9);
  QCOMPARE(evidence.lateLines, 2u);
  QCOMPARE(evidence.firstLateLine, 8u);
  QCOMPARE(evidence.mostLateNs, 300'000'000'000);
  TimeEvidence all;
  all.add(evidence, 100);
  QCOMPARE(all.firstLateLine, 108u);
}

// Parts of a source may be put together in any size.
void TestTimeEvidence::order() {
  TimeEvidence whole, first, second;
  for (std::int64_t i = 0; i < 10; ++i) {
    QuickHead head = headAt("2026-01-02T12:00:00Z", LayerKind::nccl);
    head.innerNs += i * 1'000'000'000;
    const std::int64_t outer = ns("2026-01-02T03:00:00.5Z") + i * 1'000'000'000;
    whole.notePair(outer, head, static_cast<std::uint32_t>(i + 1));
    (i < 4 ? first : second).notePair(outer, head, static_cast<std::uint32_t>(i < 4 ? i + 1 : i - 3));
  }
  TimeEvidence joined;
  joined.add(first, 0);
  joined.add(second, 4);
  const auto& a = whole.votes[static_cast<std::size_t>(LayerKind::nccl)].front();
  const auto& b = joined.votes[static_cast<std::size_t>(LayerKind::nccl)].front();
  QCOMPARE(b.close, a.close);
  QCOMPARE(b.firstNs, a.firstNs);
  QCOMPARE(b.lastNs, a.lastNs);
  QCOMPARE(b.leastDelayNs, a.leastDelayNs);
}

// A head without a year beside a stamp of the first hour of the next one.
void TestTimeEvidence::yearOfAPair() {
  TimeEvidence evidence;
  const QuickHead head = quickHead("2026-01-01T04:30:01.0000000Z [E1231 23:30:00.000000001 a.cpp:1] x");
  QVERIFY(head.hasInner() && !head.innerHasYear);
  evidence.notePair(head.stamp->ns, head, 1);
  const auto shown = shownZone(evidence.votes[static_cast<std::size_t>(LayerKind::c10)]);
  QVERIFY(shown);
  QCOMPARE(shown->zone, ZoneOffsets(-5 * kHour));
}

void TestTimeEvidence::statedTimes_data() {
  QTest::addColumn<QString>("message");
  QTest::addColumn<QString>("expected");         // empty: none
  QTest::addColumn<bool>("hasZone");
  const auto row = [](const char* message, const char* expected, bool hasZone = false) { QTest::newRow(message) << message << expected << hasZone; };
  row("Fri Jan  2 03:04:05 UTC 2026", "2026-01-02T03:04:05Z", true);
  row("Fri Jan  2 03:04:05 PM UTC 2026", "2026-01-02T15:04:05Z", true);
  row("Fri Jan  2 12:04:05 AM JST 2026", "2026-01-01T15:04:05Z", true);
  row("Fri  2 Jan 03:04:05 CEST 2026", "2026-01-02T01:04:05Z", true);
  row("Fri Jan 12 03:04:05 CST 2026", "2026-01-12T03:04:05Z");
  row("Job started at Fri Jan  2 03:04:05 2026\n", "2026-01-02T03:04:05Z");
  row("END: Fri Jan  2 03:04:05 UTC 2026\r\n", "2026-01-02T03:04:05Z", true);
  row("slurmstepd: error: *** STEP 4711.0 ON node-a07 CANCELLED AT 2026-01-02T03:04:05 DUE TO TIME LIMIT ***", "2026-01-02T03:04:05Z");
  row("slurmstepd: error: *** JOB 4711 ON node-a07 CANCELLED AT 2026-01-02T03:04:05 ***", "2026-01-02T03:04:05Z");
  row("22%|##  | 11/50 [1:55:52<6:50:13, 631.11s/it]slurmstepd: error: *** JOB 42196 ON n710 CANCELLED AT 2026-01-02T03:04:05 DUE TO TIME LIMIT ***", "2026-01-02T03:04:05Z");
  row("section_start:1767323045:step_script[collapsed=true]", "2026-01-02T03:04:05Z", true);
  row("section_end:1767323045:step_script\r\n", "2026-01-02T03:04:05Z", true);
  row("section_start:17673230451:step_script", "");
  row("section_start:x:step_script", "");
  row("the model was released on Fri Jan  2 03:04:05 UTC 2026", "");
  row("Fri Jan  2 03:04:05 UTC 20261", "");
  row("Fri Jan  2 25:04:05 UTC 2026", "");
  row("Frx Jan  2 03:04:05 UTC 2026", "");
  row("loss at step 1200 of epoch 3: 2026", "");
  row("slurmstepd: error: *** STEP 4711.0 ON node-a07 FAILED (non-zero exit code or other failure mode) ***", "");
  row("", "");
}

void TestTimeEvidence::statedTimes() {
  QFETCH(QString, message);
  QFETCH(QString, expected);
  QFETCH(bool, hasZone);
  const std::string text = message.toStdString();
  const auto stamp = statedTime(text);
  QCOMPARE(stamp ? iso(stamp->ns) : QString(), expected);
  if (!stamp) return;
  QVERIFY(mayStateTime(text));
  QCOMPARE(stamp->hasZone, hasZone);
  const QuickHead head = quickHead(text);
  QVERIFY(head.stamp);
  QCOMPARE(head.stamp->ns, stamp->ns);
}

QTEST_APPLESS_MAIN(TestTimeEvidence)
#include "tst_time_evidence.moc"
