// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/fold_painter.h"

#include "ui/models/words.h"
#include "ui/timeline/idle_folds.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

std::vector<QPointF> zigzag(double x, double top, double bottom) {
  constexpr double kDepth = 4, kStep = 9;
  std::vector<QPointF> points;
  double side = -kDepth;
  for (double y = top; y < bottom; y += kStep, side = -side) points.emplace_back(x + side, y);
  points.emplace_back(x + side, bottom);
  return points;
}

void addFold(DrawList& list, const SceneInput& in, const TimeAxis::Segment& segment, double top, double bottom) {
  constexpr double kInset = 13;                  // behind the zig-zag lines
  const Theme& theme = *in.style.theme;
  const Hit hit{Hit::What::fold, static_cast<std::uint32_t>(&segment - in.axis.segments().data()), {}};
  const double x0 = segment.firstColumn / in.columnsPerPixel, x1 = (segment.firstColumn + segment.columns) / in.columnsPerPixel;
  list.rect(Layer::overlay, {QRectF(x0 + 4, top, x1 - x0 - 8, bottom - top), theme.base, {}, 0}, hit);
  for (const double x : {x0 + 6, x1 - 6}) list.line(Layer::overlay, {zigzag(x, top, bottom), theme.faint, 1.5, false}, hit);
  const TextStyle style{in.style.smallTextSize, false, false};
  const double room = x1 - x0 - 2 * kInset, line = textHeight(style);
  const QStringList lines = foldLines(in.run, in.index, {segment.begin, segment.end}, style, bottom - top - 8, room >= 2 * line ? 2 : 1);
  const double width = lines.size() > 1 ? room / static_cast<double>(lines.size()) : x1 - x0, left = lines.size() > 1 ? x0 + kInset : x0;
  for (qsizetype i = 0; i < lines.size(); ++i) {
    list.verticalText(Layer::overlay, QRectF(left + width * static_cast<double>(i), top, width, bottom - top), lines[i], style, theme.muted);
  }
}

}  // namespace

QStringList foldLines(const model::Run& run, const RunIndex& index, TimeRange fold, const TextStyle& style, double length, qsizetype most) {
  const auto fits = [&](const QString& text) { return textWidth(text, style) <= length; };
  const QString whole = foldText(run, index, fold);
  if (fits(whole)) return {whole};
  const qsizetype colon = whole.indexOf(u": "_s);
  const QString folded = colon < 0 ? whole : whole.left(colon), duration = durationText(static_cast<double>(fold.length()) / 1e9);
  if (most > 1 && colon >= 0 && fits(folded) && fits(whole.mid(colon + 2))) return {folded, whole.mid(colon + 2)};
  for (const QString& text : {folded, duration}) {
    if (fits(text)) return {text};
  }
  return {};
}

void addFolds(DrawList& list, const SceneInput& in, double top, double bottom) {
  for (const TimeAxis::Segment& segment : in.axis.segments()) {
    if (segment.folded) addFold(list, in, segment, top, bottom);
  }
}

void addFoldOffer(DrawList& list, const SceneInput& in, const HeaderGeometry& geometry, const std::vector<TimeRange>& idle) {
  if (idle.empty()) return;
  std::int64_t total = 0;
  for (const TimeRange& gap : idle) total += gap.length();
  const TimeRange widest = *std::max_element(idle.begin(), idle.end(), [](const TimeRange& a, const TimeRange& b) { return a.length() < b.length(); });
  const TextStyle style{in.style.smallTextSize, false, false};
  const QString text = QCoreApplication::translate("Folds", "fold %1").arg(durationText(static_cast<double>(total) / 1e9));
  const double from = in.x(widest.begin), to = in.x(widest.end), width = textWidth(text, style) + 16, reach = in.style.calloutSize / 2 + 3;
  double left = (from + to - width) / 2;
  for (const PlacedCallout& callout : placeCallouts(in)) {
    if (callout.x + reach > left && callout.x - reach < left + width) left = callout.x + reach;
  }
  if (left < from || left + width > to) return;
  const QRectF pill(left, geometry.calloutTop() + 3, width, geometry.calloutHeight - 6);
  const Hit hit{Hit::What::fold, 0, {}};
  list.rect(Layer::callout, {pill, in.style.theme->base, in.style.theme->faint, 3}, hit);
  list.text(Layer::callout, pill, Qt::AlignHCenter, text, style, in.style.theme->muted, hit);
}

}  // namespace lanescope::ui
