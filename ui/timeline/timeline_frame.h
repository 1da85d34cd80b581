// SPDX-License-Identifier: Apache-2.0
// One picture of the timeline of a run.
#pragma once

#include "ui/timeline/header_scene.h"
#include "ui/timeline/lane_frame.h"
#include "ui/timeline/mark_clusters.h"

#include <memory>

namespace lanescope::ui {

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

class TimelineFrame : public LaneFrame {
 public:
  explicit TimelineFrame(FrameRequest request);

  const FrameRequest& request() const { return m_request; }
  // What is drawn at a point of the viewport.
  std::optional<Hit> hitAt(QPoint position) const;
  // The events of a cluster that is drawn.
  struct Cluster { Hit hit; QPoint place; };     // of the viewport
  std::vector<Cluster> clusters() const;         // in the order of drawing
  std::vector<std::uint32_t> membersOf(const Hit& cluster) const { return ui::membersOf(input(0, 0), cluster); }

 private:
  SceneInput input(int top, int bottom) const;
  void addRows(int top, int bottom, const QRect& area);
  void paint();

  FrameRequest m_request;
  std::vector<FramePart> m_parts;                // later ones lie over earlier ones
};

}  // namespace lanescope::ui
