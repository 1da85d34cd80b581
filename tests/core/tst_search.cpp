// SPDX-License-Identifier: Apache-2.0
// The fast engine, the plain one and the definition (each line alone) must agree; totals are exact for any number of threads.
#include "core/search/search.h"
#include "core/session/session.h"
#include "core/text/clean.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <numeric>
#include <random>
#include <thread>

using namespace lanescope;
using search::LineMatcher;
using search::Query;

namespace {

using Lines = std::vector<std::uint32_t>;

Query expression(const char* text) {
  Query query;
  query.text = text;
  return query;
}

std::shared_ptr<const LineMatcher> compiled(const Query& query) {
  const auto matcher = LineMatcher::compile(query);
  return matcher ? *matcher : nullptr;
}

Lines scanned(const LineMatcher& matcher, std::string_view block) {
  LineMatcher::Scanner scanner(matcher);
  Lines lines{77};
  scanner.scan(block, lines);
  return lines;
}

// Each line alone.
Lines defined(const LineMatcher& matcher, std::string_view block) {
  Lines lines;
  for (std::uint32_t number = 0; !block.empty(); ++number) {
    const auto lf = block.find('\n');
    std::string_view line = block.substr(0, lf);
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::string clean;
    text::stripControl(line, clean);
    if (matcher.matches(clean)) lines.push_back(number);
    if (lf == std::string_view::npos) break;
    block.remove_prefix(lf + 1);
  }
  return lines;
}

}  // namespace

Q_DECLARE_METATYPE(lanescope::search::Query)

class TestSearch : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void matches_data() {
    QTest::addColumn<Query>("query");
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<QList<int>>("lines");
    const auto row = [](const char* name, Query query, const QByteArray& block, const QList<int>& lines) { QTest::newRow(name) << query << block << lines; };
    row("text", {"a.c", false}, "abc\na.c\n", {1});
    row("regex", expression("a.c"), "abc\na.c\nac", {0, 1});
    row("no case", {"error", true, false}, "ERROR\nfine\nanError\n", {0, 2});
    row("whole word", {"rank", true, true, true}, "rank 5\nranks\n[rank]:\n", {0, 2});
    row("text as a whole word", {"a+b", false, true, true}, "a+b\nxa+b\na+b c\n", {0, 2});
    row("not across lines", expression("a\\s+b"), "a\nb\na  b\n", {2});
    row("negated class is not the line end", expression("a[^x]b"), "a\nb\na-b\n", {2});
    row("line start", expression("^b"), "ab\nb\n", {1});
    row("line end", expression("b$"), "ba\nab\nb", {1, 2});
    row("line end before CR", expression("b$"), "ab\r\nbx\r\n", {0});
    row("empty lines", expression("^$"), "a\n\nb\n\n", {1, 3});
    row("may match nothing", expression("x*"), "a\nb\n", {0, 1});
    row("behind colours", expression("^rank 5: failed"), "\x1b[32mrank 5\x1b[0m: failed\nrank 5: failed\n", {0, 1});
    row("not the colours", {"[32m", false}, "\x1b[32mgreen\x1b[0m\n", {});
    row("text bytes", {"\xE2\x94\x80", false}, "a\xE2\x94\x80z\nb\n", {0});
    row("regex of characters", expression("a.z\xC3\xA9"), "a\xE2\x94\x80z\xC3\xA9\na-z\n", {0});
    row("no line", expression("a"), "", {});
    row("last line without LF", expression("z"), "a\nz", {1});
    row("many in a line", expression("a"), "aaaa\nb\naa\n", {0, 2});
  }
  void matches() {
    QFETCH(Query, query);
    QFETCH(QByteArray, block);
    QFETCH(QList<int>, lines);
    const auto matcher = compiled(query);
    QVERIFY(matcher);
    Lines expected(lines.begin(), lines.end());
    const std::string_view bytes(block.constData(), static_cast<std::size_t>(block.size()));
    QCOMPARE(scanned(*matcher, bytes), expected);
    matcher->speedUp();
    QCOMPARE(scanned(*matcher, bytes), expected);
  }

  void enginesAgree() {
    std::mt19937 random(3);
    const auto pick = [&random](std::string_view from) { return from[random() % from.size()]; };
    const char* expressions[] = {"ab",      "a+b",     "a.*b",   "^a|b$", "a\\sb", "[^a]b", "(a|b)c*", "\\bab\\b", "a.{2}b", "\\d+:\\d", "a\\W",
                                 "[ab]{3}", "(?i)AB+", "a{2,4}", "c",     "\\w+ ", "b\\S",  ".",       "^\\s*$",   "a$",     "x-y",      "\\Aab"};
    for (const char* text : expressions) {
      const auto matcher = compiled(expression(text));
      QVERIFY2(matcher, text);
      for (int round = 0; round < 40; ++round) {
        std::string block;
        const std::size_t size = random() % 600;
        for (std::size_t i = 0; i < size; ++i) block += pick(round % 2 ? std::string_view("abc \n") : std::string_view("aAbB:1 -\r\n\x1b[m\0\xE2", 16));
        const Lines expected = defined(*matcher, block);
        QVERIFY2(scanned(*matcher, block) == expected, text);
        if (round == 0) matcher->speedUp();
        QVERIFY2(scanned(*matcher, block) == expected, text);
      }
    }
  }

  void refuses() {
    for (const char* text : {"", "(", "a{2000}", "(?=a)", "[z-a]"}) {
      const auto matcher = LineMatcher::compile(expression(text));
      QVERIFY2(!matcher, text);
      QVERIFY(!matcher.error().what.empty());
    }
    QVERIFY(compiled({"(", false}));
  }

  void countsEveryLineOnce() {
    QTemporaryDir folder;
    const int lines[] = {120'000, 0, 3};
    for (int file = 0; file < 3; ++file) {
      QFile out(folder.filePath(QStringLiteral("%1.log").arg(file)));
      QVERIFY(out.open(QIODevice::WriteOnly));
      for (int i = 0; i < lines[file]; ++i) out.write(QByteArray("step ") + QByteArray::number(i) + (i % 7 == 0 ? " needle needle" : " straw") + QByteArray(i % 97, 'x') + '\n');
      if (file == 1) out.write("needle");
    }
    session::Request request;
    request.paths = {folder.path().toStdString()};
    base::Progress progress;
    const auto run = session::load(request, progress, {});
    QVERIFY(run);
    const auto matcher = compiled(expression("needle"));
    QVERIFY(matcher);
    for (const unsigned threads : {1u, 4u}) {
      std::vector<model::LineRef> hits;
      const search::Totals totals = search::search(**run, *matcher, {{}, threads}, {}, [&](std::span<const model::LineRef> found) { hits.insert(hits.end(), found.begin(), found.end()); });
      QVERIFY(totals.complete);
      QCOMPARE(totals.lines, std::uint64_t{17'143 + 1 + 1});
      QCOMPARE(hits.size(), totals.lines);
      QVERIFY(std::is_sorted(hits.begin(), hits.end()));
      QVERIFY(std::adjacent_find(hits.begin(), hits.end()) == hits.end());
      QCOMPARE(std::accumulate(totals.bySource.begin(), totals.bySource.end(), std::uint64_t{0}), totals.lines);
      for (const model::LineRef& hit : {hits.front(), hits[hits.size() / 2], hits.back()}) QVERIFY((*run)->source(hit.source).text->lineText(hit.line).find("needle") != std::string::npos);
    }
    // One matcher serves searches at the same time.
    std::uint64_t atOnce[2] = {0, 0};
    {
      const auto fresh = compiled(expression("needle"));
      std::vector<std::jthread> searches;
      for (std::uint64_t& found : atOnce) searches.emplace_back([&found, &run, fresh] { found = search::search(**run, *fresh, {}, {}, {}).lines; });
    }
    QCOMPARE(atOnce[0], std::uint64_t{17'145});
    QCOMPARE(atOnce[1], atOnce[0]);
    const search::Totals one = search::search(**run, *matcher, {{model::SourceId{2}}, 2}, {}, {});
    QCOMPARE(one.lines, one.bySource[2]);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!search::search(**run, *matcher, {}, stop.get_token(), {}).complete);
  }
};

QTEST_GUILESS_MAIN(TestSearch)
#include "tst_search.moc"
