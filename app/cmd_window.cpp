// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/exit_status.h"

#ifdef LANESCOPE_UI
#include "ui/shell/run_window.h"
#endif

#include <cstdlib>

namespace lanescope::app {

namespace {

#ifdef LANESCOPE_UI
bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

// Asked before anything of Qt is constructed: without a display Qt aborts the process. A platform that the user names
// needs none.
bool canOpenWindow() { return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM"); }
#endif

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

int runWindow(const CommandLine& line, [[maybe_unused]] int& argc, [[maybe_unused]] char** argv) {
#ifdef LANESCOPE_UI
  if (canOpenWindow()) return ui::runWindow(argc, argv, line.request, line.baselines);
  return reportInstead(line, "no display");
#else
  return reportInstead(line, "this build has no window");
#endif
}

}  // namespace lanescope::app
