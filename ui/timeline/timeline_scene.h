// SPDX-License-Identifier: Apache-2.0
// Geometry of the timeline: a Run, a layout and an axis become draw lists, for the screen and for pictures alike.
// Pure functions of their input; text is measured, so a QGuiApplication must exist.
#pragma once

#include "ui/timeline/draw_list.h"
#include "ui/timeline/event_marks.h"
#include "ui/timeline/lane_layout.h"
#include "ui/timeline/phase_band.h"
#include "ui/timeline/run_index.h"
#include "ui/timeline/run_profile.h"
#include "ui/timeline/time_axis.h"
#include "ui/timeline/timeline_ticks.h"

#include <set>

namespace lanescope::ui {

// Sizes in logical pixels. The defaults are the window's; pictures use larger ones.
struct SceneStyle {
  const Theme* theme = &Theme::of(ThemeKind::light);
  int textSize = 12;                             // row labels and headers
  int smallTextSize = 11;                        // secondary words, labels in bars
  double markSize = 13;                          // at most; low lanes have smaller ones
  double calloutSize = 17;
  double capWidth = 4;
  bool endLabels = true;                         // "SIGABRT" beside an end cap
  double overhang = 32;                          // how far beyond the axis something may reach (the window clips it)
  bool rankWords = false;                        // "rank 5" instead of "r5" and "GPU 5"
};

// A finding with the number that stands on its mark, its card and its line in a list.
struct Callout { std::uint32_t finding = 0; int number = 0; };
// A note's place in the list and its moment.
struct NoteFlag {
  std::uint32_t note = 0;
  std::int64_t from = 0, to = 0;                 // to > from: a span
  model::LaneId lane;                            // invalid: of the whole job
};
// Numbers as on the cards of the window; of many findings only those that are neither noise nor context.
std::vector<Callout> calloutsFor(const model::Run& run);

struct SceneInput {
  const model::Run& run;
  const RunIndex& index;
  const LaneLayout& layout;
  const TimeAxis& axis;
  const SceneStyle& style;
  Selection selection;
  std::vector<Callout> callouts;
  double columnsPerPixel = 1;                    // device pixels in a logical one
  int top = 0, bottom = 1 << 24;                 // the rows in view
  const TickList* ticks = nullptr;               // nullptr: none
  const PhaseBand* band = nullptr;               // nullptr: none is drawn
  std::vector<NoteFlag> flags = {};
  const RunProfile* profile = nullptr;           // nullptr: no rates of lines are drawn
  MarkChoice marks = {};
  const std::set<LaneKey>* ticked = nullptr;     // nullptr: lanes cannot be ticked here

  const model::Event& event(std::uint32_t at) const { return index.event(run, at); }
  double x(std::int64_t ns) const { return axis.column(ns) / columnsPerPixel; }
  double width() const { return axis.columns() / columnsPerPixel; }
  // Clamped a little beyond the axis, so that shapes cut at the edge look cut.
  double clampedX(std::int64_t ns) const;
  // The full width of a row, margins beside the axis included.
  QRectF rowArea(const Row& row) const {
    return {-style.overhang, double(row.top), width() + 2 * style.overhang, double(row.height)};
  }
};

// The lanes: x from the axis' start, y from the layout's top.
DrawList lanesScene(const SceneInput& input);
// The label column, `width` wide, same y.
DrawList labelsScene(const SceneInput& input, double width);

}  // namespace lanescope::ui
