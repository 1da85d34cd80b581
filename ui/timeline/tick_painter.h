// SPDX-License-Identifier: Apache-2.0
// How the hits of a search look: strokes at the top of a row.
#pragma once

#include "ui/timeline/timeline_scene.h"

namespace lanescope::ui {

// The ticks of `lane` (invalid: of the job) in `row`, at most one a pixel: of those that fall together the first. Where the row has room
// for shapes, strokes leave its lower half to them.
void addTicks(DrawList& list, const SceneInput& input, model::LaneId lane, const QRectF& row, bool roomy);

}  // namespace lanescope::ui
