// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/quick_delegate.h"

#include "ui/models/current_theme.h"
#include "ui/shell/quick_model.h"
#include "ui/theme/clipped_text.h"

#include <QPainter>
#include <QTextLayout>

namespace lanescope::ui {

namespace {

constexpr int kMargin = 10, kGap = 14, kLeastDetail = 40;

// At the box's near end, in the direction of the window; its width. Bold are the places that were matched.
double paintText(QPainter& painter, const QRectF& box, const QString& text, const QList<int>& bold, bool mirrored) {
  QTextLayout layout(text.left(kMostShown), painter.font());
  QList<QTextLayout::FormatRange> formats;
  for (const int at : bold) {
    QTextLayout::FormatRange range;
    range.start = at;
    range.length = 1;
    range.format.setFontWeight(QFont::Bold);
    formats << range;
  }
  layout.setFormats(formats);
  layout.beginLayout();
  QTextLine line = layout.createLine();
  line.setLineWidth(1e6);                        // one line; what is too long is cut by the clip
  layout.endLayout();
  const double width = line.naturalTextWidth();
  const double left = mirrored ? box.right() - width : box.left();
  line.setLineWidth(width + 1);
  painter.save();
  painter.setClipRect(box);
  layout.draw(&painter, QPointF(left, box.top() + (box.height() - line.height()) / 2));
  painter.restore();
  return width;
}

}  // namespace

QSize QuickDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const { return {option.rect.width(), kHeight}; }

void QuickDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  if (option.state.testFlag(QStyle::State_Selected)) painter->fillRect(option.rect, theme.selection);
  const bool enabled = index.data(QuickModel::AvailableRole).toBool(), mirrored = option.direction == Qt::RightToLeft;
  QRectF box = QRectF(option.rect).adjusted(kMargin, 0, -kMargin, 0);
  // The keys first: they are never cut.
  const QString keys = index.data(QuickModel::KeysRole).toString();
  if (!keys.isEmpty()) {
    painter->setFont(monoFont(12));
    painter->setPen(enabled ? theme.muted : theme.faint);
    painter->drawText(box, Qt::AlignVCenter | (mirrored ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignAbsolute, keys);
    const double taken = QFontMetricsF(painter->font()).horizontalAdvance(keys) + kGap;
    if (mirrored) box.setLeft(box.left() + taken);
    else box.setRight(box.right() - taken);
  }
  painter->setFont(uiFont(13));
  painter->setPen(enabled ? theme.text : theme.faint);
  const QString text = index.data().toString();
  const double width = paintText(*painter, box, text, index.data(QuickModel::MatchesRole).value<QList<int>>(), mirrored);
  const QString detail = index.data(QuickModel::DetailRole).toString();
  if (detail.isEmpty() || width + kGap + kLeastDetail > box.width()) return;
  painter->setFont(uiFont(12));
  painter->setPen(enabled ? theme.muted : theme.faint);
  const QRectF rest = mirrored ? box.adjusted(0, 0, -width - kGap, 0) : box.adjusted(width + kGap, 0, 0, 0);
  painter->drawText(rest, Qt::AlignVCenter | (mirrored ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute | Qt::TextSingleLine,
                    QFontMetricsF(painter->font()).elidedText(clippedText(detail), Qt::ElideRight, rest.width()));
}

}  // namespace lanescope::ui
