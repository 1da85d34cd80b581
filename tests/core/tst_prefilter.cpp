// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/prefilter.h"
#include "core/recognise/signature.h"

#include <QtTest>

#include <algorithm>
#include <random>

using namespace lanescope::recognise;

namespace {

using Ends = std::vector<std::uint32_t>;

enum class Engine { atOnce, fast };

Ends scan(const std::vector<std::string>& literals, std::string_view block, Engine engine) {
  Prefilter filter(literals);
  if (engine == Engine::fast) filter.speedUp();
  Prefilter::Scanner scanner(filter);
  Ends ends{99};
  scanner.scan(block, ends);
  return ends;
}

// The definition itself.
Ends naive(const std::vector<std::string>& literals, std::string_view block) {
  Ends ends;
  for (const std::string& literal : literals) {
    if (literal.empty()) continue;
    for (std::size_t at = block.find(literal); at != std::string_view::npos; at = block.find(literal, at + 1)) {
      ends.push_back(static_cast<std::uint32_t>(at + literal.size()));
    }
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

std::string randomText(std::mt19937& random, std::size_t size, int letters) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i)
    text += static_cast<char>(letters > 100 ? random() : 'a' + random() % static_cast<unsigned>(letters));
  return text;
}

void compareAll(const std::vector<std::string>& literals, std::string_view block) {
  const Ends expected = naive(literals, block);
  QCOMPARE(scan(literals, block, Engine::atOnce), expected);
  QCOMPARE(scan(literals, block, Engine::fast), expected);
}

}  // namespace

class TestPrefilter : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void findsEnds() {
    const std::vector<std::string> literals = {"abc", "bc", "c", "", "abc"};
    for (const auto engine : {Engine::fast, Engine::atOnce}) {
      QCOMPARE(scan(literals, "xabcxbc", engine), (Ends{4, 7}));
      QCOMPARE(scan({"aa"}, "aaaa", engine), (Ends{2, 3, 4}));
      QCOMPARE(scan({"aBc"}, "abcABCaBc", engine), (Ends{9}));
      QCOMPARE(scan({"a.c", "[x"}, "abc a.c [x", engine), (Ends{7, 10}));
      QCOMPARE(scan({}, "abc", engine), Ends{});
      QCOMPARE(scan({""}, "abc", engine), Ends{});
      QCOMPARE(scan({"abc"}, "", engine), Ends{});
    }
  }

  void bytesAreBytes() { compareAll({std::string("\0a", 2), "\xFF\xFE", "\n"}, std::string_view("x\0a\xFF\xFE\n\0a", 8)); }

  void agreesWithTheDefinition_data() {
    QTest::addColumn<int>("letters");
    QTest::addColumn<int>("count");
    QTest::newRow("two letters, one literal") << 2 << 1;
    QTest::newRow("two letters, few literals") << 2 << 5;
    QTest::newRow("four letters, many literals") << 4 << 120;
    QTest::newRow("all bytes") << 256 << 400;
  }

  void agreesWithTheDefinition() {
    QFETCH(int, letters);
    QFETCH(int, count);
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
      std::vector<std::string> literals;
      for (int i = 0; i < count; ++i) literals.push_back(randomText(random, 1 + random() % 9, letters));
      compareAll(literals, randomText(random, random() % 3000, letters));
      if (QTest::currentTestFailed()) return;
    }
  }

  void usesTheSignatures() {
    std::vector<std::string> literals;
    std::string block;
    for (const Signature& signature : SignatureSet::builtin().all()) {
      literals.push_back(signature.literal);
      for (const std::string& line : signature.match) block += line + '\n';
      for (const std::string& line : signature.notMatch) block += line + '\n';
    }
    compareAll(literals, block);
  }

  void scannersTakeTheFastEngineWhenItIsReady() {
    Prefilter filter({"needle"});
    Prefilter::Scanner scanner(filter);
    Ends ends;
    scanner.scan("a needle", ends);
    QCOMPARE(ends, (Ends{8}));
    filter.speedUp();
    QVERIFY(filter.isFast());
    scanner.scan("needle", ends);
    QCOMPARE(ends, (Ends{6}));
  }

  void scannersShareAFilter() {
    const Prefilter filter({"needle"});
    Prefilter::Scanner first(filter);
    Prefilter::Scanner second(filter);
    Ends a;
    Ends b;
    first.scan("a needle", a);
    second.scan("needle", b);
    first.scan("none", a);
    QVERIFY(a.empty());
    QCOMPARE(b, (Ends{6}));
  }
};

QTEST_GUILESS_MAIN(TestPrefilter)
#include "tst_prefilter.moc"
