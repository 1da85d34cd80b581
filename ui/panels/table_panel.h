// SPDX-License-Identifier: Apache-2.0
// A sortable table over a RunTableModel: ranks, tests, sources. Choosing a row selects its line everywhere.
#pragma once

#include "ui/models/run_table_model.h"

#include <QTableView>

class QSortFilterProxyModel;

namespace lanescope::ui {

class TablePanel : public QTableView {
  Q_OBJECT
 public:
  // `empty` stands where there are no rows. The panel owns the model.
  TablePanel(ViewState* state, RunTableModel* model, const QString& name, const QString& empty, QWidget* parent = nullptr);
  // A chosen row shows its whole source instead of the rank it belongs to.
  void setShowsSource(bool on) { m_showsSource = on; }
  QSize sizeHint() const override { return {600, 220}; }

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void followSelection();
  void go(const QModelIndex& index);

  ViewState* m_state;
  RunTableModel* m_model;
  QSortFilterProxyModel* m_sorted;
  bool m_showsSource = false;
  bool m_following = false;
};

}  // namespace lanescope::ui
