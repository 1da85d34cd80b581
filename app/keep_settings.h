// SPDX-License-Identifier: Apache-2.0
// What a command line says about the run is kept beside it, before the run is read as it says.
#pragma once

#include "app/command_line.h"

namespace lanescope::app {

// Keeps `line.settings` in the side file. The run is read for it: names, launches and findings are those that it shows.
base::Result<void> keepSettings(const CommandLine& line);

}  // namespace lanescope::app
