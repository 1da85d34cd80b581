// SPDX-License-Identifier: Apache-2.0
#include "ui/models/notes_model.h"

#include "core/report/added_text.h"
#include "ui/models/run_table_model.h"
#include "ui/models/notes_text.h"
#include "ui/models/words.h"

namespace lanescope::ui {

namespace {

constexpr std::size_t kLineBytes = 400;

QVariant alignmentOf(int column) { return static_cast<int>((column == NotesModel::NumberColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter); }

}  // namespace

NotesModel::NotesModel(ViewState* state, NoteStore* store, QObject* parent) : QAbstractTableModel(parent), m_state(state), m_store(store) {
  connect(state, &ViewState::runChanged, this, &NotesModel::reload);
  connect(state, &ViewState::notesChanged, this, &NotesModel::reload);
  reload();
}

void NotesModel::reload() {
  beginResetModel();
  m_run = m_state->run();
  m_notes = m_run ? m_state->notes() : model::Notes();
  endResetModel();
}

int NotesModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_notes.size()); }
int NotesModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString NotesModel::cellText(std::size_t row, int column) const {
  const model::Note& note = m_notes[row];
  switch (column) {
    case NumberColumn:
      return QString::number(row + 1);
    case TextColumn:
      return toQt(report::noteText(note));
    case TimeColumn:
      return columnTimeText(note.time);
    case AboutColumn: {
      const QString place = toQt(report::notePlaceText(*m_run, note));
      return note.problem.empty() ? place : QStringLiteral("%1 (%2)").arg(place, toQt(note.problem));
    }
    default:
      return toQt(report::noteLine(*m_run, note, kLineBytes));
  }
}

QVariant NotesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const auto row = static_cast<std::size_t>(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return cellText(row, index.column());
    case Qt::EditRole:
      return index.column() == TextColumn ? toQt(m_notes[row].text) : cellText(row, index.column());
    case Qt::ToolTipRole:
      return noteTip(*m_state, static_cast<std::uint32_t>(row));
    case Qt::AccessibleTextRole:
      return index.column() == NumberColumn ? noteSpoken(*m_state, static_cast<std::uint32_t>(row)) : cellText(row, index.column());
    case Qt::TextAlignmentRole:
      return alignmentOf(index.column());
    case RunTableModel::MonoRole:
      return index.column() == LineColumn;
    case RunTableModel::ToneRole:
      return static_cast<int>(m_notes[row].text.empty() && index.column() == TextColumn ? RunTableModel::Tone::muted : RunTableModel::Tone::plain);
    default:
      return {};
  }
}

QVariant NotesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignmentOf(section);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case NumberColumn:
      return tr("#");
    case TextColumn:
      return tr("Note");
    case TimeColumn:
      return tr("Time");
    case AboutColumn:
      return tr("About");
    default:
      return tr("Line");
  }
}

Qt::ItemFlags NotesModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags plain = QAbstractTableModel::flags(index);
  return index.isValid() && index.column() == TextColumn && m_store->isChangeable() ? plain | Qt::ItemIsEditable : plain;
}

bool NotesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::EditRole || index.column() != TextColumn || index.row() >= rowCount()) return false;
  m_store->setText(static_cast<std::uint32_t>(index.row()), value.toString());
  return true;
}

}  // namespace lanescope::ui
