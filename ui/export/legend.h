// SPDX-License-Identifier: Apache-2.0
// The legend of a picture: only what occurs in it, shape and words.
#pragma once

#include "ui/timeline/timeline_scene.h"

namespace lanescope::ui {

// What was drawn of a run: its hits count in that run.
struct DrawnRun {
  const DrawList& drawn;
  const model::Run& run;
  const RunIndex& index;
};

// Adds one legend of all that was drawn to `list`, in lines between `left` and `right` from `top`. Returns the bottom.
double addLegend(DrawList& list, const std::vector<DrawnRun>& drawn, const Theme& theme, double left, double right, double top);

}  // namespace lanescope::ui
