// SPDX-License-Identifier: Apache-2.0
#include "app/command_line.h"
#include "app/commands.h"
#include "app/exit_status.h"

#include <clocale>
#include <cstdio>

namespace {

int run(const lanescope::app::CommandLine& line, int& argc, char** argv) {
  using namespace lanescope::app;
  switch (line.command) {
    case Command::window:
      return runWindow(line, argc, argv);
    case Command::report:
      return runReport(line);
    case Command::events:
      return runEvents(line);
    case Command::sources:
      return runSources(line);
    case Command::image:
#ifdef LANESCOPE_UI
      return runImage(line);
#else
      break;
#endif
  }
  return kUnusable;
}

}  // namespace

int main(int argc, char** argv) {
  // Else libarchive cannot give UTF-8 member names. Numbers and times stay in the C locale.
  std::setlocale(LC_CTYPE, "C.UTF-8");
  const auto line = lanescope::app::parseCommandLine(argc, argv);
  if (!line) return lanescope::app::exitWith(line.error());
  if (!line->message.empty())
    return std::fputs(line->message.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? lanescope::app::kUnusable : lanescope::app::kSuccess;
  return run(*line, argc, argv);
}
