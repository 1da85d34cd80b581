// SPDX-License-Identifier: Apache-2.0
// Base of the tables over a Run: fixed columns, rows that are rebuilt when the ViewState's run changes. Cells are made when
// asked for. SortRole gives values that sort as people expect: numbers as numbers, unknown last.
#pragma once

#include "ui/models/view_state.h"

#include <QAbstractTableModel>

#include <vector>

namespace lanescope::ui {

class RunTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum DataRole {
    SortRole = Qt::UserRole + 1,
    MonoRole,   // bool: log text or a place in a file
    ToneRole,   // int: Tone
    TargetRole  // model::LineRef as QPoint(source, line) to go to, invalid where none
  };
  enum class Tone { plain, muted, bad, good };
  struct Column {
    QString title;
    QString toolTip;
    int width = 80;       // px at 12 px text
    bool number = false;  // aligned to the right
  };

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  const std::vector<Column>& columns() const { return m_columns; }
  // The row of what is selected; none where this table does not show it.
  virtual std::optional<std::size_t> rowOf(const Selection& selection) const = 0;

 protected:
  struct Cell {
    QString text{};
    QVariant sort{};  // invalid: by text
    QString toolTip{};
    bool mono = false;
    Tone tone = Tone::plain;
  };
  RunTableModel(ViewState* state, std::vector<Column> columns, QObject* parent);
  // Call at the end of the derived constructor.
  void start();
  const model::Run& run() const { return *m_run; }
  virtual std::size_t countRows(const model::Run& run) const = 0;
  virtual Cell cell(std::size_t row, int column) const = 0;
  virtual std::optional<model::LineRef> target(std::size_t row, int column) const = 0;

 private:
  void reload();

  ViewState* m_state;
  std::vector<Column> m_columns;
  std::shared_ptr<const model::Run> m_run;
  std::size_t m_rows = 0;
};

}  // namespace lanescope::ui
