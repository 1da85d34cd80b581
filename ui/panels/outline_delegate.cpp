// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/outline_delegate.h"

#include "ui/models/current_theme.h"
#include "ui/models/outline_model.h"
#include "ui/panels/wrapped_text.h"
#include "ui/theme/shapes.h"

#include <QListView>
#include <QPainter>
#include <QStyle>

namespace lanescope::ui {

namespace {

using Kind = OutlineModel::Kind;
using Tone = OutlineModel::Tone;

constexpr int kLeft = 16, kRight = 14;
constexpr int kMarkWidth = 20;  // before the text of a coverage row, and of a launch's number

Kind kindOf(const QModelIndex& index) { return static_cast<Kind>(index.data(OutlineModel::KindRole).toInt()); }

QFont titleFont(Kind kind) {
  if (kind == Kind::section) return uiFont(11, true);
  return kind == Kind::run || kind == Kind::launch ? uiFont(13, true) : uiFont(12);
}

QFont detailFont() { return uiFont(11); }

int indentOf(Kind kind) { return kind == Kind::launch || kind == Kind::covered || kind == Kind::gap ? kMarkWidth : 0; }

int marginOf(Kind kind) {
  switch (kind) {
    case Kind::section:
      return 5;
    case Kind::launch:
      return 6;
    default:
      return 3;
  }
}

// Heights of the title and the detail, wrapped to what is left beside the value.
struct Layout {
  int left = 0, width = 0, titleWidth = 0, titleHeight = 0, detailHeight = 0;
};

Layout layoutOf(const QModelIndex& index, int viewWidth) {
  const Kind kind = kindOf(index);
  Layout layout;
  layout.left = kLeft + indentOf(kind);
  layout.width = std::max(40, viewWidth - layout.left - kRight);
  const QString value = index.data(OutlineModel::ValueRole).toString();
  const int valueWidth = value.isEmpty() ? 0 : QFontMetrics(uiFont(12, true)).horizontalAdvance(value) + 10;
  layout.titleWidth = std::max(40, layout.width - valueWidth);
  layout.titleHeight = wrappedHeight(titleFont(kind), index.data().toString(), layout.titleWidth);
  layout.detailHeight = wrappedHeight(detailFont(), index.data(OutlineModel::DetailRole).toString(), layout.width);
  return layout;
}

QColor toneColour(Tone tone, const Theme& theme) {
  switch (tone) {
    case Tone::bad:
      return theme.firstFailureText;
    case Tone::stalled:
      return theme.link;
    case Tone::good:
      return theme.kind == ThemeKind::light ? theme.badgePassed : theme.lifecycle;
    case Tone::muted:
      return theme.muted;
    case Tone::plain:
      break;
  }
  return theme.text;
}

void paintMark(QPainter& painter, Kind kind, QPointF centre, const Theme& theme) {
  if (kind == Kind::covered) paintShape(painter, {Shape::check, theme.lifecycle, theme.window}, centre, 11);
  if (kind == Kind::gap) paintShape(painter, {Shape::bang, theme.warning, theme.window}, centre, 11);
}

}  // namespace

QSize OutlineDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* view = qobject_cast<const QListView*>(option.widget);
  const int width = view ? view->viewport()->width() : option.rect.width();
  const Layout layout = layoutOf(index, width);
  const Kind kind = kindOf(index);
  const int above = kind == Kind::section && index.row() > 0 ? 12 : 0;
  return {width, layout.titleHeight + (layout.detailHeight > 0 ? layout.detailHeight + 2 : 0) + 2 * marginOf(kind) + above};
}

void OutlineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  const Kind kind = kindOf(index);
  const Layout layout = layoutOf(index, option.rect.width());
  painter->save();
  const bool active = index.flags().testFlag(Qt::ItemIsSelectable);
  if (active && (option.state.testFlag(QStyle::State_Selected) || option.state.testFlag(QStyle::State_MouseOver))) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.selection);
    painter->drawRoundedRect(QRectF(option.rect).adjusted(8, 1, -8, -1), 5, 5);
  }
  // In a window that is read from right to left the parts of a row change sides.
  const auto visual = [&option](int left, int top, int width, int height) {
    return QStyle::visualRect(option.direction, option.rect, QRect(option.rect.left() + left, top, width, height));
  };
  const int bottom = option.rect.bottom() - marginOf(kind);
  int top = bottom + 1 - layout.titleHeight - (layout.detailHeight > 0 ? layout.detailHeight + 2 : 0);
  const QFontMetrics titleMetrics(titleFont(kind));
  paintMark(*painter, kind, QPointF(visual(kLeft + 5, top, 1, 1).left(), top + titleMetrics.height() / 2.0), theme);
  if (kind == Kind::launch) {
    painter->setFont(uiFont(12));
    painter->setPen(theme.muted);
    painter->drawText(visual(kLeft, top, kMarkWidth, titleMetrics.height()),
                      Qt::AlignLeft | Qt::AlignVCenter, QString::number(index.data(OutlineModel::LaunchRole).toInt() + 1));
  }
  painter->setPen(kind == Kind::section || kind == Kind::sentence ? theme.muted : theme.text);
  drawWrapped(*painter, visual(layout.left, top, layout.titleWidth, layout.titleHeight), titleFont(kind),
              index.data().toString());
  painter->setFont(uiFont(12, true));
  painter->setPen(toneColour(static_cast<Tone>(index.data(OutlineModel::ToneRole).toInt()), theme));
  painter->drawText(visual(layout.left, top, layout.width, titleMetrics.height()),
                    Qt::AlignRight | Qt::AlignVCenter, index.data(OutlineModel::ValueRole).toString());
  top += layout.titleHeight + 2;
  painter->setPen(theme.muted);
  drawWrapped(*painter, visual(layout.left, top, layout.width, layout.detailHeight), detailFont(),
              index.data(OutlineModel::DetailRole).toString());
  painter->restore();
}

}  // namespace lanescope::ui
