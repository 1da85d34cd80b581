// SPDX-License-Identifier: Apache-2.0
// Small hand-written parsing: fields of messages by the words before them.
#pragma once

#include "core/recognise/digits.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::recognise {

inline std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// The number that `text` starts with, which it loses; nullopt (and nothing lost) where there is none or it overflows.
template <class Number>
std::optional<Number> takeNumber(std::string_view& text) noexcept {
  Number value{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
  return value;
}

// What stands behind the first `word` in `text`; nullopt where it is not there.
inline std::optional<std::string_view> behind(std::string_view text, std::string_view word) noexcept {
  const auto at = text.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  return text.substr(at + word.size());
}

// The number directly behind the first `word`.
template <class Number>
std::optional<Number> numberBehind(std::string_view text, std::string_view word) noexcept {
  auto rest = behind(text, word);
  return rest ? takeNumber<Number>(*rest) : std::nullopt;
}

// Removes `prefix` from the start of `text`; false (nothing removed) where it does not start so.
inline bool take(std::string_view& text, std::string_view prefix) noexcept {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Up to the first character of `stops`, which stays in `text`.
inline std::string_view takeUntil(std::string_view& text, std::string_view stops) noexcept {
  // find_first_of() asks for each byte of the text whether it is one of them.
  const auto end = stops.size() == 1 ? text.find(stops.front()) : text.find_first_of(stops);
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(taken.size());
  return taken;
}

}  // namespace lanescope::recognise
