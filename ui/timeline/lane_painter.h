// SPDX-License-Identifier: Apache-2.0
// What one lane shows: its tests, waits, silence, end, what is missing, and marks.
#pragma once

#include "ui/timeline/lane_bins.h"
#include "ui/timeline/mark_clusters.h"
#include "ui/timeline/timeline_scene.h"

#include <set>
#include <utility>

namespace lanescope::ui {

inline constexpr int kShapeHeight = 12;          // px: lanes lower than this show marks as strokes
// Free space above and below the bars of a row.
double insetOf(int rowHeight);

// Adds lanes to a draw list, row by row from the top: a label that says the same on many lanes of a launch is written once.
class LanePainter {
 public:
  LanePainter(DrawList& list, const SceneInput& input) : m_list(list), m_in(input), m_theme(*input.style.theme) {}
  void add(const Row& row);
  void addHost(const Row& row);

 private:
  struct Spot { const Row& row; model::LaneId id; QRectF bar; };   // id: invalid on a host's row
  struct Place : Spot { const model::Lane& lane; };

  void addGround(const Row& row);
  void addMissingRank(const Row& row);
  void addNoDataLabel(const Row& row, const QRectF& box, const QString& text, const Hit& hit);
  void addLane(const Place& place);
  void addBaseLine(const Place& place);
  void addTests(const Place& place);
  void addSpans(const Place& place);             // waits and silence
  void addSpan(const Place& place, std::uint32_t index, QRectF box);
  void addSpanLabel(const Place& place, const model::Interval& interval, QRectF box, bool strong);
  void addTestName(const Place& place, std::uint32_t interval, const QRectF& box, const Hit& hit);
  void addTick(const Place& place, const MarkCluster& tick);
  void addCut(const Place& place);               // a file that stops before its process did
  void addEnd(const Place& place);
  void addMarks(const Place& place);
  void addMark(const Spot& place, std::uint32_t eventIndex, const EventMark& mark, const Hit& hit);
  void addCount(const Place& place, double x, std::size_t count, const Hit& hit);
  void addAdded(const Row& row, model::LaneId lane);   // hits and notes
  void addWhisker(const Spot& place, const model::When& when, QColor colour, const Hit& hit);
  void addLowTests(const Place& place);
  void addHatch(const Place& place, const HatchItem& item, const Hit& hit);
  QColor colourOf(int badness) const;            // of a test's outcome
  QColor barColour(const Bar& bar) const;
  bool firstToSay(std::uint32_t launch, const QString& text) { return m_said.insert({launch, text}).second; }

  DrawList& m_list;
  const SceneInput& m_in;
  const Theme& m_theme;
  std::set<std::pair<std::uint32_t, QString>> m_said;
  std::vector<QRectF> m_rowLabels;               // of the spans of the row so far
  double m_countEnd = 0;                         // of the last number beside a mark of the lane
};

// On the header of an open launch: what was seen on many of its lanes at about the same time, once, with the number.
void addStacks(DrawList& list, const SceneInput& input, const Row& header);
// Small marks of a launch's findings on one line, for a collapsed launch.
void addBandMarks(DrawList& list, const SceneInput& input, const model::Launch& launch, double y);

}  // namespace lanescope::ui
