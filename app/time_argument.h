// SPDX-License-Identifier: Apache-2.0
// --from and --to of the command line as moments of a run.
#pragma once

#include "app/command_line.h"
#include "core/model/run.h"

#include <optional>

namespace lanescope::app {

// What is not given stays empty. ErrorCode::invalidArgument where a word is no time, or the two are not in order.
base::Result<void> readSpan(const CommandLine& line, const model::Run& run, std::optional<std::int64_t>& from, std::optional<std::int64_t>& to);

}  // namespace lanescope::app
