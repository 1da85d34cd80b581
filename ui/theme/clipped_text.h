// SPDX-License-Identifier: Apache-2.0
// How much of a text from a log is measured, wrapped, elided or put into a tooltip. Shaping takes time in proportion to a text, and
// eliding or wrapping it more than that: a test's name of 400 kB would hold the window for half a minute and still show its ends only.
#pragma once

#include <QString>

namespace lanescope::ui {

inline constexpr qsizetype kMostShown = 1'000;   // characters: more than any place that shows a name has room for

// The whole text, or its two ends with an ellipsis between them.
QString clippedText(const QString& text, qsizetype most = kMostShown);

}  // namespace lanescope::ui
