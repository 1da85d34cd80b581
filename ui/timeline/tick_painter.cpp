// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/tick_painter.h"

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

void addTicks(DrawList& list, const SceneInput& in, model::LaneId lane, const QRectF& row, bool roomy) {
  constexpr double kStroke = 2;
  if (in.ticks == nullptr || in.ticks->empty()) return;
  const auto own = in.ticks->of(lane);
  const TimeRange span = in.axis.span();
  const double height = roomy ? std::round(row.height() * 0.45) : row.height();
  auto next = std::partition_point(own.begin(), own.end(), [&](std::uint32_t i) { return in.ticks->at(i).utc < span.begin; });
  int lastColumn = -TimeAxis::kFarColumn;
  for (; next != own.end() && in.ticks->at(*next).utc < span.end; ++next) {
    const std::int64_t utc = in.ticks->at(*next).utc;
    const int column = in.axis.column(utc);
    if (std::exchange(lastColumn, column) == column) continue;
    const QRectF stroke(std::round(in.x(utc)) - kStroke / 2, row.top(), kStroke, height);
    list.rect(Layer::overlay, {stroke, in.style.theme->link, {}, 0}, {Hit::What::searchHit, *next, lane});
  }
}

}  // namespace lanescope::ui
