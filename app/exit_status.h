// SPDX-License-Identifier: Apache-2.0
// What a command leaves to its caller.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace lanescope::app {

inline constexpr int kSuccess = 0;
inline constexpr int kFailureFound = 1;   // report: the run has a first failure
inline constexpr int kDifferent = 1;      // compare: messages, tests or ends differ
inline constexpr int kNothingFound = 1;   // search: no line matches
inline constexpr int kUnusable = 2;       // nothing usable was read, or the arguments are wrong
inline constexpr int kInterrupted = 130;  // Ctrl+C, as shells count it

// One line on standard error.
void complain(std::string_view message);
// The same for an error, and the status that goes with it.
int exitWith(const base::Error& error);
// What was asked for (help, a version) on standard output; the status.
int tell(const std::string& message);

}  // namespace lanescope::app
