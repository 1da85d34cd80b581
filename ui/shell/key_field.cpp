// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/key_field.h"

#include "ui/models/keymap.h"

#include <QKeyEvent>

namespace lanescope::ui {

namespace {

bool isForOthers(const QKeyEvent& event) {
  const bool plain = (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
  return event.key() == Qt::Key_Escape || (plain && (event.key() == Qt::Key_Tab || event.key() == Qt::Key_Backtab));
}

}  // namespace

KeyField::KeyField(QWidget* parent) : QLineEdit(parent) {
  setReadOnly(true);
  setContextMenuPolicy(Qt::NoContextMenu);
  setAttribute(Qt::WA_InputMethodEnabled, false);
}

// No action may take what is meant to be recorded.
bool KeyField::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && !isForOthers(static_cast<QKeyEvent&>(*event))) {
    event->accept();
    return true;
  }
  return QLineEdit::event(event);
}

void KeyField::keyPressEvent(QKeyEvent* event) {
  if (isForOthers(*event)) return event->ignore();
  const QKeySequence key = keyOf(*event);
  if (!key.isEmpty()) Q_EMIT pressed(key);
}

}  // namespace lanescope::ui
