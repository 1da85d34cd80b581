// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/difference_delegate.h"

#include "ui/compare/difference_model.h"
#include "ui/models/current_theme.h"
#include "ui/theme/clipped_text.h"
#include "ui/theme/shapes.h"

#include <QPainter>

namespace lanescope::ui {

namespace {

constexpr int kMargin = 8, kStripe = 4, kGlyph = 9;

// Shape before colour: a filled square has no counterpart, a hollow one is in both but differs, a diamond is the first divergence.
ShapeLook glyphOf(const QModelIndex& index, const Theme& theme) {
  if (index.data(DifferenceModel::DivergenceRole).toBool()) return {Shape::diamond, theme.firstFailure, theme.base};
  const QVariant side = index.data(DifferenceModel::SideRole);
  if (!side.isValid()) return {Shape::square, theme.muted, theme.base, true};
  return {Shape::square, side.toInt() == static_cast<int>(Side::run) ? theme.runText : theme.baselineText, theme.base};
}

void paintTemplate(QPainter* painter, const QString& entire, const QRect& rect, const Theme& theme) {
  const QString text = clippedText(entire);
  const QFontMetrics metrics(painter->font());
  const bool whole = metrics.horizontalAdvance(text) <= rect.width();
  int x = rect.left();
  const int right = rect.right() - (whole ? 0 : metrics.horizontalAdvance(QChar(0x2026)));
  for (const TemplatePiece& piece : templatePieces(text)) {
    const QString part = metrics.horizontalAdvance(piece.text) <= right - x + 1 ? piece.text : metrics.elidedText(piece.text, Qt::ElideRight, rect.right() - x);
    const int width = metrics.horizontalAdvance(part);
    if (piece.varies) painter->fillRect(QRect(x, rect.top() + 3, width, rect.height() - 6), theme.selection);
    painter->setPen(piece.varies ? theme.muted : theme.text);
    painter->drawText(QRect(x, rect.top(), width + 2, rect.height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, part);
    x += width;
    if (part.size() != piece.text.size() || x > right) return;
  }
}

QColor colourOf(const QModelIndex& index, const Theme& theme) {
  switch (index.column()) {
    case DifferenceModel::KindColumn:
      if (index.data(DifferenceModel::DivergenceRole).toBool()) return theme.firstFailureText;
      if (const QVariant side = index.data(DifferenceModel::SideRole); side.isValid()) return side.toInt() == static_cast<int>(Side::run) ? theme.runText : theme.baselineText;
      return theme.muted;
    case DifferenceModel::RunColumn: return theme.runText;
    case DifferenceModel::BaselineColumn: return theme.baselineText;
    case DifferenceModel::WhatColumn: return theme.text;
    default: return theme.muted;
  }
}

}  // namespace

QList<TemplatePiece> templatePieces(const QString& text) {
  QList<TemplatePiece> pieces;
  const auto add = [&](QStringView part, bool varies) {
    if (part.isEmpty()) return;
    if (!pieces.isEmpty() && pieces.back().varies == varies) pieces.back().text += part;
    else pieces.push_back({part.toString(), varies});
  };
  qsizetype from = 0;
  for (qsizetype i = 0; i < text.size();) {
    qsizetype length = 0;
    if (text[i] == QLatin1Char('#') || text[i] == QLatin1Char('@')) length = 1;
    for (const QLatin1String name : {QLatin1String("<test>"), QLatin1String("<name>")}) {
      if (QStringView(text).mid(i).startsWith(name)) length = name.size();
    }
    if (length == 0) {
      ++i;
      continue;
    }
    add(QStringView(text).mid(from, i - from), false);
    add(QStringView(text).mid(i, length), true);
    i += length;
    from = i;
  }
  add(QStringView(text).mid(from), false);
  return pieces;
}

void DifferenceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  painter->save();
  if (index.data(DifferenceModel::DivergenceRole).toBool()) painter->fillRect(option.rect, theme.firstFailureGround);
  if (option.state.testFlag(QStyle::State_Selected)) painter->fillRect(option.rect, theme.selection);
  QRect rect = option.rect.adjusted(kMargin, 0, -kMargin, 0);
  if (index.column() == DifferenceModel::KindColumn) {
    const ShapeLook look = glyphOf(index, theme);
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), kStripe, option.rect.height()), look.colour);
    rect.setLeft(rect.left() + kStripe);
    paintShape(*painter, look, QPointF(rect.left() + kGlyph / 2.0, rect.center().y() + 0.5), kGlyph);
    rect.setLeft(rect.left() + kGlyph + 6);
  }
  const bool mono = index.column() == DifferenceModel::WhatColumn || index.column() == DifferenceModel::TimeColumn;
  painter->setFont(mono ? monoFont(12) : uiFont(12, index.column() == DifferenceModel::KindColumn));
  const QString text = index.data().toString();
  if (index.data(DifferenceModel::TemplateRole).toBool()) {
    paintTemplate(painter, text, rect, theme);
  } else {
    // The ends of ids and paths tell more than their middles.
    const Qt::TextElideMode elide = index.column() == DifferenceModel::WhatColumn || index.column() == DifferenceModel::PhaseColumn ? Qt::ElideMiddle : Qt::ElideRight;
    painter->setPen(colourOf(index, theme));
    painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, QFontMetrics(painter->font()).elidedText(clippedText(text), elide, rect.width()));
  }
  painter->restore();
}

}  // namespace lanescope::ui
