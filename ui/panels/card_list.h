// SPDX-License-Identifier: Apache-2.0
// The findings as a list of cards in order of time. Choosing one selects it everywhere, and what is selected elsewhere is the current card.
// Where nobody sees the list its cards are not laid out: of a thousand findings that takes longer than a frame lasts. GUI thread only.
#pragma once

#include "ui/models/findings_model.h"
#include "ui/panels/wrapped_list_view.h"

namespace lanescope::ui {

class CardDelegate;

class CardList : public WrappedListView {
  Q_OBJECT
 public:
  // `gutter`: room left of the cards.
  CardList(ViewState* state, int gutter, QWidget* parent);
  QSize sizeHint() const override { return {290, 420}; }

 Q_SIGNALS:
  void openRequested();                          // Enter or double click: go to the line

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void paintEvent(QPaintEvent* event) override;

  const ViewState* state() const { return m_state; }
  const CardDelegate* cards() const { return m_delegate; }

 private:
  void followSelection();
  void makeCurrent(const QModelIndex& index);

  ViewState* m_state;
  CardDelegate* m_delegate;
  bool m_following = false;
  bool m_scrolls = false;                        // to the current card, when somebody sees it
};

}  // namespace lanescope::ui
