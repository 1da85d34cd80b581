// SPDX-License-Identifier: Apache-2.0
// One picture of lanes over time: made on any thread from all that it needs, then only looked at. It knows what is drawn where, so that a
// click means what was seen.
#pragma once

#include "ui/timeline/draw_list.h"
#include "ui/timeline/run_index.h"
#include "ui/timeline/time_axis.h"

#include <QImage>
#include <QPointF>
#include <QRect>

namespace lanescope::ui {

// Where the parts of the view stand; logical pixels.
struct FramePlaces {
  QSize size;                                    // of the viewport
  double scale = 1;                              // device pixels in a logical one
  int labelWidth = 112, leftMargin = 8;          // the axis begins behind both
  int scroll = 0;                                // of the rows that are not pinned
  int edgeWidth = 0;                             // of the column at the right that says the state of each lane
};

class LaneFrame {
 public:
  virtual ~LaneFrame() = default;
  const QImage& image() const { return m_image; }
  const FramePlaces& places() const { return m_places; }
  TimeRange span() const { return m_span; }      // of the axis

 protected:
  LaneFrame(const FramePlaces& places, TimeRange span) : m_places(places), m_span(span) {}
  LaneFrame(const LaneFrame&) = default;
  LaneFrame& operator=(const LaneFrame&) = default;
  void startImage(const QColor& ground);

  QImage m_image;

 private:
  FramePlaces m_places;
  TimeRange m_span;
};

// A draw list and where it stands.
struct FramePart {
  DrawList list;
  QRect area;                                    // of the viewport
  QPointF origin;                                // of the list in the viewport

  void paint(QPainter& painter) const;
  // What is drawn at a point of the viewport. A bar that stands for several tests answers with the one under the point.
  std::optional<Hit> hitAt(QPoint position, const RunIndex& index, const TimeAxis& axis, double scale) const;
};

}  // namespace lanescope::ui
