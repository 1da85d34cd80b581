// SPDX-License-Identifier: Apache-2.0
// `lanescope image`: a picture of the timeline, without a display; with a baseline, of both timelines on one axis.
#pragma once

#include "app/command_line.h"

namespace lanescope::app {

// Returns the exit status.
int runImage(const CommandLine& line);

}  // namespace lanescope::app
