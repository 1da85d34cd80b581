// SPDX-License-Identifier: Apache-2.0
#include "ui/models/run_table_model.h"

#include "ui/theme/clipped_text.h"

#include <QPoint>

namespace lanescope::ui {

RunTableModel::RunTableModel(ViewState* state, std::vector<Column> columns, QObject* parent)
    : QAbstractTableModel(parent), m_state(state), m_columns(std::move(columns)) {}

void RunTableModel::start() {
  connect(m_state, &ViewState::runChanged, this, &RunTableModel::reload);
  reload();
}

void RunTableModel::reload() {
  beginResetModel();
  m_run = m_state->run();
  m_rows = m_run ? countRows(*m_run) : 0;
  endResetModel();
}

int RunTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows); }

int RunTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
  const auto row = static_cast<std::size_t>(index.row());
  const Column& column = m_columns[static_cast<std::size_t>(index.column())];
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (column.number ? Qt::AlignRight : Qt::AlignLeft));
  if (role == TargetRole) {
    const auto line = target(row, index.column());
    return line ? QVariant(QPoint(static_cast<int>(line->source.value), static_cast<int>(line->line))) : QVariant();
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role < SortRole) return {};
  const Cell made = cell(row, index.column());
  switch (role) {
    case Qt::DisplayRole:
      return made.text;
    case Qt::ToolTipRole:
      return clippedText(made.toolTip.isEmpty() ? made.text : made.toolTip);
    case SortRole:
      return made.sort.isValid() ? made.sort : QVariant(made.text);
    case MonoRole:
      return made.mono;
    case ToneRole:
      return static_cast<int>(made.tone);
    default:
      return {};
  }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const Column& column = m_columns[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return column.title;
  if (role == Qt::ToolTipRole) return column.toolTip.isEmpty() ? column.title : column.toolTip;
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (column.number ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

}  // namespace lanescope::ui
