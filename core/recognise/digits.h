// SPDX-License-Identifier: Apache-2.0
// Digits of hand-written heads: fixed-width and bounded decimal numbers, without locale and without allocation.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope::recognise {

constexpr bool isDigit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool isAlpha(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool isWord(char c) noexcept { return isAlpha(c) || isDigit(c) || c == '_'; }

// The number of digits that `text` has from `at` on, at most `limit`.
inline std::size_t countDigits(std::string_view text, std::size_t at, std::size_t limit) noexcept {
  std::size_t n = 0;
  while (n < limit && at + n < text.size() && isDigit(text[at + n])) ++n;
  return n;
}

// The value of `count` (at most 18) digits that are known to stand at `at`.
inline std::int64_t digitsAt(std::string_view text, std::size_t at, std::size_t count) noexcept {
  std::int64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value * 10 + (text[at + i] - '0');
  return value;
}

// The two digits at `at`, which must lie in `text`; -1 where they are not digits.
inline int twoDigits(std::string_view text, std::size_t at) noexcept {
  const auto tens = static_cast<unsigned>(text[at] - '0');
  const auto ones = static_cast<unsigned>(text[at + 1] - '0');
  return tens > 9 || ones > 9 ? -1 : static_cast<int>(tens * 10 + ones);
}

// Whether `text` has `c` at `at`.
inline bool hasAt(std::string_view text, std::size_t at, char c) noexcept { return at < text.size() && text[at] == c; }

}  // namespace lanescope::recognise
