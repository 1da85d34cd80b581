// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and keys of the two timelines: what moves one moves both.
#include "ui/compare/paired_view.h"

#include "ui/timeline/describe.h"
#include "ui/timeline/moves.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

namespace {
constexpr double kNotch = 120;
constexpr int kLabelWidth = TimelineView::kLabelWidth;
}

void PairedView::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / kNotch, sideways = event->angleDelta().x() / kNotch;
  if (event->modifiers() & Qt::ControlModifier) {
    runState()->setRange(zoomed(runState()->range(), timeAt(Side::run, static_cast<int>(event->position().x())), std::pow(kWheelZoom, notches)));
  } else if ((event->modifiers() & Qt::ShiftModifier) || sideways != 0) {
    runState()->setRange(panned(runState()->range(), -(sideways != 0 ? sideways : notches) * kKeyPan / 2));
  } else {
    return QAbstractScrollArea::wheelEvent(event);
  }
  event->accept();
}

void PairedView::mousePressEvent(QMouseEvent* event) {
  m_pressed = event->pos();
  m_rangeAtPress = runState()->range();
  if (event->button() == Qt::MiddleButton) {
    m_drag = Drag::pan;
    viewport()->setCursor(Qt::ClosedHandCursor);
  } else if (event->button() == Qt::LeftButton) {
    m_drag = Drag::press;
  }
}

void PairedView::mouseMoveEvent(QMouseEvent* event) {
  m_pointer = event->pos();
  if (m_drag == Drag::pan) return runState()->setRange(panned(m_rangeAtPress, static_cast<double>(m_pressed.x() - event->pos().x()) / axisWidth()));
  const bool far = std::abs(event->pos().x() - m_pressed.x()) >= QApplication::startDragDistance();
  if (m_drag == Drag::press && far && m_pressed.x() >= kLabelWidth) m_drag = Drag::choose;
  if (m_drag == Drag::choose) {
    const std::int64_t a = timeAt(Side::run, m_pressed.x()), b = timeAt(Side::run, event->pos().x());
    m_chosen = TimeRange{std::min(a, b), std::max(a, b)};
  }
  const auto place = placeAt(event->pos());
  const bool points = place && place->hit.what != Hit::What::lane;
  viewport()->setCursor(points ? Qt::PointingHandCursor : Qt::ArrowCursor);
  Q_EMIT cursorMoved(m_runs[0] && event->pos().x() >= kLabelWidth ? readoutAt(event->pos().x()) : QString());
  viewport()->update();
}

void PairedView::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(m_drag, Drag::none);
  if (drag == Drag::pan) viewport()->setCursor(Qt::ArrowCursor);
  if (drag == Drag::press) click(event->pos());
  viewport()->update();
}

void PairedView::mouseDoubleClickEvent(QMouseEvent* event) {
  const std::int64_t ns = timeAt(Side::run, event->pos().x());
  if (m_chosen && ns >= m_chosen->begin && ns < m_chosen->end) zoomToChosen();
}

void PairedView::zoomToChosen() {
  if (!m_chosen || m_chosen->length() <= 0) return;
  const TimeRange range = *m_chosen;
  m_chosen.reset();
  runState()->setRange(range);
  viewport()->update();
}

void PairedView::click(QPoint position) {
  m_chosen.reset();
  const auto place = placeAt(position);
  if (!place) return;
  const int y = position.y() - headHeight() + verticalScrollBar()->value();
  const LaneLayout& lanes = m_layout.lanes[static_cast<std::size_t>(place->side)];
  if (const Row* row = lanes.rowAt(y)) m_focus = Focus{place->side, static_cast<std::size_t>(row - lanes.rows().data())};
  if (place->hit.what == Hit::What::lane && position.x() >= kLabelWidth) {
    // A click on an empty place of a lane is a moment on it.
    Selection selection;
    selection.lane = place->hit.lane;
    selection.time = model::When::at(timeAt(place->side, position.x()));
    return state(place->side)->select(selection);
  }
  activate(*place);
}

void PairedView::activate(const Place& place) {
  const std::size_t i = static_cast<std::size_t>(place.side);
  if (!m_runs[i] || place.hit.what == Hit::What::launch) return;
  if (place.hit.what == Hit::What::finding) return state(place.side)->selectFinding(place.hit.index);
  state(place.side)->select(selectionOf(*m_runs[i], describe(*m_runs[i], *m_indexes[i], place.hit), place.hit));
}

// Through all lanes as they stand above each other.
void PairedView::moveFocus(int steps) {
  struct At { int top; Focus focus; };
  std::vector<At> all;
  for (const Side side : {Side::run, Side::baseline}) {
    const auto& rows = m_layout.lanes[static_cast<std::size_t>(side)].rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].kind == Row::Kind::lane && !rows[i].lanes.empty()) all.push_back({rows[i].top, {side, i}});
    }
  }
  if (all.empty()) return;
  std::sort(all.begin(), all.end(), [](const At& a, const At& b) { return a.top < b.top; });
  const auto is = [this](const At& at) { return m_focus && at.focus.side == m_focus->side && at.focus.row == m_focus->row; };
  const auto found = std::find_if(all.begin(), all.end(), is);
  const int last = static_cast<int>(all.size()) - 1;
  const int from = found == all.end() ? (steps > 0 ? -1 : last + 1) : static_cast<int>(found - all.begin());
  m_focus = all[static_cast<std::size_t>(std::clamp(from + steps, 0, last))].focus;
  revealFocus();
  const Row& row = m_layout.lanes[static_cast<std::size_t>(m_focus->side)].rows()[m_focus->row];
  Selection selection;
  selection.lane = row.lanes.front();
  selection.time = state(m_focus->side)->selection().time;
  state(m_focus->side)->select(selection);
}

void PairedView::walkEvents(int direction) {
  if (!m_focus) return;
  const std::size_t i = static_cast<std::size_t>(m_focus->side);
  const Selection selection = state(m_focus->side)->selection();
  if (!m_runs[i] || !selection.lane) return;
  const std::int64_t from = selection.time.known() ? selection.time.utc : state(m_focus->side)->range().begin;
  const auto target = nextMarkedEvent(*m_runs[i], *m_indexes[i], *selection.lane, from, direction);
  if (target) activate({m_focus->side, {Hit::What::event, *target, *selection.lane}});
}

// K: the selected moment of the run whose lane was chosen last.
void PairedView::pinSelection() {
  const Side side = m_focus ? m_focus->side : Side::run;
  const model::When& time = state(side)->selection().time;
  if (!m_state->result() || !time.known()) return;
  m_state->pin(side, time.utc);
  Q_EMIT pinned();
}

bool PairedView::handleKey(int key) {
  const int middle = kLabelWidth + axisWidth() / 2;
  const int pivot = m_pointer && lanesArea().contains(*m_pointer) ? m_pointer->x() : middle;
  const auto zoom = [&](double factor) { runState()->setRange(zoomed(runState()->range(), timeAt(Side::run, pivot), factor)); };
  const auto pan = [&](double fraction) { runState()->setRange(panned(runState()->range(), fraction)); };
  switch (key) {
    case Qt::Key_W: zoom(kKeyZoom); return true;
    case Qt::Key_S: zoom(1 / kKeyZoom); return true;
    case Qt::Key_A:
    case Qt::Key_Left: pan(-kKeyPan); return true;
    case Qt::Key_D:
    case Qt::Key_Right: pan(kKeyPan); return true;
    case Qt::Key_Z: zoomToChosen(); return true;
    case Qt::Key_Home:
    case Qt::Key_0: runState()->showAll(); return true;
    case Qt::Key_F: m_state->showAnswer(); return true;
    case Qt::Key_Up: moveFocus(-1); return true;
    case Qt::Key_Down: moveFocus(1); return true;
    case Qt::Key_Comma: walkEvents(-1); return true;
    case Qt::Key_Period: walkEvents(1); return true;
    case Qt::Key_K: pinSelection(); return true;
    default: return false;
  }
}

void PairedView::keyPressEvent(QKeyEvent* event) {
  const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
  if (plain && m_chosen && event->key() == Qt::Key_Escape) {
    m_chosen.reset();
    viewport()->update();
    return;
  }
  if (!plain || !handleKey(event->key())) QAbstractScrollArea::keyPressEvent(event);
}

}  // namespace lanescope::ui
