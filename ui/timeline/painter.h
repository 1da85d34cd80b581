// SPDX-License-Identifier: Apache-2.0
// Replays a draw list on a QPainter: the window, PNG. GUI thread.
#pragma once

#include "ui/timeline/draw_list.h"

class QPainter;

namespace lanescope::ui {

// What does not touch `clip` (in the list's coordinates) is skipped; the caller sets the painter's own clip where needed.
void replay(QPainter& painter, const DrawList& list, const QRectF& clip);

// Hatches as strokes, shared with other back ends: parallel lines `kHatchStep` apart, tied to the coordinates, so that
// neighbouring lanes continue each other's pattern.
inline constexpr double kHatchStep = 8;
std::vector<QLineF> hatchLines(const QRectF& box, bool falling);

}  // namespace lanescope::ui
