// SPDX-License-Identifier: Apache-2.0
// Which silences of a lane are suspected to be a wait: the rule with lanes made of moments, and a few runs read from logs.
#include "core/diagnose/silences.h"
#include "tests/support/log_folder.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace lanescope;
using diagnose::Gap;
using diagnose::LaneRhythm;
using diagnose::SignsOfLife;
using diagnose::SilentPeers;
using lanescope::test::LogFolder;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// Moments in seconds.
struct Lane {
  SignsOfLife signs;

  Lane& at(double seconds) {
    signs.add(static_cast<std::int64_t>(seconds * 1e9));
    return *this;
  }
  Lane& every(double step, double from, double to) {
    for (double seconds = from; seconds <= to; seconds += step) at(seconds);
    return *this;
  }
  Lane& timeless(std::int64_t from, std::int64_t to, std::uint32_t lines) {
    signs.addTimeless({from * kSecond, to * kSecond}, lines);
    return *this;
  }
  Lane& ends(std::int64_t seconds) {
    signs.end(seconds * kSecond);
    return *this;
  }
};

// The suspected silences of the first of `lanes`, "100-400 500-900" in seconds.
QString suspected(const std::vector<Lane>& lanes) {
  std::vector<LaneRhythm> rhythms;
  for (const Lane& lane : lanes) rhythms.emplace_back(lane.signs);
  const SilentPeers peers(rhythms);
  QStringList found;
  for (const Gap& gap : rhythms.front().longGaps()) {
    if (peers.suspected(gap)) found << QStringLiteral("%1-%2").arg(gap.from / kSecond).arg(gap.to / kSecond);
  }
  return found.join(u' ');
}

Lane goesOn() { return Lane().every(5, 0, 2000); }

std::string stamped(int seconds, const std::string& text) {
  char stamp[32];
  std::snprintf(stamp, sizeof stamp, "2026-01-02 %02d:%02d:%02d,000", 3 + seconds / 3600, seconds / 60 % 60, seconds % 60);
  return stamp + (" INFO " + text);
}

using Lines = std::vector<std::string>;

Lines steps(int every, int from, int to) {
  Lines lines;
  for (int second = from; second <= to; second += every) lines.push_back(stamped(second, "working on " + std::to_string(second)));
  return lines;
}

QStringList silencesOf(const std::vector<Lines>& ranks) {
  LogFolder folder;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) folder.writeRank("none_q7", 0, static_cast<int>(rank), ranks[rank]);
  const auto run = folder.load();
  QStringList found;
  for (const model::Interval& interval : run->intervals) {
    if (interval.kind == model::IntervalKind::silence) found << QStringLiteral("%1: ").arg(run->lanes[interval.lane.value].rank) + test::qs(interval.label);
  }
  return found;
}

}  // namespace

class TestSuspectedWaits : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lanes_data();
  void lanes();
  void manyLanesOfWhichSomeGoOn();
  void runsOfLogs();
  void timelessLinesBetween();
  void tenMillionLines();
};

void TestSuspectedWaits::lanes_data() {
  QTest::addColumn<std::vector<Lane>>("all");
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* name, std::vector<Lane> all, const char* expected) { QTest::newRow(name) << std::move(all) << QString::fromLatin1(expected); };
  row("a minute is not longer than a minute", {Lane().every(1, 0, 100).every(1, 160, 200), goesOn()}, "");
  row("longer than a minute", {Lane().every(1, 0, 100).every(1, 161, 200), goesOn()}, "100-161");
  row("every 30 s", {Lane().every(30, 0, 1800), goesOn()}, "");
  row("every 30 s, then 300 s", {Lane().every(30, 0, 600).every(30, 900, 1800), goesOn()}, "");
  row("every 30 s, then 301 s", {Lane().every(30, 0, 600).every(30, 901, 1800), goesOn()}, "600-901");
  row("every 90 s", {Lane().every(90, 0, 1800), goesOn()}, "");
  row("three lines every 90 s", {Lane().every(90, 0, 1800).every(90, 0.2, 1800).every(90, 0.4, 1800), goesOn()}, "");
  row("lines of one second on both sides of a full second", {Lane().every(90, 0.9, 1800).every(90, 1.1, 1800), goesOn()}, "");
  row("lines that are out of order", {Lane().every(1, 500, 600).every(1, 0, 100), goesOn()}, "100-500");
  row("one gap shows no rhythm", {Lane().at(0).at(61), goesOn()}, "0-61");
  row("one gap, and not longer", {Lane().at(0).at(59), goesOn()}, "");
  row("two gaps: each is judged by the other", {Lane().at(0).at(100).at(1200), goesOn()}, "100-1200");
  row("two gaps alike", {Lane().at(0).at(100).at(1000), goesOn()}, "");
  row("one line", {Lane().at(7), goesOn()}, "");
  row("one line, then the end", {Lane().at(7).ends(300), goesOn()}, "7-300");
  row("silent until the end", {Lane().every(1, 0, 100).ends(700), goesOn()}, "100-700");
  row("an end before the last line", {Lane().every(1, 0, 100).ends(50), goesOn()}, "");
  row("no peers", {Lane().every(1, 0, 100).at(900)}, "100-900");
  row("all silent", {Lane().every(1, 0, 100).at(900), Lane().every(1, 0, 102).at(890), Lane().every(1, 3, 90).at(905)}, "100-900");
  row("peers that had ended", {Lane().every(1, 0, 100).at(900), Lane().every(1, 0, 80), Lane().every(1, 0, 90)}, "100-900");
  row("only one of three peers goes on", {Lane().every(1, 0, 100).at(900), Lane().every(1, 0, 100).at(900), Lane().every(1, 0, 100).at(900), goesOn()}, "");
  row("one of two peers goes on", {Lane().every(1, 0, 100).at(900), Lane().every(1, 0, 100).at(900), goesOn()}, "100-900");
  row("a peer that speaks every two minutes goes on", {Lane().every(1, 0, 100).at(900), Lane().every(120, 0, 1800)}, "100-900");
  row("lines without a time", {Lane().every(1, 0, 100).at(900).timeless(100, 900, 12), goesOn()}, "100-900");
  row("too many lines without a time", {Lane().every(1, 0, 100).at(900).timeless(100, 900, 13), goesOn()}, "");
  row("lines without a time elsewhere", {Lane().every(1, 0, 100).every(1, 900, 1000).at(1100).timeless(1000, 1100, 500), goesOn()}, "100-900");
  row("peers of whom nothing is known", {Lane().every(1, 0, 100).at(900), Lane().every(1, 0, 100).at(900).timeless(100, 900, 500), Lane().every(1, 0, 100).at(900).timeless(100, 900, 500), Lane().every(1, 0, 100).at(900)}, "100-900");
}

void TestSuspectedWaits::lanes() {
  QFETCH(const std::vector<Lane>, all);
  QTEST(suspected(all), "expected");
}

// 64 lanes: as long as fewer than half of the others go on, not to write is what lanes do there.
void TestSuspectedWaits::manyLanesOfWhichSomeGoOn() {
  for (const std::size_t going : {0U, 1U, 31U, 32U, 63U}) {
    std::vector<Lane> all(64 - going, Lane().every(1, 0, 100).at(900));
    all.insert(all.end(), going, goesOn());
    QCOMPARE(!suspected(all).isEmpty(), going == 0 || going >= 32);
  }
}

void TestSuspectedWaits::runsOfLogs() {
  const Lines hangs = steps(1, 0, 30), slow = steps(30, 0, 900), lively = steps(2, 0, 900);
  const auto until = [](Lines lines, int second) {
    lines.push_back(stamped(second, "leaving"));
    return lines;
  };
  QCOMPARE(silencesOf({slow, slow, lively}), QStringList());
  QCOMPARE(silencesOf({lively, until(hangs, 900), lively}), QStringList{"1: no line for 14 m 30 s"});
  QCOMPARE(silencesOf({until(hangs, 900), until(hangs, 899)}), (QStringList{"0: no line for 14 m 30 s", "1: no line for 14 m 29 s"}));
  QCOMPARE(silencesOf({lively, until(hangs, 900), until(hangs, 900), until(hangs, 900)}), QStringList());
}

// A lane that writes on without stamps is not silent between two stamps.
void TestSuspectedWaits::timelessLinesBetween() {
  Lines talks = steps(1, 0, 30);
  for (int i = 0; i < 500; ++i) talks.push_back("loss " + std::to_string(i));
  talks.push_back(stamped(900, "leaving"));
  Lines traces = steps(1, 0, 30);
  for (const char* line : {"first of two plain lines", "second of two plain lines"}) traces.push_back(line);
  traces.push_back(stamped(900, "leaving"));
  QCOMPARE(silencesOf({talks, traces, steps(2, 0, 900), steps(2, 0, 900)}), QStringList{"1: no line for 14 m 30 s"});
}

void TestSuspectedWaits::tenMillionLines() {
  QElapsedTimer timer;
  timer.start();
  Lane lane;
  for (std::int64_t ms = 0; ms < 10'000'000; ++ms) lane.signs.add(ms * 1'000'000);
  lane.ends(11'000);
  const LaneRhythm rhythm(std::move(lane.signs));
  QCOMPARE(rhythm.longGaps().size(), 1U);
  QCOMPARE(rhythm.threshold(), 60 * kSecond);
  const qint64 ms = timer.elapsed();
  QVERIFY2(ms < 2'000, qPrintable(QStringLiteral("%1 ms").arg(ms)));
  qInfo("10 million moments: %lld ms", static_cast<long long>(ms));
}

QTEST_APPLESS_MAIN(TestSuspectedWaits)
#include "tst_suspected_waits.moc"
