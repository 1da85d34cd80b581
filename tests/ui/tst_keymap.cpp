// SPDX-License-Identifier: Apache-2.0
// Keys that the user chose: whatever is changed, no key means two things at once, and what is kept comes back.
#include "ui/models/keymap.h"
#include "ui/models/pane_commands.h"

#include <QKeyEvent>
#include <QListWidget>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace lanescope::ui;

namespace {

QKeySequence key(const char* text) { return QKeySequence::fromString(QLatin1String(text), QKeySequence::PortableText); }

// "key: a, b" for each key that two commands claim at once.
QStringList conflicts(const Keymap& keymap) {
  QStringList found;
  const std::vector<Command>& commands = keymap.commands();
  for (std::size_t i = 0; i < commands.size(); ++i) {
    for (std::size_t k = i + 1; k < commands.size(); ++k) {
      if (!meet(commands[i], commands[k])) continue;
      for (const QKeySequence& each : keymap.keys(QLatin1String(commands[i].id))) {
        if (keymap.keys(QLatin1String(commands[k].id)).contains(each))
          found << QStringLiteral("%1: %2, %3").arg(each.toString(), QLatin1String(commands[i].id), QLatin1String(commands[k].id));
      }
    }
  }
  return found;
}

QKeyEvent pressed(int code, Qt::KeyboardModifiers modifiers = {}) { return QKeyEvent(QEvent::KeyPress, code, modifiers); }

}  // namespace

class TestKeymap : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cleanup() { Keymap::inForce().resetAll(); }
  void theTableIsWhole();
  void aKeyIsTakenOver();
  void panesThatNeverMeetShareKeys();
  void removedAndReset();
  void escapeStays();
  void whatIsKeptComesBack();
  void brokenFilesDoNoHarm();
  void neverTwoForOneKey();
  void keysAsTheyAreTyped();
  void panesFollow();
  void listsFollow();
};

// Each key of the table is in force: where two claimed one, the second would have lost it.
void TestKeymap::theTableIsWhole() {
  const Keymap keymap;
  for (const Command& command : commandTable()) {
    QCOMPARE(keymap.keys(QLatin1String(command.id)), commandKeys(command));
    QVERIFY2(!keymap.isChanged(QLatin1String(command.id)), command.id);
    QVERIFY2(!commandText(command).isEmpty(), command.id);
  }
  std::vector<Command> broken = commandTable();
  broken.push_back({"timeline.wrong", Context::timeline, "E", "clashes with a key that is heard everywhere", true});
  broken.push_back({"text.right", Context::text, "S", "is free there", true});
  const Keymap other(broken);
  QVERIFY(other.keys(QStringLiteral("timeline.wrong")).isEmpty());
  QCOMPARE(other.keys(QStringLiteral("text.right")), Keymap::Keys{key("S")});
}

void TestKeymap::aKeyIsTakenOver() {
  Keymap keymap;
  QSignalSpy changed(&keymap, &Keymap::changed);
  const Command* holder = keymap.holder(QStringLiteral("timeline.fit"), key("E"));
  QVERIFY(holder != nullptr);
  QCOMPARE(holder->id, "go.next");
  keymap.add(QStringLiteral("timeline.fit"), key("E"));
  QCOMPARE(changed.count(), 1);
  QCOMPARE(keymap.keys(QStringLiteral("timeline.fit")), (Keymap::Keys{key("F"), key("E")}));
  QVERIFY(keymap.keys(QStringLiteral("go.next")).isEmpty());
  QCOMPARE(conflicts(keymap), QStringList());
}

void TestKeymap::panesThatNeverMeetShareKeys() {
  Keymap keymap;
  QVERIFY(keymap.holder(QStringLiteral("text.mark"), key("S")) == nullptr);
  keymap.add(QStringLiteral("text.mark"), key("S"));
  QVERIFY(keymap.keys(QStringLiteral("timeline.zoomOut")).contains(key("S")));
  // Actions of a comparison are heard in every pane.
  QVERIFY(keymap.holder(QStringLiteral("text.mark"), key("X")) != nullptr);
}

void TestKeymap::removedAndReset() {
  Keymap keymap;
  keymap.remove(QStringLiteral("help.keys"), key("?"));
  QCOMPARE(keymap.keys(QStringLiteral("help.keys")), Keymap::Keys{key("F1")});
  keymap.add(QStringLiteral("text.mark"), key("?"));
  QVERIFY(keymap.isChanged(QStringLiteral("help.keys")));
  keymap.reset(QStringLiteral("help.keys"));
  QVERIFY(!keymap.isChanged(QStringLiteral("help.keys")));
  QCOMPARE(keymap.keys(QStringLiteral("text.mark")), Keymap::Keys{key("D")});
  QVERIFY(keymap.changes().isEmpty());
}

void TestKeymap::escapeStays() {
  Keymap keymap;
  keymap.remove(QStringLiteral("step.out"), key("Esc"));
  keymap.add(QStringLiteral("text.mark"), key("Esc"));
  QCOMPARE(keymap.keys(QStringLiteral("step.out")), Keymap::Keys{key("Esc")});
  QCOMPARE(keymap.keys(QStringLiteral("text.mark")), Keymap::Keys{key("D")});
}

void TestKeymap::whatIsKeptComesBack() {
  Keymap keymap;
  keymap.add(QStringLiteral("timeline.fit"), key("E"));
  keymap.remove(QStringLiteral("go.previous"), key("Shift+E"));
  Keymap again;
  again.setChanges(keymap.changes());
  for (const Command& command : commandTable()) QCOMPARE(again.keys(QLatin1String(command.id)), keymap.keys(QLatin1String(command.id)));
}

void TestKeymap::brokenFilesDoNoHarm() {
  Keymap keymap;
  keymap.setChanges({{QStringLiteral("no.such"), {key("E")}}, {QStringLiteral("go.next"), {key("J"), key("J"), QKeySequence()}}, {QStringLiteral("text.mark"), {key("J")}}});
  QCOMPARE(keymap.keys(QStringLiteral("go.next")), Keymap::Keys{key("J")});
  QVERIFY(keymap.keys(QStringLiteral("text.mark")).isEmpty());
  QCOMPARE(conflicts(keymap), QStringList());
}

void TestKeymap::neverTwoForOneKey() {
  QRandomGenerator random(7);
  Keymap keymap;
  const auto count = static_cast<quint32>(commandTable().size());
  const auto someId = [&] { return QLatin1String(commandTable()[random.bounded(count)].id); };
  for (int i = 0; i < 400; ++i) {
    const QKeySequence one(QKeyCombination(random.bounded(2) ? Qt::NoModifier : Qt::ShiftModifier, static_cast<Qt::Key>(Qt::Key_A + static_cast<int>(random.bounded(26u)))));
    const QString id = someId();
    if (random.bounded(5) == 0) keymap.reset(id);
    else if (random.bounded(5) == 0) keymap.remove(id, keymap.keys(id).value(0));
    else {
      keymap.add(id, one);
      const Command* command = findCommand(id);
      QVERIFY(isFixed(*command) || keymap.keys(id).contains(one));
    }
    QCOMPARE(conflicts(keymap), QStringList());
  }
  keymap.resetAll();
  for (const Command& command : commandTable()) QVERIFY2(!keymap.isChanged(QLatin1String(command.id)), command.id);
}

void TestKeymap::keysAsTheyAreTyped() {
  QCOMPARE(keyOf(pressed(Qt::Key_Question, Qt::ShiftModifier)), key("?"));
  QCOMPARE(keyOf(pressed(Qt::Key_E, Qt::ShiftModifier)), key("Shift+E"));
  QCOMPARE(keyOf(pressed(Qt::Key_Enter, Qt::KeypadModifier)), key("Return"));
  QCOMPARE(keyOf(pressed(Qt::Key_Left, Qt::KeypadModifier | Qt::ControlModifier)), key("Ctrl+Left"));
  QCOMPARE(keyOf(pressed(Qt::Key_Backtab, Qt::ShiftModifier)), key("Shift+Tab"));
  QVERIFY(keyOf(pressed(Qt::Key_Shift, Qt::ShiftModifier)).isEmpty());
}

void TestKeymap::panesFollow() {
  QWidget pane, inside(&pane);
  PaneCommands commands(&pane);
  QStringList done;
  commands.add("timeline.fit", [&] { done << QStringLiteral("fit"); });
  commands.add("timeline.zoomIn", [&] { done << QStringLiteral("in"); });
  QCOMPARE(PaneCommands::of(&inside), &commands);
  QVERIFY(commands.handle(pressed(Qt::Key_F)));
  Keymap::inForce().add(QStringLiteral("timeline.fit"), key("W"));
  QVERIFY(commands.handle(pressed(Qt::Key_W)));
  QVERIFY(commands.run(QStringLiteral("timeline.zoomIn")));
  QVERIFY(!commands.handle(pressed(Qt::Key_Q)));
  QCOMPARE(done, (QStringList{QStringLiteral("fit"), QStringLiteral("fit"), QStringLiteral("in")}));
}

void TestKeymap::listsFollow() {
  QListWidget list;
  list.addItems({QStringLiteral("one"), QStringLiteral("two")});
  list.setCurrentRow(1);
  new ListCommands(&list);
  QSignalSpy activated(&list, &QListWidget::activated);
  QTest::keyClick(&list, Qt::Key_Return);
  QCOMPARE(activated.count(), 1);
  Keymap& keymap = Keymap::inForce();
  keymap.add(QStringLiteral("lists.open"), key("J"));
  keymap.remove(QStringLiteral("lists.open"), key("Return"));
  QTest::keyClick(&list, Qt::Key_Return);
  QCOMPARE(activated.count(), 1);
  QTest::keyClick(&list, Qt::Key_J);
  QCOMPARE(activated.count(), 2);
}

QTEST_MAIN(TestKeymap)
#include "tst_keymap.moc"
