// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/tick_painter.h"

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

namespace {

constexpr double kStroke = 2;
constexpr double kFlagHeight = 12, kFlagMargin = 3;

Hit hitOf(const TimelineTick& tick, std::uint32_t index) {
  return {tick.kind == TimelineTick::Kind::hit ? Hit::What::searchHit : Hit::What::note, index, tick.lane};
}

void addStroke(DrawList& list, const SceneInput& in, const TimelineTick& tick, std::uint32_t index, const TickStyle& style) {
  const double height = style.flags ? std::round(style.row.height() * 0.45) : style.row.height();
  const QRectF stroke(std::round(in.x(tick.utc)) - kStroke / 2, style.row.top(), kStroke, height);
  list.rect(Layer::overlay, {stroke, tickColour(tick.kind, *in.style.theme), {}, 0}, hitOf(tick, index));
}

// A line over the span and its two ends.
void addBracket(DrawList& list, const SceneInput& in, const TimelineTick& tick, std::uint32_t index, const TickStyle& style) {
  const double x0 = in.clampedX(tick.utc), x1 = in.clampedX(tick.end), y = style.row.top() + 1, foot = y + std::min(5.0, style.row.height() - 1);
  list.line(Layer::overlay, {{{x0, foot}, {x0, y}, {x1, y}, {x1, foot}}, tickColour(tick.kind, *in.style.theme), kStroke, false}, hitOf(tick, index));
}

void addFlag(DrawList& list, const SceneInput& in, const TimelineTick& tick, std::uint32_t index, const TickStyle& style) {
  const QColor colour = tickColour(tick.kind, *in.style.theme);
  const Hit hit = hitOf(tick, index);
  const double x = std::round(in.clampedX(tick.utc));
  list.rect(Layer::overlay, {QRectF(x - 0.75, style.row.top(), 1.5, style.row.height()), colour, {}, 0}, hit);
  const TextStyle text{kSmallestPixelSize, true, false};
  const QString number = tick.number > 0 ? QString::number(tick.number) : QString();
  const double width = number.isEmpty() ? 7 : textWidth(number, text) + 2 * kFlagMargin;
  const QRectF flag(x, style.row.top(), width, std::min(kFlagHeight, style.row.height()));
  list.rect(Layer::callout, {flag, colour, {}, 1}, hit);
  if (!number.isEmpty()) list.text(Layer::callout, flag, Qt::AlignHCenter, number, text, in.style.theme->base, hit);
}

}  // namespace

QColor tickColour(TimelineTick::Kind kind, const Theme& theme) { return kind == TimelineTick::Kind::hit ? theme.link : theme.text; }

void addTicks(DrawList& list, const SceneInput& in, const TickList& ticks, model::LaneId lane, const TickStyle& style) {
  const auto own = ticks.of(lane);
  const TimeRange span = in.axis.span();
  const auto beforeView = [&](std::uint32_t i) { return ticks.at(i).utc < span.begin && !ticks.at(i).isSpan(); };
  // Spans may begin long before the view; they are few. Moments are many and looked up.
  const bool spans = std::any_of(own.begin(), own.end(), [&](std::uint32_t i) { return ticks.at(i).isSpan(); });
  auto next = spans ? own.begin() : std::partition_point(own.begin(), own.end(), beforeView);
  int lastColumn = -TimeAxis::kFarColumn;
  for (; next != own.end() && ticks.at(*next).utc < span.end; ++next) {
    const TimelineTick& tick = ticks.at(*next);
    if (std::max(tick.utc, tick.end) < span.begin) continue;
    if (tick.isSpan()) addBracket(list, in, tick, *next, style);
    if (tick.kind == TimelineTick::Kind::note && style.flags && tick.utc >= span.begin) {
      addFlag(list, in, tick, *next, style);
    } else if (const int column = in.axis.column(tick.utc); !tick.isSpan() && column != lastColumn) {
      addStroke(list, in, tick, *next, style);
      lastColumn = column;
    }
  }
}

void addNoteMarks(DrawList& list, const SceneInput& in, double y) {
  if (in.ticks == nullptr) return;
  const TickList& notes = (*in.ticks)[static_cast<std::size_t>(TimelineTick::Kind::note)];
  for (std::uint32_t i = 0; i < notes.size(); ++i) {
    const double x = in.x(notes.at(i).utc);
    if (!notes.at(i).lane.valid() || x < 0 || x > in.width()) continue;
    list.rect(Layer::mark, {QRectF(std::round(x) - 3, y, 6, 6), tickColour(TimelineTick::Kind::note, *in.style.theme), {}, 1}, hitOf(notes.at(i), i));
  }
}

}  // namespace lanescope::ui
