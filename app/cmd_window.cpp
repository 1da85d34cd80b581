// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/hand_over.h"

#include <cstdlib>

namespace lanescope::app {

namespace {

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

// Asked before anything of Qt is constructed: without a display Qt aborts the process. A platform that the user names
// needs none.
bool hasDisplay() { return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM"); }

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
