// SPDX-License-Identifier: Apache-2.0
// The single lines of a pytest session, without state.
#include "core/recognise/pytest_parser.h"
#include "core/recognise/text_fields.h"

namespace lanescope::recognise {

std::string_view nodeIdAtStart(std::string_view text) noexcept {
  const auto module = text.find(".py::");
  if (module == std::string_view::npos || module == 0) return {};
  if (text.substr(0, module).find_first_of(" \"'<>|=") != std::string_view::npos) return {};
  std::size_t end = module + 5;
  int depth = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '[') ++depth;
    if (c == ']' && depth > 0) --depth;
    if (c == ' ' && depth == 0) break;
  }
  if (depth > 0) {
    // A bracket that never closes: the id ends at the first space.
    end = text.find(' ', module + 5);
    if (end == std::string_view::npos) end = text.size();
  }
  if (end == module + 5 || !(isWordChar(text[module + 5]))) return {};
  return text.substr(0, end);
}

bool parseFinalLine(std::string_view text, SessionFact& out) {
  if (!text.starts_with("=") || !text.ends_with("=")) return false;
  const auto body = text.find_first_not_of("= ");
  if (body == std::string_view::npos) return false;
  text = text.substr(body, text.find_last_not_of("= ") + 1 - body);
  const auto in = text.rfind(" in ");
  if (in == std::string_view::npos) return false;
  std::string_view seconds = text.substr(in + 4);
  const auto value = takeNumber<double>(seconds);
  if (!value || !seconds.starts_with("s")) return false;
  out.seconds = *value;
  out.kind = SessionFact::Kind::end;
  std::string_view counts = text.substr(0, in);
  if (counts == "no tests ran") return true;
  out.passed = out.failed = out.skipped = out.errors = out.xfailed = out.xpassed = out.deselectedAtEnd = 0;
  bool any = false;
  while (!counts.empty()) {
    const auto number = takeNumber<std::uint32_t>(counts);
    if (!number || !take(counts, " ")) return false;
    const std::string_view word = takeUntil(counts, ",");
    any = true;
    if (word == "passed") out.passed = number;
    if (word == "failed") out.failed = number;
    if (word == "skipped") out.skipped = number;
    if (word == "error" || word == "errors") out.errors = number;
    if (word == "xfailed") out.xfailed = number;
    if (word == "xpassed") out.xpassed = number;
    if (word == "deselected") out.deselectedAtEnd = number;
    take(counts, ", ");
  }
  return any;
}

bool parseCollected(std::string_view text, SessionFact& out) {
  if (!take(text, "collected ")) return false;
  out.collected = takeNumber<std::uint32_t>(text);
  if (!out.collected || !text.starts_with(" item")) return false;
  out.kind = SessionFact::Kind::collected;
  while (const auto slash = behind(text, " / ")) {
    text = *slash;
    const auto number = takeNumber<std::uint32_t>(text);
    if (text.starts_with(" deselected")) out.deselected = number;
    if (text.starts_with(" skipped")) out.skippedAtCollection = number;
    if (text.starts_with(" selected")) out.selected = number;
  }
  if (!out.selected) out.selected = *out.collected - out.deselected.value_or(0);
  return true;
}

}  // namespace lanescope::recognise
