// SPDX-License-Identifier: Apache-2.0
// Commands by name, lanes by name, and keys that the user changes: in the window, by keyboard alone.
#include "tests/support/run_builder.h"
#include "tests/ui/window.h"
#include "ui/logview/log_pane.h"
#include "ui/models/keymap.h"
#include "ui/shell/fuzzy_match.h"
#include "ui/shell/key_field.h"
#include "ui/shell/keys_sheet.h"
#include "ui/shell/lane_finder_model.h"
#include "ui/shell/palette_model.h"
#include "ui/shell/quick_popup.h"
#include "ui/shell/shortcut_model.h"
#include "ui/shell/shortcut_sheet.h"
#include "ui/timeline/timeline_pane.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QWidgetAction>

using namespace lanescope;
using namespace lanescope::ui;

namespace {

QKeySequence key(const char* text) { return QKeySequence::fromString(QLatin1String(text), QKeySequence::PortableText); }

struct Shown {
  MainWindow window;
  Shown() {
    window.resize(1280, 720);
    window.show();
    test::feed(window, test::shared(test::recoveredRun()));
    window.timeline()->view()->setFocus();
  }
  TimelineView* lanes() { return window.timeline()->view(); }
};

QStringList texts(const QAbstractItemModel* model) {
  QStringList found;
  for (int row = 0; row < model->rowCount(); ++row) found << model->index(row, 0).data().toString();
  return found;
}

QString firstText(QuickPopup* popup) { return popup->list()->model()->index(0, 0).data().toString(); }

void collect(const QMenu* menu, QStringList& found) {
  for (const QAction* action : menu->actions()) {
    if (action->isSeparator() || qobject_cast<const QWidgetAction*>(action) != nullptr) continue;
    if (action->menu() != nullptr) collect(action->menu(), found);
    else found << action->text().section(QLatin1Char('\t'), 0, 0).remove(QLatin1Char('&'));
  }
}

}  // namespace

class TestPalette : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void cleanup() { Keymap::inForce().resetAll(); }
  void lettersFit();
  void modelsHold();
  void everythingInMenusIsListed();
  void runsOnThePaneThatHadFocus();
  void whatCannotBeHadIsSaid();
  void lastUsedComesFirst();
  void escapeGivesTheKeyboardBack();
  void readsOut();
  void lanesByName_data();
  void lanesByName();
  void goesToALane();
  void showsRanksAlone();
  void foundWhateverHidesIt();
  void keysAreRecorded();
  void conflictsAreShownAndTakenOver();
  void keysAreResetAndRemoved();
  void sheetAndMenusShowThem();
  void keptAndFoundAgain();
};

void TestPalette::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  applyTheme(*qApp, ThemeKind::light);
}

void TestPalette::lettersFit() {
  QVERIFY(fuzzyMatch(QStringLiteral("zi"), QStringLiteral("Zoom in")));
  QVERIFY(!fuzzyMatch(QStringLiteral("zx"), QStringLiteral("Zoom in")));
  QVERIFY(fuzzyMatch(QStringLiteral("lane pin"), QStringLiteral("Pin the lane to the top")));
  QCOMPARE(fuzzyMatch(QStringLiteral("zi"), QStringLiteral("Zoom in"))->at, (std::vector<int>{0, 5}));
  const auto score = [](const char* typed, const char* text) { return fuzzyMatch(QLatin1String(typed), QLatin1String(text))->score; };
  QVERIFY(score("sl", "Search lanes") > score("sl", "Close the panel"));      // starts of words
  QVERIFY(score("fold", "Fold idle time") > score("fold", "Find an old thread"));   // next to each other
  QVERIFY(fuzzyMatch(QString(), QStringLiteral("anything")));
}

void TestPalette::modelsHold() {
  const QAbstractItemModelTester::FailureReportingMode mode = QAbstractItemModelTester::FailureReportingMode::QtTest;
  PaletteModel palette;
  const QAbstractItemModelTester palettes(&palette, mode);
  PaletteEntry entry;
  entry.id = entry.text = QStringLiteral("Zoom in");
  palette.setEntries({entry}, {});
  palette.setQuery(QStringLiteral("zoom"));
  QCOMPARE(palette.rowCount(), 1);
  LaneFinderModel lanes;
  const QAbstractItemModelTester finder(&lanes, mode);
  lanes.setRun(test::shared(test::recoveredRun()));
  lanes.setQuery(QStringLiteral("0-3"));
  QVERIFY(lanes.rowCount() > 4);
  Keymap keymap;
  ShortcutModel shortcuts(&keymap);
  const QAbstractItemModelTester tree(&shortcuts, mode);
  keymap.add(QStringLiteral("go.next"), key("J"));
  QCOMPARE(shortcuts.indexOf(QStringLiteral("go.next")).siblingAtColumn(1).data().toString(), QStringLiteral("E  J"));
}

void TestPalette::everythingInMenusIsListed() {
  Shown shown;
  shown.window.action("palette.open")->trigger();
  const QStringList listed = texts(shown.window.palette()->list()->model());
  QStringList wanted;
  for (const QAction* menu : shown.window.menus()->actions()) collect(menu->menu(), wanted);
  QVERIFY2(wanted.size() > 40, qPrintable(wanted.join(QStringLiteral(" | "))));
  for (const QString& text : wanted) {
    const bool there = std::any_of(listed.begin(), listed.end(), [&text](const QString& each) { return each == text || each.contains(QStringLiteral(": ") + text); });
    QVERIFY2(there, qPrintable(text));
  }
  // And what no menu has.
  QVERIFY(listed.contains(commandText(command("timeline.zoomIn"))));
  QVERIFY(listed.contains(commandText(command("text.fold"))));
  QVERIFY(listed.contains(commandText(command("pane.next"))));
  QCOMPARE(QSet<QString>(listed.begin(), listed.end()).size(), listed.size());
}

void TestPalette::runsOnThePaneThatHadFocus() {
  Shown shown;
  QVERIFY(QTest::qWaitForWindowActive(&shown.window));
  const TimeRange before = shown.window.state()->range();
  QTest::keyClick(shown.lanes(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
  QuickPopup* const palette = shown.window.palette();
  QVERIFY(palette->isVisible());
  QVERIFY(palette->field()->hasFocus());
  QTest::keyClicks(palette->field(), QStringLiteral("zoom in"));
  QCOMPARE(firstText(palette), commandText(command("timeline.zoomIn")));
  QTest::keyClick(palette->field(), Qt::Key_Return);
  QVERIFY(!palette->isVisible());
  QVERIFY(shown.lanes()->hasFocus());
  QVERIFY(shown.window.state()->range().length() < before.length());
}

void TestPalette::whatCannotBeHadIsSaid() {
  MainWindow window;
  window.show();
  window.action("palette.open")->trigger();
  QuickPopup* const palette = window.palette();
  QTest::keyClicks(palette->field(), QStringLiteral("next difference"));
  const QModelIndex row = palette->list()->currentIndex();
  QCOMPARE(row.data().toString(), commandText(command("compare.next")));
  QVERIFY(!row.data(QuickModel::AvailableRole).toBool());
  QCOMPARE(row.data(QuickModel::DetailRole).toString(), QStringLiteral("no run is open"));
  QTest::keyClick(palette->field(), Qt::Key_Return);
  QVERIFY(palette->isVisible());
  palette->field()->setText(QStringLiteral("qqqq"));
  QCOMPARE(palette->list()->model()->rowCount(), 0);
}

void TestPalette::lastUsedComesFirst() {
  Shown shown;
  shown.window.action("palette.open")->trigger();
  QuickPopup* const palette = shown.window.palette();
  palette->field()->setText(QStringLiteral("Show the whole run"));
  QTest::keyClick(palette->field(), Qt::Key_Return);
  shown.window.action("palette.open")->trigger();
  QCOMPARE(firstText(palette), commandText(command("go.all")));
}

void TestPalette::escapeGivesTheKeyboardBack() {
  Shown shown;
  QVERIFY(QTest::qWaitForWindowActive(&shown.window));
  LogView* const text = shown.window.text()->view();
  text->setFocus();
  shown.window.action("palette.open")->trigger();
  QTest::keyClick(shown.window.palette()->field(), Qt::Key_Escape);
  QVERIFY(!shown.window.palette()->isVisible());
  QVERIFY(text->hasFocus());
  QVERIFY(shown.window.state()->run() != nullptr);
}

void TestPalette::readsOut() {
  Shown shown;
  shown.window.action("palette.open")->trigger();
  QuickPopup* const palette = shown.window.palette();
  QVERIFY(!palette->field()->accessibleName().isEmpty());
  palette->field()->setText(QStringLiteral("finding"));
  const QString first = palette->field()->accessibleDescription();
  QVERIFY(first.startsWith(firstText(palette)));
  QTest::keyClick(palette->field(), Qt::Key_Down);
  QVERIFY(palette->field()->accessibleDescription() != first);
}

void TestPalette::lanesByName_data() {
  QTest::addColumn<QString>("typed");
  QTest::addColumn<QString>("first");
  QTest::newRow("a rank") << QStringLiteral("5") << QStringLiteral("rank 5 · launch 1");
  QTest::newRow("with a letter") << QStringLiteral("r5") << QStringLiteral("rank 5 · launch 1");
  QTest::newRow("in words") << QStringLiteral("rank 5") << QStringLiteral("rank 5 · launch 1");
  QTest::newRow("of a launch") << QStringLiteral("rank 5 launch 2") << QStringLiteral("rank 5 · launch 2");
  QTest::newRow("a GPU") << QStringLiteral("gpu 3") << QStringLiteral("rank 3 · launch 1");
  QTest::newRow("a list") << QStringLiteral("0-2,5") << QStringLiteral("Show only these ranks");
}

void TestPalette::lanesByName() {
  QFETCH(QString, typed);
  QFETCH(QString, first);
  model::Run run = test::recoveredRun();
  for (model::Lane& lane : run.lanes) {
    lane.device = lane.rank;
    lane.host = lane.rank < 4 ? "gpu-node-17" : "gpu-node-18";
  }
  LaneFinderModel lanes;
  lanes.setRun(test::shared(std::move(run)));
  lanes.setQuery(typed);
  QVERIFY2(lanes.rowCount() > 0, qPrintable(lanes.sentence()));
  QCOMPARE(lanes.index(0).data().toString(), first);
  lanes.setQuery(QStringLiteral("node-18 launch 1"));
  for (int row = 0; row < lanes.rowCount(); ++row) QVERIFY(lanes.index(row).data(QuickModel::DetailRole).toString().contains(QStringLiteral("gpu-node-18")));
  QVERIFY(lanes.rowCount() > 0);
  lanes.setQuery(QStringLiteral("nosuch"));
  QCOMPARE(lanes.rowCount(), 0);
}

void TestPalette::goesToALane() {
  Shown shown;
  QVERIFY(QTest::qWaitForWindowActive(&shown.window));
  QTest::keyClick(shown.lanes(), Qt::Key_P, Qt::ControlModifier);
  QuickPopup* const finder = shown.window.laneFinder();
  QVERIFY(finder->field()->hasFocus());
  QTest::keyClicks(finder->field(), QStringLiteral("r3 launch 1"));
  QTest::keyClick(finder->field(), Qt::Key_Return);
  const auto lane = shown.window.state()->selection().lane;
  QVERIFY(lane);
  QCOMPARE(shown.window.state()->run()->lanes[lane->value].rank, 3u);
  QVERIFY(shown.lanes()->hasFocus());
  QVERIFY(shown.lanes()->focusedRow());
}

void TestPalette::showsRanksAlone() {
  Shown shown;
  shown.window.action("lanes.find")->trigger();
  QuickPopup* const finder = shown.window.laneFinder();
  QTest::keyClicks(finder->field(), QStringLiteral("0-2, 5"));
  QTest::keyClick(finder->field(), Qt::Key_Return);
  QCOMPARE(rankListText(shown.lanes()->arrangement().ranks), QStringLiteral("0-2, 5"));
  QVERIFY(shown.window.timeline()->lanes()->isVisible());
  QVERIFY(shown.lanes()->hiddenLanes() > 0);
}

void TestPalette::foundWhateverHidesIt() {
  Shown shown;
  TimelineView* const lanes = shown.lanes();
  const auto run = shown.window.state()->run();
  const auto lane = run->laneOf(0, 0, 3);
  QVERIFY(lane);
  LaneArrangement hidden;
  hidden.hidden = {{0, 3}};
  LaneArrangement filtered;
  filtered.ranks = {{5, 7}};
  LaneArrangement troubled;
  troubled.onlyTroubled = true;
  LaneArrangement folded;
  folded.folding = LaneFolding::on;
  for (const LaneArrangement& arrangement : {hidden, filtered, troubled, folded}) {
    lanes->setArrangement(arrangement);
    lanes->setCollapsed(0, arrangement.folding != LaneFolding::on);
    lanes->goToLane(*lane);
    const auto row = lanes->layoutOfRows().rowOf(*run, *lane);
    QVERIFY(row);
    QVERIFY(lanes->layoutOfRows().rows()[*row].kind == Row::Kind::lane);
    QCOMPARE(lanes->layoutOfRows().rows()[*row].rank, 3u);
    QCOMPARE(shown.window.state()->selection().lane, lane);
    QVERIFY(lanes->viewport()->rect().intersects(lanes->rowRect(*row)));
  }
}

void TestPalette::keysAreRecorded() {
  Shown shown;
  QVERIFY(QTest::qWaitForWindowActive(&shown.window));
  shown.window.action("keys.change")->trigger();
  ShortcutSheet* const sheet = shown.window.shortcuts();
  QVERIFY(sheet->filter()->hasFocus());
  QTest::keyClicks(sheet->filter(), QStringLiteral("next finding"));
  QCOMPARE(sheet->chosen(), QStringLiteral("go.next"));
  sheet->field()->setFocus();
  QTest::keyClick(sheet->field(), Qt::Key_J);
  QCOMPARE(Keymap::inForce().keys(QStringLiteral("go.next")), (Keymap::Keys{key("E"), key("J")}));
  QTest::keyClick(sheet->field(), Qt::Key_Escape);
  QVERIFY(!sheet->isVisible());
  shown.lanes()->setFocus();
  const auto before = shown.window.state()->selection().finding;
  QTest::keyClick(shown.lanes(), Qt::Key_J);
  QVERIFY(shown.window.state()->selection().finding != before);
}

void TestPalette::conflictsAreShownAndTakenOver() {
  Shown shown;
  ShortcutSheet* const sheet = shown.window.shortcuts();
  sheet->open();
  sheet->choose(QStringLiteral("go.next"));
  QTest::keyClick(sheet->field(), Qt::Key_W);    // in the timeline it zooms
  QVERIFY(sheet->message().contains(commandText(command("timeline.zoomIn"))));
  QVERIFY(sheet->takeOver()->isVisible());
  QCOMPARE(Keymap::inForce().keys(QStringLiteral("go.next")), Keymap::Keys{key("E")});
  sheet->takeOver()->click();
  QVERIFY(Keymap::inForce().keys(QStringLiteral("go.next")).contains(key("W")));
  QVERIFY(Keymap::inForce().keys(QStringLiteral("timeline.zoomIn")).isEmpty());
  QVERIFY(!sheet->takeOver()->isVisible());
}

void TestPalette::keysAreResetAndRemoved() {
  Shown shown;
  Keymap& keymap = Keymap::inForce();
  ShortcutSheet* const sheet = shown.window.shortcuts();
  sheet->open();
  sheet->choose(QStringLiteral("help.keys"));
  QVERIFY(!sheet->reset()->isEnabled());
  QList<QToolButton*> chips;
  for (QToolButton* each : sheet->findChildren<QToolButton*>()) {
    if (each->isVisible() && each->text().contains(QStringLiteral("×"))) chips << each;
  }
  QCOMPARE(chips.size(), 2);
  chips.front()->click();
  QCOMPARE(keymap.keys(QStringLiteral("help.keys")), Keymap::Keys{key("F1")});
  sheet->reset()->click();
  QCOMPARE(keymap.keys(QStringLiteral("help.keys")).size(), 2);
  keymap.add(QStringLiteral("go.next"), key("J"));
  sheet->resetAll()->click();
  QVERIFY(keymap.changes().isEmpty());
  sheet->choose(QStringLiteral("step.out"));
  QVERIFY(!sheet->field()->isEnabled());
}

void TestPalette::sheetAndMenusShowThem() {
  Shown shown;
  Keymap::inForce().remove(QStringLiteral("file.open"), key("Ctrl+O"));
  Keymap::inForce().add(QStringLiteral("file.open"), key("Ctrl+J"));
  QCOMPARE(shown.window.action("file.open")->shortcuts(), Keymap::Keys{key("Ctrl+J")});
  shown.window.action("help.keys")->trigger();
  QStringList labels;
  for (const QLabel* label : shown.window.findChild<KeysSheet*>()->findChildren<QLabel*>()) labels << label->text();
  QVERIFY(labels.contains(QStringLiteral("Ctrl+J")));
  QVERIFY(!labels.contains(QStringLiteral("Ctrl+O")));
}

void TestPalette::keptAndFoundAgain() {
  Settings::setKeys({});
  {
    Shown shown;
    shown.window.restoreLayout();
    Keymap::inForce().add(QStringLiteral("go.next"), key("J"));
  }
  Keymap::inForce().setChanges({});
  MainWindow again;
  again.restoreLayout();
  QCOMPARE(again.action("go.next")->shortcuts(), (Keymap::Keys{key("E"), key("J")}));
  Settings::setKeys({});
}

QTEST_MAIN(TestPalette)
#include "tst_palette.moc"
