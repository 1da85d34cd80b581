// SPDX-License-Identifier: Apache-2.0
// The baselines of a command, read and compared with its run.
#pragma once

#include "app/attended_load.h"
#include "app/command_line.h"
#include "core/compare/compare.h"

namespace lanescope::app {

struct ComparedWith {
  std::vector<std::shared_ptr<const model::Run>> runs;
  std::vector<const model::Run*> baselines;      // the same
  std::shared_ptr<const compare::Comparison> comparison;
};

// At least one --baseline was given. Complains about rules and inputs that cannot be used, as loadAttended does.
base::Result<ComparedWith> compareAttended(const CommandLine& line, const model::Run& run);

}  // namespace lanescope::app
