// SPDX-License-Identifier: Apache-2.0
// The command that would run the failing test again, as derived from the launcher's command in the log: the same world size, the failing
// node id instead of what was selected, the variables that the log shows. Never tried; whoever shows it says that it is derived.
#pragma once

#include "core/model/run.h"

#include <optional>
#include <string>
#include <string_view>

namespace lanescope::report {

struct RerunLine {
  std::string command;                           // one line for a POSIX shell
  std::string from;                              // what it is derived from, one sentence
};

// Nothing where the log shows no command of the launch that failed, or no test in it.
std::optional<RerunLine> rerunLine(const model::Run& run);

// `command` with `test` as the only test; nothing where it does not run pytest. Options that only say where logs go, and a coverage
// wrapper, are left out.
std::optional<std::string> reducedToTest(std::string_view command, std::string_view test);

}  // namespace lanescope::report
