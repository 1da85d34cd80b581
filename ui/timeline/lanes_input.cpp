// SPDX-License-Identifier: Apache-2.0
// What wheel, drags and keys mean on every timeline.
#include "ui/timeline/lanes_view.h"
#include "ui/timeline/moves.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope::ui {

namespace {

constexpr double kNotch = 120;                   // of a wheel

}  // namespace

LanesView::ShiftDrag LanesView::s_shiftDrag = ShiftDrag::measure;

void LanesView::zoomAt(int x, double factor) { m_axisState->setRange(zoomed(m_axisState->range(), timeAt(x), factor)); }

void LanesView::zoomBy(double factor) {
  const bool inside = m_pointer && lanesArea().contains(*m_pointer);
  zoomAt(inside ? m_pointer->x() : kLabelWidth + kLeftMargin + axisWidth() / 2, factor);
}

void LanesView::panBy(double fraction) { m_axisState->setRange(panned(m_axisState->range(), fraction)); }

void LanesView::zoomToChosen() {
  const std::optional<TimeRange> range = m_chosen && m_chosen->length() > 0 ? m_chosen : m_measured;
  if (!range || range->length() <= 0) return;
  m_zoomsNext = false;
  clearDragged();
  m_axisState->setRange(*range);
}

// Of what is chosen; else of what will be: Z, then drag.
void LanesView::zoomToChosenOrNext() {
  if ((m_chosen && m_chosen->length() > 0) || m_measured) return zoomToChosen();
  m_zoomsNext = !m_zoomsNext;
  showCursor();
}

void LanesView::showCursor() {
  if (m_drag == Drag::pan) viewport()->setCursor(Qt::ClosedHandCursor);
  else if (m_zoomsNext) viewport()->setCursor(Qt::CrossCursor);
  else if (m_space != Space::up) viewport()->setCursor(Qt::OpenHandCursor);
  else viewport()->setCursor(m_pointer && pointsAt(*m_pointer) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void LanesView::clearDragged() {
  m_chosen.reset();
  m_measured.reset();
  viewport()->update();
}

bool LanesView::stepOut() {
  if (std::exchange(m_zoomsNext, false)) {
    showCursor();
    return true;
  }
  if (!m_chosen && !m_measured) return false;
  clearDragged();
  return true;
}

bool LanesView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = tooltipAt(help->pos());
    if (text.isEmpty()) QToolTip::hideText();
    else QToolTip::showText(help->globalPos(), text, viewport());
    return true;
  }
  if (event->type() == QEvent::Leave) {
    m_pointer.reset();
    pointedAt({});
    Q_EMIT cursorMoved({});
    viewport()->update();
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void LanesView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  rebuildLayout();
}

void LanesView::scrollContentsBy(int, int) { invalidate(); }

void LanesView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) invalidate();
}

void LanesView::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void LanesView::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  m_space = Space::up;
  viewport()->update();
}

void LanesView::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / kNotch, sideways = event->angleDelta().x() / kNotch;
  if (event->modifiers() & Qt::ControlModifier) {
    zoomAt(static_cast<int>(event->position().x()), std::pow(kWheelZoom, notches));
  } else if ((event->modifiers() & (Qt::ShiftModifier | Qt::AltModifier)) || sideways != 0) {
    panBy(-(sideways != 0 ? sideways : notches) * kKeyPan / 2);
  } else {
    return QAbstractScrollArea::wheelEvent(event);
  }
  event->accept();
}

void LanesView::mousePressEvent(QMouseEvent* event) {
  m_pressed = event->pos();
  m_rangeAtPress = m_axisState->range();
  const bool withSpace = event->button() == Qt::LeftButton && m_space != Space::up;
  if (event->button() == Qt::MiddleButton || withSpace) {
    if (withSpace) m_space = Space::dragged;
    startPan();
  } else if (event->button() == Qt::LeftButton) {
    m_drag = Drag::press;
  }
}

void LanesView::startPan() {
  m_drag = Drag::pan;
  viewport()->setCursor(Qt::ClosedHandCursor);
}

LanesView::Drag LanesView::dragFor(Qt::KeyboardModifiers keys) const {
  if (m_zoomsNext || (keys & Qt::AltModifier)) return Drag::zoom;
  if (keys & Qt::ShiftModifier) return s_shiftDrag == ShiftDrag::measure ? Drag::measure : Drag::pan;
  return Drag::choose;
}

void LanesView::dragTo(QPoint position) {
  if (m_drag == Drag::measure) {
    const std::int64_t a = snapped(m_pressed), b = snapped(position);
    m_measured = TimeRange{std::min(a, b), std::max(a, b)};
    m_chosen.reset();
  } else {
    const std::int64_t a = timeAt(m_pressed.x()), b = timeAt(position.x());
    m_chosen = TimeRange{std::min(a, b), std::max(a, b)};
    m_measured.reset();
    dragged(m_pressed, position);
  }
}

void LanesView::mouseMoveEvent(QMouseEvent* event) {
  const QPoint position = event->pos();
  m_pointer = position;
  const bool far = std::abs(position.x() - m_pressed.x()) >= QApplication::startDragDistance();
  if (m_drag == Drag::press && far && m_pressed.x() >= kLabelWidth) {
    m_drag = dragFor(event->modifiers());
    m_shiftDragged = !m_zoomsNext && (event->modifiers() & Qt::ShiftModifier);
    if (m_drag == Drag::pan) startPan();
  }
  if (m_drag == Drag::pan) return m_axisState->setRange(panned(m_rangeAtPress, static_cast<double>(m_pressed.x() - position.x()) / axisWidth()));
  if (m_drag == Drag::choose || m_drag == Drag::measure || m_drag == Drag::zoom) dragTo(position);
  if (m_drag == Drag::none) pointedAt(position);
  showCursor();
  Q_EMIT cursorMoved(readoutAt(position));
  viewport()->update();
}

void LanesView::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(m_drag, Drag::none);
  if (drag == Drag::zoom) zoomToChosen();
  if (drag == Drag::press && !chooseLanes(event->pos(), event->modifiers())) {
    clearDragged();
    click(event->pos());
  }
  m_zoomsNext = false;
  showCursor();
  if (std::exchange(m_shiftDragged, false)) Q_EMIT shiftDragged();
  viewport()->update();
}

void LanesView::mouseDoubleClickEvent(QMouseEvent* event) {
  const std::int64_t ns = timeAt(event->pos().x());
  if (m_chosen && ns >= m_chosen->begin && ns < m_chosen->end) return zoomToChosen();
  doubleClick(event->pos());
}

void LanesView::addCommands() {
  m_commands->add("timeline.zoomIn", [this] { zoomBy(kKeyZoom); });
  m_commands->add("timeline.zoomOut", [this] { zoomBy(1 / kKeyZoom); });
  m_commands->add("timeline.left", [this] { panBy(-kKeyPan); });
  m_commands->add("timeline.right", [this] { panBy(kKeyPan); });
  m_commands->add("timeline.chosen", [this] { zoomToChosenOrNext(); });
  m_commands->add("timeline.home", [this] { m_axisState->showAll(); });
  m_commands->add("timeline.row.previous", [this] { moveFocus(-1); });
  m_commands->add("timeline.row.next", [this] { moveFocus(1); });
  m_commands->add("timeline.event.previous", [this] { walkEvents(-1); });
  m_commands->add("timeline.event.next", [this] { walkEvents(1); });
}

// A drag while Space is held moves the view. So what the key means by itself is done when it is let go.
void LanesView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
    if (!event->isAutoRepeat()) m_space = Space::down;
    return showCursor();
  }
  if (m_commands->handle(*event)) return;
  if (event->key() == Qt::Key_Escape && stepOut()) return;
  QAbstractScrollArea::keyPressEvent(event);
}

void LanesView::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return QAbstractScrollArea::keyReleaseEvent(event);
  const Space before = std::exchange(m_space, Space::up);
  showCursor();
  if (before == Space::down) m_commands->handle(QKeyEvent(QEvent::KeyPress, Qt::Key_Space, Qt::NoModifier, QStringLiteral(" ")));
}

}  // namespace lanescope::ui
