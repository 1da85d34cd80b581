// SPDX-License-Identifier: Apache-2.0
// The user's notes as they are being changed: every change is one step that can be undone, shows at once in the ViewState, and is followed
// by changed(), upon which somebody keeps it.
#pragma once

#include "ui/models/view_state.h"

#include <QObject>

#include <optional>

class QUndoStack;

namespace lanescope::ui {

class NoteStore : public QObject {
  Q_OBJECT
 public:
  NoteStore(ViewState* state, QUndoStack* undo, QObject* parent = nullptr);

  // A complete run is shown.
  bool isChangeable() const;
  // About the selection: its line, else its moment on its lane. nullopt where nothing is selected.
  std::optional<model::Note> noteOfSelection() const;
  // About a stretch of time, of one lane where it is one's alone.
  std::optional<model::Note> noteOfSpan(TimeRange span, std::optional<model::LaneId> lane) const;

  // Where it stands in the list then; nullopt where no run can be noted about. A place that has a note keeps that one.
  std::optional<std::uint32_t> add(model::Note note);
  // All of them in one step, but those whose places have notes.
  void addAll(const model::Notes& notes);
  // Each of these lines, in one step; again: no longer.
  void markLines(const std::vector<model::LineRef>& lines);
  void setText(std::uint32_t index, const QString& text);
  void remove(std::uint32_t index);

 Q_SIGNALS:
  void changed();                                // by the user, also by undo and redo

 private:
  class Step;
  void push(const QString& text, model::Notes next);
  void replace(const model::Notes& notes);

  ViewState* m_state;
  QUndoStack* m_undo;
};

}  // namespace lanescope::ui
