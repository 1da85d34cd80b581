// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/fold_painter.h"

#include "ui/models/words.h"
#include "ui/timeline/idle_folds.h"

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
  const Theme& theme = *in.style.theme;
  const Hit hit{Hit::What::fold, static_cast<std::uint32_t>(&segment - in.axis.segments().data()), {}};
  const double x0 = segment.firstColumn / in.columnsPerPixel, x1 = (segment.firstColumn + segment.columns) / in.columnsPerPixel;
  list.rect(Layer::overlay, {QRectF(x0 + 4, top, x1 - x0 - 8, bottom - top), theme.base, {}, 0}, hit);
  for (const double x : {x0 + 6, x1 - 6}) list.line(Layer::overlay, {zigzag(x, top, bottom), theme.faint, 1.5, false}, hit);
  const TextStyle style{in.style.smallTextSize, false, false};
  const QString length = durationText(static_cast<double>(segment.end - segment.begin) / 1e9);
  for (const QString& text : {foldText(in.run, in.index, {segment.begin, segment.end}), length + u" folded"_s, length}) {
    if (textWidth(text, style) > bottom - top - 8) continue;
    list.verticalText(Layer::overlay, QRectF(x0, top, x1 - x0, bottom - top), text, style, theme.muted);
    return;
  }
}

}  // namespace

void addFolds(DrawList& list, const SceneInput& in, double top, double bottom) {
  for (const TimeAxis::Segment& segment : in.axis.segments()) {
    if (segment.folded) addFold(list, in, segment, top, bottom);
  }
}

}  // namespace lanescope::ui
