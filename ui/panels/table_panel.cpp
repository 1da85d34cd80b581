// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/table_panel.h"

#include "ui/panels/empty_text.h"
#include "ui/panels/table_style.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kHeadPadding = 32;  // both sides of a column's title, and the sort mark

}  // namespace

TablePanel::TablePanel(ViewState* state, RunTableModel* model, const QString& name, const QString& empty, QWidget* parent)
    : QTableView(parent), m_state(state), m_model(model), m_sorted(new QSortFilterProxyModel(this)) {
  model->setParent(this);
  m_sorted->setSourceModel(model);
  m_sorted->setSortRole(RunTableModel::SortRole);
  setModel(m_sorted);
  styleTable(this, name);
  setSortingEnabled(true);
  sortByColumn(-1, Qt::AscendingOrder);
  const QFontMetrics head(uiFont(11));
  for (int i = 0; i < model->columnCount(); ++i) {
    const RunTableModel::Column& column = model->columns()[static_cast<std::size_t>(i)];
    setColumnWidth(i, std::max(column.width, head.horizontalAdvance(column.title) + kHeadPadding));
  }
  new EmptyText(this, [state, empty] { return state->run() ? empty : tr("A table of the run appears here."); });
  connect(state, &ViewState::selectionChanged, this, &TablePanel::followSelection);
  connect(model, &QAbstractItemModel::modelReset, this, &TablePanel::followSelection);
  connect(this, &QTableView::clicked, this, &TablePanel::go);
}

void TablePanel::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  if (!m_following && current.isValid() && hasFocus()) go(current);
}

void TablePanel::go(const QModelIndex& index) {
  const QVariant target = index.data(RunTableModel::TargetRole);
  if (!target.isValid()) return;
  const QPoint place = target.toPoint();
  const model::LineRef line{model::SourceId{static_cast<std::uint32_t>(place.x())}, static_cast<std::uint32_t>(place.y())};
  if (m_showsSource) m_state->setTextScope({{}, line.source});
  m_state->selectLine(line);
}

void TablePanel::followSelection() {
  const QScopedValueRollback following(m_following, true);
  const auto row = m_model->rowOf(m_state->selection());
  const QModelIndex index = row ? m_sorted->mapFromSource(m_model->index(static_cast<int>(*row), 0)) : QModelIndex();
  if (!index.isValid()) return clearSelection();
  if (currentIndex().row() == index.row()) return selectRow(index.row());
  setCurrentIndex(index);
  scrollTo(index);
}

}  // namespace lanescope::ui
