// SPDX-License-Identifier: Apache-2.0
// Beside the lanes, at their right: the worst of each row and how often, whatever part of the time is in view.
#pragma once

#include "ui/timeline/timeline_scene.h"

namespace lanescope::ui {

// x from the column's left, same y as the lanes.
DrawList statesScene(const SceneInput& input, double width);

}  // namespace lanescope::ui
