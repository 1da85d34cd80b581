// SPDX-License-Identifier: Apache-2.0
// The program with a window: what app/ calls when no sub-command is given.
#pragma once

#include "core/session/session.h"
#include "ui/compare/comparison_controller.h"

#include <vector>

namespace lanescope::ui {

// Makes the QApplication and the window, shows it at once, reads `request` in the background (no paths: the start page)
// with `baselines` set beside it when it is read, and returns the exit status of the event loop. The caller checks that a display is there.
int runWindow(int& argc, char** argv, const session::Request& request, const std::vector<session::Request>& baselines, const CompareOptions& options);

}  // namespace lanescope::ui
