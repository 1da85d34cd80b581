// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/cell_delegate.h"

#include "ui/models/current_theme.h"
#include "ui/models/run_table_model.h"
#include "ui/theme/clipped_text.h"

#include <QPainter>

namespace lanescope::ui {

namespace {

QColor toneColour(RunTableModel::Tone tone, const Theme& theme) {
  switch (tone) {
    case RunTableModel::Tone::muted:
      return theme.muted;
    case RunTableModel::Tone::bad:
      return theme.firstFailureText;
    case RunTableModel::Tone::good:
      return theme.kind == ThemeKind::light ? theme.badgePassed : theme.lifecycle;
    case RunTableModel::Tone::plain:
      break;
  }
  return theme.text;
}

}  // namespace

QRect CellDelegate::paintGround(QPainter* painter, const QStyleOptionViewItem& option) {
  if (option.state.testFlag(QStyle::State_Selected)) painter->fillRect(option.rect, currentTheme().selection);
  return option.rect.adjusted(kMargin, 0, -kMargin, 0);
}

void CellDelegate::paintText(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                             const QRect& rect) {
  const QFont font = index.data(RunTableModel::MonoRole).toBool() ? monoFont(12) : uiFont(12);
  painter->setFont(font);
  painter->setPen(toneColour(static_cast<RunTableModel::Tone>(index.data(RunTableModel::ToneRole).toInt()), currentTheme()));
  painter->drawText(rect, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine,
                    QFontMetrics(font).elidedText(clippedText(index.data().toString()), option.textElideMode, rect.width()));
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  paintText(painter, option, index, paintGround(painter, option));
}

}  // namespace lanescope::ui
