// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/card_delegate.h"

#include "ui/models/current_theme.h"
#include "ui/models/finding_look.h"
#include "ui/models/findings_model.h"
#include "ui/panels/wrapped_text.h"
#include "ui/theme/clipped_text.h"

#include <QListView>
#include <QPainter>
#include <QStyle>

namespace lanescope::ui {

namespace {

constexpr int kSide = 10;  // between the panel's edge and a card
constexpr int kGap = 10;   // between two cards
constexpr int kPadding = 8;
constexpr int kTextLeft = 38;  // from the card's left edge
constexpr int kShape = 16;
constexpr int kBadge = 18;
constexpr int kMostTitleLines = 4;
constexpr qsizetype kMostKept = 10'000;          // heights of titles

QFont titleFont() { return uiFont(13, true); }

}  // namespace

CardDelegate::CardDelegate(QObject* parent, int gutter)
    : QStyledItemDelegate(parent), m_gutter(gutter), m_role(uiFont(11, true)), m_time(uiFont(11)), m_place(monoFont(11)) {}

int CardDelegate::titleHeight(const QString& title, int width) const {
  if (width != m_titleWidth || m_titleHeights.size() > kMostKept) m_titleHeights.clear();
  m_titleWidth = width;
  auto known = m_titleHeights.constFind(title);
  if (known == m_titleHeights.constEnd()) known = m_titleHeights.insert(title, wrappedHeight(titleFont(), title, width, kMostTitleLines));
  return *known;
}

QSize CardDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* view = qobject_cast<const QListView*>(option.widget);
  const int width = view ? view->viewport()->width() : option.rect.width();
  const int textWidth = width - 2 * kSide - m_gutter - kTextLeft - kPadding;
  int height = m_role.height() + titleHeight(index.data().toString(), textWidth) + m_time.height() + 6;
  if (!index.data(FindingsModel::EvidenceRole).toString().isEmpty()) height += m_place.height() + 2;
  if (!index.data(FindingsModel::KnownRole).toString().isEmpty()) height += m_time.height() + 2;
  if (m_gutter > 0 && !index.data(FindingsModel::RelationRole).toString().isEmpty()) height += m_time.height() + 2;
  return {width, height + 2 * kPadding + kGap};
}

QRect CardDelegate::cardIn(const QRect& item) const { return item.adjusted(kSide + m_gutter, kGap / 2, -kSide, -kGap / 2); }

void CardDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  const auto role = static_cast<model::Role>(index.data(FindingsModel::RoleRole).toInt());
  const auto findingClass = static_cast<model::FindingClass>(index.data(FindingsModel::ClassRole).toInt());
  const bool first = role == model::Role::firstFailure;
  const bool chosen = option.state.testFlag(QStyle::State_Selected);
  const QRect card = cardIn(option.rect);
  // In a window that is read from right to left the parts of a card change sides.
  const auto visual = [&option, &card](const QRect& rect) { return QStyle::visualRect(option.direction, card, rect); };
  const int axis = visual(QRect(card.left() + kTextLeft / 2, card.top(), 1, 1)).left();
  painter->save();

  // The line that joins the cards runs behind them.
  painter->setPen(QPen(theme.hairline.darker(theme.kind == ThemeKind::light ? 115 : 70), 1));
  const bool joined = m_gutter == 0;
  if (joined && index.row() > 0) painter->drawLine(axis, option.rect.top(), axis, card.top());
  if (joined && index.row() + 1 < index.model()->rowCount()) painter->drawLine(axis, card.bottom(), axis, option.rect.bottom());

  painter->setRenderHint(QPainter::Antialiasing);
  const QColor outline = !chosen ? theme.hairline : first ? theme.firstFailure : theme.link;
  painter->setPen(QPen(outline, chosen ? 1.6 : 1));
  painter->setBrush(theme.raised);
  painter->drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);

  paintShape(*painter, findingLook(role, findingClass, theme), QPointF(axis, card.top() + kPadding + 14),
             first ? kShape - 2 : kShape - 3);

  painter->setRenderHint(QPainter::Antialiasing);
  const QRect badge = visual(QRect(card.right() - kPadding - kBadge + 2, card.top() + kPadding - 2, kBadge, kBadge));
  painter->setPen(Qt::NoPen);
  painter->setBrush(findingBadge(role, findingClass, theme));
  painter->drawEllipse(badge);
  painter->setPen(theme.badgeText);
  painter->setFont(uiFont(11, true));
  painter->drawText(badge, Qt::AlignCenter, index.data(FindingsModel::NumberRole).toString());

  const int left = card.left() + kTextLeft, width = card.right() - kPadding - left;
  int top = card.top() + kPadding;
  const auto line = [&](const QFont& font, const QFontMetrics& metrics, const QColor& colour, const QString& text,
                        int lineWidth) {
    painter->setFont(font);
    painter->setPen(colour);
    drawLine(*painter, visual(QRect(left, top, lineWidth, metrics.height())), metrics.elidedText(clippedText(text), Qt::ElideRight, lineWidth));
    top += metrics.height() + 2;
  };
  line(uiFont(11, true), m_role, first ? theme.firstFailureText : theme.muted,
       index.data(FindingsModel::RoleTextRole).toString().toUpper(), width - kBadge - 6);
  painter->setPen(theme.text);
  drawWrapped(*painter, visual(QRect(left, top, width, 0)), titleFont(), index.data().toString(), kMostTitleLines);
  top += wrappedHeight(titleFont(), index.data().toString(), width, kMostTitleLines) + 2;
  line(uiFont(11), m_time, theme.muted, index.data(FindingsModel::TimeRole).toString(), width);
  const auto lineWhereSaid = [&](const QFont& font, const QFontMetrics& metrics, const QColor& colour, int which) {
    const QString text = index.data(which).toString();
    if (!text.isEmpty()) line(font, metrics, colour, text, width);
  };
  lineWhereSaid(monoFont(11), m_place, theme.link, FindingsModel::EvidenceRole);
  lineWhereSaid(uiFont(11), m_time, theme.text, FindingsModel::KnownRole);
  if (m_gutter > 0) lineWhereSaid(uiFont(11), m_time, theme.muted, FindingsModel::RelationRole);
  painter->restore();
}

}  // namespace lanescope::ui
