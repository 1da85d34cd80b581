// SPDX-License-Identifier: Apache-2.0
// The timeline for assistive technology: a table whose rows are those that are drawn, with the lane, how it ended, the worst of what is
// marked on it and how often what is marked. Events are no children: the first cell's description tells them.
#pragma once

namespace lanescope::ui {

// Tells Qt how to read a TimelineView. May be called again.
void installTimelineAccessibility();

}  // namespace lanescope::ui
