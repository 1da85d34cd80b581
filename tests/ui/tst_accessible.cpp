// SPDX-License-Identifier: Apache-2.0
// The window as assistive technology reads it: whatever takes the focus has a name and a role, rows of lists and lanes say what others see.
// (Events are not looked at: the offscreen platform sends none.)
#include "tests/ui/shown_run.h"
#include "tests/ui/training_runs.h"
#include "tests/ui/window.h"
#include "ui/compare/difference_panel.h"
#include "ui/export/export_sheet.h"
#include "ui/logview/log_pane.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/incident_panel.h"
#include "ui/panels/notes_panel.h"
#include "ui/panels/strips.h"
#include "ui/search/search_panel.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QSettings>
#include <QDockWidget>
#include <QTest>

using namespace lanescope;
using namespace lanescope::ui;
using lanescope::test::kPatienceMs;
using lanescope::test::LogFolder;
using lanescope::test::qs;
using lanescope::test::ShownRun;

namespace {

QString textOf(QAccessibleInterface* interface, QAccessible::Text kind = QAccessible::Name) { return interface ? interface->text(kind) : QString(); }

// What can take the focus and is there, but says nothing of itself.
QStringList nameless(const QWidget* window) {
  QStringList found;
  for (QWidget* each : window->findChildren<QWidget*>()) {
    const bool reached = each->isVisible() && each->isEnabled() && each->focusPolicy() != Qt::NoFocus && each->focusProxy() == nullptr;
    if (!reached || each->window() != window) continue;
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(each);
    const bool plain = interface == nullptr || interface->role() == QAccessible::NoRole || interface->role() == QAccessible::Client;
    if (!plain && !textOf(interface).isEmpty()) continue;
    found << QStringLiteral("%1 '%2' in %3: role %4, name '%5'").arg(QLatin1String(each->metaObject()->className()), each->objectName(), QLatin1String(each->parentWidget()->metaObject()->className())).arg(interface ? interface->role() : 0).arg(textOf(interface));
  }
  return found;
}

}  // namespace

class TestAccessible : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everythingHasAName();
  void everythingHasANameInAComparison();
  void lanesAreATable();
  void namesFollowTheState();
  void linesAreReadOneByOne();
  void rowsOfListsSayWhatOthersSee();
  void differencesAreRead();

 private:
  QTemporaryDir m_home;
};

void TestAccessible::initTestCase() {
  qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.path());
  applyTheme(*qApp, ThemeKind::light);
}

void TestAccessible::everythingHasAName() {
  LogFolder folder;
  test::writeIncident(folder);
  MainWindow start;
  start.resize(1280, 720);
  start.show();
  QTest::qWait(20);
  QVERIFY2(nameless(&start).isEmpty(), qPrintable(nameless(&start).join(QLatin1Char(10))));
  ShownRun shown(folder);
  shown.window.action("timeline.lanes")->trigger();
  shown.window.action("find.open")->trigger();
  shown.press(Qt::Key_M);
  for (const char* name : {"outline", "findings", "incident", "inspector", "text", "search", "ranks", "tests", "sources", "notes"}) {
    shown.window.dock(name)->raise();
    QTest::qWait(20);
    QVERIFY2(nameless(&shown.window).isEmpty(), qPrintable(nameless(&shown.window).join(QLatin1Char(10))));
  }
  shown.window.openExportSheet();
  QTest::qWait(20);
  QVERIFY2(nameless(shown.window.exportSheet()).isEmpty(), qPrintable(nameless(shown.window.exportSheet()).join(QLatin1Char(10))));
}

void TestAccessible::everythingHasANameInAComparison() {
  LogFolder failing, passing;
  test::writeTraining(failing, true);
  test::writeTraining(passing, false);
  ShownRun shown(failing);
  QSignalSpy compared(&shown.window, &MainWindow::compared);
  shown.window.comparePaths({qs(passing.path())});
  QVERIFY(compared.wait(kPatienceMs));
  QTest::qWait(50);
  QVERIFY2(nameless(&shown.window).isEmpty(), qPrintable(nameless(&shown.window).join(QLatin1Char(10))));
}

void TestAccessible::lanesAreATable() {
  LogFolder folder;
  test::writeIncident(folder);
  ShownRun shown(folder);
  QAccessibleInterface* timeline = QAccessible::queryAccessibleInterface(shown.view());
  QAccessibleTableInterface* table = timeline->tableInterface();
  QVERIFY(table);
  const int rows = static_cast<int>(shown.view()->layoutOfRows().rows().size());
  QCOMPARE(table->rowCount(), rows);
  // Rows of words, and nothing for an event.
  QCOMPARE(timeline->childCount(), rows * table->columnCount());
  int row = 0;
  while (row < rows && !textOf(table->cellAt(row, 0)).startsWith(QStringLiteral("rank 1"))) ++row;
  QVERIFY(row < rows);
  QCOMPARE(textOf(table->cellAt(row, 2)), QStringLiteral("test failed"));
  QVERIFY(textOf(table->cellAt(row, 3)).contains(QStringLiteral("1 × followed from another failure")));
  QVERIFY(textOf(table->cellAt(row, 0), QAccessible::Description).contains(QStringLiteral("illegal memory access")));
}

void TestAccessible::namesFollowTheState() {
  LogFolder folder;
  test::writeIncident(folder);
  ShownRun shown(folder);
  QAccessibleTableInterface* table = QAccessible::queryAccessibleInterface(shown.view())->tableInterface();
  const auto focused = [&] { return table->cellAt(static_cast<int>(*shown.view()->focusedRow()), 0); };
  QVERIFY(!textOf(focused()).contains(QStringLiteral("pinned")));
  shown.press(Qt::Key_P);
  QVERIFY(textOf(focused()).contains(QStringLiteral("pinned")));
  shown.view()->setCollapsed(0, true);
  QVERIFY(textOf(table->cellAt(0, 0)).contains(QStringLiteral("closed")) || textOf(table->cellAt(1, 0)).contains(QStringLiteral("closed")));
  const QString before = shown.view()->accessibleDescription();
  shown.window.action("go.next")->trigger();
  QVERIFY(shown.view()->accessibleDescription() != before);
}

void TestAccessible::linesAreReadOneByOne() {
  LogFolder folder;
  std::vector<std::string> lines;
  for (int i = 0; i < 5000; ++i) lines.push_back(test::runnerStamp("03:04:05") + "line " + std::to_string(i));
  folder.write("rank_3.log", lines);
  ShownRun shown(folder);
  LogView* const text = shown.window.text()->view();
  QAccessibleInterface* list = QAccessible::queryAccessibleInterface(text);
  QCOMPARE(list->role(), QAccessible::List);
  QCOMPARE(list->childCount(), 5000);
  QVERIFY(textOf(list->child(4321)).contains(QStringLiteral("line 4321")));
  QVERIFY2(textOf(list->child(4321), QAccessible::Description).startsWith(QStringLiteral("rank 3, rank_3.log:4322, 03:04:05")), qPrintable(textOf(list->child(4321), QAccessible::Description)));
  QCOMPARE(list->indexOfChild(list->child(4321)), 4321);
  // Of those that were asked for long ago nothing is kept, and they are read all the same.
  for (int i = 0; i < 5000; ++i) QVERIFY(textOf(list->child(i)).endsWith(QStringLiteral("line %1").arg(i)));
  text->setFocus();
  QTest::keyClick(text, Qt::Key_Home);
  QTest::keyClick(text, Qt::Key_Down);
  QVERIFY(textOf(list->focusChild()).endsWith(QStringLiteral("line 1")));
  QVERIFY(!list->child(5000) && !list->child(-1));
}

void TestAccessible::rowsOfListsSayWhatOthersSee() {
  LogFolder folder;
  test::writeIncident(folder);
  ShownRun shown(folder);
  shown.press(Qt::Key_M);
  SearchQuery query;
  query.text = QStringLiteral("failed");
  shown.window.search()->start(query);
  QTRY_VERIFY_WITH_TIMEOUT(shown.window.search()->isComplete() && shown.window.search()->hits().groups().size() > 0, kPatienceMs);
  QTest::qWait(50);
  const auto* results = shown.window.searchPanel()->findChild<QAbstractItemView*>();
  QVERIFY(results);
  for (const QAbstractItemView* view : {static_cast<const QAbstractItemView*>(shown.window.findings()), static_cast<const QAbstractItemView*>(shown.window.incident()), static_cast<const QAbstractItemView*>(shown.window.notes()), results}) {
    const QAbstractItemModel* model = view->model();
    QVERIFY2(model->rowCount() > 0, view->metaObject()->className());
    for (int row = 0; row < model->rowCount(); ++row) {
      const QModelIndex index = model->index(row, 0);
      const QString said = index.data(Qt::AccessibleTextRole).toString().isEmpty() ? index.data().toString() : index.data(Qt::AccessibleTextRole).toString();
      QVERIFY2(!said.isEmpty(), qPrintable(QStringLiteral("%1 row %2").arg(QLatin1String(view->metaObject()->className())).arg(row)));
    }
  }
}

void TestAccessible::differencesAreRead() {
  LogFolder failing, passing;
  test::writeTraining(failing, true);
  test::writeTraining(passing, false);
  ShownRun shown(failing);
  QSignalSpy compared(&shown.window, &MainWindow::compared);
  shown.window.comparePaths({qs(passing.path())});
  QVERIFY(compared.wait(kPatienceMs));
  QTRY_VERIFY(!shown.window.comparison()->result()->partial);
  const QAbstractItemModel* model = shown.window.differences()->list()->model();
  QVERIFY(model->rowCount() > 0);
  for (int row = 0; row < model->rowCount(); ++row) {
    QString said;
    for (int column = 0; column < model->columnCount(); ++column) said += model->index(row, column).data(Qt::AccessibleTextRole).toString() + model->index(row, column).data().toString();
    QVERIFY2(!said.trimmed().isEmpty(), qPrintable(QString::number(row)));
  }
}

QTEST_MAIN(TestAccessible)
#include "tst_accessible.moc"
