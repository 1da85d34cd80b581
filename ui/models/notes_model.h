// SPDX-License-Identifier: Apache-2.0
// The user's notes as a table, in the order of their numbers. The text can be edited.
#pragma once

#include "ui/models/note_store.h"

#include <QAbstractTableModel>

namespace lanescope::ui {

class NotesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { NumberColumn, TextColumn, TimeColumn, AboutColumn, LineColumn, ColumnCount };
  NotesModel(ViewState* state, NoteStore* store, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 private:
  void reload();
  QString cellText(std::size_t row, int column) const;

  ViewState* m_state;
  NoteStore* m_store;
  std::shared_ptr<const model::Run> m_run;       // what the rows are of: both are swapped inside a reset
  model::Notes m_notes;
};

}  // namespace lanescope::ui
