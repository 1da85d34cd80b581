// SPDX-License-Identifier: Apache-2.0
// Fonts, colours and margins of the cells of a table; they follow the theme, so models do not hold them.
#pragma once

#include <QStyledItemDelegate>

namespace lanescope::ui {

class CellDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  static constexpr int kMargin = 8;  // as the header's
  // Its ground; returns what is left for the text.
  static QRect paintGround(QPainter* painter, const QStyleOptionViewItem& option);
  static void paintText(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index, const QRect& rect);
};

}  // namespace lanescope::ui
