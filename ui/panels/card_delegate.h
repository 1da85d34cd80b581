// SPDX-License-Identifier: Apache-2.0
// Paints a finding as a card: shape, role, title, time, evidence, number.
#pragma once

#include <QStyledItemDelegate>

namespace lanescope::ui {

class CardDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace lanescope::ui
