// SPDX-License-Identifier: Apache-2.0
// The fast engine, the plain one and the definition (each line alone) must agree; totals are exact for any number of threads.
#include "core/clock/line_time.h"
#include "core/search/pattern_fault.h"
#include "core/search/search.h"
#include "core/session/session.h"
#include "core/text/clean.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
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

std::shared_ptr<const search::Expression> expressionOf(const std::vector<Query>& queries) {
  const auto made = search::Expression::compile(queries);
  return made ? *made : nullptr;
}

// A run of files that stand in `folder`.
std::shared_ptr<const model::Run> runOf(const QTemporaryDir& folder) {
  session::Request request;
  request.paths = {folder.path().toStdString()};
  request.sideFile = false;
  base::Progress progress;
  const auto run = session::load(request, progress, {});
  return run ? *run : nullptr;
}

bool write(const QString& path, const QByteArray& bytes) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

std::vector<search::Hit> hitsOf(const model::Run& run, const search::Expression& wanted, const search::Where& where) {
  std::vector<search::Hit> hits;
  search::search(run, wanted, where, {}, [&](std::span<const search::Hit> found) { hits.insert(hits.end(), found.begin(), found.end()); });
  return hits;
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
    const auto wanted = expressionOf({expression("needle")});
    QVERIFY(wanted);
    for (const unsigned threads : {1u, 4u}) {
      std::vector<model::LineRef> hits;
      search::Where where;
      where.threads = threads;
      base::Progress bytes;
      const search::Totals totals = search::search(**run, *wanted, where, {}, [&](std::span<const search::Hit> found) {
        for (const search::Hit& hit : found) hits.push_back(hit.line);
      }, &bytes);
      QVERIFY(totals.complete);
      QCOMPARE(bytes.bytesDone.load(), bytes.bytesTotal.load());
      QCOMPARE(totals.lines, std::uint64_t{17'143 + 1 + 1});
      QCOMPARE(hits.size(), totals.lines);
      QVERIFY(std::is_sorted(hits.begin(), hits.end()));
      QVERIFY(std::adjacent_find(hits.begin(), hits.end()) == hits.end());
      QCOMPARE(std::accumulate(totals.bySource.begin(), totals.bySource.end(), std::uint64_t{0}), totals.lines);
      for (const model::LineRef& hit : {hits.front(), hits[hits.size() / 2], hits.back()}) QVERIFY((*run)->source(hit.source).text->lineText(hit.line).find("needle") != std::string::npos);
    }
    // One expression serves searches at the same time.
    std::uint64_t atOnce[2] = {0, 0};
    {
      const auto fresh = expressionOf({expression("needle")});
      std::vector<std::jthread> searches;
      for (std::uint64_t& found : atOnce) searches.emplace_back([&found, &run, fresh] { found = search::search(**run, *fresh, {}, {}, {}).lines; });
    }
    QCOMPARE(atOnce[0], std::uint64_t{17'145});
    QCOMPARE(atOnce[1], atOnce[0]);
    search::Where second;
    second.sources = {model::SourceId{2}};
    const search::Totals one = search::search(**run, *wanted, second, {}, {});
    QCOMPARE(one.lines, one.bySource[2]);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!search::search(**run, *wanted, {}, stop.get_token(), {}).complete);
  }

  void operators_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("parsed");         // lists by |, operands by &, ! where negated
    const auto row = [](const char* text, const char* parsed) { QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(parsed); };
    row("one", "<one>");
    row(" blanks count ", "< blanks count >");
    row("a AND b", "<a>&<b>");
    row("a  AND\tb c ", "<a>&<b c>");
    row("a OR b AND c", "<a>|<b>&<c>");
    row("NOT a", "!<a>");
    row("NOT a AND b", "<b>&!<a>");
    row("a AND NOT b OR NOT c", "<a>&!<b>|!<c>");
    row("device NOT ready", "<device NOT ready>");
    row("BRAND ANDES NOTE", "<BRAND ANDES NOTE>");
    row("and or not", "<and or not>");
    row("\"error\"", "<\"error\">");
    row("\"a AND b\"", "<a AND b>");
    row("\"NOT a\"", "<NOT a>");
    row("\"a b\" AND c", "<a b>&<c>");
    row("say \"a\" AND c", "<say \"a\">&<c>");
    row("\"a OR b\" OR \"c\"", "<a OR b>|<c>");
    row("\"a AND b", "<\"a>&<b>");
  }
  void operators() {
    QFETCH(QString, text);
    const auto any = search::parseOperators(text.toStdString());
    QVERIFY(any);
    QStringList lists;
    for (const auto& all : *any) {
      QStringList operands;
      for (const search::Operand& operand : all) {
        operands << QString::fromLatin1(operand.negated ? "!<%1>" : "<%1>").arg(QString::fromStdString(operand.text));
        QCOMPARE(text.toStdString().substr(operand.offset, operand.text.size()), operand.text);
      }
      lists << operands.join(QLatin1Char('&'));
    }
    QTEST(lists.join(QLatin1Char('|')), "parsed");
  }

  // Where the caret goes.
  void faults_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("offset");
    QTest::newRow("open") << QStringLiteral("foo(bar") << 3;
    QTest::newRow("the one that stays open") << QStringLiteral("a(b)(c") << 4;
    QTest::newRow("in a class") << QStringLiteral("[(]x(") << 4;
    QTest::newRow("closed twice") << QStringLiteral("a)b") << 1;
    QTest::newRow("class") << QStringLiteral("ab[cd") << 2;
    QTest::newRow("range") << QStringLiteral("ab[z-a]") << 3;
    QTest::newRow("repeat") << QStringLiteral("a|*b") << 2;
    QTest::newRow("escape") << QStringLiteral("rank \\q") << 5;
    QTest::newRow("end") << QStringLiteral("abc\\") << 3;
    QTest::newRow("nothing before") << QStringLiteral("AND b") << 0;
    QTest::newRow("nothing behind") << QStringLiteral("a OR ") << 5;
    QTest::newRow("nothing between") << QStringLiteral("a AND OR b") << 6;
    QTest::newRow("second pattern") << QStringLiteral("fine AND b)") << 10;
    QTest::newRow("empty") << QString() << 0;
  }
  void faults() {
    QFETCH(QString, text);
    search::Fault fault{77, {}};
    Query query;
    query.text = text.toStdString();
    QVERIFY(!search::Expression::compile({query}, &fault));
    QTEST(static_cast<int>(fault.offset), "offset");
    QVERIFY(!fault.what.empty());
    QCOMPARE(QString::fromStdString(search::describe({4, "x"}, "\xC3\xA4\xC3\xB6z")), QStringLiteral("x at character 3"));
  }

  // Blocks against each line alone, for any combination and block size.
  void expressionsAgreeWithTheirDefinition() {
    std::mt19937 random(7);
    const char* texts[] = {"a", "a AND b", "a OR b", "NOT a", "a AND NOT b", "NOT a OR b AND NOT c", "^a AND b$ OR NOT [abc]"};
    for (const char* first : texts) {
      for (const char* second : {"", "c", "NOT b"}) {
        std::vector<Query> queries{expression(first)};
        if (*second) queries.push_back(expression(second));
        const auto wanted = expressionOf(queries);
        QVERIFY(wanted);
        wanted->speedUp();
        search::Expression::Scanner scanner(*wanted);
        for (int round = 0; round < 30; ++round) {
          std::string block;
          for (std::size_t i = random() % 300; i > 0; --i) block += "abc \n"[random() % 5];
          Lines found{9}, expected;
          scanner.scan(block, found);
          std::uint32_t number = 0;
          for (std::size_t at = 0; at < block.size(); ++number) {
            const std::size_t end = std::min(block.find('\n', at), block.size());
            if (wanted->matches(std::string_view(block).substr(at, end - at))) expected.push_back(number);
            at = end + 1;
          }
          QVERIFY2(found == expected, first);
        }
      }
    }
  }

  void findsWhereItMatches() {
    const auto wanted = expressionOf({expression("a+ AND NOT b OR cd"), expression("ac")});
    using Spans = std::vector<search::Span>;
    QVERIFY((wanted->find("xaac cd b", 100) == Spans{{1, 4}, {5, 7}}));
    QVERIFY((wanted->find("nothing", 100) == Spans{}));
    QCOMPARE(expressionOf({expression("a")})->find(std::string(5000, 'a'), 10).size(), std::size_t{1});   // they touch
    QCOMPARE(expressionOf({expression("a.")})->find("a-xa-xa-", 2).size(), std::size_t{2});
    QVERIFY(expressionOf({expression("x*")})->find("abc", 10).empty());
  }

  // Ranks by file and by the heads of a merged log; two nodes count their local ranks from 0, so that the line itself has to tell.
  void tellsWhoseLinesAre() {
    QTemporaryDir folder;
    QVERIFY(write(folder.filePath(QStringLiteral("logs/none_ab/attempt_0/0/stdout.log")), "needle own 0\n"));
    QVERIFY(write(folder.filePath(QStringLiteral("logs/none_ab/attempt_0/1/stdout.log")), "straw\nneedle own 1\n"));
    const auto run = runOf(folder);
    QVERIFY(run && run->sources.size() == 2);
    const auto wanted = expressionOf({expression("needle")});
    search::Where where;
    where.writers = true;
    const auto all = hitsOf(*run, *wanted, where);
    QCOMPARE(all.size(), std::size_t{2});
    for (const search::Hit& hit : all) {
      QVERIFY(hit.rank && hit.lane.valid());
      QCOMPARE(run->lanes[hit.lane.value].rank, *hit.rank);
    }
    where.ranks = {1};
    auto some = hitsOf(*run, *wanted, where);
    QCOMPARE(some.size(), std::size_t{1});
    QCOMPARE(some[0].line.line, 2u);
    where = {};
    where.lanes = {all[0].lane};
    some = hitsOf(*run, *wanted, where);
    QCOMPARE(some.size(), std::size_t{1});
    QVERIFY(some[0].line == all[0].line);
    where.ranks = {7};
    QVERIFY(hitsOf(*run, *wanted, where).empty());
  }

  void merged() {
    QTemporaryDir folder;
    QByteArray log;
    for (int node = 0; node < 2; ++node) log += "node-" + QByteArray::number(node) + "/0 W0314 09:00:0" + QByteArray::number(node) + ".000 torch/distributed/run.py:766] world\n";
    for (int i = 0; i < 40; ++i) log += "[default" + QByteArray::number(i % 4) + "]:[rank" + QByteArray::number(i % 4) + "]: needle " + QByteArray::number(i) + '\n';
    QVERIFY(write(folder.filePath(QStringLiteral("job.log")), log));
    const auto run = runOf(folder);
    const auto wanted = expressionOf({expression("needle")});
    search::Where where;
    where.ranks = {1, 3};
    const auto hits = hitsOf(*run, *wanted, where);
    QCOMPARE(hits.size(), std::size_t{20});
    for (const search::Hit& hit : hits) QCOMPARE(*hit.rank % 2, 1u);
  }

  void searchesAStretchOfTime() {
    QTemporaryDir folder;
    QByteArray log;
    for (int i = 0; i < 600; ++i) {
      log += QStringLiteral("2026-03-14T09:%1:%2.0000000Z step %3\n").arg(i / 60, 2, 10, QLatin1Char('0')).arg(i % 60, 2, 10, QLatin1Char('0')).arg(i).toLatin1();
      if (i % 10 == 0) log += "step without a stamp\n";
    }
    QVERIFY(write(folder.filePath(QStringLiteral("job.log")), log));
    const auto run = runOf(folder);
    const model::Source& source = run->sources[0];
    const auto wanted = expressionOf({expression("step")});
    const std::int64_t begin = clock::whenOf(source, 1).utc;
    constexpr std::int64_t kSecond = 1'000'000'000;
    for (const auto& [from, to] : {std::pair(0, 600), std::pair(30, 90), std::pair(599, 2000), std::pair(-5, 0), std::pair(601, 700), std::pair(20, 20)}) {
      search::Where where;
      where.time = search::Where::Time{begin + from * kSecond, begin + to * kSecond};
      std::size_t expected = 0;
      for (std::uint32_t line = 1; line <= source.text->lineCount(); ++line) {
        const std::int64_t at = clock::whenOf(source, line).utc;
        expected += at >= where.time->begin && at < where.time->end;
      }
      QCOMPARE(hitsOf(*run, *wanted, where).size(), expected);
    }
  }
};

QTEST_GUILESS_MAIN(TestSearch)
#include "tst_search.moc"
