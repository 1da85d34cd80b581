// SPDX-License-Identifier: Apache-2.0
// The window as people use it: it opens on the answer, everything is linked, nothing overlaps or is too small to read.
#include "tests/ui/overlaps.h"
#include "tests/ui/window.h"
#include "ui/logview/log_pane.h"
#include "ui/models/findings_model.h"
#include "ui/models/keymap.h"
#include "ui/models/pane_commands.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/strips.h"
#include "ui/panels/verdict_strip.h"
#include "ui/search/search_box.h"
#include "ui/shell/keys_sheet.h"
#include "ui/timeline/timeline_pane.h"

#include <QAction>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

struct Shown {
  MainWindow window;
  explicit Shown(QSize size = {1280, 720}) {
    window.resize(size);
    window.show();
  }
};

QByteArray manyLines() {
  QByteArray lines;
  for (int i = 0; i < 400'000; ++i)
    lines += "[rank0]: a line of a log that takes a while to read " + QByteArray::number(i) + '\n';
  return lines;
}

QString write(const QTemporaryDir& folder, const char* name, const QByteArray& bytes) {
  const QString path = folder.filePath(QLatin1String(name));
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write(bytes);
  return path;
}

}  // namespace

class TestWindow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void startsWithAWordAndNoDocks();
  void opensOnTheAnswer();
  void partialRunsSayNoVerdict();
  void aLongVerdictLeavesRoomForTheLanes();
  void aCardMovesTimelineAndText();
  void aLineMovesTheSelection();
  void keysWalkFindings();
  void escapeStepsOut();
  void paneKeysCycle();
  void everyActionIsACommand();
  void opensFilesInTheBackground();
  void droppedThingsAreOneRun();
  void unreadablePathsAreSaid();
  void cancelWhileLoading();
  void closeWhileLoading();
  void openingAgainDropsTheFirst();
  void exportWritesAPicture();
  void exportSaysWhatFailed();
  void looksRight_data();
  void looksRight();
};

void TestWindow::initTestCase() { applyTheme(*qApp, ThemeKind::light); }

void TestWindow::startsWithAWordAndNoDocks() {
  Shown shown;
  QVERIFY(shown.window.showsStartPage());
  for (const QDockWidget* dock : shown.window.findChildren<QDockWidget*>()) QVERIFY(!dock->isVisible());
  QVERIFY(!shown.window.verdict()->isVisible());
  QVERIFY(!shown.window.action("file.export")->isEnabled());
}

void TestWindow::opensOnTheAnswer() {
  Shown shown;
  const auto run = test::shared(test::recoveredRun());
  test::feed(shown.window, run);
  QVERIFY(!shown.window.showsStartPage());
  QCOMPARE(shown.window.verdict()->badge(), QStringLiteral("RECOVERED"));
  QVERIFY(shown.window.verdict()->headline().contains(QStringLiteral("CUDA failure 999")));
  QCOMPARE(shown.window.state()->selection().finding, run->firstFailure);
  QCOMPARE(shown.window.findings()->currentIndex().row(), static_cast<int>(*run->firstFailure));
  const LogView* text = shown.window.text()->view();
  QVERIFY(text->viewport()->rect().contains(text->rowRect(*text->currentRow())));
}

void TestWindow::partialRunsSayNoVerdict() {
  Shown shown;
  model::Run partial = test::recoveredRun();
  partial.complete = false;
  test::feed(shown.window, test::shared(std::move(partial)));
  QVERIFY(shown.window.loading()->isVisible());
  QVERIFY(shown.window.verdict()->badge().isEmpty());
  for (const QLabel* label : shown.window.verdict()->findChildren<QLabel*>()) {
    QVERIFY(!label->isVisible() || !label->text().contains(QStringLiteral("fail"), Qt::CaseInsensitive));
  }
  QCOMPARE(shown.window.findings()->model()->rowCount(), 0);
}

void TestWindow::aLongVerdictLeavesRoomForTheLanes() {
  constexpr int kHighest = 150;
  Shown shown;
  test::feed(shown.window, test::shared(test::recoveredRun()));
  model::Run run = test::recoveredRun();
  QVERIFY(!run.notEstablished.empty());
  for (int rank = 0; rank < 400; ++rank) run.notEstablished[0].text += ", rank " + std::to_string(rank);
  test::feed(shown.window, test::shared(std::move(run)));
  bool saysAll = false;
  for (const QLabel* label : shown.window.verdict()->findChildren<QLabel*>()) {
    if (!label->isVisible() || !label->hasHeightForWidth()) continue;
    QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text().left(40)));   // not squeezed
    saysAll = saysAll || label->toolTip().contains(QStringLiteral("rank 399"));
  }
  QVERIFY(saysAll);
  QVERIFY(shown.window.verdict()->height() < kHighest);
}

void TestWindow::aCardMovesTimelineAndText() {
  Shown shown;
  const auto run = test::shared(test::recoveredRun());
  test::feed(shown.window, run);
  shown.window.state()->setRange({run->findings[0].time.earliest, run->findings[0].time.latest});
  FindingsPanel* cards = shown.window.findings();
  const QModelIndex card = cards->model()->index(1, 0);
  cards->scrollTo(card);
  QTest::mouseClick(cards->viewport(), Qt::LeftButton, {}, cards->visualRect(card).center());
  QCOMPARE(shown.window.state()->selection().finding, std::optional<std::uint32_t>(1));
  const TimeRange range = shown.window.state()->range();
  QVERIFY(range.begin <= run->findings[1].time.utc && run->findings[1].time.utc < range.end);
  LogView* text = shown.window.text()->view();
  QCOMPARE(text->rowText(*text->currentRow()), QString::fromStdString(run->findings[1].evidence.front().text));
}

void TestWindow::aLineMovesTheSelection() {
  Shown shown;
  test::feed(shown.window, test::shared(test::recoveredRun()));
  LogView* text = shown.window.text()->view();
  const std::size_t row = text->visibleRows().first;
  QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, text->rowRect(row).center());
  QCOMPARE(*shown.window.state()->selection().line, *text->lineAt(row));
  QVERIFY(!shown.window.state()->selection().finding);
  QVERIFY(!shown.window.findings()->currentIndex().isValid());
}

void TestWindow::keysWalkFindings() {
  Shown shown;
  QVERIFY(QTest::qWaitForWindowActive(&shown.window));
  test::feed(shown.window, test::shared(test::recoveredRun()));
  QTest::keyClick(shown.window.timeline()->view(), Qt::Key_E);
  QCOMPARE(shown.window.state()->selection().finding, std::optional<std::uint32_t>(1));
  QTest::keyClick(shown.window.timeline()->view(), Qt::Key_E, Qt::ShiftModifier);
  QTest::keyClick(shown.window.timeline()->view(), Qt::Key_E, Qt::ShiftModifier);
  QCOMPARE(shown.window.state()->selection().finding, std::optional<std::uint32_t>(4));
}

void TestWindow::escapeStepsOut() {
  Shown shown;
  QVERIFY(QTest::qWaitForWindowActive(&shown.window));
  test::feed(shown.window, test::shared(test::recoveredRun()));
  shown.window.action("help.keys")->trigger();
  const KeysSheet* sheet = shown.window.findChild<KeysSheet*>();
  QVERIFY(sheet->isVisible());
  QTest::keyClick(&shown.window, Qt::Key_Escape);
  QVERIFY(!sheet->isVisible());
  shown.window.action("find.open")->trigger();
  QTest::keyClicks(shown.window.searchBox()->field(), QStringLiteral("x"));
  QTest::keyClick(shown.window.searchBox()->field(), Qt::Key_Return);
  QVERIFY(shown.window.dock("search")->isVisible());
  QTest::keyClick(&shown.window, Qt::Key_Escape);
  QVERIFY(!shown.window.dock("search")->isVisible());
  shown.window.timeline()->view()->setFocus();
  QTest::keyClick(shown.window.timeline()->view(), Qt::Key_Escape);
  QVERIFY(shown.window.state()->range().begin <= shown.window.state()->span().begin);
}

void TestWindow::paneKeysCycle() {
  Shown shown;
  QVERIFY(QTest::qWaitForWindowActive(&shown.window));
  test::feed(shown.window, test::shared(test::recoveredRun()));
  const QWidget* first = QApplication::focusWidget();
  QSet<const QWidget*> visited{first};
  for (int i = 0; i < 12; ++i) {
    shown.window.action("pane.next")->trigger();
    visited.insert(QApplication::focusWidget());
  }
  QVERIFY(visited.contains(shown.window.text()->view()));
  QVERIFY(visited.contains(shown.window.findings()));
  QVERIFY(visited.size() >= 4);
}

void TestWindow::everyActionIsACommand() {
  Shown shown;
  QStringList handled;
  for (const PaneCommands* pane : shown.window.findChildren<PaneCommands*>()) handled << pane->ids();
  for (const Command& command : commandTable()) {
    QVERIFY2(command.paneHandles == handled.contains(QLatin1String(command.id)) || isFixed(command), command.id);
    QVERIFY2((shown.window.action(command.id) != nullptr) != command.paneHandles, command.id);
    for (const QKeySequence& key : commandKeys(command))
      QVERIFY2(!key.isEmpty() && key[0].key() != Qt::Key_unknown, command.id);
  }
}

void TestWindow::opensFilesInTheBackground() {
  QTemporaryDir folder;
  const QString path = write(folder, "job.txt", "2026-03-14T09:00:00.0000000Z start\n2026-03-14T09:00:01.0000000Z end\n");
  Shown shown;
  QSignalSpy done(&shown.window, &MainWindow::runShown);
  shown.window.openPaths({path});
  QVERIFY(shown.window.loading()->isVisible());
  QVERIFY(done.wait(10'000));
  QVERIFY(!shown.window.loading()->isVisible());
  QVERIFY(!shown.window.showsStartPage());
  QCOMPARE(shown.window.state()->run()->sources.size(), std::size_t{1});
  QCOMPARE(shown.window.state()->run()->sources[0].text->lineCount(), 2u);
}

void TestWindow::droppedThingsAreOneRun() {
  QTemporaryDir folder;
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(write(folder, "a.log", "one\n")), QUrl::fromLocalFile(write(folder, "b.log", "two\n"))});
  Shown shown;
  QSignalSpy done(&shown.window, &MainWindow::runShown);
  QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&shown.window, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&shown.window, &drop);
  QVERIFY(done.wait(10'000));
  QCOMPARE(shown.window.state()->run()->inputs.size(), std::size_t{2});
}

void TestWindow::unreadablePathsAreSaid() {
  QTemporaryDir folder;
  const QString good = write(folder, "good.log", "a line\n");
  Shown shown;
  QSignalSpy done(&shown.window, &MainWindow::runShown);
  shown.window.openPaths({good, folder.filePath(QStringLiteral("missing.zip"))});
  QVERIFY(done.wait(10'000));
  QCOMPARE(shown.window.notices()->sentences().size(), 1);
  QVERIFY(shown.window.notices()->sentences().front().contains(QStringLiteral("missing.zip")));
  QVERIFY(shown.window.notices()->isVisible());

  QSignalSpy failed(shown.window.controller(), &SessionController::failed);
  shown.window.openPaths({folder.filePath(QStringLiteral("nothing.zip"))});
  QVERIFY(failed.wait(10'000));
  QVERIFY(shown.window.showsStartPage());
  QVERIFY(shown.window.notices()->sentences().front().contains(QStringLiteral("nothing.zip")));
}

void TestWindow::cancelWhileLoading() {
  QTemporaryDir folder;
  const QString path = write(folder, "long.log", manyLines());
  Shown shown;
  QSignalSpy cancelled(shown.window.controller(), &SessionController::cancelled);
  QSignalSpy done(shown.window.controller(), &SessionController::finished);
  shown.window.openPaths({path});
  Q_EMIT shown.window.loading()->cancelRequested();
  QTRY_VERIFY_WITH_TIMEOUT(cancelled.count() + done.count() == 1, 10'000);
  QCOMPARE(cancelled.count(), 1);
  QVERIFY(!shown.window.loading()->isVisible());
  QVERIFY(!shown.window.controller()->isReading());
}

void TestWindow::closeWhileLoading() {
  QTemporaryDir folder;
  const QString path = write(folder, "long.log", manyLines());
  for (int wait : {0, 1, 20}) {
    Shown shown;
    shown.window.openPaths({path});
    QTest::qWait(wait);
    shown.window.close();
  }
}

void TestWindow::openingAgainDropsTheFirst() {
  QTemporaryDir folder;
  const QString first = write(folder, "first.log", manyLines());
  const QString second = write(folder, "second.log", "only line\n");
  Shown shown;
  QSignalSpy done(&shown.window, &MainWindow::runShown);
  shown.window.openPaths({first});
  shown.window.openPaths({second});
  QVERIFY(done.wait(10'000));
  QTest::qWait(100);
  QCOMPARE(done.count(), 1);
  QCOMPARE(shown.window.state()->run()->sources.size(), std::size_t{1});
  QCOMPARE(shown.window.state()->run()->sources[0].path, std::string("second.log"));
}

void TestWindow::exportWritesAPicture() {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("picture.png"));
  Shown shown;
  test::feed(shown.window, test::shared(test::recoveredRun()));
  QSignalSpy exported(&shown.window, &MainWindow::exported);
  shown.window.exportTo(path);
  QVERIFY(exported.wait(20'000));
  QVERIFY(!QImage(path).isNull());
}

void TestWindow::exportSaysWhatFailed() {
  Shown shown;
  test::feed(shown.window, test::shared(test::recoveredRun()));
  shown.window.exportTo(QStringLiteral("/no/such/folder/picture.png"));
  QTRY_COMPARE(shown.window.notices()->sentences().size(), 1);
}

void TestWindow::looksRight_data() {
  QTest::addColumn<QSize>("size");
  QTest::addColumn<bool>("dark");
  QTest::newRow("small light") << QSize(1280, 720) << false;
  QTest::newRow("small dark") << QSize(1280, 720) << true;
  QTest::newRow("large light") << QSize(2560, 1440) << false;
  QTest::newRow("large dark") << QSize(2560, 1440) << true;
}

void TestWindow::looksRight() {
  QFETCH(QSize, size);
  QFETCH(bool, dark);
  applyTheme(*qApp, dark ? ThemeKind::dark : ThemeKind::light);
  Shown shown(size);
  test::feed(shown.window, test::shared(test::recoveredRun()));
  QTest::qWait(50);
  QCOMPARE(shown.window.size(), size);
  QVERIFY(!shown.window.grab().isNull());
  QCOMPARE(test::overlaps(shown.window).join(QLatin1Char('\n')), QString());
  for (const QWidget* widget : shown.window.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    QVERIFY2(QFontInfo(widget->font()).pixelSize() >= kSmallestPixelSize, widget->metaObject()->className());
  }
  // A label that does not fit would be cut.
  for (const QLabel* label : shown.window.findChildren<QLabel*>()) {
    if (!label->isVisible() || label->wordWrap() || label->text().isEmpty()) continue;
    QVERIFY2(label->sizeHint().width() <= label->width() || label->minimumSizeHint().width() <= 40, qPrintable(label->text()));
  }
  applyTheme(*qApp, ThemeKind::light);
}

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
