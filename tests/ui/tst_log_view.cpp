// SPDX-License-Identifier: Apache-2.0
// The log text: rows against a naive merge, finding, choosing, copying, and lines that are too long for anybody.
#include "core/clock/line_time.h"
#include "tests/support/run_builder.h"
#include "tests/support/sample_runs.h"
#include "ui/logview/log_pane.h"

#include <QLineEdit>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

// One source with `lines` lines "line 1", "line 2" ...; every hundredth also says "needle".
std::shared_ptr<const model::Run> longRun(int lines) {
  test::RunBuilder builder("long", "long.zip");
  const model::SourceId source = builder.addSource("long.log", model::Layout::other, model::Stream::both);
  for (int i = 1; i <= lines; ++i) builder.addLine(source, "line " + std::to_string(i) + (i % 100 == 0 ? " Needle" : ""));
  return test::shared(builder.finish());
}

std::shared_ptr<const model::Run> runOf(const std::vector<std::string>& lines) {
  test::RunBuilder builder("odd", "odd.zip");
  const model::SourceId source = builder.addSource("odd.log", model::Layout::other, model::Stream::both);
  for (const std::string& line : lines) builder.addLine(source, line);
  return test::shared(builder.finish());
}

struct Fixture {
  ViewState state;
  LogPane pane{&state};
  LogView* view = pane.view();
  void show(std::shared_ptr<const model::Run> run, ViewState::TextScope scope) {
    state.setRun(std::move(run), true);
    state.setTextScope(scope);
    pane.resize(900, 400);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
  }
  void showSource(std::shared_ptr<const model::Run> run) { show(std::move(run), {{}, model::SourceId{0}}); }
  void click(std::size_t row, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(view->viewport(), Qt::LeftButton, modifiers, view->rowRect(row).center());
  }
};

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
  void theSelectionIsFollowed();
  void keysWalk();
  void findCounts_data();
  void findCounts();
  void findWalksAndWraps();
  void aNewSearchDropsTheOld();
  void closingWhileSearching();
  void copyHasProvenance();
  void copyOfSeveralFiles();
  void oddLines_data();
  void oddLines();
  void hugeLinesAreCut();
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
    const LineList list = LineList::ofMerged(sources, merged);
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

void TestLogView::findCounts_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("matchCase");
  QTest::addColumn<int>("hits");
  QTest::newRow("every line") << QStringLiteral("line") << true << 2000;
  QTest::newRow("either case") << QStringLiteral("nEEDLE") << false << 20;
  QTest::newRow("matching case") << QStringLiteral("needle") << true << 0;
  QTest::newRow("a number") << QStringLiteral("line 77") << true << 11;
  QTest::newRow("nothing") << QStringLiteral("zebra") << false << 0;
}

void TestLogView::findCounts() {
  QFETCH(QString, text);
  QFETCH(bool, matchCase);
  Fixture f;
  f.showSource(longRun(2000));
  f.view->find(text, matchCase);
  QTRY_VERIFY(!f.view->finder().isRunning());
  QTEST(static_cast<int>(f.view->finder().hits().size()), "hits");
}

void TestLogView::findWalksAndWraps() {
  Fixture f;
  f.showSource(longRun(300));
  f.pane.openFind();
  QTest::keyClicks(f.pane.findField(), QStringLiteral("needle"));
  QTRY_COMPARE(f.view->finder().hits().size(), std::size_t{3});
  QTRY_VERIFY(!f.view->finder().isRunning());
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(99));
  QCOMPARE(f.pane.findCountText(), QStringLiteral("1 of 3 lines"));
  QTest::keyClick(f.pane.findField(), Qt::Key_Return);
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(199));
  QTest::keyClick(f.view, Qt::Key_N);
  QTest::keyClick(f.view, Qt::Key_N);
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(99));
  QTest::keyClick(f.view, Qt::Key_N, Qt::ShiftModifier);
  QCOMPARE(f.view->currentRow(), std::optional<std::size_t>(299));
  QTest::keyClick(f.pane.findField(), Qt::Key_Escape);
  QVERIFY(!f.pane.isFindOpen());
  QVERIFY(f.view->finder().hits().empty());
}

void TestLogView::aNewSearchDropsTheOld() {
  Fixture f;
  f.showSource(longRun(20'000));
  f.view->find(QStringLiteral("line"), false);
  f.view->find(QStringLiteral("needle"), false);
  QTRY_VERIFY(!f.view->finder().isRunning());
  QTest::qWait(50);
  QCOMPARE(f.view->finder().hits().size(), std::size_t{200});
}

void TestLogView::closingWhileSearching() {
  const auto run = longRun(50'000);
  for (int i = 0; i < 20; ++i) {
    Fixture f;
    f.showSource(run);
    f.view->find(QStringLiteral("line"), false);
  }
}

void TestLogView::copyHasProvenance() {
  Fixture f;
  const auto run = test::shared(test::recoveredRun());
  f.show(run, {});
  f.state.showAnswer();
  const model::Evidence& evidence = run->findings[0].evidence.front();
  const QStringList lines = f.view->copyText(true).split(QLatin1Char('\n'));
  const QString place =
      QStringLiteral("%1:%2").arg(QString::fromStdString(run->source(evidence.source).path)).arg(evidence.line);
  for (const QString& part :
       {QString::fromStdString(run->name), place, QStringLiteral("rank 5"), QStringLiteral("2026-03-14 09:09:20")}) {
    QVERIFY2(lines[0].contains(part), qPrintable(lines[0]));
  }
  QCOMPARE(lines[1], QString::fromStdString(evidence.text));
  QCOMPARE(f.view->copyText(false).trimmed(), QString::fromStdString(evidence.text));
}

void TestLogView::copyOfSeveralFiles() {
  Fixture f;
  f.show(test::shared(test::recoveredRun()), {model::LaneId{5}, {}});
  QTest::keyClick(f.view, Qt::Key_End);
  QTest::keyClick(f.view, Qt::Key_Home, Qt::ShiftModifier);
  const QString block = f.view->copyText(true);
  QVERIFY(block.contains(QStringLiteral("/stdout.log:1-")));
  QVERIFY(block.contains(QStringLiteral("/stderr.log:1")));
  QCOMPARE(f.view->copyText(false).count(QLatin1Char('\n')), static_cast<int>(f.view->rowCount()));
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
