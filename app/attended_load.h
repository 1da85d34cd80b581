// SPDX-License-Identifier: Apache-2.0
// Reading a run for a command: with progress on a terminal, and stopped by Ctrl+C.
#pragma once

#include "core/compare/comparison.h"
#include "core/session/session.h"

#include <functional>
#include <memory>

namespace lanescope::app {

struct LoadOptions {
  bool quiet = false;    // no progress
  bool verbose = false;  // say what was read and how long it took
  bool silent = false;   // say nothing of what could not be read or obeyed: it is read again
};

// Like session::load. Ctrl+C gives ErrorCode::cancelled; a second one ends the process at once. Each input that could
// not be read whole gets a line on standard error. One call at a time.
base::Result<std::shared_ptr<const model::Run>> loadAttended(const session::Request& request, const LoadOptions& options);

// Any other long piece of work in the same way; `what` names it where progress is shown.
using ComparisonResult = base::Result<std::shared_ptr<const compare::Comparison>>;
ComparisonResult attended(const LoadOptions& options, const char* what, const std::function<ComparisonResult(base::Progress&, std::stop_token)>& work);

}  // namespace lanescope::app
