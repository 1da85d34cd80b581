// SPDX-License-Identifier: Apache-2.0
// One function for each sub-command of the program without Qt, in the file of its name (cmd_report.cpp ...). Each returns the
// exit status.
#pragma once

#include "app/command_line.h"

namespace lanescope::app {

int runReport(const CommandLine& line);
int runCompare(const CommandLine& line);
int runEvents(const CommandLine& line);
int runSources(const CommandLine& line);
int runExplain(const CommandLine& line);
int runSearch(const CommandLine& line);
int runTrace(const CommandLine& line);
int runKnown(const CommandLine& line);
// Starts the window's program; the text report where there is no display or no such program.
int openWindow(const CommandLine& line, char** argv);

}  // namespace lanescope::app
