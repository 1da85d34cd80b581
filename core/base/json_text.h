// SPDX-License-Identifier: Apache-2.0
// The text of a small JSON file that somebody wrote or gave: what could hang the program, fill the memory or the stack never gets to a
// parser.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::base {

inline constexpr int kDeepestJson = 64;

// Of a regular file of at most `mostBytes`. The error's `what` is the rest of a sentence about it: "it cannot be read", "it is no file",
// "it is larger than 16 MB", "it is nested more than 64 deep"; its `where` is the path.
Result<std::string> readJsonText(const std::string& path, std::uintmax_t mostBytes);

// Whether lists and objects stand in each other more than `deepest` times; of text that is no JSON whatever.
bool isNestedDeeperThan(std::string_view json, int deepest) noexcept;

}  // namespace lanescope::base
