// SPDX-License-Identifier: Apache-2.0
// Paints the rows of the outline: headings, launches, counts, marks of coverage. Texts wrap, nothing is cut.
#pragma once

#include <QStyledItemDelegate>

namespace lanescope::ui {

class OutlineDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace lanescope::ui
