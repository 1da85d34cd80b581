// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/card_list.h"

#include "ui/panels/card_delegate.h"

#include <QScopedValueRollback>

#include <utility>

namespace lanescope::ui {

CardList::CardList(ViewState* state, int gutter, QWidget* parent) : WrappedListView(parent), m_state(state), m_delegate(new CardDelegate(this, gutter)) {
  setModel(new FindingsModel(state, this));
  setItemDelegate(m_delegate);
  setAutoScroll(false);                          // it lays out cards that nobody sees; makeCurrent() scrolls
  connect(state, &ViewState::selectionChanged, this, &CardList::followSelection);
  connect(model(), &QAbstractItemModel::modelReset, this, &CardList::followSelection);
  connect(this, &QListView::activated, this, &CardList::openRequested);
  connect(this, &QListView::clicked, this, [this](const QModelIndex& index) { m_state->selectFinding(static_cast<std::uint32_t>(index.row())); });
}

void CardList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  if (m_following && visibleRegion().isEmpty()) return;   // it would ask for the card's place
  WrappedListView::currentChanged(current, previous);
  if (!m_following && current.isValid()) m_state->selectFinding(static_cast<std::uint32_t>(current.row()));
}

void CardList::followSelection() {
  const QScopedValueRollback following(m_following, true);
  const auto finding = m_state->selection().finding;
  const QModelIndex index = finding ? model()->index(static_cast<int>(*finding), 0) : QModelIndex();
  if (index.isValid()) makeCurrent(index);
  else selectionModel()->clear();
}

// A list behind the tab of another one is visible to Qt.
void CardList::makeCurrent(const QModelIndex& index) {
  setUpdatesEnabled(false);                      // else the places of both cards are asked for
  setCurrentIndex(index);
  setUpdatesEnabled(true);
  m_scrolls = visibleRegion().isEmpty();
  if (!m_scrolls) scrollTo(index);
}

void CardList::paintEvent(QPaintEvent* event) {
  if (std::exchange(m_scrolls, false)) scrollTo(currentIndex());
  WrappedListView::paintEvent(event);
}

}  // namespace lanescope::ui
