// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lanes_view.h"

#include "ui/timeline/header_scene.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

namespace {

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
  connect(&m_maker, &FrameMaker::made, this, [this] { viewport()->update(); });
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

FramePlaces LanesView::framePlaces() const {
  return {viewport()->size(), viewport()->devicePixelRatioF(), kLabelWidth, kLeftMargin, verticalScrollBar()->value(), edgeWidth()};
}

const LaneFrame* LanesView::currentFrame(int patienceMs) const {
  const bool fits = m_frame && m_frame->places().size == viewport()->size() && m_frame->places().scale == viewport()->devicePixelRatioF();
  if (m_stale || (!fits && !m_asked)) {
    m_maker.want(frameToMake());
    m_stale = false;
    m_asked = true;
  }
  if (m_asked) {
    if (auto made = m_maker.wait(patienceMs)) {
      m_frame = std::move(made);
      m_asked = false;
    }
  }
  return m_asked ? nullptr : m_frame.get();
}

void LanesView::paintFrame(QPainter& painter, bool many, const QRect& moving) const {
  if (const LaneFrame* now = currentFrame(many && m_frame ? m_patienceMs : -1)) return painter.drawImage(0, 0, now->image());
  const QImage& image = m_frame->image();
  painter.drawImage(0, 0, image);
  const FramePlaces& old = m_frame->places();
  const TimeAxis mapping = axis();
  const double x0 = xOn(mapping, m_frame->span().begin), x1 = xOn(mapping, m_frame->span().end);
  const int left = kLabelWidth + kLeftMargin, dy = old.scroll - verticalScrollBar()->value();
  const QRectF source(left * old.scale, moving.top() * old.scale, image.width() - (left + kRightMargin + old.edgeWidth) * old.scale, moving.height() * old.scale);
  painter.save();
  painter.setClipRect(moving);
  painter.fillRect(moving, m_style.theme->base);
  painter.drawImage(QRectF(x0, moving.top() + dy, std::max(1.0, x1 - x0), moving.height()), image, source);
  painter.restore();
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

}  // namespace lanescope::ui
