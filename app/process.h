// SPDX-License-Identifier: Apache-2.0
// What each of the programs does first.
#pragma once

namespace lanescope::app {

// Locale and memory policy of the process. Before anything else, on the main thread.
void startProcess();

}  // namespace lanescope::app
