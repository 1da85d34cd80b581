// SPDX-License-Identifier: Apache-2.0
// The break in axis and lanes where idle time is folded.
#pragma once

#include "ui/timeline/header_scene.h"

namespace lanescope::ui {

// A zig-zag strip for each folded segment, from `top` to `bottom`, with as much as fits of how long it is and who waits meanwhile: in one
// line, or in two where the strip is wide enough for them.
void addFolds(DrawList& list, const SceneInput& input, double top, double bottom);
// A quiet button between the rulers and the job, in the longest of the stretches that could be folded, where there is room.
void addFoldOffer(DrawList& list, const SceneInput& input, const HeaderGeometry& geometry, const std::vector<TimeRange>& idle);
// Those lines of text, in at most `length`.
QStringList foldLines(const model::Run& run, const RunIndex& index, TimeRange fold, const TextStyle& style, double length, qsizetype most);

}  // namespace lanescope::ui
