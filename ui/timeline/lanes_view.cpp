// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lanes_view.h"

#include "ui/models/current_theme.h"
#include "ui/timeline/header_scene.h"
#include "ui/timeline/lane_bins.h"
#include "ui/timeline/moves.h"
#include "ui/timeline/painter.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

namespace {

constexpr double kNotch = 120;                   // of a wheel
constexpr int kTintAlpha = 32;

}  // namespace

LanesView::LanesView(ViewState* axisState, QWidget* parent) : QAbstractScrollArea(parent), m_axisState(axisState), m_commands(new PaneCommands(this)) {
  setFrameShape(QFrame::NoFrame);
  setLayoutDirection(Qt::LeftToRight);           // as time goes
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  verticalScrollBar()->setSingleStep(24);
  addCommands();
}

// --- axis and picture

int LanesView::axisWidth() const { return std::max(1, viewport()->width() - kLabelWidth - kLeftMargin - kRightMargin - edgeWidth()); }

TimeAxis LanesView::axisOf(TimeRange range, const std::vector<TimeRange>& folds) const {
  constexpr int kFoldWidth = 34;                 // of a folded gap
  const double scale = viewport()->devicePixelRatioF();
  return TimeAxis(range, static_cast<int>(axisWidth() * scale), folds, static_cast<int>(kFoldWidth * scale));
}

int LanesView::columnAt(int x) const { return static_cast<int>(std::floor((x - kLabelWidth - kLeftMargin) * viewport()->devicePixelRatioF())); }

std::int64_t LanesView::timeOn(const TimeAxis& mapping, int x) const {
  const TimeRange column = mapping.range(columnAt(x));
  return column.begin + column.length() / 2;
}

double LanesView::xOn(const TimeAxis& mapping, std::int64_t ns) const {
  return kLabelWidth + kLeftMargin + mapping.column(ns) / viewport()->devicePixelRatioF();
}

void LanesView::invalidate() {
  m_stale = true;
  viewport()->update();
}

bool LanesView::isStale() const { return m_stale || m_content.size() != viewport()->size() * viewport()->devicePixelRatioF(); }

void LanesView::startContent() {
  m_stale = false;
  m_style.theme = &currentTheme();
  m_content = QPixmap(viewport()->size() * viewport()->devicePixelRatioF());
  m_content.setDevicePixelRatio(viewport()->devicePixelRatioF());
  m_content.fill(m_style.theme->base);
}

void LanesView::replayPart(QPainter& painter, const DrawList& list, const QRect& area, QPointF origin) const {
  painter.save();
  painter.setClipRect(area);
  painter.translate(origin);
  replay(painter, list, QRectF(area).translated(-origin));
  painter.restore();
}

void LanesView::resolveTest(Hit& hit, const RunIndex& index, const TimeAxis& mapping, int x) const {
  if (hit.what != Hit::What::interval || !hit.lane.valid() || index.testValue(hit.index) == 0) return;
  if (const auto test = testAt(index, hit.lane, mapping, columnAt(x))) hit.index = *test;
}

void LanesView::scrollTo(int top, int height, int margin) {
  const int from = verticalScrollBar()->value(), page = lanesArea().height();
  if (top < from) verticalScrollBar()->setValue(top - margin);
  else if (top + height > from + page) verticalScrollBar()->setValue(top + height - page + margin);
}

// --- what moves without a new picture

void LanesView::paintLabel(QPainter& painter, QRectF box, const QString& text, const TextStyle& style) const {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(m_style.theme->hairline);
  painter.setBrush(m_style.theme->raised);
  painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(fontOf(style));
  painter.setPen(m_style.theme->text);
  painter.drawText(box, Qt::AlignCenter, text);
}

QString LanesView::rangeText(TimeRange range) const { return durationText(static_cast<double>(range.length()) / 1e9); }

void LanesView::paintChosen(QPainter& painter, const QRectF& area) const {
  QColor tint = m_style.theme->link;
  tint.setAlpha(kTintAlpha);
  painter.fillRect(area, tint);
  painter.setPen(QPen(m_style.theme->link, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area.adjusted(0, 0, -1, -1));
}

// A bar between the two moments, with its length: "12.4 s".
void LanesView::paintMeasured(QPainter& painter) const {
  if (!m_measured) return;
  const TimeAxis mapping = axis();
  const double x0 = xOn(mapping, m_measured->begin), x1 = xOn(mapping, m_measured->end);
  const double top = rulerBottom(), y = top + 30;
  painter.setPen(QPen(m_style.theme->text, 1, Qt::DashLine));
  for (const double x : {x0, x1}) {
    if (x >= kLabelWidth) painter.drawLine(QPointF(x, top), QPointF(x, viewport()->height()));
  }
  painter.setPen(QPen(m_style.theme->text, 1.5));
  const double from = std::max<double>(x0, kLabelWidth);
  painter.drawLine(QPointF(from, y), QPointF(x1, y));
  for (const double x : {x0, x1}) {
    if (x >= kLabelWidth) painter.drawLine(QPointF(x, y - 5), QPointF(x, y + 5));
  }
  const TextStyle style{kSmallestPixelSize, true, false};
  const QString text = rangeText(*m_measured);
  QRectF label(0, 0, textWidth(text, style) + 12, 18);
  label.moveCenter({(from + x1) / 2, y});
  label.moveLeft(std::clamp<double>(label.left(), kLabelWidth, std::max<double>(kLabelWidth, viewport()->width() - label.width())));
  paintLabel(painter, label, text, style);
}

void LanesView::paintCrosshair(QPainter& painter) const {
  if (!m_pointer || m_drag == Drag::pan || m_pointer->x() < kLabelWidth) return;
  const int x = m_pointer->x();
  QColor line = m_style.theme->muted;
  line.setAlpha(120);
  painter.setPen(line);
  painter.drawLine(x, rulerBottom(), x, viewport()->height());
  const TextStyle style{kSmallestPixelSize, false, false};
  const QString text = momentText(x);
  QRectF label(x + 6, 3, textWidth(text, style) + 10, 17);
  if (label.right() > viewport()->width()) label.moveRight(x - 6);
  paintLabel(painter, label, text, style);
}

// --- moving

void LanesView::zoomAt(int x, double factor) { m_axisState->setRange(zoomed(m_axisState->range(), timeAt(x), factor)); }

void LanesView::zoomBy(double factor) {
  const bool inside = m_pointer && lanesArea().contains(*m_pointer);
  zoomAt(inside ? m_pointer->x() : kLabelWidth + kLeftMargin + axisWidth() / 2, factor);
}

void LanesView::panBy(double fraction) { m_axisState->setRange(panned(m_axisState->range(), fraction)); }

void LanesView::zoomToChosen() {
  const std::optional<TimeRange> range = m_chosen && m_chosen->length() > 0 ? m_chosen : m_measured;
  if (!range || range->length() <= 0) return;
  clearDragged();
  m_axisState->setRange(*range);
}

void LanesView::clearDragged() {
  m_chosen.reset();
  m_measured.reset();
  viewport()->update();
}

bool LanesView::stepOut() {
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
  viewport()->update();
}

void LanesView::wheelEvent(QWheelEvent* event) {
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

void LanesView::mousePressEvent(QMouseEvent* event) {
  m_pressed = event->pos();
  m_rangeAtPress = m_axisState->range();
  if (event->button() == Qt::MiddleButton) {
    m_drag = Drag::pan;
    viewport()->setCursor(Qt::ClosedHandCursor);
  } else if (event->button() == Qt::LeftButton) {
    m_drag = Drag::press;
  }
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
  if (m_drag == Drag::pan) return m_axisState->setRange(panned(m_rangeAtPress, static_cast<double>(m_pressed.x() - position.x()) / axisWidth()));
  const bool far = std::abs(position.x() - m_pressed.x()) >= QApplication::startDragDistance();
  if (m_drag == Drag::press && far && m_pressed.x() >= kLabelWidth) {
    const Qt::KeyboardModifiers keys = event->modifiers();
    m_drag = keys & Qt::ShiftModifier ? Drag::measure : keys & Qt::AltModifier ? Drag::zoom : Drag::choose;
  }
  if (m_drag == Drag::choose || m_drag == Drag::measure || m_drag == Drag::zoom) dragTo(position);
  if (m_drag == Drag::none) pointedAt(position);
  viewport()->setCursor(pointsAt(position) ? Qt::PointingHandCursor : Qt::ArrowCursor);
  Q_EMIT cursorMoved(readoutAt(position));
  viewport()->update();
}

void LanesView::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(m_drag, Drag::none);
  if (drag == Drag::pan) viewport()->setCursor(Qt::ArrowCursor);
  if (drag == Drag::zoom) zoomToChosen();
  if (drag == Drag::press) {
    clearDragged();
    click(event->pos());
  }
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
  m_commands->add("timeline.chosen", [this] { zoomToChosen(); });
  m_commands->add("timeline.home", [this] { m_axisState->showAll(); });
  m_commands->add("timeline.row.previous", [this] { moveFocus(-1); });
  m_commands->add("timeline.row.next", [this] { moveFocus(1); });
  m_commands->add("timeline.event.previous", [this] { walkEvents(-1); });
  m_commands->add("timeline.event.next", [this] { walkEvents(1); });
}

void LanesView::keyPressEvent(QKeyEvent* event) {
  if (m_commands->handle(*event)) return;
  if (event->key() == Qt::Key_Escape && stepOut()) return;
  QAbstractScrollArea::keyPressEvent(event);
}

}  // namespace lanescope::ui
