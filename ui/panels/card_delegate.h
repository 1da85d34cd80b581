// SPDX-License-Identifier: Apache-2.0
// Paints a finding as a card: shape, role, title, time, evidence, what is known of it, number. With a gutter for arrows also what it is from
// and what it led to; without one a thin line joins the cards.
#pragma once

#include <QFontMetrics>
#include <QHash>
#include <QStyledItemDelegate>

namespace lanescope::ui {

class CardDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  explicit CardDelegate(QObject* parent, int gutter = 0);
  // Where the card of an item stands inside the item's rectangle.
  QRect cardIn(const QRect& item) const;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  int titleHeight(const QString& title, int width) const;

  int m_gutter;
  QFontMetrics m_role, m_time, m_place;          // of the lines of a card: asked for with every card of a list
  mutable QHash<QString, int> m_titleHeights;    // of titles m_titleWidth wide: a list asks for all its cards several times
  mutable int m_titleWidth = 0;
};

}  // namespace lanescope::ui
