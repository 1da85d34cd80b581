// SPDX-License-Identifier: Apache-2.0
#include "ui/models/keymap.h"

#include <QCoreApplication>
#include <QKeyEvent>

#include <algorithm>

namespace lanescope::ui {

Keymap::Keymap(const std::vector<Command>& commands, QObject* parent) : QObject(parent), m_commands(commands) { update(); }

Keymap& Keymap::inForce() {
  static Keymap keymap;
  return keymap;
}

const Command* Keymap::find(const QString& id) const {
  const auto found = std::find_if(m_commands.begin(), m_commands.end(), [&id](const Command& each) { return id == QLatin1String(each.id); });
  return found == m_commands.end() ? nullptr : &*found;
}

bool Keymap::isChanged(const QString& id) const {
  const Command* command = find(id);
  return command != nullptr && keys(id) != commandKeys(*command);
}

bool Keymap::means(const QString& id, const QKeyEvent& event) const {
  const QKeySequence key = keyOf(event);
  return !key.isEmpty() && keys(id).contains(key);
}

const Command* Keymap::holder(const QString& id, const QKeySequence& key) const {
  const Command* command = find(id);
  if (command == nullptr) return nullptr;
  const auto found = std::find_if(m_commands.begin(), m_commands.end(), [&](const Command& other) {
    return &other != command && meet(*command, other) && keys(QLatin1String(other.id)).contains(key);
  });
  return found == m_commands.end() ? nullptr : &*found;
}

void Keymap::take(const Command& command, const QKeySequence& key) {
  const QString id = QLatin1String(command.id);
  while (const Command* other = holder(id, key)) {
    if (isFixed(*other)) return;
    const QString otherId = QLatin1String(other->id);
    Keys rest = keys(otherId);
    rest.removeAll(key);
    m_changes.insert(otherId, rest);
    m_keys.insert(otherId, rest);
  }
}

void Keymap::add(const QString& id, const QKeySequence& key) {
  const Command* command = find(id);
  if (command == nullptr || isFixed(*command) || key.isEmpty() || keys(id).contains(key)) return;
  take(*command, key);
  if (holder(id, key) != nullptr) return;
  Keys now = keys(id);
  now << key;
  m_changes.insert(id, now);
  update();
}

void Keymap::remove(const QString& id, const QKeySequence& key) {
  const Command* command = find(id);
  if (command == nullptr || isFixed(*command) || !keys(id).contains(key)) return;
  Keys rest = keys(id);
  rest.removeAll(key);
  m_changes.insert(id, rest);
  update();
}

void Keymap::reset(const QString& id) {
  const Command* command = find(id);
  if (command == nullptr) return;
  m_changes.remove(id);
  for (const QKeySequence& key : commandKeys(*command)) take(*command, key);
  update();
}

void Keymap::resetAll() { setChanges({}); }

void Keymap::setChanges(const Changes& changes) {
  m_changes.clear();
  for (auto change = changes.begin(); change != changes.end(); ++change) {
    const Command* command = find(change.key());
    if (command != nullptr && !isFixed(*command)) m_changes.insert(change.key(), change.value());
  }
  update();
}

void Keymap::apply(bool changedOnes) {
  for (const Command& command : m_commands) {
    const QString id = QLatin1String(command.id);
    const auto change = m_changes.constFind(id);
    if ((change != m_changes.constEnd()) != changedOnes) continue;
    for (const QKeySequence& key : changedOnes ? *change : commandKeys(command)) {
      if (!key.isEmpty() && holder(id, key) == nullptr && !keys(id).contains(key)) m_keys[id] << key;
    }
  }
}

// What cannot be changed comes first, then what the user wants; what is left of the first keys comes last. A change that has become
// none is forgotten, so that later versions may give the command better keys.
void Keymap::update() {
  m_keys.clear();
  for (const Command& command : m_commands) {
    if (isFixed(command)) m_keys.insert(QLatin1String(command.id), commandKeys(command));
  }
  apply(true);
  apply(false);
  const auto same = [this](const QString& id) { return !isChanged(id); };
  for (const QString& id : m_changes.keys()) {
    if (same(id)) m_changes.remove(id);
  }
  Q_EMIT changed();
}

QKeySequence keyOf(const QKeyEvent& event) {
  int key = event.key();
  Qt::KeyboardModifiers modifiers = event.modifiers() & (Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
  switch (key) {
    case 0:
    case Qt::Key_unknown:
    case Qt::Key_Shift:
    case Qt::Key_Control:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta: return {};
    case Qt::Key_Enter: key = Qt::Key_Return; break;
    case Qt::Key_Backtab:
      key = Qt::Key_Tab;
      modifiers |= Qt::ShiftModifier;
      break;
    default: break;
  }
  const bool printed = key > Qt::Key_Space && key < Qt::Key_Escape;
  if (printed && !QChar::isLetterOrNumber(static_cast<char32_t>(key))) modifiers &= ~Qt::ShiftModifier;
  return QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(key)));
}

QString keysText(const Keymap::Keys& keys) {
  QStringList texts;
  for (const QKeySequence& key : keys) texts << key.toString(QKeySequence::NativeText);
  return texts.join(QStringLiteral("  "));
}

QString withKeys(const QString& text, const char* id) {
  const Keymap::Keys keys = Keymap::inForce().keys(QLatin1String(id));
  return keys.isEmpty() ? text : QCoreApplication::translate("Commands", "%1 (%2)").arg(text, keys.front().toString(QKeySequence::NativeText));
}

}  // namespace lanescope::ui
