// SPDX-License-Identifier: Apache-2.0
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/hand_over.h"
#include "app/process.h"

namespace {

int run(const lanescope::app::CommandLine& line, char** argv) {
  using namespace lanescope::app;
  switch (line.command) {
    case Command::window:
      return openWindow(line, argv);
    case Command::report:
      return runReport(line);
    case Command::compare:
      return runCompare(line);
    case Command::events:
      return runEvents(line);
    case Command::sources:
      return runSources(line);
    case Command::explain:
      return runExplain(line);
    case Command::search:
      return runSearch(line);
    case Command::trace:
      return runTrace(line);
    case Command::known:
      return runKnown(line);
    case Command::image:
      return handOverToWindow(argv);
  }
  return kUnusable;
}

}  // namespace

int main(int argc, char** argv) {
  lanescope::app::startProcess();
  const auto line = lanescope::app::parseCommandLine(argc, argv);
  if (!line) return lanescope::app::exitWith(line.error());
  if (!line->message.empty()) return lanescope::app::tell(line->message);
  return run(*line, argv);
}
