// SPDX-License-Identifier: Apache-2.0
// The user's notes: a numbered flag above the lanes at a note's moment, with its span below it, and one on the lane that the note is
// about. Squares, where findings have circles.
#pragma once

#include "ui/timeline/header_scene.h"

namespace lanescope::ui {

// Of the notes that have a moment.
std::vector<NoteFlag> flagsFor(const model::Run& run, const model::Notes& notes);
// Into the header's scene, in the row of the callouts. What would overlap stands side by side.
void addNoteFlags(DrawList& list, const SceneInput& in, const HeaderGeometry& geometry);
// Onto the row of a lane.
void addLaneNotes(DrawList& list, const SceneInput& in, model::LaneId lane, const QRectF& row);

}  // namespace lanescope::ui
