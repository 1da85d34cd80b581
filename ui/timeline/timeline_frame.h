// SPDX-License-Identifier: Apache-2.0
// One picture of the timeline of a run: made from a request that holds all it needs, on any thread, then only looked at. It knows what
// is drawn where, so that a click means what was seen.
#pragma once

#include "ui/timeline/header_scene.h"
#include "ui/timeline/mark_clusters.h"

#include <QImage>
#include <QPointF>

#include <memory>

namespace lanescope::ui {

// Where the parts of the view stand; logical pixels.
struct FramePlaces {
  QSize size;                                    // of the viewport
  double scale = 1;                              // device pixels in a logical one
  int labelWidth = 112, leftMargin = 8;          // the axis begins behind both
  int scroll = 0;                                // of the rows that are not pinned
  int edgeWidth = 0;                             // of the column at the right that says the state of each lane
};

struct FrameRequest {
  std::shared_ptr<const model::Run> run;
  std::shared_ptr<const RunIndex> index;
  std::shared_ptr<const LaneLayout> layout;
  std::shared_ptr<const TickList> ticks;
  std::shared_ptr<const PhaseBand> band;
  TimeAxis axis;
  SceneStyle style;
  Selection selection;
  HeaderGeometry header;
  std::int64_t zero = 0;
  FramePlaces places;
  std::vector<NoteFlag> flags = {};
  std::shared_ptr<const RunProfile> profile = nullptr;
  MarkChoice marks = {};
  std::vector<TimeRange> idle = {};              // could be folded
  std::optional<std::set<LaneKey>> ticked = {};  // nullopt: lanes cannot be ticked
};

class TimelineFrame {
 public:
  explicit TimelineFrame(FrameRequest request);

  const FrameRequest& request() const { return m_request; }
  const QImage& image() const { return m_image; }
  // What is drawn at a point of the viewport. A bar that stands for several tests answers with the one under the point.
  std::optional<Hit> hitAt(QPoint position) const;
  // The events of a cluster that is drawn.
  struct Cluster { Hit hit; QPoint place; };     // of the viewport
  std::vector<Cluster> clusters() const;         // in the order of drawing
  std::vector<std::uint32_t> membersOf(const Hit& cluster) const { return ui::membersOf(input(0, 0), cluster); }

 private:
  struct Part {
    DrawList list;
    QRect area;                                  // of the viewport
    QPointF origin;                              // of the list in the viewport
  };
  SceneInput input(int top, int bottom) const;
  void addRows(int top, int bottom, const QRect& area);
  void paint();

  FrameRequest m_request;
  std::vector<Part> m_parts;                     // later ones lie over earlier ones
  QImage m_image;
};

}  // namespace lanescope::ui
