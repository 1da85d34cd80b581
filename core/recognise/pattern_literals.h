// SPDX-License-Identifier: Apache-2.0
// Which literal texts a regular expression cannot match without: the proof that looking for a literal first loses nothing.
#pragma once

#include <string>
#include <string_view>

namespace lanescope::recognise {

// Whether every match of `pattern` (valid RE2 syntax) surely contains `literal`, as far as plain runs of characters show it.
// Sound, not complete: alternatives, optional parts, classes and case folding count as nothing.
bool patternNeeds(std::string_view pattern, std::string_view literal);

}  // namespace lanescope::recognise
