// SPDX-License-Identifier: Apache-2.0
#include "core/input/input_set.h"

#include <cstddef>

namespace lanescope::input {
namespace {

bool isDigit(char c) noexcept { return c >= '0' && c <= '9'; }

// The digits at the start of `text` without leading zeros; removed from it. Compared as text of a length, so that no
// number is too long.
std::string_view takeNumber(std::string_view& text) noexcept {
  std::size_t end = 0;
  while (end < text.size() && isDigit(text[end])) ++end;
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

}  // namespace

bool naturalLess(std::string_view a, std::string_view b) noexcept {
  std::string_view restA = a;
  std::string_view restB = b;
  while (!restA.empty() && !restB.empty()) {
    if (isDigit(restA.front()) && isDigit(restB.front())) {
      const std::string_view numberA = takeNumber(restA);
      const std::string_view numberB = takeNumber(restB);
      if (numberA.size() != numberB.size()) return numberA.size() < numberB.size();
      if (numberA != numberB) return numberA < numberB;
      continue;
    }
    if (restA.front() != restB.front()) {
      return static_cast<unsigned char>(restA.front()) < static_cast<unsigned char>(restB.front());
    }
    restA.remove_prefix(1);
    restB.remove_prefix(1);
  }
  if (restA.empty() != restB.empty()) return restA.empty();
  return a < b;  // "a01" and "a1": any order, but always the same
}

}  // namespace lanescope::input
