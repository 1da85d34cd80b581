// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_painter.h"

#include "ui/models/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLowRow = 5;                       // px: no single tests and no hatching can be told apart
constexpr int kWorstBadness = 6;
constexpr double kSmallestSpan = 2;
constexpr int kNamedRow = 20;                    // px: tests are named in their bars

QString endText(const model::LaneEnd& end) {
  if (!end.signal.empty()) return toQt(end.signal);
  if (end.code && *end.code != 0) return QCoreApplication::translate("Lanes", "exit %1").arg(*end.code);
  return {};
}

bool endedWell(const model::LaneEnd& end) { return end.kind == model::EndKind::exited && end.code.value_or(0) == 0; }

// Why there is nothing more of a lane.
QString missingText(const model::Run& run, const model::Lane& lane) {
  for (const model::SourceId id : lane.sources) {
    const model::Source& source = run.source(id);
    if (source.truncated) return QCoreApplication::translate("Lanes", "cut at byte %1").arg(countText(source.byteCount));
    if (source.damagedBytes > 0) return QCoreApplication::translate("Lanes", "%1 bytes overwritten by another writer").arg(countText(source.damagedBytes));
  }
  return QCoreApplication::translate("Lanes", "nothing more of it");
}

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

}  // namespace

double insetOf(int rowHeight) {
  if (rowHeight >= 24) return std::round(rowHeight / 6.0);
  if (rowHeight >= 14) return 2;
  return rowHeight >= 5 ? 1 : 0;
}

void LanePainter::add(const Row& row) {
  m_rowLabels.clear();
  addGround(row);
  if (row.lanes.empty()) addMissingRank(row);
  const double inset = insetOf(row.height);
  for (const model::LaneId id : row.lanes) {
    addLane({{row, id, QRectF(0, row.top + inset, m_in.width(), row.height - 2 * inset)}, m_in.run.lanes[id.value]});
  }
  for (const model::LaneId id : row.alikeLanes) addAdded(row, id);
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
  addNoDataLabel(row, box, QCoreApplication::translate("Lanes", "file missing"), hit);
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
  addMarks(place);
  addEnd(place);
  addAdded(place.row, place.id);
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
    const Hit hit{Hit::What::interval, bar.interval, place.id};
    m_list.rect(Layer::bar, {box, barColour(bar), {}, 0}, hit);
    if (!bar.dense) addTestName(place, bar.interval, box, hit);
  }
}

// The last part of its name, where at least four characters have room.
void LanePainter::addTestName(const Place& place, std::uint32_t interval, const QRectF& box, const Hit& hit) {
  constexpr double kMargin = 4;
  constexpr int kLeastLetters = 4;
  const TextStyle style{m_in.style.smallTextSize, false, false};
  const model::TestId test = m_in.run.intervals[interval].test;
  const double room = box.width() - 2 * kMargin;
  if (room < kLeastLetters * style.pixelSize || !test.valid() || place.row.height < kNamedRow || m_in.style.rankWords) return;
  const std::string& name = m_in.run.testNames[test.value];
  const std::size_t part = name.rfind("::");
  const QString text = barText(toQt(part == std::string::npos ? name : name.substr(part + 2)), style, room);
  if (!text.isEmpty()) m_list.text(Layer::bar, box.adjusted(kMargin, 0, 0, 0), Qt::AlignLeft, text, style, m_theme.text, hit);
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
  if (text.isEmpty()) return;
  const double width = textWidth(text, style) + 14;
  const double lines = box.height() > 12 ? 1 : 0;   // leave the outline of the bar
  const QRectF white(std::round(right - width), box.top() + lines, std::round(width), box.height() - 2 * lines);
  if (std::any_of(m_rowLabels.begin(), m_rowLabels.end(), [&](const QRectF& other) { return other.intersects(white); })) return;
  if (!firstToSay(place.lane.launch, text)) return;
  m_rowLabels.push_back(white);
  const Hit hit{Hit::What::interval, static_cast<std::uint32_t>(&interval - m_in.run.intervals.data()), place.id};
  m_list.rect(Layer::label, {white, m_theme.base, {}, 0}, hit);
  m_list.text(Layer::label, white, Qt::AlignHCenter, text, style, strong ? m_theme.link : m_theme.muted, hit);
}

void LanePainter::addCut(const Place& place) {
  const model::Lane& lane = place.lane;
  const bool cut = std::any_of(lane.sources.begin(), lane.sources.end(), [&](model::SourceId id) { return m_in.run.source(id).truncated; });
  if ((!cut && lane.end.kind != model::EndKind::noData) || lane.end.time.known()) return;
  const TimeRange launch = extentOf(m_in.run.launches[lane.launch], m_in.run);
  const std::int64_t from = lane.last.known() ? lane.last.utc : launch.begin;
  const double x0 = m_in.clampedX(from), x1 = m_in.clampedX(launch.end);
  if (x1 - x0 < kSmallestSpan) return;
  const QRectF box(x0, place.bar.top(), x1 - x0, place.bar.height());
  const Hit hit{Hit::What::laneEnd, place.id.value, place.id};
  addHatch(place, {box, HatchKind::cross, m_theme.noData, m_theme.base}, hit);
  addNoDataLabel(place.row, box, missingText(m_in.run, lane), hit);
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
  const double left = std::max(cap.right() + 5, m_countEnd + 4);
  const QRectF box(left, place.bar.top(), m_in.width() - left, place.bar.height());
  if (box.width() > textWidth(text, style)) m_list.text(Layer::label, box, Qt::AlignLeft, text, style, m_theme.faint, hit);
}

}  // namespace lanescope::ui
