// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_frame.h"

#include "ui/timeline/lane_bins.h"
#include "ui/timeline/painter.h"

#include <QPainter>

#include <cmath>

namespace lanescope::ui {

void LaneFrame::startImage(const QColor& ground) {
  m_image = QImage(m_places.size * m_places.scale, QImage::Format_RGB32);
  m_image.setDevicePixelRatio(m_places.scale);
  m_image.fill(ground);
}

void FramePart::paint(QPainter& painter) const {
  painter.save();
  painter.setClipRect(area);
  painter.translate(origin);
  replay(painter, list, QRectF(area).translated(-origin));
  painter.restore();
}

std::optional<Hit> FramePart::hitAt(QPoint position, const RunIndex& index, const TimeAxis& axis, double scale) const {
  if (!area.contains(position)) return std::nullopt;
  auto hit = list.hitAt(position - origin);
  const bool test = hit && hit->what == Hit::What::interval && hit->lane.valid() && index.testValue(hit->index) > 0;
  if (!test) return hit;
  const auto column = static_cast<int>(std::floor((position.x() - origin.x()) * scale));
  if (const auto exact = testAt(index, hit->lane, axis, column)) hit->index = *exact;
  return hit;
}

}  // namespace lanescope::ui
