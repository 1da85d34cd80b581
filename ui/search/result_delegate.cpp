// SPDX-License-Identifier: Apache-2.0
#include "ui/search/result_delegate.h"

#include "ui/models/current_theme.h"
#include "ui/models/words.h"
#include "ui/search/results_model.h"
#include "ui/theme/clipped_text.h"

#include <QPainter>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kLeft = 10, kArrow = 16, kGap = 10;
constexpr int kPlaceLetters = 16;                // of "stdout:12345", at most; no more than a quarter of a narrow row
constexpr int kBefore = 24;                      // letters shown before the first mark, where a line is longer than the row; at most a third of it
constexpr float kMarkOpacity = 0.35F;
constexpr int kFlags = Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine;

void paintHeading(QPainter& painter, const QRect& rect, const QModelIndex& index) {
  const Theme& theme = currentTheme();
  painter.setPen(theme.muted);
  painter.setFont(uiFont(12));
  painter.drawText(rect.adjusted(kLeft, 0, 0, 0), kFlags, index.data(ResultsModel::OpenRole).toBool() ? QStringLiteral("▾") : QStringLiteral("▸"));
  const QString count = countText(index.data(ResultsModel::CountRole).toULongLong());
  const int width = QFontMetrics(uiFont(12)).horizontalAdvance(count);
  painter.drawText(rect.adjusted(0, 0, -kLeft, 0), Qt::AlignVCenter | Qt::AlignRight, count);
  const QFont bold = uiFont(12, true);
  painter.setFont(bold);
  painter.setPen(theme.text);
  const QRect title = rect.adjusted(kLeft + kArrow, 0, -kLeft - width - kGap, 0);
  painter.drawText(title, kFlags, QFontMetrics(bold).elidedText(clippedText(index.data().toString()), Qt::ElideMiddle, title.width()));
}

void paintLine(QPainter& painter, const QRect& rect, const QModelIndex& index) {
  const Theme& theme = currentTheme();
  const QFont mono = monoFont(12);
  const QFontMetrics metrics(mono);
  painter.setFont(mono);
  painter.setPen(theme.link);
  const int placeWidth = std::min(metrics.horizontalAdvance(QLatin1Char('0')) * kPlaceLetters, rect.width() / 4);
  const QRect place(rect.left() + kLeft + kArrow, rect.top(), placeWidth, rect.height());
  painter.drawText(place, kFlags, metrics.elidedText(index.data(ResultsModel::PlaceRole).toString(), Qt::ElideLeft, placeWidth));
  const QRect area(place.right() + kGap, rect.top(), rect.right() - place.right() - kGap, rect.height());
  const QString whole = index.data().toString();
  const auto* model = qobject_cast<const ResultsModel*>(index.model());
  const std::vector<TextSpan> marks = model ? model->marksOf(index.row()) : std::vector<TextSpan>();
  const int letters = std::max(1, area.width() / std::max(1, metrics.horizontalAdvance(QLatin1Char('0'))));
  // The first mark is in sight, whatever heads stand before it.
  const int first = marks.empty() ? 0 : marks.front().begin;
  const int skipped = !marks.empty() && marks.front().end > letters - 2 ? std::max(0, first - std::min(kBefore, letters / 3)) : 0;
  const QString text = (skipped > 0 ? QStringLiteral("…") : QString()) + whole.mid(skipped, letters + 2);
  const int shift = skipped > 0 ? 1 : 0;
  painter.setClipRect(area);
  QColor ground = theme.warning;
  ground.setAlphaF(kMarkOpacity);
  for (const TextSpan& mark : marks) {
    const int begin = std::clamp(mark.begin - skipped + shift, 0, static_cast<int>(text.size()));
    const int end = std::clamp(mark.end - skipped + shift, begin, static_cast<int>(text.size()));
    if (begin == end) continue;
    const int left = metrics.horizontalAdvance(text.left(begin)), right = metrics.horizontalAdvance(text.left(end));
    painter.fillRect(QRect(area.left() + left, area.top() + 1, right - left, area.height() - 2), ground);
  }
  painter.setPen(theme.text);
  painter.drawText(area.adjusted(0, 0, area.width(), 0), kFlags, text);
}

}  // namespace

QSize ResultDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const { return {option.rect.width(), kRowHeight}; }

void ResultDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  painter->setLayoutDirection(Qt::LeftToRight);
  if (option.state.testFlag(QStyle::State_Selected)) painter->fillRect(option.rect, currentTheme().selection);
  if (index.data(ResultsModel::HeadingRole).toBool()) paintHeading(*painter, option.rect, index);
  else paintLine(*painter, option.rect, index);
  painter->restore();
}

}  // namespace lanescope::ui
