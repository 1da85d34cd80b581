// SPDX-License-Identifier: Apache-2.0
// What a command may write: its runs without what is redacted.
#pragma once

#include "app/command_line.h"
#include "app/compare_runs.h"
#include "core/report/redact.h"

namespace lanescope::app {

// The default of the command and its format, more by --redact, less by --no-redact.
report::RedactKinds redactKindsOf(const CommandLine& line);

struct Writable {
  std::shared_ptr<const model::Run> run;
  ComparedWith with;                             // without a comparison where there is no baseline
};
// As they are where nothing is redacted. With --verbose what was replaced is listed on standard error, secrets by their length.
Writable writable(const CommandLine& line, std::shared_ptr<const model::Run> run, ComparedWith with = {});

}  // namespace lanescope::app
