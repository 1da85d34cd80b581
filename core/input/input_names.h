// SPDX-License-Identifier: Apache-2.0
// What an input is called: the base name of the path as given, with the shortest parent that tells equal ones apart.
#pragma once

#include <string>
#include <vector>

namespace lanescope::input {

// One name for each path, valid UTF-8, with '/'. Paths that are wholly equal keep equal names.
std::vector<std::string> inputNames(const std::vector<std::string>& paths);

}  // namespace lanescope::input
