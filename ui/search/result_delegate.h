// SPDX-License-Identifier: Apache-2.0
// How a row of a search's results looks: a writer with its count, or a line with what matches in it.
#pragma once

#include <QStyledItemDelegate>

namespace lanescope::ui {

class ResultDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  static constexpr int kRowHeight = 20;
};

}  // namespace lanescope::ui
