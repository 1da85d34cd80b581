// SPDX-License-Identifier: Apache-2.0
// Paints the rows of the differences: a stripe and colour for the run that alone has it, templates with their place-holders set off.
#pragma once

#include <QStyledItemDelegate>

namespace lanescope::ui {

class DifferenceDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

// A template in pieces: what is constant, and the place-holders for what varies.
struct TemplatePiece {
  QString text;
  bool varies = false;
};
QList<TemplatePiece> templatePieces(const QString& text);

}  // namespace lanescope::ui
