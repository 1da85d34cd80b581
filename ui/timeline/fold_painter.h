// SPDX-License-Identifier: Apache-2.0
// The break in axis and lanes where idle time is folded.
#pragma once

#include "ui/timeline/timeline_scene.h"

namespace lanescope::ui {

// A zig-zag strip for each folded segment, from `top` to `bottom`, with as much as fits of how long it is and who waits meanwhile.
void addFolds(DrawList& list, const SceneInput& input, double top, double bottom);

}  // namespace lanescope::ui
