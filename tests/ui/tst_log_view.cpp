// SPDX-License-Identifier: Apache-2.0
// The log text: rows against a naive merge, selection, columns, wrapping, and lines that are too long for anybody.
#include "core/clock/line_time.h"
#include "tests/ui/log_fixture.h"

#include <QRandomGenerator>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

using test::longRun;
using test::runOf;
using Fixture = test::LogFixture;

}  // namespace

class TestLogView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void mergedListAgreesWithTheNaiveOne();
  void aRanksFilesAreMergedByTime();
  void largeMergesRunInTheBackground();
  void aGrowingRunKeepsThePlace();
  void opensOnTheLineOfTheFirstFailure();
  void aClickSelectsTheLineEverywhere();
  void theLineUnderThePointerIsTold();
  void theSelectionIsFollowed();
  void keysWalk();
  void severalRanksAndAll();
  void ranksAsTyped();
  void columns();
  void differences_data();
  void differences();
  void marksCountTime();
  void wrapping();
  void colours_data();
  void colours();
  void contextOfTheFirstRow();
  void oddLines_data();
  void oddLines();
  void hugeLinesAreCut();
  void hugeLinesAreSearched();
  void onlyTheRowsOnScreenAreRead();
};

void TestLogView::mergedListAgreesWithTheNaiveOne() {
  QRandomGenerator random(20260314);
  for (int round = 0; round < 20; ++round) {
    std::vector<model::SourceId> sources{model::SourceId{4}, model::SourceId{1}, model::SourceId{9}};
    std::vector<std::uint32_t> next(sources.size(), 0);
    std::vector<model::LineRef> merged;
    const int rows = random.bounded(5000);
    for (int i = 0; i < rows; ++i) {
      const auto which = static_cast<std::size_t>(random.bounded(static_cast<int>(sources.size())));
      merged.push_back({sources[which], ++next[which]});
    }
    LineList::Merger merger(sources);
    for (const model::LineRef& line : merged) merger.append(static_cast<std::size_t>(std::find(sources.begin(), sources.end(), line.source) - sources.begin()), 1);
    const LineList list = merger.finish();
    std::vector<std::uint32_t> all = list.countsBefore(list.size());
    QCOMPARE(all, list.size() > 0 ? next : std::vector<std::uint32_t>(sources.size(), 0));
    QCOMPARE(list.size(), merged.size());
    for (std::size_t row = 0; row < merged.size(); row += 1 + static_cast<std::size_t>(random.bounded(40))) {
      QCOMPARE(list.at(row), merged[row]);
      QCOMPARE(list.rowOf(merged[row]), std::optional(row));
    }
    QVERIFY(!list.rowOf({sources[0], next[0] + 1}));
    QVERIFY(!list.rowOf({model::SourceId{2}, 1}));
    std::size_t seen = merged.size() / 3;
    list.forEach(seen, merged.size(),
                 [&](std::size_t row, model::LineRef line) { return row == seen && line == merged[seen++]; });
    QCOMPARE(seen, merged.size());
  }
}

void TestLogView::aRanksFilesAreMergedByTime() {
  Fixture f;
  const auto run = test::shared(test::recoveredRun());
  f.show(run, {model::LaneId{5}, {}});
  const auto expected = clock::mergeByTime(*run, run->lanes[5].sources);
  QCOMPARE(f.view->rowCount(), expected.size());
  for (std::size_t row = 0; row < expected.size(); ++row) QCOMPARE(*f.view->lineAt(row), expected[row]);
}

void TestLogView::largeMergesRunInTheBackground() {
  test::RunBuilder builder("large", "large.zip");
  const model::LaneId lane = builder.addLane(0, "d", 0);
  for (const model::SourceId source : builder.run().lanes[0].sources) {
    for (int i = 0; i < 30'000; ++i) builder.addLine(source, "x");
  }
  Fixture f;
  f.show(test::shared(builder.finish()), {lane, {}});
  QVERIFY(f.view->isMerging() || f.view->rowCount() == 60'000);
  QTRY_COMPARE(f.view->rowCount(), std::size_t{60'000});
  QVERIFY(!f.view->isMerging());
}

void TestLogView::aGrowingRunKeepsThePlace() {
  Fixture f;
  model::Run early = *longRun(2000);
  early.complete = false;
  f.showSource(test::shared(std::move(early)));
  f.view->verticalScrollBar()->setValue(700);
  model::Run late = *longRun(3000);
  late.complete = false;
  f.state.setRun(test::shared(std::move(late)), false);
  QCOMPARE(f.view->rowCount(), std::size_t{3000});
  QCOMPARE(f.view->verticalScrollBar()->value(), 700);
}

void TestLogView::opensOnTheLineOfTheFirstFailure() {
  Fixture f;
  const auto run = test::shared(test::recoveredRun());
  f.show(run, {});
  f.state.showAnswer();
  QVERIFY(f.view->currentRow().has_value());
  QCOMPARE(f.view->rowText(*f.view->currentRow()), QString::fromStdString(run->findings[0].evidence.front().text));
  QVERIFY(!f.view->rowRect(*f.view->currentRow()).isEmpty());
}

void TestLogView::aClickSelectsTheLineEverywhere() {
  Fixture f;
  f.show(test::shared(test::recoveredRun()), {model::LaneId{2}, {}});
  QSignalSpy selection(&f.state, &ViewState::selectionChanged);
  f.click(3);
  QCOMPARE(selection.count(), 1);
  QCOMPARE(*f.state.selection().line, *f.view->lineAt(3));
  QCOMPARE(f.state.selection().lane, std::optional(model::LaneId{2}));
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(3));
}

void TestLogView::theLineUnderThePointerIsTold() {
  Fixture f;
  f.showSource(longRun(1000));
  const auto point = [&](std::size_t row) { QTest::mouseMove(f.view->viewport(), f.view->rowRect(row).center()); };
  const QImage before = f.view->grab().toImage();
  point(4);
  QTRY_VERIFY(f.state.hovered());
  QCOMPARE(f.state.hovered()->line, (model::LineRef{model::SourceId{0}, 5}));
  QVERIFY(f.view->grab().toImage() != before);
  QVERIFY(!f.state.selection().line);            // pointing chooses nothing
  f.view->verticalScrollBar()->setValue(100);    // the rows move under it
  QCOMPARE(f.state.hovered()->line.line, 105u);
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(f.view->viewport(), &leave);
  QVERIFY(!f.state.hovered());
  // From elsewhere: the row is tinted.
  const QImage plain = f.view->grab().toImage();
  f.state.setHoveredLine(model::LineRef{model::SourceId{0}, 103});
  const QImage tinted = f.view->grab().toImage();
  const QPoint inside = f.view->viewport()->mapTo(f.view, QPoint(700, f.view->rowRect(102).center().y()));
  QVERIFY(tinted.pixelColor(inside) != plain.pixelColor(inside));
  f.state.setRun(longRun(10), true);             // its sources have other numbers
  QVERIFY(!f.state.hovered());
}

void TestLogView::theSelectionIsFollowed() {
  Fixture f;
  f.showSource(longRun(5000));
  f.state.selectLine({model::SourceId{0}, 4321});
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(4320));
  const QRect rect = f.view->rowRect(4320);
  QVERIFY(f.view->viewport()->rect().contains(rect));
}

void TestLogView::keysWalk() {
  Fixture f;
  f.showSource(longRun(1000));
  QTest::keyClick(f.view, Qt::Key_End);
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(999));
  QTest::keyClick(f.view, Qt::Key_Up);
  QCOMPARE(f.state.selection().line->line, 999u);
  QTest::keyClick(f.view, Qt::Key_Home);
  QTest::keyClick(f.view, Qt::Key_PageDown);
  QVERIFY(*f.view->currentRow() > 5);
  QVERIFY(f.view->viewport()->rect().contains(f.view->rowRect(*f.view->currentRow())));
}

void TestLogView::severalRanksAndAll() {
  Fixture f;
  const auto run = test::shared(test::recoveredRun());
  f.show(run, {model::LaneId{5}, {}});
  f.view->showEverything();
  QTRY_VERIFY(!f.view->isMerging());
  std::size_t lines = 0;
  for (const model::Source& source : run->sources) lines += source.text ? source.text->lineCount() : 0;
  QCOMPARE(f.view->rowCount(), lines);
  QVERIFY(f.pane.title().contains(QStringLiteral("all ranks")));
  std::int64_t last = INT64_MIN;
  for (std::size_t row = 0; row < f.view->rowCount(); ++row) {
    const model::LineRef line = *f.view->lineAt(row);
    const model::Source& source = run->source(line.source);
    const auto own = std::find_if(source.anchors.begin(), source.anchors.end(), [&](const model::Anchor& anchor) { return anchor.line == line.line; });
    if (own == source.anchors.end()) continue;
    QVERIFY(own->when.utc >= last);
    last = own->when.utc;
  }
  // A selected line of any rank is found there, and the text stays.
  f.state.selectLine({run->lanes[2].sources[0], 3});
  QVERIFY(f.view->showsEverything());
  QCOMPARE(*f.view->lineAt(*f.view->currentRow()), (model::LineRef{run->lanes[2].sources[0], 3}));
  f.view->showLanes({model::LaneId{1}, model::LaneId{3}});
  QCOMPARE(f.view->rowCount(), clock::mergeByTime(*run, {run->lanes[1].sources[0], run->lanes[1].sources[1]}).size() + clock::mergeByTime(*run, {run->lanes[3].sources[0], run->lanes[3].sources[1]}).size());
  QCOMPARE(f.pane.title(), QStringLiteral("ranks 1, 3 · launch 1 by time"));
  f.state.selectLine({run->lanes[3].sources[0], 2});      // of one of them
  QCOMPARE(f.view->lanes().size(), std::size_t{2});
  f.state.selectLine({run->lanes[6].sources[0], 2});      // of none: its own text is shown
  QVERIFY(f.view->lanes().empty());
  QCOMPARE(f.state.selection().line->line, f.view->lineAt(*f.view->currentRow())->line);
}

void TestLogView::ranksAsTyped() {
  Fixture f;
  const auto run = test::shared(test::recoveredRun());
  f.show(run, {model::LaneId{5}, {}});
  QVERIFY(f.pane.showRanks(QStringLiteral("0-2, 7")));
  QCOMPARE(f.view->lanes().size(), std::size_t{4});
  for (const char* wrong : {"", "7-5", "x", "99", "1,"}) QVERIFY2(!f.pane.showRanks(QString::fromLatin1(wrong)), wrong);
  QCOMPARE(f.view->lanes().size(), std::size_t{4});
}

void TestLogView::columns() {
  Fixture f;
  f.show(test::shared(test::recoveredRun()), {model::LaneId{5}, {}});
  const QImage before = f.view->grab().toImage();
  LogColumns columns = f.view->columns();
  for (std::size_t i = 0; i < kLogColumns; ++i) columns.shown[i] = !columns.shown[i];
  QSignalSpy changed(f.view, &LogView::optionsChanged);
  f.view->setColumns(columns);
  QCOMPARE(changed.count(), 1);
  QVERIFY(f.view->grab().toImage() != before);
  QCOMPARE(LogColumns::fromText(columns.toText()), columns);
  QCOMPARE(LogColumns::fromText(LogColumns().toText()), LogColumns());
  columns.shown.fill(false);
  f.view->setColumns(columns);
  QVERIFY(!f.view->grab().isNull());
}

void TestLogView::differences_data() {
  QTest::addColumn<qint64>("ms");
  QTest::addColumn<bool>("exact");
  QTest::addColumn<QString>("text");
  QTest::newRow("nothing") << qint64{0} << true << QStringLiteral("+0.000 s");
  QTest::newRow("a moment") << qint64{1204} << true << QStringLiteral("+1.204 s");
  QTest::newRow("back") << qint64{-17} << true << QStringLiteral("-0.017 s");
  QTest::newRow("minutes") << qint64{(12 * 60 + 3) * 1000 + 100} << true << QStringLiteral("+12 m 3.1 s");
  QTest::newRow("hours") << qint64{3'600'000 * 2 + 61'000} << true << QStringLiteral("+2 h 1 m 1 s");
  QTest::newRow("with a range") << qint64{1000} << false << QStringLiteral("≈+1.000 s");
}

void TestLogView::differences() {
  QFETCH(qint64, ms);
  QFETCH(bool, exact);
  const model::When from = model::When::at(5'000'000'000);
  const model::When to = exact ? model::When::at(from.utc + ms * 1'000'000) : model::When{from.utc + ms * 1'000'000, from.utc, from.utc + 2 * ms * 1'000'000, model::Basis::bounded};
  QTEST(differenceText(from, to), "text");
  QVERIFY(differenceText({}, to).isEmpty());
}

void TestLogView::marksCountTime() {
  Fixture f;
  f.showSource(longRun(50));
  f.click(4);
  QTest::keyClick(f.view, Qt::Key_D);
  QCOMPARE(f.view->mark(), std::optional(*f.view->lineAt(4)));
  QVERIFY(f.view->columns().has(LogColumn::sinceMark));
  QTest::keyClick(f.view, Qt::Key_D);
  QVERIFY(!f.view->mark());
}

void TestLogView::wrapping() {
  Fixture f;
  std::vector<std::string> lines;
  for (int i = 0; i < 200; ++i) lines.push_back(std::string(static_cast<std::size_t>(i * 7 % 900), 'x') + (i % 3 == 0 ? "\xE4\xBD\xA0\xE5\xA5\xBD" : ""));
  f.showSource(runOf(lines));
  const int single = f.view->rowRect(0).height();
  f.view->setWrap(true);
  QVERIFY(!f.view->grab().isNull());
  QCOMPARE(f.view->horizontalScrollBar()->maximum(), 0);
  // Rows follow each other without gaps, and those of long lines are higher.
  const auto check = [&] {
    const auto [first, last] = f.view->visibleRows();
    int bottom = 0;
    bool higher = false;
    for (std::size_t row = first; row < last; ++row) {
      if (f.view->rowRect(row).top() != bottom) return false;
      bottom += f.view->rowRect(row).height();
      higher = higher || f.view->rowRect(row).height() > single;
    }
    return higher && bottom >= f.view->viewport()->height() - single;
  };
  QVERIFY(check());
  // Every row can be come to, the last one whole.
  for (int i = 0; i < 199; ++i) {
    QTest::keyClick(f.view, Qt::Key_Down);
    const QRect rect = f.view->rowRect(*f.view->currentRow());
    QVERIFY2(!rect.isEmpty() && rect.bottom() < f.view->viewport()->height(), qPrintable(QString::number(i)));
  }
  QTest::keyClick(f.view, Qt::Key_Home);
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(0));
  QTest::keyClick(f.view, Qt::Key_End);
  QVERIFY(f.view->rowRect(199).bottom() < f.view->viewport()->height());
}

void TestLogView::colours_data() {
  QTest::addColumn<QByteArray>("raw");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("runs");             // begin-end:foreground/background+flags
  const auto row = [](const char* name, const QByteArray& raw, const char* text, const char* runs) { QTest::newRow(name) << raw << QString::fromUtf8(text) << QString::fromLatin1(runs); };
  row("none", "plain", "plain", "");
  row("one", "a \x1b[31mred\x1b[0m b", "a red b", "2-5:1/-1");
  row("bright and bold", "\x1b[1;92mok", "ok", "0-2:10/-1+b");
  row("ground", "\x1b[97;41m x \x1b[49my", " x y", "0-3:15/1 3-4:15/-1");
  row("of 256", "\x1b[38;5;208mo\x1b[m.", "o.", "0-1:33523456/-1");
  row("true colour", "\x1b[38;2;1;2;3mo", "o", "0-1:16843267/-1");
  row("underlined, inverse", "\x1b[4;7mu\x1b[24;27mv", "uv", "0-1:-1/-1+ui");
  row("cursor moves are none", "\x1b[2K\x1b[1Gdone", "done", "");
  row("torn", "\x1b[3", "3", "");
  row("characters", "\x1b[32m\xC3\xA9\xE4\xBD\xA0\x1b[0mz", "\xC3\xA9\xE4\xBD\xA0z", "0-2:2/-1");
}

void TestLogView::colours() {
  QFETCH(QByteArray, raw);
  std::vector<AnsiRun> runs;
  QTEST(ansiText({raw.constData(), static_cast<std::size_t>(raw.size())}, runs), "text");
  QStringList told;
  for (const AnsiRun& run : runs) {
    QString text = QStringLiteral("%1-%2:%3/%4").arg(run.span.begin).arg(run.span.end).arg(run.foreground).arg(run.background);
    const QString flags = QString(run.bold ? QStringLiteral("b") : QString()) + (run.underline ? QStringLiteral("u") : QString()) + (run.inverse ? QStringLiteral("i") : QString());
    told << (flags.isEmpty() ? text : text + QLatin1Char('+') + flags);
  }
  QTEST(told.join(QLatin1Char(' ')), "runs");
  Fixture f;
  f.showSource(runOf({raw.toStdString()}));
  f.view->setColours(true);
  QVERIFY(!f.view->grab().isNull());
}

void TestLogView::contextOfTheFirstRow() {
  Fixture f;
  const auto run = test::shared(test::recoveredRun());
  f.show(run, {});
  f.state.showAnswer();
  QVERIFY2(f.pane.contextText().contains(QStringLiteral("launch 1")), qPrintable(f.pane.contextText()));
  // Also of a filtered text it is that of the row on top.
  const std::size_t failed = *f.view->currentRow();
  f.view->verticalScrollBar()->setValue(static_cast<int>(failed));
  const QString context = f.pane.contextText();
  const QString text = f.view->rowText(f.view->visibleRows().first);
  f.view->setOnlyHits(true);
  SearchQuery query;
  query.text = text;
  query.regex = false;
  f.search.start(query);
  QTRY_VERIFY(!f.search.isRunning());
  QVERIFY(f.view->rowCount() < f.view->lineCount());
  QCOMPARE(f.view->rowText(0), text);
  QCOMPARE(f.pane.contextText(), context);
}

void TestLogView::oddLines_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("shown");
  QTest::newRow("colours") << QByteArray("\x1b[31mred\x1b[0m text") << QStringLiteral("red text");
  QTest::newRow("tab") << QByteArray("a\tb") << QStringLiteral("a    b");
  QTest::newRow("progress bar") << QByteArray("10%\r20%") << QStringLiteral("10%") + QChar(0x240D) + QStringLiteral("20%");
  QTest::newRow("windows") << QByteArray("text\r") << QStringLiteral("text");
  QTest::newRow("not UTF-8") << QByteArray(
                                    "a\xff"
                                    "b")
                             << QStringLiteral("a") + QChar(0xFFFD) + QStringLiteral("b");
  QTest::newRow("empty") << QByteArray("") << QString();
}

void TestLogView::oddLines() {
  QFETCH(QByteArray, bytes);
  Fixture f;
  f.showSource(runOf({bytes.toStdString()}));
  QTEST(f.view->rowText(0), "shown");
  QVERIFY(!f.view->grab().isNull());
}

void TestLogView::hugeLinesAreCut() {
  Fixture f;
  f.showSource(runOf({std::string(100'000'000, 'x'), "after"}));
  QElapsedTimer timer;
  timer.start();
  QVERIFY(!f.view->grab().isNull());
  QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
  QVERIFY(f.view->rowText(0).size() < 10'000);
  QVERIFY(f.view->rowText(0).endsWith(QStringLiteral("bytes more)")));
  QCOMPARE(f.view->rowText(1), QStringLiteral("after"));
  timer.restart();
  QTest::keyClick(f.view, Qt::Key_Down);
  QTest::keyClick(f.view, Qt::Key_Up);
  f.view->setWrap(true);
  QVERIFY(!f.view->grab().isNull());
  QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
  timer.restart();
  const QString copied = f.view->copyText(false);
  QVERIFY(copied.size() > 1'000'000 && copied.size() < 1'100'000);
  QVERIFY(copied.endsWith(QStringLiteral("bytes more)\n")));                // what is cut says so
  QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
}

// To its end, in the background.
void TestLogView::hugeLinesAreSearched() {
  std::string line(100'000'000, 'x');
  line += "needle";
  Fixture f;
  f.showSource(runOf({line, "after"}));
  SearchQuery query;
  query.text = QStringLiteral("needle$");
  QElapsedTimer timer;
  timer.start();
  f.search.start(query);
  QVERIFY2(timer.elapsed() < 100, qPrintable(QString::number(timer.elapsed())));
  QTRY_VERIFY_WITH_TIMEOUT(!f.search.isRunning(), 30'000);
  QCOMPARE(f.search.hits().total(), std::uint64_t{1});
  QVERIFY(f.search.isComplete());
}

// Counts what is read of the text while the view paints.
class CountingSource : public input::ByteSource {
 public:
  explicit CountingSource(std::shared_ptr<const input::ByteSource> inner) : m_inner(std::move(inner)) {}
  std::uint64_t size() const noexcept override { return m_inner->size(); }
  base::Result<std::string_view> view(input::ByteRange range, input::Scratch& scratch) const override {
    m_bytes += range.size();
    return m_inner->view(range, scratch);
  }
  mutable std::uint64_t m_bytes = 0;

 private:
  std::shared_ptr<const input::ByteSource> m_inner;
};

void TestLogView::onlyTheRowsOnScreenAreRead() {
  model::Run run = *longRun(100'000);
  auto text = std::make_shared<model::SourceText>(*run.sources[0].text);
  const auto counting = std::make_shared<CountingSource>(text->bytes);
  text->bytes = counting;
  run.sources[0].text = text;
  Fixture f;
  f.showSource(test::shared(std::move(run)));
  QVERIFY(!f.view->grab().isNull());
  f.view->verticalScrollBar()->setValue(50'000);
  QVERIFY(!f.view->grab().isNull());
  QVERIFY2(counting->m_bytes < 10'000, qPrintable(QString::number(counting->m_bytes)));
}

QTEST_MAIN(TestLogView)
#include "tst_log_view.moc"
