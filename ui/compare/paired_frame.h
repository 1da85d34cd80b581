// SPDX-License-Identifier: Apache-2.0
// One picture of two timelines on one axis: made from a request that holds all it needs, on any thread, then only looked at.
#pragma once

#include "ui/compare/paired_layout.h"
#include "ui/timeline/lane_frame.h"
#include "ui/timeline/timeline_scene.h"

#include <array>
#include <memory>

namespace lanescope::ui {

inline constexpr int kPairedRuler = 22;          // height of the common axis
inline constexpr int kPairedStripe = 4;          // at the left of what belongs to a run

struct PairedFrameSide {
  std::shared_ptr<const model::Run> run;
  std::shared_ptr<const RunIndex> index;
  TimeAxis axis;
  Selection selection;
  QString title;                                 // of its strip
  QString untimed;                               // said in place of its clock; empty: it has one
};

struct PairedFrameRequest {
  std::array<PairedFrameSide, 2> sides;          // by Side
  std::shared_ptr<const PairedLayout> layout;
  SceneStyle style;
  FramePlaces places;
  int head = 0;                                  // height of what does not scroll
  std::int64_t zeroNs = 0;                       // on the run's clock: where both are laid over each other
};

class PairedFrame : public LaneFrame {
 public:
  explicit PairedFrame(PairedFrameRequest request);

  struct Place { Side side; Hit hit; };
  // What is drawn at a point of the viewport.
  std::optional<Place> placeAt(QPoint position) const;

 private:
  void addRows(Side side);
  void paint();
  void paintLabels(QPainter& painter, Side side) const;
  void paintBands(QPainter& painter) const;
  void paintBand(QPainter& painter, Side side, int top) const;
  void paintClock(QPainter& painter, Side side, const QRect& band, double from) const;
  void paintRuler(QPainter& painter) const;
  void paintZero(QPainter& painter) const;
  const PairedFrameSide& of(Side side) const { return m_request.sides[static_cast<std::size_t>(side)]; }
  const LaneLayout& rowsOf(Side side) const { return m_request.layout->lanes[static_cast<std::size_t>(side)]; }
  double xOf(double column) const;               // in the viewport
  QRect rowsArea() const;                        // labels included

  PairedFrameRequest m_request;
  std::array<std::array<FramePart, 2>, 2> m_parts;   // by Side: lanes, labels
};

const QColor& pairedTint(Side side, const Theme& theme);
const QColor& pairedColour(Side side, const Theme& theme);

}  // namespace lanescope::ui
