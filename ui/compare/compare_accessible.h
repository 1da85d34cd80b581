// SPDX-License-Identifier: Apache-2.0
// What a screen reader takes the views of two runs for: a chart, and a text.
#pragma once

namespace lanescope::ui {

// Before the first of these views is made or named: an interface is made once.
void installCompareAccessibility();

}  // namespace lanescope::ui
