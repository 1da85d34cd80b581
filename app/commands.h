// SPDX-License-Identifier: Apache-2.0
// One function for each sub-command, in the file of its name (cmd_report.cpp ...). Each returns the exit status.
#pragma once

#include "app/command_line.h"

namespace lanescope::app {

int runReport(const CommandLine& line);
int runEvents(const CommandLine& line);
int runSources(const CommandLine& line);
// With the window (LANESCOPE_UI).
int runImage(const CommandLine& line);
int runWindow(const CommandLine& line, int& argc, char** argv);

}  // namespace lanescope::app
