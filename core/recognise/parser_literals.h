// SPDX-License-Identifier: Apache-2.0
// What the first pass looks for so that the parsers see their lines.
#pragma once

#include <string>
#include <vector>

namespace lanescope::recognise {

// The literals that the parsers need to see, without those of the signatures.
const std::vector<std::string>& parserLiterals();

}  // namespace lanescope::recognise
