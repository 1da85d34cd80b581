// SPDX-License-Identifier: Apache-2.0
#include "app/hand_over.h"

#include "app/exit_status.h"

#include <fmt/format.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace lanescope::app {

std::string windowProgram() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).replace_filename("lanescope-window").string();
}

bool hasWindow() { return ::access(windowProgram().c_str(), X_OK) == 0; }

int handOverToWindow(char** argv) {
  const std::string program = windowProgram();
  ::execv(program.c_str(), argv);
  const int reason = errno;
  return exitWith({base::ErrorCode::io, fmt::format("cannot start the window's program: {}", std::strerror(reason)),
                   program, "install lanescope and lanescope-window into one folder"});
}

}  // namespace lanescope::app
