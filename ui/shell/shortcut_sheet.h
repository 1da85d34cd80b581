// SPDX-License-Identifier: Apache-2.0
// Over the window: every command with its keys, which can be added, taken away and put back. What is pressed holds at once; where
// another command has it, that is said first. Esc closes the sheet.
#pragma once

#include "ui/models/keymap.h"
#include "ui/shell/sheet.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTreeView;

namespace lanescope::ui {

class KeyField;
class ShortcutModel;

class ShortcutSheet : public Sheet {
  Q_OBJECT
 public:
  ShortcutSheet(Keymap* keymap, QWidget* window);
  void open();
  void choose(const QString& id);                // as a click on its row
  QString chosen() const;                        // a command's id, empty: none
  QLineEdit* filter() const { return m_filter; }
  QTreeView* tree() const { return m_tree; }
  KeyField* field() const { return m_field; }
  QString message() const;
  QPushButton* takeOver() const { return m_takeOver; }
  QPushButton* reset() const { return m_reset; }
  QPushButton* resetAll() const { return m_resetAll; }

 private:
  void makeTree();
  QHBoxLayout* makeKeysRow();
  QHBoxLayout* makeMessageRow();
  QHBoxLayout* makeButtons();
  void narrow();
  QString sentenceOf(const Command* command) const;
  void refresh();
  void onPressed(const QKeySequence& key);
  void say(const QString& text, bool asks);

  Keymap* m_keymap;
  ShortcutModel* m_model;
  QSortFilterProxyModel* m_filtered;
  QLineEdit* m_filter;
  QTreeView* m_tree;
  QHBoxLayout* m_chips = nullptr;                // a button for each key of the chosen command
  KeyField* m_field = nullptr;
  QLabel* m_message = nullptr;
  QPushButton *m_takeOver = nullptr, *m_leave = nullptr, *m_reset = nullptr, *m_resetAll = nullptr;
  QKeySequence m_asked;                          // pressed, and another command's
};

}  // namespace lanescope::ui
