// SPDX-License-Identifier: Apache-2.0
// Which keys each command has: those of the table of commands, and instead of them those that the user wants. However they were
// changed, no key belongs to two commands that can be heard at once. GUI thread only.
#pragma once

#include "ui/models/commands.h"

#include <QHash>
#include <QMap>
#include <QObject>

class QKeyEvent;

namespace lanescope::ui {

class Keymap : public QObject {
  Q_OBJECT
 public:
  using Keys = QList<QKeySequence>;
  using Changes = QMap<QString, Keys>;           // by id; an empty list: the command has no key

  explicit Keymap(const std::vector<Command>& commands = commandTable(), QObject* parent = nullptr);
  // That of the application: panes and actions ask it.
  static Keymap& inForce();

  const std::vector<Command>& commands() const { return m_commands; }
  Keys keys(const QString& id) const { return m_keys.value(id); }
  bool isChanged(const QString& id) const;       // other keys than at first
  bool means(const QString& id, const QKeyEvent& event) const;
  // The other command that would be meant where the key were given to `id`; nullptr: none.
  const Command* holder(const QString& id, const QKeySequence& key) const;

  void add(const QString& id, const QKeySequence& key);   // and takes it away from whoever has it there, but for a fixed one
  void remove(const QString& id, const QKeySequence& key);
  void reset(const QString& id);                 // its first keys, even where others have them now
  void resetAll();
  const Changes& changes() const { return m_changes; }
  void setChanges(const Changes& changes);       // of commands that are not known here, nothing

 Q_SIGNALS:
  void changed();

 private:
  const Command* find(const QString& id) const;
  void take(const Command& command, const QKeySequence& key);
  void apply(bool changedOnes);                  // gives out the keys of commands that were, or were not, changed
  void update();

  std::vector<Command> m_commands;
  Changes m_changes;
  QHash<QString, Keys> m_keys;
};

// What was pressed, as it stands in the table: keypad and Enter like the others, a sign without the Shift that it takes to type it.
// Empty while only Shift, Ctrl, Alt or Meta is down.
QKeySequence keyOf(const QKeyEvent& event);
// "Ctrl+F  /"; empty for none.
QString keysText(const Keymap::Keys& keys);
// "Search all sources (Ctrl+F)": for tool tips.
QString withKeys(const QString& text, const char* id);

}  // namespace lanescope::ui
