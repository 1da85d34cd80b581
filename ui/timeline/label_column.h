// SPDX-License-Identifier: Apache-2.0
// The labels of lanes, at the left of a timeline: a box to tick, rank, host and GPU. Where lanes are lower than text, every nth has its
// label in the first column, and those that matter theirs, with a stroke to their lane, in the second.
#pragma once

#include "ui/timeline/timeline_scene.h"

namespace lanescope::ui {

// Lower lanes have no box; they are ticked all the same.
inline constexpr int kTickedHeight = 10;

// "GPU 3" where a line of the lane's process says so, else "local 3" where its number on its host is not its rank.
QString deviceText(const model::Lane& lane);

class LabelColumn {
 public:
  LabelColumn(DrawList& list, const SceneInput& input, double width);
  void add(const Row& row);                      // from the top
  void startBelow(const Row& row);               // labels of the low lanes behind it do not cover it

 private:
  QString nameOf(const Row& row) const;
  void addBandSign(const Row& row);
  void addBox(const Row& row, const Hit& hit);
  void addDevice(model::LaneId lane, QRectF box, double left, const Hit& hit);
  void addLow(const Row& row, const QString& name, const TextStyle& style, const Hit& hit);
  void addBeside(const Row& row, const QString& name, const TextStyle& style, const Hit& hit);

  DrawList& m_list;
  const SceneInput& m_in;
  double m_width, m_left, m_right;               // names stand between m_left and m_right
  int m_digits = 1;                              // of a rank's number: of many lanes all have as many
  bool m_brackets = false;
  double m_top = -1e9;                           // labels of low lanes keep below
  double m_freeLow = -1e9, m_free = -1e9;        // below the last label of the first, of the second column
};

}  // namespace lanescope::ui
