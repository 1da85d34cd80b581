// SPDX-License-Identifier: Apache-2.0
// One tab of the differences as a table, in order of relevance. Rows follow the CompareState; cells are made when asked for.
#pragma once

#include "ui/compare/compare_state.h"

#include <QAbstractTableModel>

namespace lanescope::ui {

class DifferenceModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { KindColumn, WhatColumn, RunColumn, BaselineColumn, PhaseColumn, TimeColumn, kColumns };
  enum DataRole {
    KindRole = Qt::UserRole + 1,                 // QString, as filters name it
    RanksRole,                                   // QList<int>
    PhaseRole,                                   // QString, as filters name it
    FoldedRole,                                  // bool
    SideRole,                                    // int: Side of what has no counterpart, invalid for others
    TemplateRole,                                // bool: the text holds place-holders that are set off
    DivergenceRole                               // bool: where the two runs first differ
  };
  DifferenceModel(CompareState* state, DifferenceTab tab, QObject* parent = nullptr);

  DifferenceTab tab() const { return m_tab; }
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  const Difference& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  int rowOf(const Difference& difference) const; // -1 where this tab does not list it
  int openRows() const { return m_open; }        // without the folded ones
  bool isShown(Column column) const;             // a tab hides columns that it never fills

 private:
  void reload();
  QVariant textAt(const Difference& difference, int column) const;

  CompareState* m_state;
  DifferenceTab m_tab;
  CompareState::Result m_result;
  std::vector<Difference> m_rows;
  int m_open = 0;
};

QString tabName(DifferenceTab tab);

}  // namespace lanescope::ui
