// SPDX-License-Identifier: Apache-2.0
#include "core/clock/line_time.h"
#include "core/clock/place.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::model;

Q_DECLARE_METATYPE(std::optional<int>)
using Second = std::optional<int>;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kBase = 1'767'322'800 * kSecond;

std::int64_t second(int value) { return kBase + value * kSecond; }

// A source of one line for each entry; a number is its stamp, in seconds after kBase.
Source sourceOf(const std::vector<Second>& stamps) {
  auto text = std::make_shared<SourceText>();
  std::string bytes;
  for (const Second& stamp : stamps) {
    bytes += "line\n";
    text->lines.append(5);
    text->stampsMs.push_back(stamp ? static_cast<std::uint32_t>(*stamp * 1000) : SourceText::kNoStamp);
  }
  text->bytes = input::makeMemorySource(bytes);
  text->stampBaseNs = kBase;
  Source source;
  source.text = text;
  return source;
}

QString shown(const When& when) {
  static const char* const kBases[] = {"stamped", "joined", "derived", "bounded", "aligned", "file", "none"};
  if (!when.known()) return QStringLiteral("none");
  const auto at = [](std::int64_t ns) {
    if (ns == When::kOpenEarly || ns == When::kOpenLate) return QStringLiteral("..");
    return QString::number(static_cast<double>(ns - kBase) / 1e9, 'g', 12);
  };
  return QStringLiteral("%1 [%2, %3] %4")
      .arg(at(when.utc), at(when.earliest), at(when.latest), QString::fromLatin1(kBases[static_cast<std::size_t>(when.basis)]));
}

QString merged(const std::vector<std::vector<Second>>& sources) {
  Run run;
  std::vector<SourceId> ids;
  for (const auto& stamps : sources) {
    ids.push_back(SourceId{static_cast<std::uint32_t>(run.sources.size())});
    run.sources.push_back(sourceOf(stamps));
  }
  QStringList out;
  for (const LineRef& line : clock::mergeByTime(run, ids))
    out << QStringLiteral("%1%2").arg(QChar('a' + static_cast<int>(line.source.value))).arg(line.line);
  return out.join(' ');
}

}  // namespace

class TestLineTime : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void stampedLines();
  void betweenStamps_data();
  void betweenStamps();
  void anchors();
  void livesOfWriters();
  void noSuchLine();
  void farFromStamps();
  void mergesByTime_data();
  void mergesByTime();
  void mergesByAnchors();
  void everyLineOnceAndInFileOrder();
  void startsOfWaits();
};

void TestLineTime::stampedLines() {
  Source source = sourceOf({3, 5});
  QCOMPARE(shown(clock::whenOf(source, 1)), QStringLiteral("3 [3, 3.001] stamped"));
  source.stampWidthNs = kSecond;
  QCOMPARE(shown(clock::whenOf(source, 2)), QStringLiteral("5 [5, 6] stamped"));
  source.stampWidthNs = 0;  // columns hold milliseconds
  QCOMPARE(shown(clock::whenOf(source, 2)), QStringLiteral("5 [5, 5.001] stamped"));
}

void TestLineTime::betweenStamps_data() {
  QTest::addColumn<int>("line");
  QTest::addColumn<QString>("expected");
  QTest::newRow("before all") << 1 << "3.001 [.., 3.001] bounded";
  QTest::newRow("between") << 3 << "3 [3, 9.001] bounded";
  QTest::newRow("between, next to the later") << 4 << "3 [3, 9.001] bounded";
  QTest::newRow("behind all") << 6 << "9 [9, ..] bounded";
}

void TestLineTime::betweenStamps() {
  QFETCH(int, line);
  const Source source = sourceOf({{}, 3, {}, {}, 9, {}});
  QTEST(shown(clock::whenOf(source, static_cast<std::uint32_t>(line))), "expected");
}

void TestLineTime::anchors() {
  Source source = sourceOf({{}, {}, {}, {}, {}, {}});
  source.anchors = {{2, When::between(second(1), second(3), Basis::aligned)},
                    {5, When{second(9), second(8), second(10), Basis::joined}}};
  QCOMPARE(shown(clock::whenOf(source, 2)), QStringLiteral("2 [1, 3] aligned"));
  QCOMPARE(shown(clock::whenOf(source, 5)), QStringLiteral("9 [8, 10] joined"));
  QCOMPARE(shown(clock::whenOf(source, 3)), QStringLiteral("2 [1, 10] bounded"));
  QCOMPARE(shown(clock::whenOf(source, 1)), QStringLiteral("3 [.., 3] bounded"));
  QCOMPARE(shown(clock::whenOf(source, 6)), QStringLiteral("9 [8, ..] bounded"));
  // A stamp in between is nearer than the anchors.
  Source both = sourceOf({{}, {}, 5, {}, {}});
  both.anchors = {{1, When::at(second(1), 0, Basis::joined)}, {5, When::at(second(9), 0, Basis::joined)}};
  QCOMPARE(shown(clock::whenOf(both, 2)), QStringLiteral("1 [1, 5.001] bounded"));
  QCOMPARE(shown(clock::whenOf(both, 4)), QStringLiteral("5 [5, 9] bounded"));
}

void TestLineTime::livesOfWriters() {
  Source source = sourceOf({{}, 5, {}});
  source.writerStartNs = second(2);
  source.writerEndNs = second(8);
  QCOMPARE(shown(clock::whenOf(source, 1)), QStringLiteral("2 [2, 5.001] bounded"));
  QCOMPARE(shown(clock::whenOf(source, 3)), QStringLiteral("5 [5, 8] bounded"));
  // Clocks that disagree give no range that ends before it begins.
  source.writerEndNs = second(4);
  const When when = clock::whenOf(source, 3);
  QVERIFY(when.earliest <= when.utc && when.utc <= when.latest);
  Source silent = sourceOf({{}, {}});
  QVERIFY(!clock::whenOf(silent, 1).known());
  silent.writerEndNs = second(4);
  QCOMPARE(shown(clock::whenOf(silent, 1)), QStringLiteral("4 [.., 4] bounded"));
}

void TestLineTime::noSuchLine() {
  const Source source = sourceOf({1, 2});
  QVERIFY(!clock::whenOf(source, 0).known());
  QVERIFY(!clock::whenOf(source, 3).known());
  QVERIFY(!clock::whenOf(Source(), 1).known());
}

void TestLineTime::farFromStamps() {
  std::vector<Second> stamps(120'002);
  stamps.front() = 1;
  stamps.back() = 9;
  const Source source = sourceOf(stamps);
  const When when = clock::whenOf(source, 60'000);
  QVERIFY(!when.known() || (when.earliest <= when.latest && when.basis == Basis::bounded));
  QCOMPARE(shown(clock::whenOf(source, 3)), QStringLiteral("1 [1, ..] bounded"));
}

void TestLineTime::mergesByTime_data() {
  QTest::addColumn<QString>("expected");
  QTest::addColumn<QVector<QVector<int>>>("sources");  // -1: no stamp
  const auto row = [](const char* name, const QVector<QVector<int>>& sources, const char* expected) {
    QTest::newRow(name) << QString(expected) << sources;
  };
  row("two in turn", {{1, 3, 5}, {2, 4}}, "a1 b1 a2 b2 a3");
  row("ties by source", {{1, 2}, {1, 2}}, "a1 b1 a2 b2");
  row("lines without time follow the one before", {{1, -1, -1, 5}, {2, 3}}, "a1 a2 a3 b1 b2 a4");
  row("a stamp that goes back keeps its place", {{1, 9, 2, 10}, {5}}, "a1 b1 a2 a3 a4");
  row("lines without time at the start stand first", {{-1, 4}, {1, 5}}, "a1 b1 a2 b2");
  row("nothing known anywhere", {{-1, -1}, {-1}}, "a1 a2 b1");
  row("an empty one", {{}, {1}}, "b1");
}

void TestLineTime::mergesByTime() {
  using Sources = QVector<QVector<int>>;
  QFETCH(Sources, sources);
  std::vector<std::vector<Second>> stamps;
  for (const QVector<int>& source : sources) {
    stamps.emplace_back();
    for (const int value : source) stamps.back().push_back(value < 0 ? Second() : Second(value));
  }
  QTEST(merged(stamps), "expected");
}

void TestLineTime::mergesByAnchors() {
  Run run;
  run.sources = {sourceOf({1, 4, 6}), sourceOf({{}, {}, {}})};
  run.sources[1].anchors = {{2, When::between(second(4), second(6), Basis::aligned)}};
  run.sources[1].writerStartNs = second(2);
  QStringList out;
  for (const LineRef& line : clock::mergeByTime(run, {SourceId{0}, SourceId{1}}))
    out << QStringLiteral("%1%2").arg(QChar('a' + static_cast<int>(line.source.value))).arg(line.line);
  QCOMPARE(out.join(' '), QStringLiteral("a1 b1 a2 b2 b3 a3"));
}

void TestLineTime::everyLineOnceAndInFileOrder() {
  Run run;
  std::vector<SourceId> ids;
  std::uint32_t state = 7;
  for (std::uint32_t s = 0; s < 5; ++s) {
    std::vector<Second> stamps;
    for (int i = 0; i < 400; ++i) {
      state = state * 1'664'525 + 1'013'904'223;
      stamps.push_back(state % 3 == 0 ? Second() : Second(static_cast<int>(state >> 16) % 1000));
    }
    run.sources.push_back(sourceOf(stamps));
    ids.push_back(SourceId{s});
  }
  const std::vector<LineRef> lines = clock::mergeByTime(run, ids);
  QCOMPARE(lines.size(), 2000u);
  std::vector<std::uint32_t> last(5, 0);
  for (const LineRef& line : lines) QCOMPARE(line.line, ++last[line.source.value]);
}

void TestLineTime::startsOfWaits() {
  const When timeout = When::at(second(2000), kSecond);
  QCOMPARE(shown(clock::waitStart(timeout, 1'800'008)), QStringLiteral("199.992 [199.992, 200.992] derived"));
  QVERIFY(!clock::waitStart({}, 1000).known());
}

QTEST_GUILESS_MAIN(TestLineTime)
#include "tst_line_time.moc"
