// SPDX-License-Identifier: Apache-2.0
// The log text for assistive technology: a list whose items are its rows. Of tens of millions of rows those exist that are asked for, and
// only the last few of them.
#pragma once

namespace lanescope::ui {

// Tells Qt how to read a LogView. May be called again.
void installLogAccessibility();

}  // namespace lanescope::ui
