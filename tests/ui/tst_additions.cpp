// SPDX-License-Identifier: Apache-2.0
// What a user adds to a run, in a real window over real files: notes, the choice of the first failure, what is known of a failure, views.
// Each shows at once, is kept, and can be taken back.
#include "core/session/known_failures.h"
#include "tests/ui/shown_run.h"
#include "tests/ui/window.h"
#include "ui/logview/log_pane.h"
#include "ui/models/added.h"
#include "ui/models/known_store.h"
#include "ui/models/note_store.h"
#include "ui/models/notes_model.h"
#include "ui/models/notes_text.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/incident_panel.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/notes_panel.h"
#include "ui/panels/strips.h"
#include "ui/panels/verdict_strip.h"
#include "ui/shell/known_sheet.h"
#include "ui/timeline/timeline_pane.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

using namespace lanescope;
using namespace lanescope::ui;
using lanescope::test::LogFolder;
using lanescope::test::kPatienceMs;
using lanescope::test::qs;
using lanescope::test::writeIncident;
using Shown = lanescope::test::ShownRun;

namespace {

std::string shownFirst(const model::Run& run) { return run.findings[run.firstFailure.value()].id; }

}  // namespace

class TestAdditions : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void cleanupTestCase();
  void marksAndTakesBack();
  void writesANote();
  void aNoteOnAChosenSpan();
  void severalLinesAreMarkedTogether();
  void notesAreWalked();
  void notesSurviveAnotherReading();
  void flagsAreDrawnAndClicked();
  void notesModelHolds();
  void picturesHaveTheNotes();
  void anotherFirstFailure();
  void keysChooseTheFirstFailure();
  void candidatesAreWalked();
  void arrowsShareNoTrack_data();
  void arrowsShareNoTrack();
  void arrowsStayBesideTheCards();
  void arrowsAreWalked();
  void aKnownFailureIsSaid();
  void theDialogWantsANote();
  void aViewTravels();
  void aViewOfAnotherRun();

 private:
  std::unique_ptr<QTemporaryDir> m_home;
};

void TestAdditions::initTestCase() {
  m_home = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", m_home->path().toUtf8());
  applyTheme(*qApp, ThemeKind::light);
}

void TestAdditions::cleanupTestCase() { qunsetenv("XDG_DATA_HOME"); }

void TestAdditions::marksAndTakesBack() {
  LogFolder folder;
  writeIncident(folder);
  Shown shown(folder);
  QVERIFY(shown.state()->selection().line);
  shown.press(Qt::Key_M);
  QCOMPARE(shown.state()->notes().size(), 1u);
  QVERIFY(shown.state()->notes()[0].place == model::NotePlace::line);
  QCOMPARE(shown.state()->notes()[0].line, shown.state()->selection().line->line);
  QVERIFY(shown.state()->notes()[0].time.known());
  shown.press(Qt::Key_M);
  QVERIFY(shown.state()->notes().empty());
  shown.window.action("edit.undo")->trigger();
  QCOMPARE(shown.state()->notes().size(), 1u);
  shown.press(Qt::Key_Delete);
  QVERIFY(shown.state()->notes().empty());
  shown.window.action("edit.undo")->trigger();
  QTRY_COMPARE(folder.load()->notes.size(), 1u);
  shown.window.action("edit.undo")->trigger();
  shown.window.action("edit.undo")->trigger();
  shown.window.action("edit.undo")->trigger();
  QVERIFY(shown.state()->notes().empty());
  QTRY_VERIFY(!QFileInfo::exists(qs(folder.path() + "/.lanescope")));
}

void TestAdditions::writesANote() {
  LogFolder folder;
  writeIncident(folder);
  Shown shown(folder);
  shown.press(Qt::Key_M, Qt::ShiftModifier);
  auto* editor = shown.window.notes()->findChild<QLineEdit*>();
  QVERIFY(editor);
  QVERIFY(shown.window.notes()->isVisible());
  QTest::keyClicks(editor, QStringLiteral("M is a letter here"));
  QTest::keyClick(editor, Qt::Key_Return);
  QCOMPARE(shown.state()->notes().size(), 1u);
  QTRY_COMPARE(QString::fromStdString(shown.state()->notes()[0].text), QStringLiteral("M is a letter here"));   // the delegate commits a moment later
  QTRY_COMPARE(folder.load()->notes.size(), 1u);
  QTRY_COMPARE(folder.load()->notes[0].text, std::string("M is a letter here"));
  // Opened again, it is there.
  Shown again(folder);
  QCOMPARE(again.state()->notes().size(), 1u);
  QCOMPARE(again.window.notes()->model()->index(0, NotesModel::TextColumn).data().toString(), QStringLiteral("M is a letter here"));
}

void TestAdditions::aNoteOnAChosenSpan() {
  LogFolder folder;
  writeIncident(folder);
  Shown shown(folder);
  TimelineView* const view = shown.window.timeline()->view();
  QWidget* const port = view->viewport();
  const QPoint from(TimelineView::kLabelWidth + 120, 200), to(TimelineView::kLabelWidth + 320, 200);
  QTest::mousePress(port, Qt::LeftButton, {}, from);
  QTest::mouseMove(port, (from + to) / 2);
  QTest::mouseMove(port, to);
  QTest::mouseRelease(port, Qt::LeftButton, {}, to);
  QVERIFY(view->chosenRange());
  shown.window.action("note.write")->trigger();
  QCOMPARE(shown.state()->notes().size(), 1u);
  const model::Note& note = shown.state()->notes()[0];
  QVERIFY(note.place == model::NotePlace::span);
  QVERIFY(note.endNs > note.time.utc);
  // What was measured is a span, too.
  QTest::keyClick(view, Qt::Key_Escape);
  QVERIFY(!view->chosenRange());
  QTest::mousePress(port, Qt::LeftButton, Qt::ShiftModifier, from);
  for (const QPoint at : {(from + to) / 2, to + QPoint(60, 0)}) {   // QTest::mouseMove carries no modifiers
    QMouseEvent move(QEvent::MouseMove, at, port->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::ShiftModifier);
    QApplication::sendEvent(port, &move);
  }
  QTest::mouseRelease(port, Qt::LeftButton, Qt::ShiftModifier, to + QPoint(60, 0));
  QVERIFY(view->measuredRange());
  shown.window.action("note.write")->trigger();
  QCOMPARE(shown.state()->notes().size(), 2u);
}

void TestAdditions::severalLinesAreMarkedTogether() {
  LogFolder folder;
  writeIncident(folder);
  Shown shown(folder);
  LogView* const text = shown.window.text()->view();
  text->setFocus();
  QTest::keyClick(text, Qt::Key_Home);
  QTest::keyClick(text, Qt::Key_Down, Qt::ShiftModifier);
  QTest::keyClick(text, Qt::Key_Down, Qt::ShiftModifier);
  QCOMPARE(text->chosenLines(200).size(), 3u);
  QCOMPARE(text->chosenLines(2).size(), 2u);
  QTest::keyClick(text, Qt::Key_M);
  QCOMPARE(shown.state()->notes().size(), 3u);
  QCOMPARE(shown.window.action("edit.undo")->text(), QStringLiteral("Undo: mark 3 lines"));
  shown.window.noteStore()->setText(1, QStringLiteral("this one stays"));
  QTest::keyClick(text, Qt::Key_M);              // once more: those without a text go
  QCOMPARE(shown.state()->notes().size(), 1u);
  shown.window.action("edit.undo")->trigger();
  QCOMPARE(shown.state()->notes().size(), 3u);
  // A moment on a lane is what is marked next, not the lines that were chosen before.
  Selection moment;
  moment.lane = model::LaneId{0};
  moment.time = model::When::at(shown.state()->span().begin);
  shown.state()->select(moment);
  shown.press(Qt::Key_M);
  QCOMPARE(shown.state()->notes().size(), 4u);
}

void TestAdditions::notesAreWalked() {
  LogFolder folder;
  writeIncident(folder);
  Shown shown(folder);
  const auto add = [&](std::uint32_t source, std::uint32_t line) {
    shown.state()->selectLine({model::SourceId{source}, line});
    shown.window.action("note.mark")->trigger();
  };
  add(0, 4);
  add(1, 2);
  add(1, 3);
  QCOMPARE(shown.state()->notes().size(), 3u);
  shown.window.timeline()->view()->setFocus();
  QCOMPARE(noteAt(*shown.state()), std::optional<std::uint32_t>(1));   // rank 1's line 3, the second in time
  shown.press(Qt::Key_BracketRight);
  QCOMPARE(noteAt(*shown.state()), std::optional<std::uint32_t>(2));
  QCOMPARE(shown.state()->selection().line->line, 4u);
  shown.press(Qt::Key_BracketRight);
  QCOMPARE(noteAt(*shown.state()), std::optional<std::uint32_t>(0));
  shown.press(Qt::Key_BracketLeft);
  QCOMPARE(noteAt(*shown.state()), std::optional<std::uint32_t>(2));
  QCOMPARE(shown.window.notes()->currentIndex().row(), 2);
}

void TestAdditions::notesSurviveAnotherReading() {
  LogFolder folder;
  writeIncident(folder);
  Shown shown(folder);
  shown.press(Qt::Key_M);
  const std::int64_t before = shown.state()->notes()[0].time.utc;
  QVERIFY(shown.window.overrides()->set(QStringLiteral("rank"), {shown.run().sources[0].path}, "rank", "5"));
  QVERIFY(shown.isReadAgain());
  QCOMPARE(shown.state()->notes().size(), 1u);
  QCOMPARE(shown.state()->notes()[0].time.utc, before);
  QTRY_COMPARE(folder.load()->notes.size(), 1u);
  QTRY_COMPARE(folder.load()->overrides.size(), 1u);
}

void TestAdditions::flagsAreDrawnAndClicked() {
  LogFolder folder;
  writeIncident(folder);
  Shown shown(folder);
  shown.press(Qt::Key_M);
  TimelineView* const view = shown.window.timeline()->view();
  view->grab();
  std::optional<QPoint> flag;
  for (int y = 0; y < view->viewport()->height() && !flag; ++y) {
    for (int x = TimelineView::kLabelWidth; x < view->viewport()->width() && !flag; ++x) {
      const auto hit = view->hitAt({x, y});
      if (hit && hit->what == Hit::What::note) flag = QPoint(x, y);
    }
  }
  QVERIFY(flag);
  const auto line = shown.state()->selection().line;
  shown.state()->select({});
  QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, *flag);
  QCOMPARE(shown.state()->selection().line, line);
  QVERIFY(noteTip(*shown.state(), 0).contains(QStringLiteral("marked")));
}

void TestAdditions::notesModelHolds() {
  ViewState state;
  QUndoStack undo;
  NoteStore store(&state, &undo);
  NotesModel model(&state, &store);
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  QVERIFY(!store.isChangeable());
  QVERIFY(!store.add({}));
  state.setRun(test::shared(test::recoveredRun()), true);
  model::Note note;
  note.text = "of the run";
  QCOMPARE(store.add(note), std::optional<std::uint32_t>(0));
  note.place = model::NotePlace::moment;
  note.time = model::When::at(state.span().begin);
  QCOMPARE(store.add(note), std::optional<std::uint32_t>(0));   // those with a time come first
  QCOMPARE(store.add(note), std::optional<std::uint32_t>(0));
  QCOMPARE(model.rowCount(), 2);
  QVERIFY(model.setData(model.index(0, NotesModel::TextColumn), QStringLiteral("  changed "), Qt::EditRole));
  QCOMPARE(model.index(0, NotesModel::TextColumn).data().toString(), QStringLiteral("changed"));
  QVERIFY(!model.setData(model.index(0, NotesModel::TimeColumn), QStringLiteral("x"), Qt::EditRole));
  store.remove(0);
  QCOMPARE(model.rowCount(), 1);
  undo.undo();
  undo.undo();
  QCOMPARE(model.index(0, NotesModel::TextColumn).data().toString(), QStringLiteral("of the run"));
  state.setRun(nullptr, true);
  QCOMPARE(model.rowCount(), 0);
}

void TestAdditions::picturesHaveTheNotes() {
  const auto run = test::shared(test::recoveredRun());
  ViewState state;
  state.setRun(run, true);
  QVERIFY(withAdded(run, addedTo(state)) == run);
  QUndoStack undo;
  NoteStore store(&state, &undo);
  model::Note note;
  note.text = "x";
  store.add(note);
  const auto with = withAdded(run, addedTo(state));
  QVERIFY(with != run);
  QCOMPARE(with->notes.size(), 1u);
  QVERIFY(run->notes.empty());
}

void TestAdditions::anotherFirstFailure() {
  LogFolder folder;
  writeIncident(folder);
  Shown shown(folder);
  QVERIFY(shown.run().firstFailure);
  QVERIFY2(shown.run().findings.size() > 1, "the sample needs two findings");
  const std::string byLog = shownFirst(shown.run());
  const std::uint32_t other = *shown.run().firstFailure == 0 ? 1 : 0;
  const std::string otherId = shown.run().findings[other].id;
  // By the menu of the card.
  IncidentPanel* const incident = shown.window.incident();
  shown.window.dock("incident")->raise();
  QTest::qWait(50);
  Q_EMIT incident->customContextMenuRequested(incident->cardRect(static_cast<int>(other)).center());
  auto* menu = incident->findChild<QMenu*>();
  QVERIFY(menu);
  const auto entry = [menu](const QString& text) {
    for (QAction* action : menu->actions()) {
      if (action->text().contains(text)) return action;
    }
    return static_cast<QAction*>(nullptr);
  };
  QVERIFY(entry(QStringLiteral("Mark as the first failure")));
  entry(QStringLiteral("Mark as the first failure"))->trigger();
  QVERIFY(shown.isReadAgain());
  QVERIFY(shown.run().firstFailureByUser);
  QCOMPARE(shownFirst(shown.run()), otherId);
  QCOMPARE(shown.run().findings[*shown.run().firstFailureTool].id, byLog);
  QVERIFY(shown.window.verdict()->headline().contains(QStringLiteral("the user's own choice")));
  bool said = false;
  for (const QLabel* label : shown.window.verdict()->findChildren<QLabel*>()) said = said || label->text().contains(QStringLiteral("your choice"));
  QVERIFY(said);
  QVERIFY(incident->model()->index(static_cast<int>(other), 0).data(FindingsModel::RoleTextRole).toString().contains(QStringLiteral("your choice")));
  QTRY_VERIFY(folder.load()->firstFailureByUser);
  // And taken back.
  shown.window.action("first.tool")->trigger();
  QVERIFY(shown.isReadAgain());
  QVERIFY(!shown.run().firstFailureByUser);
  QCOMPARE(shownFirst(shown.run()), byLog);
  shown.window.action("edit.undo")->trigger();
  QVERIFY(shown.isReadAgain());
  QCOMPARE(shownFirst(shown.run()), otherId);
}

void TestAdditions::keysChooseTheFirstFailure() {
  LogFolder folder;
  writeIncident(folder);
  Shown shown(folder);
  const std::uint32_t byLog = shown.run().firstFailure.value();
  const std::uint32_t other = byLog == 0 ? 1 : 0;
  shown.press(static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(other)), Qt::ControlModifier);
  QVERIFY(shown.isReadAgain());
  QCOMPARE(shown.run().firstFailure, std::optional<std::uint32_t>(other));
  // What the log shows anyway is no choice of the user's.
  shown.press(static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(byLog)), Qt::ControlModifier);
  QVERIFY(shown.isReadAgain());
  QVERIFY(!shown.run().firstFailureByUser);
  QVERIFY(shown.run().overrides.empty());
}

void TestAdditions::candidatesAreWalked() {
  LogFolder folder;
  writeIncident(folder);
  Shown shown(folder);
  QVERIFY(shown.run().candidates.size() > 1);
  const auto selected = [&] { return shown.run().findings[shown.state()->selection().finding.value()].id; };
  QCOMPARE(selected(), shown.run().candidates[0].id);
  shown.press(Qt::Key_C);
  QCOMPARE(selected(), shown.run().candidates[1].id);
  QVERIFY(findingHtml(shown.run(), shown.run().findings[*shown.state()->selection().finding], nullptr).contains(QStringLiteral("Candidate 2 of")));
}

void TestAdditions::arrowsShareNoTrack_data() {
  using Rows = std::vector<std::vector<int>>;
  QTest::addColumn<Rows>("ledTo");
  QTest::addColumn<std::vector<IncidentArrow>>("arrows");
  QTest::newRow("none") << Rows{{}, {}} << std::vector<IncidentArrow>{};
  QTest::newRow("one led to two") << Rows{{1, 2}, {}, {}} << std::vector<IncidentArrow>{{0, 1, 0}, {0, 2, 0}};
  QTest::newRow("one after the other") << Rows{{1}, {2}, {}} << std::vector<IncidentArrow>{{0, 1, 0}, {1, 2, 0}};
  QTest::newRow("across") << Rows{{2}, {3}, {}, {}} << std::vector<IncidentArrow>{{0, 2, 0}, {1, 3, 1}};
  QTest::newRow("upwards") << Rows{{}, {0}, {}} << std::vector<IncidentArrow>{{1, 0, 0}};
  QTest::newRow("more than tracks") << Rows{{4}, {5}, {6}, {7}, {}, {}, {}, {}} << std::vector<IncidentArrow>{{0, 4, 0}, {1, 5, 1}, {2, 6, 1}, {3, 7, 1}};
}

void TestAdditions::arrowsShareNoTrack() {
  QFETCH(std::vector<std::vector<int>>, ledTo);
  QFETCH(std::vector<IncidentArrow>, arrows);
  QVERIFY(incidentArrows(ledTo, 2) == arrows);
}

void TestAdditions::arrowsStayBesideTheCards() {
  MainWindow window;
  window.resize(1280, 720);
  window.show();
  test::feed(window, test::shared(test::recoveredRun()));
  window.dock("incident")->raise();
  QTest::qWait(400);                             // a list lays itself out again a moment after it was resized
  IncidentPanel* const incident = window.incident();
  QVERIFY(incident->isVisible());
  const int rows = incident->model()->rowCount();
  for (int row = 0; row < rows; ++row) {
    const QRect card = incident->cardRect(row);
    QVERIFY(card.right() <= incident->viewport()->width());
    if (row > 0) QVERIFY2(card.top() > incident->cardRect(row - 1).bottom(), qPrintable(QStringLiteral("%1: %2 %3").arg(row).arg(card.top()).arg(incident->cardRect(row - 1).bottom())));
    QVERIFY(!incident->model()->index(row, 0).data(Qt::AccessibleTextRole).toString().isEmpty());
  }
  for (const IncidentArrow& arrow : incident->arrows()) {
    const std::vector<QPoint> path = incident->pathOf(arrow);
    QVERIFY(path[1].x() >= 0);
    QVERIFY(path[1].x() < incident->cardRect(arrow.from).left());
    QVERIFY(path[0].y() > incident->cardRect(arrow.from).top() && path[0].y() <= incident->cardRect(arrow.from).bottom());
    QVERIFY(path[3].y() >= incident->cardRect(arrow.to).top() && path[3].y() < incident->cardRect(arrow.to).bottom());
  }
}

void TestAdditions::arrowsAreWalked() {
  model::Run run = test::recoveredRun();
  run.findings[1].causedBy = {run.findings[0].id};
  run.findings[2].causedBy = {run.findings[1].id};
  MainWindow window;
  window.resize(1280, 720);
  window.show();
  test::feed(window, test::shared(std::move(run)));
  window.dock("incident")->raise();
  IncidentPanel* const incident = window.incident();
  QVERIFY(incident->arrows().size() >= 2);
  incident->setFocus();
  incident->setCurrentIndex(incident->model()->index(0, 0));
  QTest::keyClick(incident, Qt::Key_Right);
  QCOMPARE(incident->currentIndex().row(), 1);
  QCOMPARE(window.state()->selection().finding, std::optional<std::uint32_t>(1));
  QTest::keyClick(incident, Qt::Key_Right);
  QCOMPARE(incident->currentIndex().row(), 2);
  QTest::keyClick(incident, Qt::Key_Left);
  QCOMPARE(incident->currentIndex().row(), 1);
  QVERIFY(incident->currentIndex().data(FindingsModel::RelationRole).toString().contains(QStringLiteral("led to 3")));
}

void TestAdditions::aKnownFailureIsSaid() {
  LogFolder first, second;
  writeIncident(first);
  writeIncident(second);
  second.write("other.log", {"so that it is another run"});
  {
    Shown shown(first);
    QVERIFY(!shown.window.action("known.forget")->isEnabled());
    QSignalSpy changed(shown.window.known(), &KnownStore::changed);
    shown.window.known()->name(*shown.run().firstFailure, QStringLiteral("drain the node"), QString());
    QVERIFY(changed.wait(kPatienceMs));
    QCOMPARE(shown.state()->seenBefore().size(), 1u);
    QVERIFY(shown.window.action("known.forget")->isEnabled());
  }
  Shown shown(second);
  QCOMPARE(shown.state()->seenBefore().size(), 1u);
  const model::Finding& finding = shown.run().findings[*shown.run().firstFailure];
  bool said = false;
  for (const QLabel* label : shown.window.verdict()->findChildren<QLabel*>()) said = said || (label->isVisible() && label->text().contains(QStringLiteral("seen before in 1 run")));
  QVERIFY(said);
  QVERIFY(findingHtml(shown.run(), finding, shown.state()->seenBefore(finding)).contains(QStringLiteral("drain the node")));
  const QModelIndex card = shown.window.findings()->model()->index(static_cast<int>(*shown.run().firstFailure), 0);
  QVERIFY(card.data(FindingsModel::KnownRole).toString().contains(QStringLiteral("drain the node")));
  QTRY_COMPARE(session::readKnownFailures()->front().seen.size(), 2u);
  QSignalSpy changed(shown.window.known(), &KnownStore::changed);
  shown.window.action("known.forget")->trigger();
  QVERIFY(changed.count() > 0 || changed.wait(kPatienceMs));
  QTRY_VERIFY(shown.state()->seenBefore().empty());
  QVERIFY(session::readKnownFailures()->empty());
}

void TestAdditions::theDialogWantsANote() {
  QWidget window;
  window.resize(800, 600);
  window.show();
  const QPointer<KnownSheet> sheet = new KnownSheet(QStringLiteral("a title"), QString(), QString(), &window);
  QSignalSpy said(sheet, &KnownSheet::said);
  const QList<QLineEdit*> fields = sheet->findChildren<QLineEdit*>();
  QCOMPARE(fields.size(), 2);
  QTest::keyClick(fields[0], Qt::Key_Return);
  QCOMPARE(said.count(), 0);
  QTest::keyClicks(fields[0], QStringLiteral("look"));
  QTest::keyClick(fields[0], Qt::Key_Return);
  QCOMPARE(said.count(), 1);
  QCOMPARE(said[0][0].toString(), QStringLiteral("look"));
  QTRY_VERIFY(sheet.isNull());
}

void TestAdditions::aViewTravels() {
  LogFolder folder, copy;
  writeIncident(folder);
  writeIncident(copy);
  const QString file = m_home->filePath(QStringLiteral("mine.view.json"));
  TimeRange range;
  {
    Shown shown(folder);
    shown.state()->selectLine({model::SourceId{0}, 2});
    shown.press(Qt::Key_M);
    const TimeRange whole = shown.state()->span();
    shown.state()->setRange({whole.begin + whole.length() / 4, whole.begin + whole.length() / 2});
    range = shown.state()->range();
    shown.window.saveViewAs(file);
  }
  Shown shown(copy, {file});
  QCOMPARE(shown.run().sources.size(), 2u);      // the view is no log
  QCOMPARE(shown.state()->range(), range);
  QCOMPARE(shown.state()->selection().line->line, 2u);
  QCOMPARE(shown.state()->notes().size(), 1u);
}

void TestAdditions::aViewOfAnotherRun() {
  LogFolder folder, other;
  writeIncident(folder);
  other.write("rank_0.log", {"nothing"});
  const QString file = m_home->filePath(QStringLiteral("theirs.view.json"));
  {
    Shown shown(folder);
    shown.window.saveViewAs(file);
  }
  Shown shown(other);
  const TimeRange before = shown.state()->range();
  shown.window.openView(file);
  QCOMPARE(shown.state()->range(), before);
  QTRY_VERIFY(shown.window.notices()->isVisible());
}

QTEST_MAIN(TestAdditions)
#include "tst_additions.moc"
