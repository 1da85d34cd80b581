// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/time_axis.h"

#include <QTest>

#include <random>

using namespace lanescope::ui;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;
constexpr std::int64_t kBase = 1'755'800'000 * kSecond;

TimeAxis randomAxis(std::mt19937_64& random) {
  const std::int64_t begin = kBase + static_cast<std::int64_t>(random() % (30 * kDay));
  const std::int64_t length = std::int64_t{1} << (random() % 52);
  const int columns = 1 + static_cast<int>(random() % 3000);
  std::vector<TimeRange> folds;
  std::int64_t at = begin;
  for (std::uint64_t i = random() % 4; i > 0; --i) {
    const std::int64_t from = at + 1 + static_cast<std::int64_t>(random() % (length / 4 + 1));
    folds.push_back({from, from + 1 + static_cast<std::int64_t>(random() % (length / 4 + 1))});
    at = folds.back().end;
  }
  return TimeAxis({begin, begin + length}, columns, folds, static_cast<int>(random() % 60));
}

}  // namespace

class TimeAxisTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void columnAndRangeAreInverses();
  void rangesFollowEachOther();
  void showsTheWholeRange();
  void startIsTiedToAbsoluteTime();
  void foldsTakeTheirColumns();
  void farMomentsDoNotOverflow();
  void labelsKeepTheirDistance_data();
  void labelsKeepTheirDistance();
  void tickLabels_data();
  void tickLabels();
  void relativeTexts();
};

void TimeAxisTest::columnAndRangeAreInverses() {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    const TimeAxis axis = randomAxis(random);
    for (int i = 0; i < 50; ++i) {
      const int column = static_cast<int>(random() % static_cast<std::uint64_t>(axis.columns() + 20)) - 10;
      const TimeRange range = axis.range(column);
      if (range.length() <= 0) continue;         // a fold shorter than its columns
      QCOMPARE(axis.column(range.begin), column);
      QCOMPARE(axis.column(range.end - 1), column);
      QVERIFY(axis.column(range.end) > column);
      const std::int64_t inside = range.begin + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(range.length()));
      QCOMPARE(axis.column(inside), column);
    }
  }
}

void TimeAxisTest::rangesFollowEachOther() {
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    const TimeAxis axis = randomAxis(random);
    for (int column = -5; column < axis.columns() + 5; ++column) QCOMPARE(axis.range(column).end, axis.range(column + 1).begin);
  }
}

void TimeAxisTest::showsTheWholeRange() {
  for (const int columns : {2, 3, 777, 2560}) {
    const TimeRange range{kBase + 123'456'789, kBase + 3'600 * kSecond};
    const TimeAxis axis(range, columns);
    QVERIFY(axis.column(range.begin) >= 0);
    QVERIFY(axis.column(range.end - 1) < columns);
  }
}

void TimeAxisTest::startIsTiedToAbsoluteTime() {
  const TimeAxis here({kBase, kBase + 1'000 * kSecond}, 500);
  const TimeAxis panned({kBase + 7 * kSecond, kBase + 1'007 * kSecond}, 500);
  QCOMPARE(here.nsPerColumn(), panned.nsPerColumn());
  QCOMPARE(here.range(0).begin % here.nsPerColumn(), 0);
  QCOMPARE(panned.range(0).begin % panned.nsPerColumn(), 0);
}

void TimeAxisTest::foldsTakeTheirColumns() {
  const TimeRange fold{kBase + 100 * kSecond, kBase + 1'900 * kSecond};
  const TimeAxis axis({kBase, kBase + 2'000 * kSecond}, 1'000, {fold}, 50);
  QCOMPARE(axis.segments().size(), std::size_t{3});
  QCOMPARE(axis.column(fold.end) - axis.column(fold.begin), 50);
  QVERIFY(axis.column(kBase + 2'000 * kSecond - 1) < 1'000);
  QVERIFY(axis.column(kBase + 2'000 * kSecond - 1) > 950);
}

void TimeAxisTest::farMomentsDoNotOverflow() {
  const TimeAxis axis({kBase, kBase + kSecond}, 800);
  QVERIFY(axis.column(std::numeric_limits<std::int64_t>::min()) < 0);
  QVERIFY(axis.column(std::numeric_limits<std::int64_t>::max()) > 800);
}

void TimeAxisTest::labelsKeepTheirDistance_data() {
  QTest::addColumn<qint64>("length");
  QTest::addColumn<bool>("folded");
  for (qint64 length = 1'000'000; length < 40 * kDay; length *= 3) {
    for (const bool folded : {false, true}) QTest::addRow("%lld ms%s", length / 1'000'000, folded ? " folded" : "") << length << folded;
  }
}

void TimeAxisTest::labelsKeepTheirDistance() {
  QFETCH(qint64, length);
  QFETCH(bool, folded);
  const std::vector<TimeRange> folds = folded ? std::vector<TimeRange>{{kBase + length / 3, kBase + length / 2}} : std::vector<TimeRange>{};
  const TimeAxis axis({kBase, kBase + length}, 1'200, folds, 40);
  const auto width = [](const QString& text) { return 8.0 * static_cast<double>(text.size()); };
  for (const TickKind kind : {TickKind::utc, TickKind::relative}) {
    double right = 0;
    const std::vector<Tick> all = ticks(axis, kind, kBase + length / 7, width, 20);
    for (const Tick& tick : all) {
      QVERIFY(tick.column - width(tick.label) / 2 >= right);
      QVERIFY(tick.column + width(tick.label) / 2 <= axis.columns());
      QCOMPARE(tick.column, axis.column(tick.ns));
      right = tick.column + width(tick.label) / 2 + 20;
    }
    if (!folded) QVERIFY(all.size() >= 2 && all.size() < 40);
  }
}

void TimeAxisTest::tickLabels_data() {
  QTest::addColumn<qint64>("length");
  QTest::addColumn<QString>("first");
  QTest::newRow("minutes") << qint64(3'600 * kSecond) << QStringLiteral("18:20Z");
  QTest::newRow("seconds") << qint64(40 * kSecond) << QStringLiteral("18:13:25Z");
  QTest::newRow("milliseconds") << qint64(kSecond) << QStringLiteral("18:13:20.200Z");
  QTest::newRow("days") << qint64(20 * kDay) << QStringLiteral("2025-08-24");
}

void TimeAxisTest::tickLabels() {
  QFETCH(qint64, length);
  QFETCH(QString, first);
  const TimeAxis axis({kBase, kBase + length}, 1'000);
  QStringList labels;
  for (const Tick& tick : ticks(axis, TickKind::utc, 0, [](const QString& text) { return 7.0 * static_cast<double>(text.size()); }, 20)) {
    labels << tick.label;
  }
  QVERIFY2(labels.contains(first), qPrintable(labels.join(u' ')));
}

void TimeAxisTest::relativeTexts() {
  QCOMPARE(relativeText(5 * 60 * kSecond, 60 * kSecond), QStringLiteral("+5m"));
  QCOMPARE(relativeText(65 * 60 * kSecond, 60 * kSecond), QStringLiteral("+1h05m"));
  QCOMPARE(relativeText(-30 * kSecond, kSecond), QStringLiteral("-30s"));
  QCOMPARE(relativeText(310 * kSecond + 250'000'000, 1'000'000), QStringLiteral("+5m10.250s"));
  QCOMPARE(relativeText(0, 60 * kSecond), QStringLiteral("+0m"));
}

QTEST_GUILESS_MAIN(TimeAxisTest)
#include "tst_time_axis.moc"
