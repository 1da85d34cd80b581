// SPDX-License-Identifier: Apache-2.0
// The part of a lane that is marks: events, what is known of their time, and what the user or a search has put there.
#include "ui/timeline/lane_painter.h"

#include "ui/models/words.h"
#include "ui/timeline/note_flags.h"
#include "ui/timeline/tick_painter.h"

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

namespace {

constexpr double kSmallestFatal = 3;             // px: a fatal mark is never narrower

Layer layerOf(MarkRank rank) {
  return rank <= MarkRank::warning ? Layer::minorMark : Layer::mark;
}

}  // namespace

// What a host's kernel says: marks only, for a host is no process.
void LanePainter::addHost(const Row& row) {
  const QRectF area = m_in.rowArea(row);
  m_list.line(Layer::ground, {{{area.left(), row.top + 0.5}, {area.right(), row.top + 0.5}}, m_theme.hairline, 1, false});
  const double inset = insetOf(row.height);
  const Spot spot{row, {}, QRectF(0, row.top + inset, m_in.width(), row.height - 2 * inset)};
  std::optional<double> before;
  for (const std::uint32_t event : m_in.index.hostEvents(row.host)) {
    const double x = m_in.x(m_in.event(event).utc);
    const EventMark mark = markOf(m_in.run, m_in.event(event), m_theme);
    const bool seen = x >= -m_in.style.markSize && x <= m_in.width() + m_in.style.markSize;
    if (!seen || mark.rank <= MarkRank::lifecycle || (before && x - *before < m_in.style.markSize * 0.75)) continue;
    addMark(spot, event, mark, {Hit::What::event, event, {}});
    before = x;
  }
}

void LanePainter::addMarks(const Place& place) {
  m_countEnd = 0;
  const bool shapes = place.row.height >= kShapeHeight;
  const LaneMarks marks = laneMarks(m_in, place.id, shapes ? clusterReach(m_in.style) : kSmallestFatal);
  for (const MarkCluster& cluster : marks.clusters) {
    const EventMark mark = markOf(m_in.run, m_in.event(cluster.event), m_theme);
    const std::size_t count = shapes ? membersOf(m_in, place.row, place.id, cluster).size() : 1;
    const Hit hit{count > 1 ? Hit::What::cluster : Hit::What::event, cluster.event, place.id};
    addMark(place, cluster.event, mark, hit);
    if (count > 1) addCount(place, cluster.x, count, hit);
  }
  if (!shapes) return;
  for (const MarkCluster& tick : marks.ticks) addTick(place, tick);
}

// A stroke where the moment is known; else a bracket over the time in which it may have been, and never a point.
void LanePainter::addTick(const Place& place, const MarkCluster& tick) {
  constexpr double kHeight = 5, kLeastBracket = 4;
  const model::When when = m_in.event(tick.event).when();
  const QColor colour = markOf(m_in.run, m_in.event(tick.event), m_theme).look.colour;
  const Hit hit{Hit::What::event, tick.event, place.id};
  const bool closed = when.earliest != model::When::kOpenEarly && when.latest != model::When::kOpenLate;
  const double x0 = m_in.clampedX(when.earliest), x1 = m_in.clampedX(when.latest), foot = place.bar.bottom();
  if (when.basis == model::Basis::stamped || !closed || x1 - x0 < kLeastBracket) {
    m_list.rect(Layer::minorMark, {QRectF(std::round(tick.x), foot - kHeight, 1, kHeight), colour, {}, 0}, hit);
  } else {
    m_list.line(Layer::minorMark, {{{x0, foot - kHeight}, {x0, foot - 1}, {x1, foot - 1}, {x1, foot - kHeight}}, colour, 1, false}, hit);
  }
}

// "×12" behind a mark that stands for several, and behind the end of the process where that is near.
void LanePainter::addCount(const Place& place, double x, std::size_t count, const Hit& hit) {
  const TextStyle style{m_in.style.smallTextSize, true, false};
  const QString text = QChar(0xD7) + countText(count);
  const model::When& end = place.lane.end.time;
  const double cap = end.known() ? m_in.x(end.utc) : -1;
  const bool atEnd = cap >= x - m_in.style.markSize && cap <= x + m_in.style.markSize * 2;
  const double left = std::max(x + m_in.style.markSize / 2, atEnd ? cap + m_in.style.capWidth : 0) + 3, width = textWidth(text, style) + 4, height = std::min<double>(place.row.height, textHeight(style));
  const QRectF ground(left - 2, place.row.top + (place.row.height - height) / 2, width, height);
  m_list.rect(Layer::mark, {ground, m_theme.base, {}, 2}, hit);
  m_list.text(Layer::mark, ground.adjusted(2, 0, 0, 0), Qt::AlignLeft, text, style, m_theme.text, hit);
  m_countEnd = ground.right();
}

void LanePainter::addMark(const Spot& place, std::uint32_t eventIndex, const EventMark& mark, const Hit& hit) {
  const model::Event& event = m_in.event(eventIndex);
  const double x = m_in.x(event.utc);
  if (place.row.height < kShapeHeight) {
    const QRectF stroke(x - 1, place.row.top, kSmallestFatal, std::max(place.row.height, 3));
    m_list.rect(layerOf(mark.rank), {stroke, mark.look.colour, {}, 0}, hit);
    return;
  }
  ShapeLook look = mark.look;
  look.ring = m_in.index.firstFailureEvent() == eventIndex;
  const bool first = mark.rank == MarkRank::firstFailure;
  const double size = std::min(m_in.style.markSize * (first ? 1.1 : 1.0), place.row.height - 2.0);
  addWhisker(place, event.when(), look.colour, hit);
  // An hourglass ends the wait that it closes, so that the end of the process behind it stays visible.
  const double centre = mark.rank == MarkRank::timeout ? x - size / 2 + 1 : x;
  m_list.mark(layerOf(mark.rank), {look, {centre, place.bar.center().y()}, size}, hit);
  if (!m_in.selection.finding || event.finding != *m_in.selection.finding || look.ring) return;
  const double halo = size * 0.5 + 4;
  m_list.rect(Layer::overlay, {QRectF(centre - halo, place.bar.center().y() - halo, 2 * halo, 2 * halo), {}, m_theme.muted, halo}, hit);
}

void LanePainter::addAdded(const Row& row, model::LaneId lane) {
  const bool roomy = row.height >= kShapeHeight;
  const QRectF area(0, row.top, m_in.width(), std::max(row.height, 3));
  addTicks(m_list, m_in, lane, area, roomy);
  if (roomy) addLaneNotes(m_list, m_in, lane, area);
}

void LanePainter::addWhisker(const Spot& place, const model::When& when, QColor colour, const Hit& hit) {
  if (place.row.height < kShapeHeight || !when.known()) return;
  if (when.earliest == model::When::kOpenEarly || when.latest == model::When::kOpenLate) return;
  const double x0 = m_in.clampedX(when.earliest), x1 = m_in.clampedX(when.latest), y = place.bar.center().y();
  if (x1 - x0 < m_in.style.markSize) return;     // the shape itself covers it
  m_list.line(Layer::cap, {{{x0, y}, {x1, y}}, colour, 1.5, false}, hit);
  for (const double x : {x0, x1}) m_list.line(Layer::cap, {{{x, y - 4}, {x, y + 4}}, colour, 1.5, false}, hit);
}

void addStacks(DrawList& list, const SceneInput& in, const Row& row) {
  const Theme& theme = *in.style.theme;
  const TextStyle style{in.style.smallTextSize, true, false};
  const double y = row.top + row.height / 2.0, size = in.style.markSize;
  double free = -in.style.overhang;
  for (const MarkStack& stack : stacksOf(in, row.launch)) {
    const model::Event& event = in.event(stack.event);
    const double x = in.x(event.utc);
    if (x - size / 2 < free || x > in.width()) continue;
    const Hit hit{Hit::What::cluster, stack.event, {}};
    const QString text = QChar(0xD7) + countText(stack.members.size());
    const QRectF ground(x - size / 2 - 2, y - size / 2 - 2, size + textWidth(text, style) + 10, size + 4);
    list.rect(Layer::callout, {ground, theme.base, {}, 2}, hit);
    list.mark(Layer::callout, {markOf(in.run, event, theme).look, {x, y}, size}, hit);
    list.text(Layer::callout, ground.adjusted(size + 5, 0, 0, 0), Qt::AlignLeft, text, style, theme.text, hit);
    free = ground.right() + 2;
  }
}

void addBandMarks(DrawList& list, const SceneInput& in, const model::Launch& launch, double y) {
  constexpr double kBandMark = 9;
  for (std::uint32_t i = 0; i < in.run.findings.size(); ++i) {
    if (in.run.findings[i].launch != launch.index || !in.run.findings[i].time.known()) continue;
    const double x = in.x(in.run.findings[i].time.utc);
    if (x < 0 || x > in.width()) continue;
    const EventMark mark = markOf(in.run.findings[i], *in.style.theme);
    list.mark(layerOf(mark.rank), {mark.look, {x, y}, kBandMark}, {Hit::What::finding, i, {}});
  }
}

}  // namespace lanescope::ui
