// SPDX-License-Identifier: Apache-2.0
// The user's notes above the lanes: a numbered flag at a note's moment, with its span below it. Squares, where findings have circles.
#pragma once

#include "ui/timeline/header_scene.h"

namespace lanescope::ui {

// Into the header's scene, in the row of the callouts. What would overlap stands side by side.
void addNoteFlags(DrawList& list, const SceneInput& in, const HeaderGeometry& geometry);

}  // namespace lanescope::ui
