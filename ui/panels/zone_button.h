// SPDX-License-Identifier: Apache-2.0
// The zone of the run's stamps that state none: assumed, or as the user said. A click changes it. Hidden where every stamp
// states its zone.
#pragma once

#include "ui/models/override_store.h"

#include <QToolButton>

class QMenu;

namespace lanescope::ui {

class ZoneButton : public QToolButton {
  Q_OBJECT
 public:
  ZoneButton(ViewState* state, OverrideStore* store, QWidget* parent = nullptr);
  // The same choices for a menu bar.
  QMenu* choices() const { return m_choices; }

 private:
  void refresh();
  void fillChoices();
  void choose(const QString& zone);
  void addOther();

  ViewState* m_state;
  OverrideStore* m_store;
  QMenu* m_choices;
};

}  // namespace lanescope::ui
