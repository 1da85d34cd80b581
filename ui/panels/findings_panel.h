// SPDX-License-Identifier: Apache-2.0
// What happened: the findings as cards in order of time, joined by a thin line. Choosing one selects it everywhere.
#pragma once

#include "ui/models/findings_model.h"
#include "ui/panels/wrapped_list_view.h"


namespace lanescope::ui {

class FindingsPanel : public WrappedListView {
  Q_OBJECT
 public:
  explicit FindingsPanel(ViewState* state, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {290, 420}; }

 Q_SIGNALS:
  void openRequested();  // Enter or double click: go to the line

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void followSelection();
  QString emptySentence() const;

  ViewState* m_state;
  FindingsModel* m_model;
  bool m_following = false;
};

}  // namespace lanescope::ui
