// SPDX-License-Identifier: Apache-2.0
// The user's notes as panes show them, and what choosing one selects.
#pragma once

#include "ui/models/view_state.h"

namespace lanescope::ui {

// Rich text: number, text, place, and the line that it is about.
QString noteTip(const ViewState& state, std::uint32_t index);
// The same in one plain line.
QString noteSpoken(const ViewState& state, std::uint32_t index);
// The lane that a note is about; nullopt where it is about none or has no place in the run.
std::optional<model::LaneId> laneOf(const model::Run& run, const model::Note& note);
// The line that a note is about; nullopt where it is about none, or none of this run.
std::optional<model::LineRef> lineOfNote(const model::Run& run, const model::Note& note);
// Its line, else its lane and moment; a span comes into view whole. Nothing where it has no place.
void selectNote(ViewState& state, std::uint32_t index);
// The note that is about what is selected; nullopt where none is.
std::optional<std::uint32_t> noteAt(const ViewState& state);

}  // namespace lanescope::ui
