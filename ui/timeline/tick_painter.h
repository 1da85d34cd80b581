// SPDX-License-Identifier: Apache-2.0
// How hits and notes look: a hit is a stroke at the top of its row, a note a flag with its number, or a bracket where it has a length.
#pragma once

#include "ui/timeline/timeline_scene.h"

namespace lanescope::ui {

struct TickStyle {
  bool flags = true;                             // room for a flag and its number; else strokes
  QRectF row;                                    // where they stand
};

// The ticks of `lane` (invalid: of the job), at most one a pixel: of those that fall together the first.
void addTicks(DrawList& list, const SceneInput& input, const TickList& ticks, model::LaneId lane, const TickStyle& style);
// Small marks of all notes, whatever their lane: those in rows out of view are found from here.
void addNoteMarks(DrawList& list, const SceneInput& input, double y);

QColor tickColour(TimelineTick::Kind kind, const Theme& theme);

}  // namespace lanescope::ui
