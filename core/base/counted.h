// SPDX-License-Identifier: Apache-2.0
// Numbers with the word that they count, for sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::base {

// "1 source", "3 sources". `one` takes an s.
inline std::string counted(std::uint64_t count, std::string_view one) {
  return std::to_string(count).append(" ").append(one).append(count == 1 ? "" : "s");
}

}  // namespace lanescope::base
