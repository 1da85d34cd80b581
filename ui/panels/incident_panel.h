// SPDX-License-Identifier: Apache-2.0
// The incident as a graph: the findings as cards in order of time, with an arrow from each to what it led to. The arrows run left of the
// cards; those of the chosen card stand out. A list, so that keys and screen readers walk it like any other; Left and Right follow the
// arrows.
#pragma once

#include "ui/panels/card_list.h"

#include <vector>

namespace lanescope::ui {

// An arrow from one row to another, and the track left of the cards in which it runs: 0 is the nearest.
struct IncidentArrow {
  int from = 0, to = 0, track = 0;
  bool operator==(const IncidentArrow&) const = default;
};
// `ledTo` by row. Arrows of one card share a track; those of two cards do so only where they stay apart, or where there are more than `tracks`.
std::vector<IncidentArrow> incidentArrows(const std::vector<std::vector<int>>& ledTo, int tracks);

class IncidentPanel : public CardList {
  Q_OBJECT
 public:
  explicit IncidentPanel(ViewState* state, QWidget* parent = nullptr);

  const std::vector<IncidentArrow>& arrows() const { return m_arrows; }
  // The corners of an arrow in the viewport, from the card that it leaves to the one that it reaches.
  std::vector<QPoint> pathOf(const IncidentArrow& arrow) const;
  QRect cardRect(int row) const;

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void reload();
  void step(bool forward);                       // along an arrow of the current card
  void paintArrow(QPainter& painter, const IncidentArrow& arrow, bool chosen) const;

  std::vector<IncidentArrow> m_arrows;
};

}  // namespace lanescope::ui
