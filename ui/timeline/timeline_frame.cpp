// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_frame.h"

#include "ui/timeline/fold_painter.h"
#include "ui/timeline/lane_states.h"

#include <QPainter>

namespace lanescope::ui {

TimelineFrame::TimelineFrame(FrameRequest request) : LaneFrame(request.places, request.axis.span()), m_request(std::move(request)) {
  const FramePlaces& places = m_request.places;
  const int top = m_request.header.height(), pinned = m_request.layout->pinnedHeight();
  const int width = places.size.width(), height = places.size.height();
  addRows(places.scroll + pinned, places.scroll + height - top, QRect(0, top + pinned, width, height - top - pinned));
  if (pinned > 0) addRows(0, pinned, QRect(0, top, width, pinned));
  const SceneInput whole = input(0, 0);
  const QPointF axisOrigin(places.labelWidth + places.leftMargin, 0);
  m_parts.push_back({headerLabelsScene(whole, m_request.header, places.labelWidth), QRect(0, 0, places.labelWidth, top), {}});
  DrawList header = headerScene(whole, m_request.header, m_request.zero);
  addFoldOffer(header, whole, m_request.header, m_request.idle);
  m_parts.push_back({std::move(header), QRect(places.labelWidth, 0, width - places.labelWidth, top), axisOrigin});
  FramePart folds{{}, QRect(places.labelWidth, 0, width - places.labelWidth, height), axisOrigin};
  addFolds(folds.list, whole, m_request.header.relativeTop(), height);
  m_parts.push_back(std::move(folds));
  paint();
}

SceneInput TimelineFrame::input(int top, int bottom) const {
  SceneInput input{*m_request.run, *m_request.index, *m_request.layout, m_request.axis, m_request.style, m_request.selection,
                   calloutsFor(*m_request.run), m_request.places.scale, top, bottom};
  input.ticks = m_request.ticks.get();
  input.band = m_request.band.get();
  input.flags = m_request.flags;
  input.profile = m_request.profile.get();
  input.marks = m_request.marks;
  input.ticked = m_request.ticked ? &*m_request.ticked : nullptr;
  return input;
}

// The rows [top, bottom) of the layout in `area`, which begins with `top`.
void TimelineFrame::addRows(int top, int bottom, const QRect& area) {
  const FramePlaces& places = m_request.places;
  const SceneInput rows = input(top, bottom);
  const QRect labels(area.left(), area.top(), places.labelWidth, area.height());
  const QRect lanes = area.adjusted(places.labelWidth, 0, -places.edgeWidth, 0);
  const QRect edge(lanes.right() + 1, area.top(), places.edgeWidth, area.height());
  m_parts.push_back({lanesScene(rows), lanes, QPointF(places.labelWidth + places.leftMargin, area.top() - top)});
  m_parts.push_back({labelsScene(rows, places.labelWidth), labels, QPointF(0, area.top() - top)});
  if (places.edgeWidth > 0) m_parts.push_back({statesScene(rows, places.edgeWidth), edge, QPointF(edge.left(), area.top() - top)});
}

void TimelineFrame::paint() {
  const Theme& theme = *m_request.style.theme;
  startImage(theme.base);
  QPainter painter(&m_image);
  for (const FramePart& part : m_parts) part.paint(painter);
  const int header = m_request.header.height(), pinned = m_request.layout->pinnedHeight(), width = places().size.width();
  painter.setPen(theme.hairline);
  painter.drawLine(0, header - 1, width, header - 1);
  if (pinned > 0) painter.fillRect(0, header + pinned - 1, width, 2, theme.hairline);
}

std::optional<Hit> TimelineFrame::hitAt(QPoint position) const {
  for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part) {
    if (const auto hit = part->hitAt(position, *m_request.index, m_request.axis, places().scale)) return hit;
  }
  return std::nullopt;
}

std::vector<TimelineFrame::Cluster> TimelineFrame::clusters() const {
  std::vector<Cluster> found;
  for (const FramePart& part : m_parts) {
    for (const DrawList::Entry& entry : part.list.ordered()) {
      if (entry.hit.what != Hit::What::cluster || entry.kind != DrawList::Kind::mark) continue;
      found.push_back({entry.hit, (part.list.bounds(entry).bottomRight() + part.origin).toPoint()});
    }
  }
  return found;
}

}  // namespace lanescope::ui
