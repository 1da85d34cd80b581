// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/notes_panel.h"

#include "ui/models/notes_text.h"
#include "ui/panels/empty_text.h"
#include "ui/panels/table_style.h"

#include <QKeyEvent>
#include <QScrollBar>
#include <QScopedValueRollback>

#include <array>

namespace lanescope::ui {

namespace {

constexpr std::array<int, NotesModel::ColumnCount> kWidths = {44, 360, 150, 220, 400};

}  // namespace

NotesPanel::NotesPanel(ViewState* state, NoteStore* store, QWidget* parent)
    : QTableView(parent), m_state(state), m_model(new NotesModel(state, store, this)) {
  setModel(m_model);
  styleTable(this, tr("Notes"));
  setObjectName(QStringLiteral("notes"));
  setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  for (int i = 0; i < NotesModel::ColumnCount; ++i) setColumnWidth(i, kWidths[static_cast<std::size_t>(i)]);
  new EmptyText(this, [state] {
    return state->run() ? tr("No note yet. M marks the selected line or moment, Shift+M writes a note on it or on the time chosen by dragging.")
                        : tr("Notes on a run appear here.");
  });
  connect(state, &ViewState::selectionChanged, this, &NotesPanel::followSelection);
  connect(m_model, &QAbstractItemModel::modelReset, this, &NotesPanel::followSelection);
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) { go(static_cast<std::uint32_t>(index.row())); });
}

std::optional<std::uint32_t> NotesPanel::current() const {
  if (hasFocus() && currentIndex().isValid()) return static_cast<std::uint32_t>(currentIndex().row());
  return noteAt(*m_state);
}

void NotesPanel::go(std::uint32_t index) {
  const QScopedValueRollback following(m_following, true);
  setCurrentIndex(m_model->index(static_cast<int>(index), NotesModel::TextColumn));
  selectNote(*m_state, index);
}

void NotesPanel::editText(std::uint32_t index) {
  go(index);
  const QModelIndex cell = m_model->index(static_cast<int>(index), NotesModel::TextColumn);
  if (!cell.isValid()) return;
  setFocus(Qt::ShortcutFocusReason);
  scrollTo(cell);
  edit(cell);
}

void NotesPanel::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  if (!m_following && current.isValid() && hasFocus() && (!previous.isValid() || current.row() != previous.row())) go(static_cast<std::uint32_t>(current.row()));
}

void NotesPanel::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && state() != EditingState && currentIndex().isValid()) return editText(static_cast<std::uint32_t>(currentIndex().row()));
  QTableView::keyPressEvent(event);
}

void NotesPanel::followSelection() {
  if (m_following || state() == EditingState) return;
  const QScopedValueRollback following(m_following, true);
  const auto note = noteAt(*m_state);
  if (!note) return clearSelection();
  const QModelIndex index = m_model->index(static_cast<int>(*note), NotesModel::TextColumn);
  // Down to its row, never sideways: the number stays in view.
  const int left = horizontalScrollBar()->value();
  setCurrentIndex(index);
  scrollTo(index);
  horizontalScrollBar()->setValue(left);
}

void NotesPanel::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) {
  QTableView::closeEditor(editor, hint);
  Q_EMIT textClosed();
}

}  // namespace lanescope::ui
