// SPDX-License-Identifier: Apache-2.0
// Repairing bytes to valid UTF-8, by the Unicode standard's "maximal subpart" practice (chapter 3.9, table 3-7): what a
// browser shows too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope::base {

// What stands at the start of a non-empty text.
struct Utf8Unit {
  std::size_t bytes = 1;  // of the character, or of the maximal bad sequence
  bool valid = false;
};
Utf8Unit firstUtf8Unit(std::string_view text) noexcept;

// Appends `bytes` with every maximal bad sequence as one U+FFFD and without NULs.
void appendUtf8(std::string_view bytes, std::string& out);

// A name as valid UTF-8 in one line: line ends in it become their pictures, so that no name forges lines of what is printed.
std::string nameText(std::string_view bytes);

}  // namespace lanescope::base
