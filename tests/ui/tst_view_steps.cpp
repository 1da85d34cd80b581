// SPDX-License-Identifier: Apache-2.0
// How a run is looked at: each change is a step that can be undone and says what it did; the whole is found again after a restart, and a
// file of it shows the same on another machine.
#include "tests/ui/shown_run.h"
#include "ui/logview/log_pane.h"
#include "ui/models/note_store.h"
#include "ui/panels/strips.h"
#include "ui/shell/kept_rows.h"
#include "ui/shell/view_steps.h"

#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QSettings>
#include <QUndoStack>

#include <limits>

using namespace lanescope;
using namespace lanescope::ui;
using lanescope::test::LogFolder;
using lanescope::test::ShownRun;
using lanescope::test::qs;
using lanescope::test::writeIncident;

namespace {

struct Steps {
  ViewLook look;
  int shown = 0;
  QUndoStack undo;
  ViewSteps steps{&undo, [this] { return look; }, [this](const ViewLook& wanted) {
                    look = wanted;
                    ++shown;
                  }};
  void change(ViewLook next) {
    look = std::move(next);
    steps.note();
  }
};

ViewLook withRanks(const char* ranks) {
  ViewLook look;
  look.rows.ranks = ranks;
  return look;
}

// A look with everything in it.
TimelineLook fullLook() {
  TimelineLook look;
  look.arrangement = {LaneGrouping::behaviour, LaneOrder::severity, LaneFolding::off, {{0, 7}, {13, 13}, {32, std::numeric_limits<model::Rank>::max()}}, true, {{0, 1}, {1, 3}}, {{0, 2}}, {{0, 4}, {0, 5}}, {MarkChoice::Minor::hidden, false}};
  look.collapsed = {1, 4};
  look.closedGroups = {"host node-1"};
  look.foldsIdle = true;
  return look;
}

}  // namespace

class TestViewSteps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void looksAreKeptWhole();
  void wordsOfOtherVersions();
  void nothingBeforeItBegins();
  void stepsHaveNames_data();
  void stepsHaveNames();
  void typingIsOneStep();
  void whatIsTakenBackMakesNoStep();
  void changesOfTheTimelineAreUndone();
  void theListOfRanksFollows();
  void anotherRunStartsAnew();
  void aRereadRunMakesNoStep();
  void isFoundAfterARestart();
  void lookingLeavesNothing();
  void aViewFileIsOneStep();

 private:
  QTemporaryDir m_home;
};

void TestViewSteps::initTestCase() {
  qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.path());
  applyTheme(*qApp, ThemeKind::light);
}

void TestViewSteps::looksAreKeptWhole() {
  QVERIFY(lookOf(keptRows(fullLook())) == fullLook());
  QVERIFY(lookOf(keptRows({})) == TimelineLook());
  QVERIFY(keptRows({}) == session::KeptRows());
}

void TestViewSteps::wordsOfOtherVersions() {
  session::KeptRows rows;
  rows.grouping = "colour";
  rows.order = "taste";
  rows.ranks = "0-x";
  QVERIFY(lookOf(rows) == TimelineLook());
}

void TestViewSteps::nothingBeforeItBegins() {
  Steps of;
  of.change(withRanks("1"));
  QCOMPARE(of.undo.count(), 0);
  of.steps.begin();
  of.steps.note();
  QCOMPARE(of.undo.count(), 0);
  of.change(withRanks("2"));
  QCOMPARE(of.undo.count(), 1);
  of.steps.pause();
  of.change(withRanks("3"));
  QCOMPARE(of.undo.count(), 1);
}

void TestViewSteps::stepsHaveNames_data() {
  QTest::addColumn<ViewLook>("before");
  QTest::addColumn<ViewLook>("after");
  QTest::addColumn<QString>("name");
  const auto with = [](const auto& change) {
    ViewLook look;
    change(look.rows);
    return look;
  };
  const ViewLook plain;
  const ViewLook hidden = with([](session::KeptRows& rows) { rows.hidden = {{0, 0, 7}}; });
  const ViewLook many = with([](session::KeptRows& rows) { rows.hidden = {{0, 0, 1}, {0, 0, 3}, {0, 0, 5}, {0, 0, 7}}; });
  const ViewLook pinned = with([](session::KeptRows& rows) { rows.pinned = {{0, 0, 7}}; });
  QTest::newRow("hide") << plain << hidden << "hide rank 7";
  QTest::newRow("hide more") << hidden << many << "hide ranks 1, 3, 5";
  QTest::newRow("hide many") << plain << many << "hide 4 lanes";
  QTest::newRow("show all") << many << plain << "show all lanes";
  QTest::newRow("pin") << plain << pinned << "pin rank 7";
  QTest::newRow("let go") << pinned << plain << "let rank 7 scroll";
  QTest::newRow("group") << plain << with([](session::KeptRows& rows) { rows.grouping = "host"; }) << "group lanes by host";
  QTest::newRow("sort") << plain << with([](session::KeptRows& rows) { rows.order = "severity"; }) << "sort lanes by severity";
  QTest::newRow("filter") << plain << withRanks("0-7") << "only ranks 0-7";
  QTest::newRow("troubled") << plain << with([](session::KeptRows& rows) { rows.onlyTroubled = true; }) << "only lanes that failed or stopped";
  QTest::newRow("close") << plain << with([](session::KeptRows& rows) { rows.closed = {1}; }) << "close launch 2";
  QTest::newRow("idle") << plain << with([](session::KeptRows& rows) { rows.foldsIdle = true; }) << "fold idle time";
  QTest::newRow("followers") << plain << with([](session::KeptRows& rows) { rows.hidesFollowers = true; }) << "hide what followed";
  QTest::newRow("minor") << plain << with([](session::KeptRows& rows) { rows.minor = "shown"; }) << "show minor marks";
  ViewLook counted, hits, hitLanes;
  counted.zero = 1'000'000'000;
  hits.onlyHits = true;
  hitLanes.onlyHitLanes = true;
  QTest::newRow("zero") << plain << counted << "count T+ from 00:00:01.000Z";
  QTest::newRow("hits") << plain << hits << "hide lines that do not match";
  QTest::newRow("lanes with hits") << plain << hitLanes << "hide lanes without a match";
}

void TestViewSteps::stepsHaveNames() {
  QFETCH(ViewLook, before);
  QFETCH(ViewLook, after);
  QFETCH(QString, name);
  QCOMPARE(stepText(before, after), name);
}

void TestViewSteps::typingIsOneStep() {
  Steps of;
  of.steps.begin();
  for (const char* typed : {"0", "0-", "0-7"}) of.change(withRanks(typed));
  QCOMPARE(of.undo.count(), 1);
  QCOMPARE(of.undo.undoText(), QStringLiteral("only ranks 0-7"));
  of.undo.undo();
  QVERIFY(of.look == ViewLook());
  of.undo.redo();
  QVERIFY(of.look == withRanks("0-7"));
  QCOMPARE(of.undo.count(), 1);
  ViewLook sorted = withRanks("0-7");
  sorted.rows.order = "severity";
  of.change(sorted);
  QCOMPARE(of.undo.count(), 2);
}

void TestViewSteps::whatIsTakenBackMakesNoStep() {
  Steps of;
  of.steps.begin();
  of.change(withRanks("5"));
  of.change(ViewLook());
  QCOMPARE(of.undo.count(), 0);
}

void TestViewSteps::changesOfTheTimelineAreUndone() {
  LogFolder folder;
  writeIncident(folder);
  ShownRun shown(folder);
  QAction* const undo = shown.window.action("edit.undo");
  QVERIFY(!undo->isEnabled());
  shown.state()->selectLine({model::SourceId{1}, 3});   // a second after the start
  const TimelineLook before = shown.view()->look();
  const std::int64_t zero = shown.state()->zero();
  shown.press(Qt::Key_H);
  QCOMPARE(shown.view()->hiddenLanes(), 1u);
  QCOMPARE(undo->text(), QStringLiteral("Undo: hide rank 1"));
  shown.press(Qt::Key_O);
  shown.press(Qt::Key_G);
  shown.press(Qt::Key_I);
  shown.press(Qt::Key_U);
  shown.press(Qt::Key_K);
  shown.view()->setCollapsed(0, true);
  QCOMPARE(undo->text(), QStringLiteral("Undo: close launch 1"));
  const TimelineLook after = shown.view()->look();
  const TimeRange range = shown.state()->range();
  shown.press(Qt::Key_W);                        // looking elsewhere is no step
  QVERIFY(shown.state()->range() != range);
  int steps = 0;
  QStringList names;
  for (; undo->isEnabled() && steps < 20; ++steps) {
    names << undo->text();
    QTest::keyClick(shown.view(), Qt::Key_Z, Qt::ControlModifier);
  }
  QVERIFY2(steps == 7, qPrintable(names.join(QStringLiteral(", "))));
  QVERIFY(shown.view()->look() == before);
  QCOMPARE(shown.state()->zero(), zero);
  while (shown.window.action("edit.redo")->isEnabled()) QTest::keyClick(shown.view(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(shown.view()->look() == after);
}

void TestViewSteps::theListOfRanksFollows() {
  LogFolder folder;
  writeIncident(folder);
  ShownRun shown(folder);
  shown.window.action("timeline.lanes")->trigger();
  auto* ranks = shown.window.timeline()->lanes()->findChild<QLineEdit*>();
  QVERIFY(ranks);
  QTest::keyClicks(ranks, QStringLiteral("1"));
  QCOMPARE(shown.view()->hiddenLanes(), 1u);
  shown.window.action("edit.undo")->trigger();
  QCOMPARE(shown.view()->hiddenLanes(), 0u);
  QCOMPARE(ranks->text(), QString());
  shown.window.action("edit.redo")->trigger();
  QCOMPARE(ranks->text(), QStringLiteral("1"));
}

void TestViewSteps::anotherRunStartsAnew() {
  LogFolder folder, other;
  writeIncident(folder);
  other.write("rank_0.log", {"2026-01-02T03:04:05.5000000Z something else"});
  ShownRun shown(folder);
  shown.press(Qt::Key_G);
  QVERIFY(shown.window.action("edit.undo")->isEnabled());
  shown.window.openPaths({qs(other.path())});
  QVERIFY(shown.isReadAgain());
  QVERIFY(!shown.window.action("edit.undo")->isEnabled());
  QVERIFY(!shown.window.action("edit.redo")->isEnabled());
}

void TestViewSteps::aRereadRunMakesNoStep() {
  LogFolder folder;
  writeIncident(folder);
  ShownRun shown(folder);
  QVERIFY(shown.window.overrides()->set(QStringLiteral("zone"), {std::string()}, "zone", "+02:00"));
  QVERIFY(shown.isReadAgain());
  QCOMPARE(shown.window.action("edit.undo")->text(), QStringLiteral("Undo: zone"));
  shown.press(Qt::Key_O);
  QCOMPARE(shown.window.action("edit.undo")->text(), QStringLiteral("Undo: sort lanes by first failure"));
  shown.window.action("edit.undo")->trigger();
  shown.window.action("edit.undo")->trigger();
  QVERIFY(shown.isReadAgain());
  QVERIFY(shown.run().overrides.empty());
  QVERIFY(!shown.window.action("edit.undo")->isEnabled());
}

// Everything that was set up, in another window.
void TestViewSteps::isFoundAfterARestart() {
  LogFolder folder;
  writeIncident(folder);
  session::KeptView before;
  {
    ShownRun shown(folder, {}, ShownRun::Memory::ofUser);
    shown.state()->selectLine({model::SourceId{0}, 4});
    shown.press(Qt::Key_P);
    shown.press(Qt::Key_O);
    shown.press(Qt::Key_I);
    shown.press(Qt::Key_K);
    LogView* const text = shown.window.text()->view();
    text->setWrap(true);
    LogColumns columns = text->columns();
    columns.set(LogColumn::elapsed, true);
    text->setColumns(columns);
    text->showEverything();
    shown.window.dock("notes")->raise();
    shown.window.dock("outline")->hide();
    const TimeRange span = shown.state()->span();
    shown.state()->setRange({span.begin + span.length() / 4, span.begin + span.length() / 2});
    before = shown.window.presentView();
    shown.window.close();
  }
  ShownRun again(folder, {}, ShownRun::Memory::ofUser);
  const session::KeptView after = again.window.presentView();
  QVERIFY(after.range == before.range);
  QCOMPARE(after.zero, before.zero);
  QVERIFY(after.rows == before.rows);
  QVERIFY(after.text == before.text);
  QCOMPARE(after.line, 4u);
  QVERIFY(!again.window.dock("outline")->isVisible());
  QVERIFY(again.window.text()->view()->showsEverything());
  QVERIFY(again.view()->foldsIdleTime());
  QCOMPARE(again.view()->arrangement().pinned.size(), 1u);
  QVERIFY2(!again.window.action("edit.undo")->isEnabled(), "what was restored is no step");
}

void TestViewSteps::lookingLeavesNothing() {
  LogFolder folder;
  writeIncident(folder);
  {
    ShownRun shown(folder, {}, ShownRun::Memory::ofUser);
    shown.window.dock("inspector")->hide();
    shown.window.close();
  }
  QVERIFY(!QFileInfo::exists(qs(folder.path() + "/.lanescope")));
}

void TestViewSteps::aViewFileIsOneStep() {
  LogFolder folder, copy;
  writeIncident(folder);
  writeIncident(copy);
  const QString file = m_home.filePath(QStringLiteral("mine.view.json"));
  TimelineLook sent;
  {
    ShownRun shown(folder);
    shown.press(Qt::Key_M);
    shown.press(Qt::Key_O);
    shown.press(Qt::Key_P);
    shown.press(Qt::Key_I);
    sent = shown.view()->look();
    shown.window.saveViewAs(file);
  }
  ShownRun shown(copy);
  const TimelineLook before = shown.view()->look();
  shown.window.openView(file);
  QVERIFY(shown.view()->look() == sent);
  QCOMPARE(shown.state()->notes().size(), 1u);
  QAction* const undo = shown.window.action("edit.undo");
  undo->trigger();
  QVERIFY(shown.state()->notes().empty());
  QCOMPARE(undo->text(), QStringLiteral("Undo: open view"));
  undo->trigger();
  QVERIFY(shown.view()->look() == before);
  QVERIFY(!undo->isEnabled());
}

QTEST_MAIN(TestViewSteps)
#include "tst_view_steps.moc"
