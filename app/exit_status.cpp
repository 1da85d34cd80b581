// SPDX-License-Identifier: Apache-2.0
#include "app/exit_status.h"

#include <fmt/format.h>
#include <cstdio>

namespace lanescope::app {

void complain(std::string_view message) { fmt::print(stderr, "lanescope: {}\n", message); }

int exitWith(const base::Error& error) {
  if (error.code == base::ErrorCode::cancelled) return kInterrupted;
  complain(base::describe(error));
  return kUnusable;
}

}  // namespace lanescope::app
