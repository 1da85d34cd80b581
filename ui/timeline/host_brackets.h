// SPDX-License-Identifier: Apache-2.0
// Which lanes run on one host: a bracket beside them, with the host's name upwards where it has room.
#pragma once

#include "ui/timeline/timeline_scene.h"

namespace lanescope::ui {

// Is there more than one host, and does each row stand on one?
bool hasHostBrackets(const SceneInput& input);
// The brackets end at `right` and take hostBracketWidth() to its left.
void addHostBrackets(DrawList& list, const SceneInput& input, double right);
double hostBracketWidth(const SceneStyle& style);

}  // namespace lanescope::ui
