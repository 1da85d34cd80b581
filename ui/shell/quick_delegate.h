// SPDX-License-Identifier: Apache-2.0
// A row of a QuickModel: what fits what was typed is bold, more about it is muted behind it, keys stand at the far end.
#pragma once

#include <QStyledItemDelegate>

namespace lanescope::ui {

class QuickDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  static constexpr int kHeight = 28;

  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace lanescope::ui
