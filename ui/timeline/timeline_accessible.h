// SPDX-License-Identifier: Apache-2.0
// The timeline for assistive technology: a list whose items are its rows, each with a name, what is marked on it, its place, and the
// action that Return has.
#pragma once

namespace lanescope::ui {

// Tells Qt how to read a TimelineView. May be called again.
void installTimelineAccessibility();

}  // namespace lanescope::ui
