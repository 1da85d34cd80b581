// SPDX-License-Identifier: Apache-2.0
// Logs in UTF-16 and UTF-32, as PowerShell and some Windows tools write them: recognised by their first bytes and read as UTF-8, so that
// everything above sees one encoding. Sources: Unicode standard, chapter 3.10 (D94 to D101), and 23.8 for the byte order mark.
#pragma once

#include "core/input/byte_source.h"

#include <optional>
#include <string_view>

namespace lanescope::input {

enum class WideEncoding { utf16le, utf16be, utf32le, utf32be };

// By the byte order mark; without one, where nearly every unit of the start of the file is a printable ASCII character.
std::optional<WideEncoding> wideEncodingOf(std::string_view head) noexcept;

// All of `source` as UTF-8, in memory, without the mark; a unit that is no character is U+FFFD. ErrorCode::limit where it is larger than
// kMostWideBytes.
inline constexpr std::uint64_t kMostWideBytes = 512ULL << 20;
base::Result<std::shared_ptr<const ByteSource>> decodedWide(const ByteSource& source, WideEncoding encoding);

}  // namespace lanescope::input
