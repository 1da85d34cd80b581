// SPDX-License-Identifier: Apache-2.0
// The user's notes: choosing one selects what it is about, its text is edited in place.
#pragma once

#include "ui/models/notes_model.h"

#include <QTableView>

namespace lanescope::ui {

class NotesPanel : public QTableView {
  Q_OBJECT
 public:
  NotesPanel(ViewState* state, NoteStore* store, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {600, 220}; }

  // The note of the current row, else the one that is about the selection.
  std::optional<std::uint32_t> current() const;
  // Makes it the current one and selects what it is about.
  void go(std::uint32_t index);
  // Opens the editor of its text.
  void editText(std::uint32_t index);

 Q_SIGNALS:
  void textClosed();                             // the editor of a text, kept or not

 protected:
  void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void followSelection();

  ViewState* m_state;
  NotesModel* m_model;
  bool m_following = false;
};

}  // namespace lanescope::ui
