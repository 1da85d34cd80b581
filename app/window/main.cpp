// SPDX-License-Identifier: Apache-2.0
// lanescope-window: what of the command line needs Qt. Started by lanescope with the arguments that it was given.
#include "app/display.h"
#include "app/exit_status.h"
#include "app/process.h"
#include "app/window/cmd_image.h"
#include "ui/shell/run_window.h"

int main(int argc, char** argv) {
  using namespace lanescope;
  app::startProcess();
  const auto line = app::parseCommandLine(argc, argv);
  if (!line) return app::exitWith(line.error());
  if (!line->message.empty()) return app::tell(line->message);
  switch (line->command) {
    case app::Command::window:
      if (!app::hasDisplay()) return app::exitWith({base::ErrorCode::unsupported, "no display", {}, "lanescope report PATH..."});
      return ui::runWindow(argc, argv, line->request, line->baselines, {line->repository, line->ignoreFile});
    case app::Command::image:
      return app::runImage(*line);
    default:
      return app::exitWith({base::ErrorCode::invalidArgument, "this is the window's program", {}, "start lanescope instead"});
  }
}
