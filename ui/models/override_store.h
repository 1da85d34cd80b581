// SPDX-License-Identifier: Apache-2.0
// What the user says of the run shown, as it is being changed: every change is one step that can be undone, and is followed by
// changed(), upon which somebody keeps it and reads the run again. Until that run arrives the store is ahead of it.
#pragma once

#include "ui/models/view_state.h"

#include <QObject>

#include <map>
#include <string>
#include <utility>
#include <vector>

class QUndoStack;

namespace lanescope::ui {

// A finding as the value of model::kFirstFailureOverride, by what stays when the run is read again.
std::string firstFailureValue(const model::Finding& finding);

class OverrideStore : public QObject {
  Q_OBJECT
 public:
  // Steps go to `undo`, which is emptied when another run is opened.
  OverrideStore(ViewState* state, QUndoStack* undo, QObject* parent = nullptr);

  const model::Overrides& all() const { return m_all; }
  // What is said about a source ("": the run); nullptr where nothing is, or another statement replaces it.
  const model::Override* find(const std::string& source, const std::string& what) const;
  // A complete run is shown.
  bool isChangeable() const;

  // Of all these sources, in one step. An empty value takes back what was said. False, and refused(), where the value makes no
  // sense; false where it changes nothing.
  bool set(const QString& stepText, const std::vector<std::string>& sources, const std::string& what, const std::string& value);
  // Everything that is said about them.
  void clear(const QString& stepText, const std::vector<std::string>& sources);

 Q_SIGNALS:
  void changed();  // by the user, also by undo and redo
  void updated();  // by the user, or because a run has arrived
  void refused(const lanescope::base::Error& error);

 private:
  class Step;
  void follow();
  void push(const QString& stepText, model::Overrides next);
  void replace(model::Overrides all);
  void index();

  ViewState* m_state;
  QUndoStack* m_undo;
  model::Overrides m_all;
  std::map<std::pair<std::string, std::string>, std::size_t> m_index;  // (source, what)
};

}  // namespace lanescope::ui
