// SPDX-License-Identifier: Apache-2.0
#include "core/text/line_index.h"

#include <QtTest>
#include <algorithm>
#include <random>

using namespace lanescope;

namespace {

text::LineIndex indexOf(const std::vector<std::uint64_t>& lengths, std::size_t begin, std::size_t end) {
  text::LineIndex index;
  for (std::size_t i = begin; i < end; ++i) index.append(lengths[i]);
  return index;
}

// Mostly short lines, some at the edges of 16 bits, some long.
std::vector<std::uint64_t> randomLengths(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  std::vector<std::uint64_t> lengths;
  for (std::size_t i = 0; i < count; ++i) {
    switch (random() % 20) {
      case 0:
        lengths.push_back(65'533 + random() % 5);
        break;
      case 1:
        lengths.push_back(100'000'000 + random() % 1000);
        break;
      default:
        lengths.push_back(1 + random() % 200);
    }
  }
  return lengths;
}

// Remembers the largest view that was asked for.
class WatchedSource final : public input::ByteSource {
 public:
  explicit WatchedSource(std::string bytes) : m_bytes(std::move(bytes)) {}
  std::uint64_t size() const noexcept override { return m_bytes.size(); }
  base::Result<std::string_view> view(input::ByteRange range, input::Scratch&) const override {
    ++views;
    if (broken) return base::fail(base::ErrorCode::truncated, "became shorter");
    range = range.clampedTo(size());
    return std::string_view(m_bytes).substr(range.begin, range.size());
  }
  mutable int views = 0;
  bool broken = false;

 private:
  std::string m_bytes;
};

}  // namespace

class TestLineIndex : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void matchesTheOracle_data() {
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<int>("count");
    for (const int count : {0, 1, 2, 63, 64, 65, 128, 1000}) {
      QTest::addRow("%d lines", count) << static_cast<unsigned>(count + 1) << count;
    }
  }
  void matchesTheOracle() {
    QFETCH(unsigned, seed);
    QFETCH(int, count);
    const auto lengths = randomLengths(seed, static_cast<std::size_t>(count));
    const text::LineIndex index = indexOf(lengths, 0, lengths.size());
    QCOMPARE(index.size(), static_cast<std::uint32_t>(count));
    std::uint64_t at = 0;
    for (std::uint32_t number = 1; number <= index.size(); ++number) {
      const std::uint64_t length = lengths[number - 1];
      QCOMPARE(index.range(number).begin, at);
      QCOMPARE(index.range(number).end, at + length);
      QCOMPARE(index.lineAt(at), number);
      QCOMPARE(index.lineAt(at + length / 2), number);
      QCOMPARE(index.lineAt(at + length - 1), number);
      at += length;
    }
    QCOMPARE(index.bytes(), at);
    QCOMPARE(index.lineAt(at), index.size());
    for (const std::uint32_t number : {0u, index.size() + 1}) {
      QCOMPARE(index.range(number).begin, at);
      QCOMPARE(index.range(number).size(), std::uint64_t{0});
    }
  }

  void joinedBlocksEqualOnePass_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 4; ++seed) QTest::addRow("seed %u", seed) << seed;
  }
  void joinedBlocksEqualOnePass() {
    QFETCH(unsigned, seed);
    const auto lengths = randomLengths(seed, 200);
    const text::LineIndex whole = indexOf(lengths, 0, lengths.size());
    for (std::size_t split = 0; split <= lengths.size(); ++split) {
      text::LineIndex joined = indexOf(lengths, 0, split);
      joined.append(indexOf(lengths, split, lengths.size()));
      QCOMPARE(joined.size(), whole.size());
      QCOMPARE(joined.bytes(), whole.bytes());
      for (std::uint32_t number = 1; number <= whole.size(); ++number) {
        QCOMPARE(joined.range(number).begin, whole.range(number).begin);
        QCOMPARE(joined.range(number).end, whole.range(number).end);
        QCOMPARE(joined.lineAt(whole.range(number).begin), number);
      }
    }
  }

  void costsTwoBytesAndABitALine() {
    text::LineIndex index;
    for (int i = 0; i < 1'000'000; ++i) index.append(80);
    index.shrink();
    QVERIFY2(index.memoryBytes() <= 2'130'000, std::to_string(index.memoryBytes()).c_str());
  }

  void readsLines_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QList<QByteArray>>("lines");
    QTest::newRow("LF") << QByteArray("a\nb\n") << QList<QByteArray>{"a", "b"};
    QTest::newRow("CRLF") << QByteArray("a\r\nb\r\n") << QList<QByteArray>{"a", "b"};
    QTest::newRow("no last newline") << QByteArray("a\nb") << QList<QByteArray>{"a", "b"};
    QTest::newRow("CR at the very end stays") << QByteArray("a\nb\r") << QList<QByteArray>{"a", "b\r"};
    QTest::newRow("lone CR stays") << QByteArray("a\rb\r\r\n") << QList<QByteArray>{"a\rb\r"};
    QTest::newRow("empty lines") << QByteArray("\n\r\n\n") << QList<QByteArray>{"", "", ""};
    QTest::newRow("NULs") << QByteArray("a\0b\n", 4) << QList<QByteArray>{QByteArray("a\0b", 3)};
  }
  void readsLines() {
    QFETCH(QByteArray, bytes);
    QFETCH(QList<QByteArray>, lines);
    const auto source = input::makeMemorySource(bytes.toStdString());
    text::LineIndex index;
    for (qsizetype at = 0; at < bytes.size();) {
      const qsizetype end = bytes.indexOf('\n', at);
      const qsizetype next = end < 0 ? bytes.size() : end + 1;
      index.append(static_cast<std::uint64_t>(next - at));
      at = next;
    }
    QCOMPARE(index.size(), static_cast<std::uint32_t>(lines.size()));
    text::LineReader reader(*source, index);
    for (qsizetype i = 0; i < lines.size(); ++i) {
      const std::string_view line = reader.line(static_cast<std::uint32_t>(i + 1));
      QCOMPARE(QByteArray(line.data(), static_cast<qsizetype>(line.size())), lines[i]);
    }
    QVERIFY(reader.line(0).empty());
    QVERIFY(reader.line(index.size() + 1).empty());
  }

  void readsThroughAWindowInBothDirections() {
    std::string bytes;
    text::LineIndex index;
    for (int i = 0; i < 20'000; ++i) {
      const std::string line = "line " + std::to_string(i) + '\n';
      index.append(line.size());
      bytes += line;
    }
    const WatchedSource source(bytes);
    text::LineReader reader(source, index);
    for (std::uint32_t number = 1; number <= index.size(); ++number) {
      QCOMPARE(std::string(reader.line(number)), "line " + std::to_string(number - 1));
    }
    QVERIFY(source.views <= 6);
    source.views = 0;
    for (std::uint32_t number = index.size(); number > 0; --number) {
      QCOMPARE(std::string(reader.line(number)), "line " + std::to_string(number - 1));
    }
    QVERIFY(source.views <= 6);
  }

  void readsAHugeLineBetweenShortOnes() {
    const std::string huge(100'000'000, 'h');
    text::LineIndex index;
    index.append(2);
    index.append(huge.size() + 1);
    index.append(2);
    const auto source = input::makeMemorySource("a\n" + huge + "\nb\n");
    text::LineReader reader(*source, index);
    QVERIFY(reader.line(1) == "a");
    QVERIFY(reader.line(2) == huge);
    QVERIFY(reader.line(3) == "b");
    QVERIFY(reader.line(1) == "a");
  }

  void unreadableLinesAreEmpty() {
    WatchedSource source("abc\nde\n");
    text::LineIndex index;
    index.append(4);
    index.append(3);
    index.append(5);  // the source is shorter than it was
    text::LineReader reader(source, index);
    QVERIFY(reader.line(3).empty());
    QVERIFY(reader.line(2) == "de");
    source.broken = true;
    text::LineReader other(source, index);
    QVERIFY(other.line(1).empty());
    source.broken = false;
    QVERIFY(other.line(1) == "abc");
  }
};

QTEST_GUILESS_MAIN(TestLineIndex)
#include "tst_line_index.moc"
