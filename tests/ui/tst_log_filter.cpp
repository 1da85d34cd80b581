// SPDX-License-Identifier: Apache-2.0
// Which lines of a log text are rows, and how they are walked: hits, kinds of lines, warnings, folds, and the marks beside the scroll bar.
#include "tests/ui/log_fixture.h"
#include "ui/logview/marked_scroll_bar.h"

#include <QRandomGenerator>
#include <QSignalSpy>

#include <cmath>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

using test::longRun;
using test::runOf;
using Fixture = test::LogFixture;

}  // namespace

class TestLogFilter : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void hitsAreWalked();
  void hitsOfMergedTextsAreWalkedInTheirOrder();
  void onlyHits();
  void aChosenLineIsNeverHidden();
  void kindsOfLines();
  void kindsOfMergedLinesAgreeWithTheNaiveOnes();
  void warningsAreWalked();
  void rowMapsAgreeWithTheNaiveOne();
  void foldsAreFound_data();
  void foldsAreFound();
  void foldsOpenAndClose();
  void marksBesideTheScrollBar();
};

void TestLogFilter::hitsAreWalked() {
  Fixture f;
  f.showSource(longRun(300));
  QSignalSpy ended(f.view, &LogView::hitsEnded);
  f.find(QStringLiteral("needle"));
  QCOMPARE(f.view->hitCount(), std::size_t{3});
  QVERIFY(f.pane.countText().contains(QStringLiteral("3 hits here")));
  for (const std::size_t row : {99, 199, 299}) {
    QTest::keyClick(f.view, Qt::Key_N);
    QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(row));
  }
  QVERIFY(f.pane.countText().contains(QStringLiteral("hit 3 of 3 here")));
  QTest::keyClick(f.view, Qt::Key_N);
  QCOMPARE(ended.count(), 1);
  QTest::keyClick(f.view, Qt::Key_N, Qt::ShiftModifier);
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(199));
  QVERIFY(f.view->goToFirstHit(1));
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(99));
  QVERIFY(f.view->goToFirstHit(-1));
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(299));
  f.search.clear();
  QCOMPARE(f.view->hitCount(), std::size_t{0});
}

void TestLogFilter::hitsOfMergedTextsAreWalkedInTheirOrder() {
  test::RunBuilder builder("merged", "merged.zip");
  const model::LaneId lane = builder.addLane(0, "d", 0);
  const std::vector<model::SourceId> sources = builder.run().lanes[0].sources;
  QRandomGenerator random(5);
  std::int64_t now = test::at("09:00:00");
  for (int i = 0; i < 3000; ++i) {
    now += 1'000'000;
    const bool hit = random.bounded(10) == 0;
    builder.addLine(sources[static_cast<std::size_t>(random.bounded(2))], hit ? "needle" : "straw", model::When::at(now));
  }
  Fixture f;
  f.show(test::shared(builder.finish()), {lane, {}});
  f.find(QStringLiteral("needle"));
  std::vector<std::size_t> expected, walked;
  for (std::size_t row = 0; row < f.view->rowCount(); ++row) {
    if (f.view->rowText(row) == QStringLiteral("needle")) expected.push_back(row);
  }
  QCOMPARE(f.view->hitCount(), expected.size());
  QVERIFY(f.view->goToFirstHit(1));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    walked.push_back(*f.view->currentRow());
    QCOMPARE(f.view->currentHit(), std::optional(i));
    f.view->nextHit();
  }
  QCOMPARE(walked, expected);
}

void TestLogFilter::onlyHits() {
  Fixture f;
  f.showSource(longRun(2000));
  f.click(3);
  QTest::keyClick(f.view, Qt::Key_H);
  QCOMPARE(f.view->rowCount(), std::size_t{2000});        // nothing is searched for
  QVERIFY(!f.pane.hiddenText().isEmpty());
  f.find(QStringLiteral("needle"));
  QCOMPARE(f.view->rowCount(), std::size_t{20});
  QCOMPARE(f.view->lineAt(1)->line, 200u);
  QVERIFY2(f.pane.hiddenText().startsWith(QStringLiteral("20 of 2,000 lines")), qPrintable(f.pane.hiddenText()));
  QTest::keyClick(f.view, Qt::Key_End);
  QCOMPARE(f.state.selection().line->line, 2000u);
  QVERIFY(f.view->copyText(false).endsWith(QStringLiteral("line 2000 Needle\n")));
  f.find(QStringLiteral("zebra"));
  QCOMPARE(f.view->rowCount(), std::size_t{0});
  QVERIFY(!f.view->grab().isNull());
  f.view->setOnlyHits(false);
  QCOMPARE(f.view->rowCount(), std::size_t{2000});
  QVERIFY(f.pane.hiddenText().isEmpty());
}

void TestLogFilter::aChosenLineIsNeverHidden() {
  Fixture f;
  f.showSource(longRun(2000));
  f.view->setOnlyHits(true);
  f.find(QStringLiteral("needle"));
  f.state.selectLine({model::SourceId{0}, 150});          // as by a mark on the timeline
  QCOMPARE(f.view->rowCount(), std::size_t{21});
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(1));
  QVERIFY2(f.pane.hiddenText().startsWith(QStringLiteral("20 of 2,000 lines")), qPrintable(f.pane.hiddenText()));
  f.find(QStringLiteral("line 7"));              // the exception was that filter's
  QCOMPARE(f.view->rowCount(), f.search.hits().total());
}

void TestLogFilter::kindsOfLines() {
  test::RunBuilder builder("kinds", "kinds.zip");
  const model::SourceId source = builder.addSource("kinds.log", model::Layout::other, model::Stream::both);
  using Class = model::LineClass;
  for (const Class each : {Class::plain, Class::info, Class::warning, Class::error, Class::fatal, Class::testStart, Class::testPass, Class::testFail}) builder.addLine(source, "line", {}, each);
  Fixture f;
  f.showSource(test::shared(builder.finish()));
  const auto shown = [&] {
    QString lines;
    for (std::size_t row = 0; row < f.view->rowCount(); ++row) lines += QString::number(f.view->lineAt(row)->line);
    return lines;
  };
  QCOMPARE(shown(), QStringLiteral("12345678"));
  QVERIFY(f.pane.hiddenText().isEmpty());
  QTest::keyClick(f.view, Qt::Key_V);
  QCOMPARE(f.view->kinds(), LineKinds::warnings);
  QCOMPARE(shown(), QStringLiteral("3458"));
  QCOMPARE(f.pane.hiddenText(), QStringLiteral("4 of 8 lines: warnings and above."));
  f.view->setKinds(LineKinds::errors);
  QCOMPARE(shown(), QStringLiteral("458"));
  f.view->setKinds(LineKinds::tests);
  QCOMPARE(shown(), QStringLiteral("678"));
  // With a search both count.
  f.view->setKinds(LineKinds::warnings);
  f.view->setOnlyHits(true);
  f.find(QStringLiteral("line"));
  QCOMPARE(shown(), QStringLiteral("3458"));
  QCOMPARE(f.pane.hiddenText(), QStringLiteral("4 of 8 lines: warnings and above, of them those that match “line”."));
  f.view->showAllLines();
  QCOMPARE(shown(), QStringLiteral("12345678"));
  QVERIFY(f.pane.hiddenText().isEmpty());
}

void TestLogFilter::kindsOfMergedLinesAgreeWithTheNaiveOnes() {
  test::RunBuilder builder("merged", "merged.zip");
  const model::LaneId lane = builder.addLane(0, "d", 0);
  const std::vector<model::SourceId> sources = builder.run().lanes[0].sources;
  QRandomGenerator random(8);
  std::int64_t now = test::at("09:00:00");
  // More than are picked on the GUI thread.
  for (int i = 0; i < 250'000; ++i) {
    const auto kind = random.bounded(50) == 0 ? model::LineClass::warning : model::LineClass::plain;
    builder.addLine(sources[static_cast<std::size_t>(random.bounded(2))], random.bounded(3) == 0 ? "needle" : "straw", i % 10 == 0 ? model::When::at(now += 1'000'000) : model::When{}, kind);
  }
  const auto run = test::shared(builder.finish());
  Fixture f;
  f.show(run, {lane, {}});
  QTRY_COMPARE(f.view->rowCount(), std::size_t{250'000});
  std::vector<model::LineRef> warnings, both;
  for (std::size_t row = 0; row < f.view->rowCount(); ++row) {
    const model::LineRef line = *f.view->lineAt(row);
    if (run->source(line.source).text->lineClass(line.line) != model::LineClass::warning) continue;
    warnings.push_back(line);
    if (run->source(line.source).lineText(line.line, 100) == "needle") both.push_back(line);
  }
  const auto rows = [&] {
    std::vector<model::LineRef> lines;
    for (std::size_t row = 0; row < f.view->rowCount(); ++row) lines.push_back(*f.view->lineAt(row));
    return lines;
  };
  f.view->setKinds(LineKinds::warnings);
  QTRY_COMPARE(f.view->rowCount(), warnings.size());
  QCOMPARE(rows(), warnings);
  f.view->setOnlyHits(true);
  f.find(QStringLiteral("needle"));
  QTRY_COMPARE(f.view->rowCount(), both.size());
  QCOMPARE(rows(), both);
  // Taken back while the next rows are picked.
  f.view->setKinds(LineKinds::errors);
  f.view->showAllLines();
  QTest::qWait(100);
  QCOMPARE(f.view->rowCount(), std::size_t{250'000});
}

void TestLogFilter::warningsAreWalked() {
  test::RunBuilder builder("merged", "merged.zip");
  const model::LaneId lane = builder.addLane(0, "d", 0);
  const std::vector<model::SourceId> sources = builder.run().lanes[0].sources;
  QRandomGenerator random(3);
  std::int64_t now = test::at("09:00:00");
  for (int i = 0; i < 400; ++i) builder.addLine(sources[static_cast<std::size_t>(random.bounded(2))], "x", model::When::at(now += 1'000'000), random.bounded(40) == 0 ? model::LineClass::warning : model::LineClass::info);
  const auto run = test::shared(builder.finish());
  Fixture f;
  f.show(run, {lane, {}});
  std::vector<std::size_t> expected, walked;
  for (std::size_t row = 1; row < f.view->rowCount(); ++row) {
    const model::LineRef line = *f.view->lineAt(row);
    if (run->source(line.source).text->lineClass(line.line) == model::LineClass::warning) expected.push_back(row);
  }
  QTest::keyClick(f.view, Qt::Key_Home);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    QTest::keyClick(f.view, Qt::Key_W);
    walked.push_back(*f.view->currentRow());
  }
  QCOMPARE(walked, expected);
  QTest::keyClick(f.view, Qt::Key_W);
  QCOMPARE(*f.view->currentRow(), expected.back());       // there is no further one
  for (std::size_t i = expected.size(); i-- > 1;) {
    QTest::keyClick(f.view, Qt::Key_W, Qt::ShiftModifier);
    QCOMPARE(*f.view->currentRow(), expected[i - 1]);
  }
}

void TestLogFilter::rowMapsAgreeWithTheNaiveOne() {
  QRandomGenerator random(11);
  for (int round = 0; round < 40; ++round) {
    const auto lines = static_cast<std::size_t>(random.bounded(200));
    std::vector<std::uint32_t> some, others;
    for (std::uint32_t line = 0; line < lines; ++line) (random.bounded(3) == 0 ? some : others).push_back(line);
    const std::vector<std::uint32_t> shown = others;
    std::vector<std::uint32_t> hidden(some.rbegin(), some.rend());
    hidden.insert(hidden.end(), some.begin(), some.end());
    for (const RowMap& map : {RowMap::picked(lines, shown), RowMap::without(lines, hidden)}) {
      QCOMPARE(map.size(), shown.size());
      QCOMPARE(map.hidesAny(), shown.size() != lines);
      std::optional<std::size_t> before;
      for (std::size_t line = 0, row = 0; line < lines; ++line) {
        const bool isShown = row < shown.size() && shown[row] == line;
        if (isShown) {
          QCOMPARE(map.lineOf(row), line);
          before = row++;
        }
        QCOMPARE(map.rowOf(line), isShown ? before : std::nullopt);
        QCOMPARE(map.rowBefore(line), before);
      }
      QCOMPARE(map.rowOf(lines), std::optional<std::size_t>());
    }
  }
}

void TestLogFilter::foldsAreFound_data() {
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<QString>("folds");            // first-last kind at
  const auto row = [](const char* name, const QStringList& lines, const QString& folds) { QTest::newRow(name) << lines << folds; };
  const QStringList frames{QStringLiteral("Traceback (most recent call last):"), QStringLiteral("  File \"/opt/a/train.py\", line 12, in main"), QStringLiteral("    step()"),
                           QStringLiteral("  File \"/opt/a/loop.py\", line 7, in step"), QStringLiteral("    raise ValueError(1)")};
  row("traceback", QStringList{QStringLiteral("before")} + frames + QStringList{QStringLiteral("ValueError: 1"), QStringLiteral("after")}, QStringLiteral("2-6 0 loop.py:7 in step"));
  QStringList headed;
  for (const QString& frame : frames) headed << QStringLiteral("[rank3]: ") + frame;
  row("behind a head", headed + QStringList{QStringLiteral("[rank3]: ValueError: 1")}, QStringLiteral("1-5 0 loop.py:7 in step"));
  row("another writer ends it", headed.mid(0, 4) + QStringList{QStringLiteral("[other]:   File \"x\", line 1, in y")}, QStringLiteral("1-4 0 loop.py:7 in step"));
  row("at the end", frames, QStringLiteral("1-5 0 loop.py:7 in step"));
  row("too short", {QStringLiteral("Traceback (most recent call last):"), QStringLiteral("  cut")}, QString());
  row("stack",
      {QStringLiteral("Exception raised from f at g.cpp:1 (most recent call first):"), QStringLiteral("frame #0: a"), QStringLiteral("frame #1: b"), QStringLiteral("frame #2: c"), QStringLiteral("end")},
      QStringLiteral("1-4 1 "));
  row("test report",
      {QStringLiteral("=========== FAILURES ==========="), QStringLiteral("_________ test_a[1] _________"), QString(), QStringLiteral("    def test_a():"), QStringLiteral(">       assert 0"),
       QStringLiteral("=========== short test summary info ==========")},
      QStringLiteral("2-5 2 test_a[1]"));
  row("launcher",
      {QString(60, QLatin1Char('=')), QStringLiteral("train.py FAILED"), QString(60, QLatin1Char('-')), QStringLiteral("Failures:"), QString(60, QLatin1Char('=')), QStringLiteral("x")},
      QStringLiteral("1-5 3 train.py FAILED"));
  row("a rule alone", {QString(60, QLatin1Char('=')), QStringLiteral("title"), QString(60, QLatin1Char('='))}, QString());
}

void TestLogFilter::foldsAreFound() {
  QFETCH(QStringList, lines);
  std::vector<std::string> texts;
  for (const QString& line : lines) texts.push_back(line.toStdString());
  const auto run = runOf(texts);
  QStringList told;
  for (const Fold& fold : findFolds(*run, {model::SourceId{0}}, {}))
    told << QStringLiteral("%1-%2 %3 %4").arg(fold.first).arg(fold.last).arg(static_cast<int>(fold.kind)).arg(QString::fromStdString(fold.at));
  QTEST(told.join(QLatin1Char('\n')), "folds");
}

void TestLogFilter::foldsOpenAndClose() {
  Fixture f;
  f.showSource(runOf({"before", "Traceback (most recent call last):", "  File \"/a/b.py\", line 3, in f", "    g()", "ValueError: 1", "after"}));
  f.view->setFolding(true);
  QTRY_COMPARE(f.view->foldCount(), std::size_t{1});
  QCOMPARE(f.view->rowCount(), std::size_t{4});
  QCOMPARE(f.view->rowText(1), QStringLiteral("▸ 3 lines of traceback · b.py:3 in f"));
  QCOMPARE(f.view->rowText(2), QStringLiteral("ValueError: 1"));
  // What is copied is the log, not the fold.
  f.click(0);
  f.click(3, Qt::ShiftModifier);
  QCOMPARE(f.view->copyText(false).count(QLatin1Char('\n')), 6);
  QVERIFY(f.view->toggleFold(1));
  QCOMPARE(f.view->rowCount(), std::size_t{6});
  QVERIFY(f.view->toggleFold(2));                // from inside
  QCOMPARE(f.view->rowCount(), std::size_t{4});
  QVERIFY(!f.view->toggleFold(0));
  // A line that is selected is never hidden.
  f.state.selectLine({model::SourceId{0}, 4});
  QCOMPARE(f.view->rowCount(), std::size_t{6});
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(3));
  QTest::keyClick(f.view, Qt::Key_Space);
  QCOMPARE(f.view->rowCount(), std::size_t{4});
  f.view->setFolding(false);
  QCOMPARE(f.view->rowCount(), std::size_t{6});
}

void TestLogFilter::marksBesideTheScrollBar() {
  Fixture f;
  f.showSource(longRun(10'000));
  f.find(QStringLiteral("line 5000 needle"));
  const auto& marks = f.view->marks()->marks(MarkedScrollBar::Marks::hits);
  QCOMPARE(marks.size(), std::size_t{1});
  QVERIFY(std::abs(marks[0].at - 0.5) < 0.01);
  f.find(QStringLiteral("needle"));
  QCOMPARE(marks.size(), std::size_t{100});
  const auto note = [](const char* source, std::uint32_t line) {
    model::Note made;
    made.place = model::NotePlace::line;
    made.text = "look here";
    made.source = source;
    made.line = line;
    return made;
  };
  f.state.setNotes({note("long.log", 1), note("long.log", 10'000), note("other.log", 1)});
  const auto& notes = f.view->marks()->marks(MarkedScrollBar::Marks::notes);
  QCOMPARE(notes.size(), std::size_t{2});
  QCOMPARE(notes[0].at, 0.0);
  MarkedScrollBar* const bar = f.view->marks();
  QVERIFY2(bar->tipAt(bar->yOf(notes[0])).contains(QStringLiteral("look here")), qPrintable(bar->tipAt(bar->yOf(notes[0]))));
  QVERIFY(bar->tipAt(bar->yOf(marks[50])).contains(QStringLiteral("1 hit")));
  // A click goes there.
  QTest::mouseClick(bar, Qt::LeftButton, {}, QPoint(3, bar->yOf(notes[1])));
  const auto [first, last] = f.view->visibleRows();
  QVERIFY(first > 9000 && last > 9980);
  // Where lines are hidden, marks stand where their rows are.
  f.view->setOnlyHits(true);
  f.find(QStringLiteral("line 5000 |line 9900 "));
  QCOMPARE(f.view->rowCount(), std::size_t{2});
  QCOMPARE(marks.size(), std::size_t{2});
  QVERIFY(marks[1].at > 0.45 && marks[1].at < 0.55);
  Fixture answer;
  answer.show(test::shared(test::recoveredRun()), {model::LaneId{5}, {}});
  const auto& findings = answer.view->marks()->marks(MarkedScrollBar::Marks::findings);
  QVERIFY(!findings.empty());
  QVERIFY2(findings[0].tip.startsWith(QStringLiteral("First failure: ")), qPrintable(findings[0].tip));
  QVERIFY(!answer.view->grab().isNull());
}

QTEST_MAIN(TestLogFilter)
#include "tst_log_filter.moc"
