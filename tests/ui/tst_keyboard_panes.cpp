// SPDX-License-Identifier: Apache-2.0
// Every pane is reached and left without a mouse, and shows that it has the keyboard.
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

}  // namespace

class TestKeyboardPanes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyPaneIsReached();
  void theFocusShows();

 private:
  QTemporaryDir m_home;
};

void TestKeyboardPanes::initTestCase() {
  qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.path());
  applyTheme(*qApp, ThemeKind::light);
}

void TestKeyboardPanes::everyPaneIsReached() {
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
void TestKeyboardPanes::theFocusShows() {
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

QTEST_MAIN(TestKeyboardPanes)
#include "tst_keyboard_panes.moc"
