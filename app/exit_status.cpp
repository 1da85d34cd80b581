// SPDX-License-Identifier: Apache-2.0
#include "app/exit_status.h"

#include "core/text/clean.h"

#include <fmt/format.h>
#include <cstdio>

namespace lanescope::app {

void complain(std::string_view message) {
  // A closed standard error is no reason to end: fmt::print would throw.
  std::fputs(fmt::format("lanescope: {}\n", text::visible(message)).c_str(), stderr);
}

int exitWith(const base::Error& error) {
  if (error.code == base::ErrorCode::cancelled) return kInterrupted;
  complain(base::describe(error));
  return kUnusable;
}

int tell(const std::string& message) { return std::fputs(message.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? kUnusable : kSuccess; }

}  // namespace lanescope::app
