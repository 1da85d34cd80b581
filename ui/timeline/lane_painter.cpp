// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_painter.h"

#include "ui/models/words.h"
#include "ui/timeline/tick_painter.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kSmallestFatal = 3;             // px: a fatal mark is never narrower
constexpr int kLowRow = 5;                       // px: no single tests and no hatching can be told apart
constexpr int kWorstBadness = 6;
constexpr int kShapeHeight = 12;                 // lanes lower than this show marks as strokes
constexpr std::size_t kManyLanes = 64;           // above, minor warnings are left out
constexpr double kSmallestSpan = 2;

// Marks of one lane, thinned: of those that would overlap the worst stays, then the first.
class MarkThinner {
 public:
  explicit MarkThinner(double reach) : m_reach(reach) {}
  struct Kept { double x; std::uint32_t event; EventMark mark; };

  void offer(double x, std::uint32_t event, const EventMark& mark) {
    if (mark.rank == MarkRank::lifecycle) return offerTick(x, event, mark);
    // A worse mark takes the place of all milder ones that it would cover.
    while (!m_kept.empty() && x - m_kept.back().x < m_reach && m_kept.back().mark.rank < mark.rank) m_kept.pop_back();
    if (m_kept.empty() || x - m_kept.back().x >= m_reach) m_kept.push_back({x, event, mark});
  }
  const std::vector<Kept>& kept() const { return m_kept; }
  const std::vector<Kept>& ticks() const { return m_ticks; }

 private:
  void offerTick(double x, std::uint32_t event, const EventMark& mark) {
    if (m_ticks.empty() || x - m_ticks.back().x >= 2) m_ticks.push_back({x, event, mark});
  }
  double m_reach;
  std::vector<Kept> m_kept, m_ticks;
};

MarkThinner thinned(const SceneInput& in, model::LaneId lane, double reach, MarkRank least) {
  MarkThinner thinner(reach);
  const auto offer = [&](std::uint32_t event) {
    thinner.offer(in.x(in.run.events[event].utc), event, markOf(in.run, in.run.events[event], *in.style.theme));
  };
  const auto events = in.index.events(lane);
  const auto ranks = in.index.eventRanks(lane);
  const auto worthIt = static_cast<std::uint8_t>(least);
  const TimeRange span = in.axis.span();
  const std::int64_t margin = span.length() / 50;
  const auto indexAt = [&](std::int64_t ns) {
    return std::partition_point(events.begin(), events.end(), [&](std::uint32_t i) { return in.run.events[i].utc < ns; }) - events.begin();
  };
  const auto first = indexAt(span.begin - margin), last = indexAt(span.end + margin);
  if (const auto level = in.index.eventLod(lane).level(in.axis.nsPerColumn()); level && static_cast<std::int64_t>(level->cells) < last - first) {
    for (std::size_t cell = 0; cell < level->cells; ++cell) {
      if (level->values[cell] < worthIt || level->items[cell] < first || level->items[cell] >= last) continue;
      offer(events[level->items[cell]]);
    }
    return thinner;
  }
  for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i) {
    if (ranks[i] >= worthIt) offer(events[i]);
  }
  return thinner;
}

Layer layerOf(MarkRank rank) {
  return rank <= MarkRank::warning ? Layer::minorMark : Layer::mark;
}

QString endText(const model::LaneEnd& end) {
  if (!end.signal.empty()) return toQt(end.signal);
  if (end.code && *end.code != 0) return QCoreApplication::translate("Lanes", "exit %1").arg(*end.code);
  return {};
}

bool endedWell(const model::LaneEnd& end) { return end.kind == model::EndKind::exited && end.code.value_or(0) == 0; }

// The widest part of `box` that is in view and not folded; of equal ones the last.
QRectF widestUnfolded(const SceneInput& in, const QRectF& box) {
  QRectF widest;
  for (const TimeAxis::Segment& segment : in.axis.segments()) {
    if (segment.folded) continue;
    const QRectF part(segment.firstColumn / in.columnsPerPixel, box.top(), segment.columns / in.columnsPerPixel, box.height());
    const QRectF seen = box.intersected(part);
    if (seen.width() >= widest.width()) widest = seen;
  }
  return widest;
}

// Free space above and below a bar.
double insetOf(int height) {
  if (height >= 24) return std::round(height / 6.0);
  if (height >= 14) return 2;
  return height >= 5 ? 1 : 0;
}

}  // namespace

void LanePainter::add(const Row& row) {
  addGround(row);
  if (row.lanes.empty()) addMissingRank(row);
  const double inset = insetOf(row.height);
  for (const model::LaneId id : row.lanes) {
    addLane({{row, id, QRectF(0, row.top + inset, m_in.width(), row.height - 2 * inset)}, m_in.run.lanes[id.value]});
  }
  for (const model::LaneId id : row.alikeLanes) addTicks(row, id);
}

// What a host's kernel says: marks only, for a host is no process.
void LanePainter::addHost(const Row& row) {
  const QRectF area = m_in.rowArea(row);
  m_list.line(Layer::ground, {{{area.left(), row.top + 0.5}, {area.right(), row.top + 0.5}}, m_theme.hairline, 1, false});
  const double inset = insetOf(row.height);
  const Spot spot{row, {}, QRectF(0, row.top + inset, m_in.width(), row.height - 2 * inset)};
  MarkThinner marks(m_in.style.markSize * 0.75);
  for (const std::uint32_t event : m_in.index.hostEvents(row.host)) {
    const double x = m_in.x(m_in.run.events[event].utc);
    const EventMark mark = markOf(m_in.run, m_in.run.events[event], m_theme);
    if (x >= -m_in.style.markSize && x <= m_in.width() + m_in.style.markSize && mark.rank > MarkRank::lifecycle) marks.offer(x, event, mark);
  }
  for (const auto& kept : marks.kept()) addMark(spot, kept.event, kept.mark);
}

void LanePainter::addGround(const Row& row) {
  const bool chosen = m_in.selection.lane &&
                      std::find(row.lanes.begin(), row.lanes.end(), *m_in.selection.lane) != row.lanes.end();
  const Hit hit = row.lanes.empty() ? Hit{} : Hit{Hit::What::lane, row.lanes.front().value, row.lanes.front()};
  m_list.rect(Layer::ground, {m_in.rowArea(row), chosen ? m_theme.selection : QColor(), {}, 0}, hit);
}

void LanePainter::addMissingRank(const Row& row) {
  const TimeRange extent = extentOf(m_in.run.launches[row.launch], m_in.run);
  const double inset = insetOf(row.height);
  const double x0 = m_in.clampedX(extent.begin), x1 = m_in.clampedX(extent.end);
  if (x1 - x0 < kSmallestSpan) return;
  const QRectF box(x0, row.top + inset, x1 - x0, row.height - 2 * inset);
  const Hit hit{Hit::What::missing, static_cast<std::uint32_t>(&row - m_in.layout.rows().data()), {}};
  if (row.height >= kLowRow) m_list.hatch(Layer::pattern, {box, HatchKind::cross, m_theme.noData, m_theme.base}, hit);
  else m_list.rect(Layer::pattern, {box, m_theme.noData, {}, 0}, hit);
  addNoDataLabel(row, box, QCoreApplication::translate("Lanes", "no file for this rank"), hit);
}

void LanePainter::addNoDataLabel(const Row& row, const QRectF& box, const QString& text, const Hit& hit) {
  const TextStyle style{m_in.style.smallTextSize, false, false};
  if (row.height < textHeight(style) || !firstToSay(row.launch, text)) return;
  const QRectF seen = box.intersected(QRectF(0, row.top, m_in.width(), row.height));
  if (seen.width() < textWidth(text, style) + 24) return;
  QRectF label(0, 0, textWidth(text, style) + 12, box.height());
  label.moveCenter(seen.center());
  m_list.rect(Layer::label, {label, m_theme.base, {}, 0}, hit);
  m_list.text(Layer::label, label, Qt::AlignHCenter, text, style, m_theme.muted, hit);
}

void LanePainter::addLane(const Place& place) {
  addBaseLine(place);
  addTests(place);
  addSpans(place);
  addCut(place);
  addEnd(place);
  addMarks(place);
  addTicks(place.row, place.id);
}

// Quiet but alive: a thin line for as long as the process wrote.
void LanePainter::addBaseLine(const Place& place) {
  const TimeRange extent = extentOf(place.lane);
  if (extent.length() <= 0 || place.row.height < 5) return;
  const double y = std::floor(place.bar.center().y()) + 0.5;
  m_list.line(Layer::band, {{{m_in.clampedX(extent.begin), y}, {m_in.clampedX(extent.end), y}}, m_theme.silenceDot, 1, false},
              {Hit::What::lane, place.id.value, place.id});
}

QColor LanePainter::colourOf(int badness) const {
  switch (badness) {
    case 6: return m_theme.failBar;
    case 5:
    case 4: return m_theme.openBar;
    case 1:
    case 0: return m_theme.skipBar;
    default: return m_theme.passBar;
  }
}

QColor LanePainter::barColour(const Bar& bar) const {
  const QColor colour = colourOf(badness(m_in.run.intervals[bar.interval].outcome));
  return colour == m_theme.passBar && !bar.dense && bar.interval % 2 != 0 ? m_theme.passBarAlternate : colour;
}

// One line of cells: a thousand lanes of a thousand bars each would take as long to draw as to look at.
void LanePainter::addLowTests(const Place& place) {
  const RunIndex::Slice slice = m_in.index.intervals(place.id, m_in.axis.span());
  std::uint32_t any = slice.first;               // which test is meant is found where the pointer is
  while (any < slice.last && m_in.index.testValue(any) == 0) ++any;
  if (any == slice.last) return;
  CellsItem item{QRectF(0, place.bar.top(), m_in.width(), place.bar.height()), testCells(m_in.index, place.id, m_in.axis), {}};
  for (int bad = 0; bad <= kWorstBadness; ++bad) item.colours.push_back(colourOf(bad));
  m_list.cells(Layer::bar, std::move(item), {Hit::What::interval, any, place.id});
}

void LanePainter::addTests(const Place& place) {
  const double scale = m_in.columnsPerPixel;
  if (place.row.height < kLowRow) return addLowTests(place);
  for (const Bar& bar : testBars(m_in.index, place.id, m_in.axis)) {
    const QRectF box(bar.firstColumn / scale, place.bar.top(), bar.columns / scale, place.bar.height());
    m_list.rect(Layer::bar, {box, barColour(bar), {}, 0},
                {Hit::What::interval, bar.interval, place.id});
  }
}

void LanePainter::addSpans(const Place& place) {
  const TimeRange window = m_in.axis.span();
  for (const std::uint32_t i : m_in.index.spans(place.id)) {
    const TimeRange extent = m_in.index.extent(i);
    if (!m_in.run.intervals[i].begin.known() || extent.begin >= window.end || extent.end < window.begin) continue;
    const double x0 = m_in.clampedX(extent.begin), x1 = std::max(m_in.clampedX(extent.end), x0 + kSmallestSpan);
    addSpan(place, i, QRectF(x0, place.bar.top(), x1 - x0, place.bar.height()));
  }
}

void LanePainter::addSpan(const Place& place, std::uint32_t index, QRectF box) {
  const model::Interval& interval = m_in.run.intervals[index];
  const Hit hit{Hit::What::interval, index, place.id};
  const bool wait = interval.kind == model::IntervalKind::wait;
  if (interval.kind == model::IntervalKind::iterations) {
    m_list.rect(Layer::bar, {box, index % 2 == 0 ? m_theme.passBar : m_theme.passBarAlternate, {}, 0}, hit);
    return;
  }
  if (wait) {
    addHatch(place, {box, HatchKind::diagonal, m_theme.waitHatch, m_theme.waitFill}, hit);
    if (place.row.height >= kShapeHeight) m_list.rect(Layer::pattern, {box, {}, m_theme.waitLine, 0}, hit);
  } else {
    addHatch(place, {box, HatchKind::dots, m_theme.silenceDot, m_theme.window}, hit);
  }
  addSpanLabel(place, interval, box, wait);
}

// Where a row is too low for a pattern its colour stands for it.
void LanePainter::addHatch(const Place& place, const HatchItem& item, const Hit& hit) {
  if (place.row.height >= kLowRow) m_list.hatch(Layer::pattern, item, hit);
  else m_list.rect(Layer::pattern, {item.rect, item.line, {}, 0}, hit);
}

void LanePainter::addSpanLabel(const Place& place, const model::Interval& interval, QRectF box, bool strong) {
  const TextStyle style{m_in.style.smallTextSize, strong, false};
  if (interval.label.empty() || place.bar.height() < textHeight(style) - 2) return;
  const QRectF seen = widestUnfolded(m_in, box);
  const double right = seen.right() - m_in.style.markSize - 4;   // clear of the mark at its end
  const QString text = fittingPart(toQt(interval.label), style, right - seen.left() - 2 * m_in.style.markSize);
  if (text.isEmpty() || !firstToSay(place.lane.launch, text)) return;
  const double width = textWidth(text, style) + 14;
  const double lines = box.height() > 12 ? 1 : 0;   // leave the outline of the bar
  const QRectF white(std::round(right - width), box.top() + lines, std::round(width), box.height() - 2 * lines);
  const Hit hit{Hit::What::interval, static_cast<std::uint32_t>(&interval - m_in.run.intervals.data()), place.id};
  m_list.rect(Layer::label, {white, m_theme.base, {}, 0}, hit);
  m_list.text(Layer::label, white, Qt::AlignHCenter, text, style, strong ? m_theme.link : m_theme.muted, hit);
}

void LanePainter::addCut(const Place& place) {
  const model::Lane& lane = place.lane;
  const bool cut = std::any_of(lane.sources.begin(), lane.sources.end(),
                               [&](model::SourceId id) { return m_in.run.source(id).truncated; });
  if ((!cut && lane.end.kind != model::EndKind::noData) || lane.end.time.known()) return;
  const TimeRange launch = extentOf(m_in.run.launches[lane.launch], m_in.run);
  const std::int64_t from = lane.last.known() ? lane.last.utc : launch.begin;
  const double x0 = m_in.clampedX(from), x1 = m_in.clampedX(launch.end);
  if (x1 - x0 < kSmallestSpan) return;
  const QRectF box(x0, place.bar.top(), x1 - x0, place.bar.height());
  const Hit hit{Hit::What::laneEnd, place.id.value, place.id};
  addHatch(place, {box, HatchKind::cross, m_theme.noData, m_theme.base}, hit);
  addNoDataLabel(place.row, box, cut ? QCoreApplication::translate("Lanes", "the file is cut here") : QCoreApplication::translate("Lanes", "nothing more of it"), hit);
}

void LanePainter::addEnd(const Place& place) {
  const model::LaneEnd& end = place.lane.end;
  if (!end.time.known() || end.kind == model::EndKind::open || end.kind == model::EndKind::noData) return;
  const double x = m_in.x(end.time.utc);
  if (x < -m_in.style.capWidth || x > m_in.width()) return;
  const bool well = endedWell(end);
  const Hit hit{Hit::What::laneEnd, place.id.value, place.id};
  const double over = place.row.height >= kShapeHeight ? 2 : 0;
  const double width = place.row.height >= kShapeHeight ? m_in.style.capWidth : 2;
  const QRectF cap(x, place.bar.top() - over, width, place.bar.height() + 2 * over);
  m_list.rect(Layer::cap, {cap, well ? m_theme.endCapPassed : m_theme.endCap, {}, 0}, hit);
  addWhisker(place, end.time, well ? m_theme.endCapPassed : m_theme.endCap, hit);
  const QString text = endText(end);
  const TextStyle style{m_in.style.smallTextSize, false, false};
  if (!m_in.style.endLabels || text.isEmpty() || place.bar.height() < textHeight(style) - 2) return;
  const QRectF box(cap.right() + 5, place.bar.top(), m_in.width() - cap.right() - 5, place.bar.height());
  if (box.width() > textWidth(text, style)) m_list.text(Layer::label, box, Qt::AlignLeft, text, style, m_theme.faint, hit);
}

void LanePainter::addMarks(const Place& place) {
  const bool shapes = place.row.height >= kShapeHeight;
  const bool many = m_in.layout.laneCount() > kManyLanes;
  const double reach = shapes ? m_in.style.markSize * 0.75 : kSmallestFatal;
  const MarkThinner marks = thinned(m_in, place.id, reach, many ? MarkRank::ncclWarning : MarkRank::lifecycle);
  for (const auto& kept : marks.kept()) addMark(place, kept.event, kept.mark);
  if (!shapes) return;
  for (const auto& tick : marks.ticks()) {
    const QRectF box(std::round(tick.x), place.bar.bottom() - 5, 1, 5);
    m_list.rect(Layer::minorMark, {box, tick.mark.look.colour, {}, 0}, {Hit::What::event, tick.event, place.id});
  }
}

void LanePainter::addMark(const Spot& place, std::uint32_t eventIndex, const EventMark& mark) {
  const model::Event& event = m_in.run.events[eventIndex];
  const Hit hit{Hit::What::event, eventIndex, place.id};
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

void LanePainter::addTicks(const Row& row, model::LaneId lane) {
  if (m_in.ticks == nullptr) return;
  const TickStyle style{row.height >= kShapeHeight, QRectF(0, row.top, m_in.width(), std::max(row.height, 3))};
  for (const TickList& list : *m_in.ticks) {
    if (!list.empty()) ui::addTicks(m_list, m_in, list, lane, style);
  }
}

void LanePainter::addWhisker(const Spot& place, const model::When& when, QColor colour, const Hit& hit) {
  if (place.row.height < kShapeHeight || !when.known()) return;
  if (when.earliest == model::When::kOpenEarly || when.latest == model::When::kOpenLate) return;
  const double x0 = m_in.clampedX(when.earliest), x1 = m_in.clampedX(when.latest), y = place.bar.center().y();
  if (x1 - x0 < m_in.style.markSize) return;     // the shape itself covers it
  m_list.line(Layer::cap, {{{x0, y}, {x1, y}}, colour, 1.5, false}, hit);
  for (const double x : {x0, x1}) m_list.line(Layer::cap, {{{x, y - 4}, {x, y + 4}}, colour, 1.5, false}, hit);
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
