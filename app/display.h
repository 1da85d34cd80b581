// SPDX-License-Identifier: Apache-2.0
// Asked before anything of Qt is constructed: without a display Qt aborts the process.
#pragma once

namespace lanescope::app {

// A platform that the user names needs none.
bool hasDisplay();

}  // namespace lanescope::app
