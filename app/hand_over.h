// SPDX-License-Identifier: Apache-2.0
// The window's program. What needs Qt is a program of its own, lanescope-window, beside this one: loading Qt's libraries costs
// each process 13 MB and several milliseconds, and `report` in a CI job should not pay for a window.
#pragma once

#include <string>

namespace lanescope::app {

// Replaces this process by lanescope-window with the same arguments. Returns only where that cannot be started: complains and
// gives the exit status.
int handOverToWindow(char** argv);
// Where it is looked for: beside this program.
std::string windowProgram();
bool hasWindow();

}  // namespace lanescope::app
