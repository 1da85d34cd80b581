// SPDX-License-Identifier: Apache-2.0
// What stands above the lanes: the two rulers, the numbered callouts of findings, and the job's own row with its launches,
// steps and milestones.
#pragma once

#include "ui/timeline/timeline_scene.h"

namespace lanescope::ui {

// From the top of the header; logical pixels.
struct HeaderGeometry {
  int utcTop = 4, utcHeight = 18;
  int relativeHeight = 18;
  int calloutHeight = 22;
  int jobHeight = 30;
  int phaseHeight = 0;                           // 0: no band of tests and iterations
  int height() const { return phaseTop() + phaseHeight; }
  int relativeTop() const { return utcTop + utcHeight; }
  int calloutTop() const { return relativeTop() + relativeHeight; }
  int jobTop() const { return calloutTop() + calloutHeight; }
  int phaseTop() const { return jobTop() + jobHeight; }
};

struct PlacedCallout { Callout callout; double x = 0, markX = 0; };
// Side by side without overlap, each as near to its moment as its neighbours allow; those outside the axis are left out, and those that
// matter least where there are too many: the label column counts them.
std::vector<PlacedCallout> placeCallouts(const SceneInput& input);

// x from the axis' start.
DrawList headerScene(const SceneInput& input, const HeaderGeometry& geometry, std::int64_t zero);
// The label column beside it: "UTC 2026-08-21", "T+", "job".
DrawList headerLabelsScene(const SceneInput& input, const HeaderGeometry& geometry, double width);

// The finest unit worth writing for a moment on this axis: a minute, a second, a millisecond or a microsecond, in ns.
std::int64_t resolutionOf(const TimeAxis& axis);

}  // namespace lanescope::ui
