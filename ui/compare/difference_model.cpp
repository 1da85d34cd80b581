// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/difference_model.h"

#include "ui/theme/clipped_text.h"

#include <algorithm>

namespace lanescope::ui {

DifferenceModel::DifferenceModel(CompareState* state, DifferenceTab tab, QObject* parent) : QAbstractTableModel(parent), m_state(state), m_tab(tab) {
  connect(state, &CompareState::resultChanged, this, &DifferenceModel::reload);
  reload();
}

void DifferenceModel::reload() {
  beginResetModel();
  m_result = m_state->result();
  m_rows = m_result ? differencesOf(*m_result, m_tab) : std::vector<Difference>();
  m_open = static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [this](const Difference& row) { return !isFolded(*m_result, row); }));
  endResetModel();
}

int DifferenceModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int DifferenceModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

int DifferenceModel::rowOf(const Difference& difference) const {
  const auto found = std::find(m_rows.begin(), m_rows.end(), difference);
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

bool DifferenceModel::isShown(Column column) const {
  switch (m_tab) {
    case DifferenceTab::first:
    case DifferenceTab::messages: return true;
    case DifferenceTab::tests: return column != TimeColumn;
    case DifferenceTab::durations: return column != TimeColumn;
    case DifferenceTab::environment: return column != TimeColumn && column != PhaseColumn && column != KindColumn;
    case DifferenceTab::files: break;
  }
  return column != TimeColumn;
}

QVariant DifferenceModel::textAt(const Difference& difference, int column) const {
  const DifferenceText text = textOf(*m_result, difference);
  switch (column) {
    case KindColumn: return text.kind;
    case WhatColumn: return text.what;
    case RunColumn: return text.run;
    case BaselineColumn: return text.baseline;
    case PhaseColumn: return text.phase;
    case TimeColumn: return text.time;
    default: return {};
  }
}

QVariant DifferenceModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount() || index.column() >= kColumns) return {};
  const Difference& row = at(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return textAt(row, index.column());
    case Qt::ToolTipRole: {
      const DifferenceText text = textOf(*m_result, row);
      if (index.column() == PhaseColumn && !text.phaseToolTip.isEmpty()) return text.phaseToolTip;
      return clippedText(index.column() == WhatColumn ? text.toolTip : textAt(row, index.column()).toString());
    }
    case Qt::AccessibleTextRole: {
      const DifferenceText text = textOf(*m_result, row);
      if (index.column() != KindColumn) return textAt(row, index.column());
      return tr("%1: %2; A %3, B %4; %5").arg(text.kind, text.what, text.run, text.baseline, text.phase);
    }
    case KindRole:
      return kindOf(*m_result, row);
    case RanksRole: {
      QList<int> ranks;
      for (const model::Rank rank : ranksOf(*m_result, row)) ranks << static_cast<int>(rank);
      return QVariant::fromValue(ranks);
    }
    case PhaseRole:
      return phaseOf(*m_result, row);
    case FoldedRole:
      return isFolded(*m_result, row);
    case SideRole: {
      const auto side = onlySide(*m_result, row);
      return side ? QVariant(static_cast<int>(*side)) : QVariant();
    }
    case TemplateRole:
      return row.kind == DifferenceKind::message && index.column() == WhatColumn;
    case DivergenceRole:
      return m_tab == DifferenceTab::first && index.row() == 0 && m_result->divergence.has_value();
    default:
      return {};
  }
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | Qt::AlignLeft);
  if (role == Qt::ToolTipRole) {
    if (section == RunColumn) return tr("The run");
    if (section == BaselineColumn) return tr("What it is compared with");
    return {};
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case KindColumn: return m_tab == DifferenceTab::files ? tr("in") : tr("kind");
    case WhatColumn:
      switch (m_tab) {
        case DifferenceTab::tests: return tr("test");
        case DifferenceTab::durations: return tr("phase");
        case DifferenceTab::environment: return tr("what");
        case DifferenceTab::files: return tr("file");
        default: return tr("message template");
      }
    case RunColumn: return tr("A");
    case BaselineColumn: return tr("B");
    case PhaseColumn: return m_tab == DifferenceTab::durations ? tr("difference") : m_tab == DifferenceTab::files ? tr("named") : tr("phase");
    case TimeColumn: return tr("first seen");
    default: return {};
  }
}

QString tabName(DifferenceTab tab) {
  switch (tab) {
    case DifferenceTab::first: return DifferenceModel::tr("First divergence");
    case DifferenceTab::messages: return DifferenceModel::tr("Messages");
    case DifferenceTab::tests: return DifferenceModel::tr("Tests");
    case DifferenceTab::durations: return DifferenceModel::tr("Durations");
    case DifferenceTab::environment: return DifferenceModel::tr("Environment");
    case DifferenceTab::files: break;
  }
  return DifferenceModel::tr("Files");
}

}  // namespace lanescope::ui
