// SPDX-License-Identifier: Apache-2.0
// Why a text is no regular expression, and where: for a caret below it.
#pragma once

#include "core/search/line_matcher.h"

namespace lanescope::search {

// Of a text that RE2 refuses; the offset is that of the byte at which a person would look.
Fault faultOf(const std::string& expression);
// "( without ) at character 4": characters of `text`, UTF-8, counted from 1.
std::string describe(const Fault& fault, std::string_view text);
// The number of characters before byte `offset`.
std::size_t charactersBefore(std::string_view text, std::size_t offset) noexcept;

}  // namespace lanescope::search
