// SPDX-License-Identifier: Apache-2.0
// Changes of how a run is looked at as steps that can be undone: grouping, sorting, filters, what is hidden, pinned or closed, from where
// T+ counts. Nobody has to announce a step: whoever changed something, note() sees what is different now. Where one looks (zoom, selection)
// is no step: ViewHistory goes back there. GUI thread only.
#pragma once

#include "core/session/kept_view.h"

#include <QObject>

#include <functional>
#include <optional>

class QUndoStack;

namespace lanescope::ui {

// The part of a view that steps are about.
struct ViewLook {
  session::KeptRows rows;
  std::optional<std::int64_t> zero;
  bool onlyHits = false, onlyHitLanes = false;   // lines, lanes that do not match the search are hidden
  bool operator==(const ViewLook&) const = default;
};

// "hide rank 7", "sort lanes by severity": what of `after` is new, the first of several.
QString stepText(const ViewLook& before, const ViewLook& after);

class ViewSteps : public QObject {
  Q_OBJECT
 public:
  using Show = std::function<void(const ViewLook&)>;
  ViewSteps(QUndoStack* undo, std::function<ViewLook()> present, Show show, QObject* parent = nullptr);

  // From here on, starting with what is shown now.
  void begin();
  // Until begin(): what changes meanwhile nobody has asked for.
  void pause() { m_last.reset(); }
  // Something may have changed.
  void note();
  // Whatever it changes is one step of this name.
  void asOne(const QString& name, const std::function<void()>& change);
  // Changes that follow each other within this time while somebody types are one step.
  static constexpr int kOneStepMs = 1500;

 private:
  class Step;
  void push(const QString& name);
  void show(const ViewLook& look);

  QUndoStack* m_undo;
  std::function<ViewLook()> m_present;
  Show m_show;
  std::optional<ViewLook> m_last;                // as of the last step; none: paused
};

}  // namespace lanescope::ui
