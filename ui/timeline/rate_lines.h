// SPDX-License-Identifier: Apache-2.0
// How fast each lane wrote: a thin line at the foot of its row, where rows are high enough for one.
#pragma once

#include "ui/timeline/timeline_scene.h"

namespace lanescope::ui {

// For the rows in view; the same height means the same rate on all of them.
void addRateLines(DrawList& list, const SceneInput& input);

}  // namespace lanescope::ui
