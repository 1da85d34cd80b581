// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/line_scan.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;

Q_DECLARE_METATYPE(std::uint64_t)

namespace {

constexpr std::uint64_t kWindow = 1u << 20;
constexpr std::uint16_t kNoTag = SourceScan::kNoTag;
constexpr std::uint32_t kNoStamp = 0xFFFFFFFF;

struct Scanned {
  SourceScan scan;
  Hits hits;
};

void addHits(const Hits& from, Hits& to) {
  for (HitLine line : from.lines) {
    line.begin += to.text.size();
    to.lines.push_back(line);
  }
  to.tests.insert(to.tests.end(), from.tests.begin(), from.tests.end());
  to.text += from.text;
}

// With one ItemScan for all items, as the reader keeps them.
Scanned scanWith(const std::string& bytes, std::uint64_t itemBytes) {
  const auto source = input::makeMemorySource(bytes);
  const Prefilter filter({"NEEDLE", "PASSED", "Traceback"});
  Prefilter::Scanner scanner(filter);
  base::Progress progress;
  Scanned out;
  ItemScan item;
  input::Scratch scratch;
  for (const input::ByteRange range : cutAtLines(*source, itemBytes)) {
    scanItem(*source, range, {LineForm{}, test::contextAt("2026-01-01T00:00:00Z")}, scratch, scanner, progress, {}, item);
    appendItem(item, test::contextAt("2026-01-01T00:00:00Z"), out.scan);
    addHits(item.hits, out.hits);
  }
  return out;
}

// Everything that must not depend on the blocks.
QStringList described(const Scanned& scanned) {
  const SourceScan& scan = scanned.scan;
  QStringList out;
  out << QStringLiteral("lines %1 bytes %2").arg(scan.index.size()).arg(scan.index.bytes());
  for (std::uint32_t line = 1; line <= scan.index.size(); ++line) {
    const auto range = scan.index.range(line);
    const std::uint16_t tag = scan.tags.empty() ? kNoTag : scan.tags.at(line - 1);
    const std::uint32_t stamp = scan.stampsMs.empty() ? kNoStamp : scan.stampsMs.at(line - 1);
    out << QStringLiteral("%1: %2-%3 tag %4 stamp %5").arg(line).arg(range.begin).arg(range.end).arg(tag).arg(stamp);
  }
  out << QStringLiteral("base %1 first %2+%3 last %4+%5 widest %6")
             .arg(scan.stampBaseNs)
             .arg(scan.firstStampNs)
             .arg(scan.firstStampWidthNs)
             .arg(scan.lastStampNs)
             .arg(scan.lastStampWidthNs)
             .arg(scan.widestStampNs);
  out << QStringLiteral("stamped %1 yearless %2 zoneless %3 backward %4 nul %5 cut %6")
             .arg(scan.stampedLines)
             .arg(scan.yearlessStamps)
             .arg(scan.zonelessStamps)
             .arg(scan.backwardStamps)
             .arg(scan.nulBytes)
             .arg(scan.cutShort);
  QStringList hits;
  for (const HitLine& hit : scanned.hits.lines) {
    const std::string bytes = hit.size == HitLine::kTooLong ? "(too long)" : scanned.hits.text.substr(hit.begin, hit.size);
    hits << QStringLiteral("%1:%2").arg(hit.line).arg(QString::fromLatin1(QByteArray::fromStdString(bytes).toHex()));
  }
  for (const WholeTest& test : scanned.hits.tests) {
    hits << QStringLiteral("%1:%2 %3 %4 %5")
                .arg(test.line)
                .arg(test.node)
                .arg(test.local)
                .arg(test::qs(scan.names.view(test.name)))
                .arg(static_cast<int>(test.word));
  }
  out << hits.join(' ');
  return out;
}

std::vector<std::uint32_t> hitLines(const Scanned& scanned) {
  std::vector<std::uint32_t> out;
  for (const HitLine& hit : scanned.hits.lines) out.push_back(hit.line);
  return out;
}

std::string oddLines() {
  std::string out =
      "\xEF\xBB\xBF"
      "2026-01-02T03:04:05.1234567Z \x1B[32mtask-1/0\x1B[0m [default0]:tests/a.py::b PASSED\n";
  out += "2026-01-02T03:04:04.9999999Z plain\r\n";
  out += "\n\r\n";
  out += "no stamp NEEDLE and NEEDLE again\n";
  out += "[rank7]:[E101 00:00:03.000000009 ProcessGroupNCCL.cpp:1] yearless\n";
  out += "[rank7]:[E1231 23:59:59.000000009 ProcessGroupNCCL.cpp:1] the year before\n";
  out += "[2026-01-02 03:04:06] node-a07:4021:4388 [3] misc/argcheck.cc:41 NCCL WARN zoneless\n";
  out += std::string("torn \0\0\0\0 NEEDLE\0", 17) + "\n";
  out += std::string(300, '\0') + "\n";
  out += "[default12]:tee only\n";
  out += "PASSED";
  return out;
}

}  // namespace

class TestLineScan : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void blocksDoNotMatter_data();
  void blocksDoNotMatter();
  void columns();
  void aLineLongerThanTheWindow_data();
  void aLineLongerThanTheWindow();
  void linesAcrossWindows();
  void itemsEndBehindLines();
  void bytesOfHits();
  void wholeTests_data();
  void wholeTests();
  void bothPassesDoNotDependOnBlocks();
};

void TestLineScan::blocksDoNotMatter_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<std::uint64_t>("itemBytes");
  const std::pair<const char*, std::string> inputs[] = {{"odd lines", oddLines()},
                                                        {"odd lines and a last LF", oddLines() + "\n"},
                                                        {"nothing", ""},
                                                        {"one LF", "\n"},
                                                        {"no LF at all", "NEEDLE without an end"},
                                                        {"a tag only late", "a\nb\nc\n[default3]:d\ne\n"},
                                                        {"a stamp only late", "a\nb\n2026-01-02T03:04:05.1234567Z c\nd\n"},
                                                        {"a stamp only early", "2026-01-02T03:04:05.1234567Z c\na\nb\n"}};
  for (const auto& input : inputs) {
    for (const std::uint64_t size : {1ull, 7ull, 64ull, 4096ull, 8ull << 20}) {
      QTest::addRow("%s, %llu", input.first, static_cast<unsigned long long>(size))
          << QByteArray::fromStdString(input.second) << std::uint64_t{size};
    }
  }
}

void TestLineScan::blocksDoNotMatter() {
  QFETCH(QByteArray, bytes);
  QFETCH(std::uint64_t, itemBytes);
  const std::string input = bytes.toStdString();
  QCOMPARE(described(scanWith(input, itemBytes)), described(scanWith(input, UINT64_MAX)));
}

void TestLineScan::columns() {
  const Scanned scanned = scanWith(oddLines(), UINT64_MAX);
  const SourceScan& scan = scanned.scan;
  QCOMPARE(scan.index.size(), 12u);
  QCOMPARE(scan.stampedLines, 5u);
  QCOMPARE(scan.yearlessStamps, 2u);
  QCOMPARE(scan.zonelessStamps, 3u);
  QCOMPARE(scan.backwardStamps, 3u);  // 05 -> 04.99, -> 1 January, -> 31 December
  QCOMPARE(scan.nulBytes, 305u);
  QVERIFY(!scan.cutShort);
  QCOMPARE(scan.firstStampNs, test::ns("2025-12-31T23:59:59Z"));
  QCOMPARE(scan.firstStampWidthNs, 1'000'000'000);
  QCOMPARE(scan.lastStampNs, test::ns("2026-01-02T03:04:06Z"));
  QCOMPARE(scan.widestStampNs, 1'000'000'000);
  QCOMPARE(scan.tags,
           (std::vector<std::uint16_t>{0, kNoTag, kNoTag, kNoTag, kNoTag, 7, 7, kNoTag, kNoTag, kNoTag, 12, kNoTag}));
  QCOMPARE(hitLines(scanned), (std::vector<std::uint32_t>{1, 5, 9, 12}));
  QCOMPARE(scan.stampBaseNs + std::int64_t{scan.stampsMs[0]} * 1'000'000, test::ns("2026-01-02T03:04:05.123Z"));
  QCOMPARE(scan.stampsMs[4], kNoStamp);
}

void TestLineScan::aLineLongerThanTheWindow_data() {
  QTest::addColumn<int>("needleAt");
  QTest::addColumn<bool>("lastLine");
  for (const int offset : {0, 1, 1 << 20, 3 << 19}) {
    for (int before = 0; before <= 6; ++before) {
      QTest::addRow("%d-%d", offset, before) << std::max(0, offset - before) << (before % 2 == 0);
    }
  }
}

void TestLineScan::aLineLongerThanTheWindow() {
  QFETCH(int, needleAt);
  QFETCH(bool, lastLine);
  std::string line(static_cast<std::size_t>(needleAt), 'x');
  line += "NEEDLE";
  line.resize(std::max<std::size_t>(line.size(), kWindow * 2 + 5), 'y');
  const Scanned scanned = scanWith("short\n" + line + (lastLine ? "" : "\nPASSED\n"), UINT64_MAX);
  QCOMPARE(hitLines(scanned), lastLine ? (std::vector<std::uint32_t>{2}) : (std::vector<std::uint32_t>{2, 3}));
  QCOMPARE(scanned.scan.index.range(2).begin, 6u);
  QCOMPARE(scanned.scan.index.range(2).size(), line.size() + (lastLine ? 0 : 1));
}

// Lines that end just before, on and behind the border of a window.
void TestLineScan::linesAcrossWindows() {
  for (std::size_t before = 0; before <= 8; ++before) {
    std::string bytes(kWindow - before - 1, 'x');
    bytes += "\nNEEDLE\n[default5]:PASSED\n";
    const Scanned scanned = scanWith(bytes, UINT64_MAX);
    QCOMPARE(scanned.scan.index.size(), 3u);
    QCOMPARE(hitLines(scanned), (std::vector<std::uint32_t>{2, 3}));
    QCOMPARE(scanned.scan.tags.at(2), std::uint16_t{5});
  }
}

// What the second pass is given is the line itself.
void TestLineScan::bytesOfHits() {
  const std::string bytes = oddLines();
  const Scanned scanned = scanWith(bytes, 64);
  const auto source = input::makeMemorySource(bytes);
  text::LineReader reader(*source, scanned.scan.index);
  QVERIFY(!scanned.hits.lines.empty());
  for (const HitLine& hit : scanned.hits.lines) {
    if (hit.size == HitLine::kTooLong) continue;
    std::string_view given = std::string_view(scanned.hits.text).substr(hit.begin, hit.size);
    while (!given.empty() && (given.back() == '\n' || given.back() == '\r')) given.remove_suffix(1);
    QCOMPARE(test::qs(given), test::qs(reader.line(hit.line)));
  }
}

void TestLineScan::wholeTests_data() {
  QTest::addColumn<QByteArray>("line");
  QTest::addColumn<QString>("expected");  // "node local name word", empty: must be read
  const auto row = [](const char* line, const char* expected) { QTest::newRow(line) << QByteArray(line) << expected; };
  row("tests/a.py::b PASSED", "-1 -1 tests/a.py::b 1");
  row("tests/a.py::b[x y] FAILED", "-1 -1 tests/a.py::b[x y] 2");
  row("tests/a.py::b \x1B[32mPASSED\x1B[0m", "-1 -1 tests/a.py::b 1");
  row("tests/a.py::b PASSED [ 12%]", "-1 -1 tests/a.py::b 1");
  row("[default5]:tests/a.py::b PASSED", "-1 5 tests/a.py::b 1");
  row("2026-01-02T03:04:05.1234567Z [default0]:tests/a.py::b PASSED", "-1 0 tests/a.py::b 1");
  row("2026-01-02T03:04:05.1234567Z \x1B[32mtask-1/3\x1B[0m [default12]:tests/a.py::b SKIPPED", "3 12 tests/a.py::b 3");
  row("tests/a.py::b ", "");
  row("tests/a.py::b hello", "");
  row("tests/a.py::b hello PASSED", "");
  row("tests/a.py::b PASSEDx", "");
  row("tests/a.py::b status: PASSED", "");
  row("tests/a.py::b PASSED[default0]:", "");
  row("tests/a.py::b PASSED W0102 03:04:05.123000 3999 torch/distributed/elastic/x.py:9] Sending process 3 closing signal "
      "SIGTERM",
      "");
  row("[rank5]: tests/a.py::b PASSED", "");
  row("[default0]:tests/a.py::b [default0]:PASSED", "");
  row("[default-1]:tests/a.py::b PASSED", "");
  row("PASSED tests/a.py::b", "");
  row("> tests/a.py::b PASSED", "");
  row("", "");
}

void TestLineScan::wholeTests() {
  QFETCH(QByteArray, line);
  std::string_view name;
  WholeTest test;
  const bool whole = parseWholeTest({line.constData(), static_cast<std::size_t>(line.size())}, name, test);
  const QString found =
      whole ? QStringLiteral("%1 %2 %3 %4").arg(test.node).arg(test.local).arg(test::qs(name)).arg(static_cast<int>(test.word))
            : QString();
  QTEST(found, "expected");
}

void TestLineScan::itemsEndBehindLines() {
  const std::string bytes = oddLines();
  const auto source = input::makeMemorySource(bytes);
  for (const std::uint64_t size : {1ull, 2ull, 7ull, 64ull, 100ull, 1000ull}) {
    std::uint64_t at = 0;
    for (const input::ByteRange range : cutAtLines(*source, size)) {
      QCOMPARE(range.begin, at);
      QVERIFY(range.size() > 0);
      QVERIFY(range.end == bytes.size() || bytes[range.end - 1] == '\n');
      at = range.end;
    }
    QCOMPARE(at, bytes.size());
  }
}

void TestLineScan::bothPassesDoNotDependOnBlocks() {
  const std::string log =
      test::joined({"2026-01-02T03:04:05.1234567Z ##[group]Run ./test.sh", "2026-01-02T03:04:05.1234567Z ##[endgroup]",
                    "2026-01-02T03:04:06.1234567Z [default0]:===== test session starts =====",
                    "2026-01-02T03:04:07.1234567Z [default0]:tests/a.py::one [default0]:PASSED",
                    "2026-01-02T03:04:08.1234567Z [default0]:tests/a.py::two Traceback (most recent call last):",
                    "2026-01-02T03:04:08.1234567Z [default0]:Traceback (most recent call last):",
                    "2026-01-02T03:04:08.1234567Z [default0]:  File \"/x/a.py\", line 3, in f",
                    "2026-01-02T03:04:08.1234567Z [default0]:RuntimeError: CUDA error: unknown error",
                    "2026-01-02T03:04:09.1234567Z [rank3]:[E102 03:04:09.000000001 ProcessGroupNCCL.cpp:757] [Rank 3] Watchdog "
                    "caught collective operation timeout: WorkNCCL(SeqNum=9, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, "
                    "Timeout(ms)=600000) ran for 600024 milliseconds before timing out."});
  const SourceScan whole = test::scan(log);
  for (const std::uint64_t size : {1ull, 7ull, 4096ull}) {
    for (const unsigned workers : {1u, 2u}) {
      const SourceScan cut = test::scan(log, {false, size, workers});
      QCOMPARE(cut.classes, whole.classes);
      QCOMPARE(cut.tests.size(), whole.tests.size());
      QCOMPARE(cut.failures.size(), whole.failures.size());
      QCOMPARE(cut.writers.size(), whole.writers.size());
      QCOMPARE(cut.stampsMs, whole.stampsMs);
    }
  }
  QVERIFY(whole.failures.size() >= 2);
}

QTEST_GUILESS_MAIN(TestLineScan)
#include "tst_line_scan.moc"
