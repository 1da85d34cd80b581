// SPDX-License-Identifier: Apache-2.0
// What lies over the timeline and moves without a new picture: focus, the chosen area, what is measured, the selected moment, the pointer.
#include "ui/models/words.h"
#include "ui/timeline/timeline_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {
constexpr int kSmallestFocus = 12;               // lower rows show their selection as ground only
}

void TimelineView::paintOverlay(QPainter& painter) const {
  painter.setClipRect(0, 0, viewport()->width(), viewport()->height());
  if (m_focusRow && hasFocus() && m_layout->rows()[*m_focusRow].height >= kSmallestFocus) {
    const QRect row = rowRect(*m_focusRow);
    const int covered = m_header.height() + (m_layout->rows()[*m_focusRow].pinned ? 0 : m_layout->pinnedHeight()), from = std::max(row.top(), covered);
    if (row.bottom() > from) {
      painter.setPen(QPen(m_style.theme->link, 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(1, from, kLabelWidth - 3, row.bottom() - from);
    }
  }
  paintHovered(painter);
  paintSelectedMoment(painter);
  paintArea(painter);
  paintMeasured(painter);
  paintCrosshair(painter);
}

// The line that is pointed at in another pane: its lane with a stripe, its moment as a dotted line.
void TimelineView::paintHovered(QPainter& painter) const {
  const auto& hovered = m_state->hovered();
  if (!hovered || m_pointer) return;             // here the pointer is its own sign
  QColor colour = m_style.theme->link;
  const auto row = hovered->lane ? m_layout->rowOf(*m_run, *hovered->lane) : std::nullopt;
  if (row) {
    const QRect lane = rowRect(*row);
    const int covered = m_header.height() + (m_layout->rows()[*row].pinned ? 0 : m_layout->pinnedHeight()), from = std::max(lane.top(), covered);
    const QRect seen(0, from, lane.width(), lane.top() + lane.height() - from);
    painter.fillRect(QRect(0, from, 3, seen.height()), colour);
    colour.setAlpha(26);
    painter.fillRect(seen, colour);
  }
  const double x = hovered->time.known() ? std::floor(xOn(axis(), hovered->time.utc)) + 0.5 : -1;
  if (x < kLabelWidth || x > viewport()->width()) return;
  painter.setPen(QPen(m_style.theme->link, 1, Qt::DotLine));
  painter.drawLine(QPointF(x, m_header.jobTop()), QPointF(x, viewport()->height()));
}

// Where the selected line or event stands in time, and how well that is known: the text and the lanes point at the same moment.
void TimelineView::paintSelectedMoment(QPainter& painter) const {
  const model::When& time = m_state->selection().time;
  if (!time.known()) return;
  const TimeAxis mapping = axis();
  const int top = m_header.jobTop(), height = viewport()->height() - top;
  const auto clamped = [&](std::int64_t ns) { return std::clamp<double>(xOn(mapping, ns), kLabelWidth, viewport()->width()); };
  QColor colour = m_style.theme->link;
  if (time.earliest != model::When::kOpenEarly && time.latest != model::When::kOpenLate) {
    const double x0 = clamped(time.earliest), x1 = clamped(time.latest);
    colour.setAlpha(22);
    if (x1 - x0 > 2) painter.fillRect(QRectF(x0, top, x1 - x0, height), colour);
  }
  const double x = std::floor(xOn(mapping, time.utc));
  if (x < kLabelWidth || x > viewport()->width()) return;
  colour.setAlpha(150);
  painter.fillRect(QRectF(x, top, 1, height), colour);
}

void TimelineView::paintArea(QPainter& painter) const {
  if (!m_chosen) return;
  const TimeAxis mapping = axis();
  const double x0 = std::max<double>(kLabelWidth, xOn(mapping, m_chosen->begin)), x1 = std::min<double>(viewport()->width(), xOn(mapping, m_chosen->end));
  if (x1 < x0) return;
  QRectF area(x0, rulerBottom(), x1 - x0, viewport()->height() - rulerBottom());
  if (m_areaRows.last > m_areaRows.first && m_areaRows.last <= m_layout->rows().size()) {
    const QRect first = rowRect(m_areaRows.first), last = rowRect(m_areaRows.last - 1);
    area.setTop(std::max(m_header.height(), first.top()));
    area.setBottom(std::max<double>(area.top() + 1, last.top() + last.height()));
  }
  paintChosen(painter, area);
  const TextStyle style{kSmallestPixelSize, true, false};
  const QString text = m_area ? areaText(*m_area) : rangeText(*m_chosen);
  QRectF label(0, 0, textWidth(text, style) + 14, 20);
  label.moveCenter({area.center().x(), 0});
  label.moveLeft(std::clamp<double>(label.left(), kLabelWidth, std::max<double>(kLabelWidth, viewport()->width() - label.width())));
  // Below what was chosen, where there is room, so that it hides none of it.
  const double below = area.bottom() + 4, above = area.top() - label.height() - 4;
  const bool fitsBelow = below + label.height() <= viewport()->height();
  label.moveTop(fitsBelow ? below : above >= m_header.height() ? above : m_header.height() + 4.0);
  paintLabel(painter, label, text, style);
}

QString TimelineView::momentText(int x) const {
  if (!hasTimes(*m_run)) return tr("no line carries a time");
  const std::int64_t ns = timeAt(x);
  model::When moment = model::When::at(ns);
  if (resolutionOf(axis()) >= 1'000'000'000) moment.latest += 1'000'000'000;   // no milliseconds that nobody can aim at
  return timeText(moment) + u"  T"_s + relativeText(ns - m_state->zero(), resolutionOf(axis()));
}

}  // namespace lanescope::ui
