// SPDX-License-Identifier: Apache-2.0
// The outline as one narrow list. Choosing a launch shows it in the timeline; a count of tests asks for their table.
#pragma once

#include "ui/models/outline_model.h"
#include "ui/panels/wrapped_list_view.h"


namespace lanescope::ui {

class OutlinePanel : public WrappedListView {
  Q_OBJECT
 public:
  explicit OutlinePanel(ViewState* state, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {236, 600}; }

 Q_SIGNALS:
  void testsRequested();

 private:
  void choose(const QModelIndex& index);

  ViewState* m_state;
  OutlineModel* m_model;
};

}  // namespace lanescope::ui
