// SPDX-License-Identifier: Apache-2.0
// The three jobs from start to end without a mouse: open an artifact and see what died; compare it with a run that passed; a picture and a
// text for the issue. Every step asserts what a person would see.
#include "tests/ui/keyboard.h"
#include "tests/ui/shown_run.h"
#include "tests/ui/training_runs.h"
#include "ui/compare/difference_panel.h"
#include "ui/compare/paired_pane.h"
#include "ui/compare/paired_text_pane.h"
#include "ui/export/export_sheet.h"
#include "ui/logview/log_pane.h"
#include "ui/models/notes_text.h"
#include "ui/panels/notes_panel.h"
#include "ui/panels/verdict_strip.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QImageReader>
#include <QMimeData>
#include <QSettings>
#include <QPushButton>

using namespace lanescope;
using namespace lanescope::ui;
using lanescope::test::Keyboard;
using lanescope::test::kPatienceMs;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

// The program as it stands after its start.
struct Desk {
  MainWindow window;
  Keyboard keys{&window};
  QSignalSpy shown{&window, &MainWindow::runShown};
  Desk() {
    window.resize(1280, 720);
    window.show();
    if (!QTest::qWaitForWindowActive(&window)) qFatal("the window is not active");
  }
  bool openFolder(const QString& path) {
    keys.press(Qt::Key_O, Qt::ControlModifier | Qt::AltModifier);
    return keys.answer(path) && (shown.count() > 0 || shown.wait(kPatienceMs));
  }
  ViewState* state() const { return window.state(); }
  const model::Run& run() const { return *window.state()->run(); }
  LogView* text() const { return window.text()->view(); }
  TimelineView* timeline() const { return window.timeline()->view(); }
  QString currentLine() const { return text()->currentRow() ? text()->rowText(*text()->currentRow()) : QString(); }
  QString currentLane() const { return timeline()->focusedRow() ? timeline()->rowName(*timeline()->focusedRow()) : QString(); }
};

QByteArray bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestKeyboardJobs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void seesWhatDied();
  void comparesWithAPass();
  void takesPictureAndText();
  void everyPaneIsReached();
  void theFocusShows();

 private:
  QTemporaryDir m_home;
};

void TestKeyboardJobs::initTestCase() {
  qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.path());
  applyTheme(*qApp, ThemeKind::light);
}

void TestKeyboardJobs::seesWhatDied() {
  LogFolder folder;
  test::writeIncident(folder);
  Desk desk;
  QVERIFY(desk.window.showsStartPage());
  QVERIFY(desk.openFolder(qs(folder.path())));
  // The answer, without a further key.
  QVERIFY(desk.window.verdict()->headline().contains(QStringLiteral("test_one failed on rank 1")));
  QVERIFY(desk.currentLine().contains(QStringLiteral("test_one FAILED")));
  QVERIFY(desk.currentLane().contains(QStringLiteral("rank 1")));
  QCOMPARE(desk.state()->selection().finding, desk.run().firstFailure);
  // What followed, and back.
  desk.keys.press(Qt::Key_E);
  QVERIFY(desk.state()->selection().finding != desk.run().firstFailure);
  desk.keys.press(Qt::Key_E, Qt::ShiftModifier);
  QCOMPARE(desk.state()->selection().finding, desk.run().firstFailure);
  // Its line.
  desk.keys.press(Qt::Key_Return);
  QVERIFY(desk.text()->hasFocus());
  QVERIFY(desk.currentLine().contains(QStringLiteral("test_one FAILED")));
  // The other rank's lane, and its text.
  desk.keys.press(Qt::Key_Escape);
  QVERIFY(desk.timeline()->hasFocus());
  QVERIFY(desk.keys.pressUntil([&] { return desk.currentLane().startsWith(QStringLiteral("rank 0")); }, Qt::Key_Up));
  QVERIFY(desk.window.text()->title().contains(QStringLiteral("rank 0")));
  QVERIFY(desk.keys.pressUntil([&] { return desk.state()->selection().finding && desk.state()->selection().lane && desk.run().lanes[desk.state()->selection().lane->value].rank == 0; }, Qt::Key_E));
  desk.keys.press(Qt::Key_Return);
  QVERIFY(desk.text()->hasFocus());
  QVERIFY(desk.keys.pressUntil([&] { return desk.currentLine().contains(QStringLiteral("shapes do not match")); }, Qt::Key_Down));
  // A note on it.
  desk.keys.press(Qt::Key_M, Qt::ShiftModifier);
  desk.keys.type(QStringLiteral("E and M are letters here"));
  desk.keys.press(Qt::Key_Return);
  QTRY_COMPARE(desk.state()->notes().size(), 1u);
  QTRY_COMPARE(QString::fromStdString(desk.state()->notes()[0].text), QStringLiteral("E and M are letters here"));
  QVERIFY(desk.window.notes()->isVisible());
  // Several lines marked, walked, taken back.
  QVERIFY(desk.keys.goToPane(desk.text()));
  desk.keys.press(Qt::Key_Home);
  desk.keys.press(Qt::Key_Down, Qt::ShiftModifier);
  desk.keys.press(Qt::Key_M);
  QCOMPARE(desk.state()->notes().size(), 3u);
  desk.keys.press(Qt::Key_BracketRight);
  const auto walked = noteAt(*desk.state());
  QVERIFY(walked);
  desk.keys.press(Qt::Key_BracketRight);
  QVERIFY(noteAt(*desk.state()) != walked);
  QVERIFY(desk.keys.pressUntil([&] { return desk.state()->notes().size() == 1; }, Qt::Key_Z, Qt::ControlModifier, 1));
}

void TestKeyboardJobs::comparesWithAPass() {
  LogFolder failing, passing;
  test::writeTraining(failing, true);
  test::writeTraining(passing, false);
  Desk desk;
  QVERIFY(desk.openFolder(qs(failing.path())));
  QSignalSpy compared(&desk.window, &MainWindow::compared);
  QVERIFY(desk.keys.choose(Qt::Key_C, desk.window.action("file.compareFolder")));
  QVERIFY(desk.keys.answer(qs(passing.path())));
  QVERIFY(compared.wait(kPatienceMs));
  QVERIFY(desk.window.isComparing());
  QVERIFY(desk.window.differences()->isVisible());
  // The first difference is shown; the next ones.
  CompareState* const state = desk.window.comparison();
  QTRY_VERIFY(state->result() && !state->result()->partial);
  QTRY_VERIFY(desk.window.differences()->position().startsWith(QStringLiteral("difference 1 of")));
  desk.keys.press(Qt::Key_F8);
  QVERIFY(desk.window.differences()->position().startsWith(QStringLiteral("difference 2 of")));
  desk.keys.press(Qt::Key_F8, Qt::ShiftModifier);
  QVERIFY(desk.keys.goToPane(desk.window.differences()));
  desk.keys.press(Qt::Key_N);
  QVERIFY(desk.window.differences()->position().startsWith(QStringLiteral("difference 2 of")));
  desk.keys.press(Qt::Key_N, Qt::ShiftModifier);
  const QString first = desk.window.differences()->list()->currentIndex().siblingAtColumn(0).data(Qt::AccessibleTextRole).toString();
  QVERIFY2(!first.isEmpty(), "a difference says nothing to a screen reader");
  // One that does not matter.
  compared.clear();
  QVERIFY(desk.keys.pressUntil([&] { return state->current() && state->current()->kind == DifferenceKind::message; }, Qt::Key_N));
  QVERIFY(desk.keys.choose(Qt::Key_C, desk.window.action("compare.ignore")));
  QVERIFY(compared.wait(kPatienceMs));
  QTRY_VERIFY(desk.window.differences()->footer().contains(QStringLiteral("1 ignored")));
  // The other way round, and closed.
  const bool swapped = state->isSwapped();
  compared.clear();
  desk.keys.press(Qt::Key_X);
  QVERIFY(compared.wait(kPatienceMs));
  QCOMPARE(state->isSwapped(), !swapped);
  desk.keys.press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(!desk.window.isComparing());
  QVERIFY(desk.window.verdict()->isVisible());
  QVERIFY(desk.keys.goToPane(desk.timeline()));
}

void TestKeyboardJobs::takesPictureAndText() {
  LogFolder folder;
  QTemporaryDir out;
  test::writeIncident(folder);
  Desk desk;
  QVERIFY(desk.openFolder(qs(folder.path())));
  // Both at once.
  const auto hasImage = [] { return QGuiApplication::clipboard()->mimeData() && QGuiApplication::clipboard()->mimeData()->hasImage(); };
  QVERIFY(!hasImage());
  desk.keys.press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  QTRY_VERIFY_WITH_TIMEOUT(hasImage(), kPatienceMs);
  QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("illegal memory access")));
  // The sheet: a size, what is replaced, a picture in a file.
  desk.keys.press(Qt::Key_E, Qt::ControlModifier);
  ExportSheet* const sheet = desk.window.exportSheet();
  QVERIFY(sheet);
  sheet->activateWindow();                       // as a window manager does
  QTRY_VERIFY(sheet->isActiveWindow());
  const auto isNamed = [](const char* name) { return [name](const QWidget* widget) { return widget->accessibleName() == QLatin1String(name); }; };
  QVERIFY(desk.keys.tabTo(isNamed("Size")));
  desk.keys.press(Qt::Key_Down);
  QCOMPARE(sheet->choice().size, QSize(1920, 1080));
  const bool hosts = sheet->redacted().has(report::RedactKind::hosts);
  QVERIFY(desk.keys.tabTo([](const QWidget* widget) {
    const auto* box = qobject_cast<const QCheckBox*>(widget);
    return box != nullptr && box->text().startsWith(QStringLiteral("Host names"));
  }));
  desk.keys.press(Qt::Key_Space);
  QCOMPARE(sheet->redacted().has(report::RedactKind::hosts), !hosts);
  QTRY_VERIFY_WITH_TIMEOUT(!sheet->isBusy() && !sheet->bytes().isEmpty(), kPatienceMs);
  const auto isSave = [](const QWidget* widget) {
    const auto* button = qobject_cast<const QPushButton*>(widget);
    return button != nullptr && button->text() == QStringLiteral("Save…");
  };
  const auto saveAs = [&](const QString& path) {
    QSignalSpy saved(sheet, &ExportSheet::saved);
    if (!desk.keys.tabTo(isSave)) return false;
    desk.keys.press(Qt::Key_Space);
    return desk.keys.answer(path) && (saved.count() > 0 || saved.wait(kPatienceMs));
  };
  QVERIFY(saveAs(out.filePath(QStringLiteral("picture.png"))));
  QCOMPARE(QImageReader(out.filePath(QStringLiteral("picture.png"))).size(), QSize(1920, 1080));
  QVERIFY(QTest::qWaitForWindowActive(sheet));
  QVERIFY(desk.keys.tabTo(isNamed("Format")));
  QVERIFY(desk.keys.pressUntil([&] { return sheet->format() == ExportFormat::markdown; }, Qt::Key_Down));
  QTRY_VERIFY_WITH_TIMEOUT(!sheet->isBusy() && !sheet->bytes().isEmpty(), kPatienceMs);
  QVERIFY(saveAs(out.filePath(QStringLiteral("text.md"))));
  QVERIFY(bytesOf(out.filePath(QStringLiteral("text.md"))).contains("illegal memory access"));
  desk.keys.press(Qt::Key_Escape);
  QVERIFY(!sheet->isVisible());
}

void TestKeyboardJobs::everyPaneIsReached() {
  LogFolder folder;
  test::writeIncident(folder);
  Desk desk;
  QVERIFY(desk.openFolder(qs(folder.path())));
  for (const char* name : {"outline", "findings", "incident", "inspector", "text", "ranks", "tests", "sources", "notes"}) {
    QDockWidget* const dock = desk.window.dock(name);
    dock->raise();
    QTest::qWait(20);
    QVERIFY2(desk.keys.goToPane(dock), name);
  }
  QVERIFY(desk.keys.goToPane(desk.timeline()));
  // Tab leaves every pane, too: none keeps the focus for itself.
  for (const char* name : {"findings", "inspector", "ranks", "tests", "sources", "notes", "text"}) {
    QDockWidget* const dock = desk.window.dock(name);
    dock->raise();
    QTest::qWait(20);
    QVERIFY2(desk.keys.goToPane(dock), name);
    QVERIFY2(desk.keys.pressUntil([dock] { return !dock->isAncestorOf(QApplication::focusWidget()); }, Qt::Key_Tab, Qt::NoModifier, 12), name);
  }
}

// A pane with the focus looks otherwise than without it.
void TestKeyboardJobs::theFocusShows() {
  LogFolder folder;
  test::writeIncident(folder);
  Desk desk;
  QVERIFY(desk.openFolder(qs(folder.path())));
  QStringList alike;
  for (const char* name : {"outline", "findings", "incident", "inspector", "text", "ranks", "tests", "sources"}) {
    QDockWidget* const dock = desk.window.dock(name);
    dock->raise();
    QTest::qWait(50);
    QVERIFY(desk.keys.goToPane(desk.timeline()));
    QTest::qWait(20);
    const QImage without = dock->grab().toImage();
    QVERIFY2(desk.keys.goToPane(dock), name);
    QTest::qWait(20);
    if (dock->grab().toImage() == without) alike << QLatin1String(name);
  }
  QVERIFY2(alike.isEmpty(), qPrintable(alike.join(QStringLiteral(", "))));
}

QTEST_MAIN(TestKeyboardJobs)
#include "tst_keyboard_jobs.moc"
