// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and keys of the timeline.
#include "ui/timeline/timeline_view.h"

#include "ui/models/words.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/moves.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kNotch = 120;

TimeRange widened(TimeRange range) {
  const std::int64_t margin = std::max<std::int64_t>(range.length() / 10, 1'000'000'000);
  return {range.begin - margin, range.end + margin};
}

void include(std::optional<TimeRange>& range, TimeRange other) {
  if (!range) range = other;
  range->begin = std::min(range->begin, other.begin);
  range->end = std::max(range->end, other.end);
}

}  // namespace

void TimelineView::zoomAt(int x, double factor) { m_state->setRange(zoomed(m_state->range(), timeAt(x), factor)); }

void TimelineView::zoomBy(double factor) {
  const bool inside = m_pointer && lanesArea().contains(*m_pointer);
  zoomAt(inside ? m_pointer->x() : lanesArea().center().x(), factor);
}

void TimelineView::panBy(double fraction) { m_state->setRange(panned(m_state->range(), fraction)); }

void TimelineView::fitSelection() {
  if (m_run == nullptr) return;
  const Selection& selection = m_state->selection();
  std::optional<TimeRange> range;
  if (selection.finding) {
    const model::When& time = m_run->findings[*selection.finding].time;
    if (time.known()) include(range, {time.utc, time.utc});
    for (const std::uint32_t event : m_index->eventsOfFinding(*selection.finding)) {
      include(range, {m_run->events[event].utc, m_run->events[event].utc});
    }
  }
  for (std::uint32_t i = 0; i < m_run->intervals.size(); ++i) {
    const model::Interval& interval = m_run->intervals[i];
    const bool ofFinding = selection.finding && interval.finding == *selection.finding;
    const bool ofLine = selection.line && interval.line == *selection.line;
    if ((ofFinding || ofLine) && interval.begin.known()) include(range, m_index->extent(i));
  }
  if (!range && selection.lane) range = extentOf(m_run->lanes[selection.lane->value]);
  if (range && range->end > 0) m_state->setRange(widened(*range));
}

void TimelineView::zoomToChosen() {
  if (!m_chosen || m_chosen->length() <= 0) return;
  const TimeRange range = *m_chosen;
  m_chosen.reset();
  m_state->setRange(range);
  viewport()->update();
}

void TimelineView::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / kNotch, sideways = event->angleDelta().x() / kNotch;
  if (event->modifiers() & Qt::ControlModifier) {
    zoomAt(static_cast<int>(event->position().x()), std::pow(kWheelZoom, notches));
  } else if ((event->modifiers() & Qt::ShiftModifier) || sideways != 0) {
    panBy(-(sideways != 0 ? sideways : notches) * kKeyPan / 2);
  } else {
    return QAbstractScrollArea::wheelEvent(event);
  }
  event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  m_pressed = event->pos();
  m_rangeAtPress = m_state->range();
  if (event->button() == Qt::MiddleButton) {
    m_drag = Drag::pan;
    viewport()->setCursor(Qt::ClosedHandCursor);
  } else if (event->button() == Qt::LeftButton) {
    m_drag = Drag::press;
  }
}

void TimelineView::panTo(int x) {
  const double share = static_cast<double>(m_pressed.x() - x) / axisWidth();
  const auto shift = static_cast<std::int64_t>(static_cast<double>(m_rangeAtPress.length()) * share);
  m_state->setRange({m_rangeAtPress.begin + shift, m_rangeAtPress.end + shift});
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  m_pointer = event->pos();
  if (m_drag == Drag::pan) return panTo(event->pos().x());
  const bool far = std::abs(event->pos().x() - m_pressed.x()) >= QApplication::startDragDistance();
  if (m_drag == Drag::press && far && m_pressed.x() >= kLabelWidth) m_drag = Drag::choose;
  if (m_drag == Drag::choose) {
    const std::int64_t a = timeAt(m_pressed.x()), b = timeAt(event->pos().x());
    m_chosen = TimeRange{std::min(a, b), std::max(a, b)};
  }
  const auto hit = hitAt(event->pos());
  const bool points = hit && hit->what != Hit::What::lane;
  viewport()->setCursor(points ? Qt::PointingHandCursor : Qt::ArrowCursor);
  Q_EMIT cursorMoved(describeAt(event->pos()));
  viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(m_drag, Drag::none);
  if (drag == Drag::pan) viewport()->setCursor(Qt::ArrowCursor);
  if (drag == Drag::press) click(event->pos());
  viewport()->update();
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
  const std::int64_t ns = timeAt(event->pos().x());
  if (m_chosen && ns >= m_chosen->begin && ns < m_chosen->end) return zoomToChosen();
  const auto hit = hitAt(event->pos());
  if (!hit || m_run == nullptr) return;
  if (hit->what == Hit::What::launch) {
    const TimeRange extent = extentOf(m_run->launches[hit->index], *m_run);
    if (extent.length() > 0) m_state->setRange(widened(extent));
  } else {
    activate(*hit);
    fitSelection();
  }
}

void TimelineView::click(QPoint position) {
  m_chosen.reset();
  const Row* row = position.y() >= m_header.height() ? m_layout.rowAt(position.y() - m_header.height() + verticalScrollBar()->value()) : nullptr;
  if (row != nullptr) m_focusRow = static_cast<std::size_t>(row - m_layout.rows().data());
  const auto hit = hitAt(position);
  if (!hit) return;
  if (hit->what == Hit::What::lane && position.x() >= kLabelWidth) {
    // A click on an empty place of a lane is a moment on it.
    Selection selection;
    selection.lane = hit->lane;
    selection.time = model::When::at(timeAt(position.x()));
    return m_state->select(selection);
  }
  activate(*hit);
}

void TimelineView::activate(const Hit& hit) {
  if (m_run == nullptr) return;
  if (hit.what == Hit::What::launch) return setCollapsed(hit.index, !isCollapsed(hit.index));
  if (hit.what == Hit::What::finding) return m_state->selectFinding(hit.index);
  if (hit.what == Hit::What::searchHit) Q_EMIT tickActivated(TimelineTick::Kind::hit, hit.index);
  else if (hit.what == Hit::What::note) Q_EMIT tickActivated(TimelineTick::Kind::note, hit.index);
  else m_state->select(selectionOf(*m_run, describe(*m_run, *m_index, hit), hit));
}

QString TimelineView::describeAt(QPoint position) const {
  if (m_run == nullptr || position.x() < kLabelWidth) return {};
  const std::int64_t ns = timeAt(position.x());
  model::When moment = model::When::at(ns);
  if (resolutionOf(axis()) >= 1'000'000'000) moment.latest += 1'000'000'000;
  QStringList parts{timeText(moment)};
  const auto hit = hitAt(position);
  if (!hit || !hit->lane.valid()) return parts.join(u" "_s);
  // What is known about the time of the nearest event on that lane.
  const auto events = m_index->events(hit->lane);
  const auto after = std::partition_point(events.begin(), events.end(), [&](std::uint32_t i) { return m_run->events[i].utc < ns; });
  if (after != events.begin()) {
    const QString error = errorText(m_run->events[*(after - 1)].when());
    if (!error.isEmpty()) parts << error;
  }
  return parts.join(u" "_s) + u" · "_s + laneText(*m_run, hit->lane);
}

void TimelineView::moveFocus(int steps) {
  if (m_layout.rows().empty()) return;
  const int last = static_cast<int>(m_layout.rows().size()) - 1;
  const int from = m_focusRow ? static_cast<int>(*m_focusRow) : (steps > 0 ? -1 : last + 1);
  m_focusRow = static_cast<std::size_t>(std::clamp(from + steps, 0, last));
  revealRow(*m_focusRow);
  const Row& row = m_layout.rows()[*m_focusRow];
  if (row.kind == Row::Kind::lane && !row.lanes.empty()) {
    Selection selection;
    selection.lane = row.lanes.front();
    selection.time = m_state->selection().time;
    m_state->select(selection);
  }
  invalidate();
}

void TimelineView::activateFocusedRow() {
  if (!m_focusRow) return;
  const Row& row = m_layout.rows()[*m_focusRow];
  if (row.kind == Row::Kind::launch) return setCollapsed(row.launch, !row.collapsed);
  if (!row.lanes.empty()) activate({Hit::What::lane, row.lanes.front().value, row.lanes.front()});
}

// The next event with a mark on the selected lane.
void TimelineView::walkEvents(int direction) {
  const Selection selection = m_state->selection();
  if (m_run == nullptr || !selection.lane) return;
  const std::int64_t from = selection.time.known() ? selection.time.utc : m_state->range().begin;
  const auto target = nextMarkedEvent(*m_run, *m_index, *selection.lane, from, direction);
  if (target) activate({Hit::What::event, *target, *selection.lane});
}

bool TimelineView::handleKey(int key) {
  switch (key) {
    case Qt::Key_W: zoomBy(kKeyZoom); return true;
    case Qt::Key_S: zoomBy(1 / kKeyZoom); return true;
    case Qt::Key_A:
    case Qt::Key_Left: panBy(-kKeyPan); return true;
    case Qt::Key_D:
    case Qt::Key_Right: panBy(kKeyPan); return true;
    case Qt::Key_F: fitSelection(); return true;
    case Qt::Key_Z: zoomToChosen(); return true;
    case Qt::Key_Home:
    case Qt::Key_0: m_state->showAll(); return true;
    case Qt::Key_Up: moveFocus(-1); return true;
    case Qt::Key_Down: moveFocus(1); return true;
    case Qt::Key_Comma: walkEvents(-1); return true;
    case Qt::Key_Period: walkEvents(1); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: activateFocusedRow(); return true;
    default: return false;
  }
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
  if (plain && m_chosen && event->key() == Qt::Key_Escape) {
    m_chosen.reset();
    viewport()->update();
    return;
  }
  if (!plain || !handleKey(event->key())) QAbstractScrollArea::keyPressEvent(event);
}

}  // namespace lanescope::ui
