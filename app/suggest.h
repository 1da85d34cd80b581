// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the nearest of the words that exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::app {

// The candidate at most two edits away from `word` and nearest to it; empty where there is none.
std::string closest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace lanescope::app
