// SPDX-License-Identifier: Apache-2.0
// The single lines of a pytest session, without state.
#include "core/recognise/pytest_parser.h"
#include "core/recognise/text_fields.h"

#include <algorithm>

namespace lanescope::recognise {

std::string_view nodeIdAtStart(std::string_view text) noexcept {
  const auto module = text.find(".py::");
  if (module == std::string_view::npos || module == 0) return {};
  // A path of a test module: prose, quotations and code have a blank or a quote before it.
  const char first = text.front();
  if (!isWordChar(first) && first != '.' && first != '/') return {};
  if (text.substr(0, module).find(' ') != std::string_view::npos || text.substr(0, module).find('=') != std::string_view::npos) return {};
  const std::size_t name = module + 5;
  if (name >= text.size() || !isWordChar(text[name])) return {};
  // The id ends at the first blank outside of brackets: a parameter may hold blanks.
  std::size_t end = std::min(text.find(' ', name), text.size());
  std::size_t open = text.find('[', name);
  if (open >= end) return text.substr(0, end);
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']' && depth > 0) --depth;
    if (text[i] == ' ' && depth == 0) return text.substr(0, i);
  }
  return depth == 0 ? text : text.substr(0, end);   // a bracket that never closes
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
  if (!out.selected) out.selected = *out.collected - std::min(out.deselected.value_or(0), *out.collected);
  return true;
}

}  // namespace lanescope::recognise
