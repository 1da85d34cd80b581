// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/display.h"
#include "app/exit_status.h"
#include "app/hand_over.h"

namespace lanescope::app {

namespace {

// What can be said without a window.
int reportInstead(const CommandLine& line, const std::string& why) {
  if (line.request.paths.empty()) {
    return exitWith({base::ErrorCode::unsupported, why + ", and no PATH to report on", {}, "lanescope report PATH..."});
  }
  complain(why + ": the text report instead");
  CommandLine report = line;
  report.command = Command::report;
  report.format = "text";
  return runReport(report);
}

}  // namespace

int openWindow(const CommandLine& line, char** argv) {
  if (!hasDisplay()) return reportInstead(line, "no display");
  if (!hasWindow()) return reportInstead(line, "lanescope-window is not installed");
  return handOverToWindow(argv);
}

}  // namespace lanescope::app
