// SPDX-License-Identifier: Apache-2.0
#include "core/search/pattern_fault.h"

#include <re2/re2.h>

#include <algorithm>

namespace lanescope::search {

namespace {

// The bracket that has no partner: a ) before its (, else the ( opened last and never closed.
std::size_t loneParenthesis(std::string_view text) {
  std::vector<std::size_t> open;
  bool inClass = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') ++i;
    else if (inClass) inClass = text[i] != ']';
    else if (text[i] == '[') inClass = true;
    else if (text[i] == '(') open.push_back(i);
    else if (text[i] == ')' && open.empty()) return i;
    else if (text[i] == ')') open.pop_back();
  }
  return open.empty() ? 0 : open.back();
}

const char* wordsFor(RE2::ErrorCode code) {
  switch (code) {
    case RE2::ErrorBadEscape: return "no such escape";
    case RE2::ErrorBadCharClass: return "no such class of characters";
    case RE2::ErrorBadCharRange: return "a range that ends before it begins";
    case RE2::ErrorMissingBracket: return "[ without ]";
    case RE2::ErrorMissingParen: return "( without )";
    case RE2::ErrorUnexpectedParen: return ") without (";
    case RE2::ErrorTrailingBackslash: return "a backslash with nothing behind it";
    case RE2::ErrorRepeatArgument: return "nothing to repeat";
    case RE2::ErrorRepeatSize: return "repeated too often";
    case RE2::ErrorRepeatOp: return "a repetition of a repetition";
    case RE2::ErrorBadPerlOp: return "RE2 has no such group";
    case RE2::ErrorBadUTF8: return "not UTF-8";
    case RE2::ErrorBadNamedCapture: return "not a name for a group";
    case RE2::ErrorPatternTooLarge: return "too large";
    default: return "RE2 refuses it";
  }
}

}  // namespace

Fault faultOf(const std::string& expression) {
  RE2::Options options;
  options.set_log_errors(false);
  const RE2 refused(expression, options);
  Fault fault{0, wordsFor(refused.error_code())};
  switch (refused.error_code()) {
    case RE2::ErrorMissingParen:
    case RE2::ErrorUnexpectedParen: fault.offset = loneParenthesis(expression); break;
    case RE2::ErrorTrailingBackslash: fault.offset = expression.size() - 1; break;
    default: {
      const std::size_t at = refused.error_arg().empty() ? std::string::npos : expression.find(refused.error_arg());
      fault.offset = at == std::string::npos ? 0 : at;
    }
  }
  return fault;
}

std::size_t charactersBefore(std::string_view text, std::size_t offset) noexcept {
  const std::string_view before = text.substr(0, offset);
  return static_cast<std::size_t>(std::count_if(before.begin(), before.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string describe(const Fault& fault, std::string_view text) { return fault.what + " at character " + std::to_string(charactersBefore(text, fault.offset) + 1); }

}  // namespace lanescope::search
