// SPDX-License-Identifier: Apache-2.0
// The single lines of a pytest session, without state.
#include "core/recognise/pytest_lines.h"

#include "core/recognise/text_fields.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope::recognise {
namespace {

constexpr std::array<std::pair<std::string_view, TestWord>, 6> kWords = {{{"PASSED", TestWord::passed},
                                                                          {"FAILED", TestWord::failed},
                                                                          {"SKIPPED", TestWord::skipped},
                                                                          {"ERROR", TestWord::error},
                                                                          {"XFAIL", TestWord::xfail},
                                                                          {"XPASS", TestWord::xpass}}};

constexpr std::size_t kMaxCountWord = 32;  // "subtests skipped", words of plugins

}  // namespace

TestWord testWordOf(std::string_view text) noexcept {
  for (const auto& entry : kWords) {
    if (!text.starts_with(entry.first)) continue;
    const std::string_view rest = trimmed(text.substr(entry.first.size()));
    // "[ 12%]", or "[51/72]" where counts are asked for.
    const bool share =
        rest.starts_with("[") && rest.find_first_not_of(" 0123456789%/", 1) + 1 == rest.size() && rest.ends_with("]");
    if (rest.empty() || rest.starts_with("(") || share) return entry.second;
  }
  return TestWord::none;
}

TestWord wordAtEnd(std::string_view text) noexcept {
  for (const auto& entry : kWords) {
    if (!text.ends_with(entry.first) || text.size() == entry.first.size()) continue;
    const char before = text[text.size() - entry.first.size() - 1];
    if (before != ' ' && before != '_' && before != ':' && before != '=' && before != '"' && before != '\'')
      return entry.second;
  }
  return TestWord::none;
}

bool isRerun(std::string_view text) noexcept { return take(text, "RERUN") && (text.empty() || text.front() == ' '); }

bool isSubtest(std::string_view text) noexcept {
  if (!text.starts_with("SUB")) return false;
  constexpr std::string_view kEndings[] = {"PASS", "FAIL", "SKIP", "XFAIL", "XPASS"};
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [text](std::string_view ending) { return text.substr(3).starts_with(ending); });
}

std::string_view separatorTitle(std::string_view text, char mark) noexcept {
  const auto begin = text.find_first_not_of(mark);
  if (begin == std::string_view::npos || begin < 3 || text[begin] != ' ') return {};
  const auto end = text.find_last_not_of(mark);
  if (end == std::string_view::npos || end <= begin || text[end] != ' ') return {};
  return trimmed(text.substr(begin, end - begin));
}

std::string_view sectionTitle(std::string_view text) noexcept {
  const auto begin = text.find_first_not_of('_');
  const auto end = text.find_last_not_of('_');
  if (begin == std::string_view::npos || text[begin] != ' ' || text[end] != ' ' || end + 1 == text.size()) return {};
  const std::string_view inside = trimmed(text.substr(begin, end - begin));
  return inside.find_first_not_of("_ ") == std::string_view::npos ? std::string_view() : inside;
}

std::string idOfTitle(std::string_view title) {
  std::string out;
  bool inParameter = false;
  for (std::size_t i = 0; i < title.size(); ++i) {
    if (!inParameter && title[i] == ' ') break;
    inParameter = inParameter || title[i] == '[';
    if (title[i] == '.' && !inParameter)
      out += "::";
    else
      out += title[i];
  }
  return out;
}

bool isTimeoutBanner(std::string_view text) noexcept {
  return text.starts_with("+++") && text.ends_with("+++") && separatorTitle(text, '+') == "Timeout";
}

std::string_view nodeIdAtStart(std::string_view text) noexcept {
  const auto module = text.find(".py::");
  if (module == std::string_view::npos || module == 0) return {};
  // A path of a test module: prose, quotations and code have a blank or a quote before it.
  const char first = text.front();
  if (!isWord(first) && first != '.' && first != '/') return {};
  if (text.substr(0, module).find(' ') != std::string_view::npos || text.substr(0, module).find('=') != std::string_view::npos)
    return {};
  const std::size_t name = module + 5;
  if (name >= text.size() || !isWord(text[name])) return {};
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
  return depth == 0 ? text : text.substr(0, end);  // a bracket that never closes
}

namespace {

// "2 failed, 5 passed, 3 subtests passed in 459.12s (0:07:39)"
bool parseCounts(std::string_view text, SessionFact& out) {
  const auto in = text.rfind(" in ");
  if (in == std::string_view::npos) return false;
  std::string_view seconds = text.substr(in + 4);
  const auto value = takeNumber<double>(seconds);
  if (!value || !take(seconds, "s") || !(seconds.empty() || seconds.starts_with(" ("))) return false;
  out.seconds = *value;
  out.kind = SessionFact::Kind::end;
  std::string_view counts = text.substr(0, in);
  if (counts == "no tests ran") return true;
  out.passed = out.failed = out.skipped = out.errors = out.xfailed = out.xpassed = out.deselectedAtEnd = out.reruns = 0;
  bool any = false;
  while (!counts.empty()) {
    const auto number = takeNumber<std::uint32_t>(counts);
    if (!number || !take(counts, " ")) return false;
    const std::string_view word = takeUntil(counts, ",");
    if (word.empty() || word.size() > kMaxCountWord) return false;
    any = true;
    if (word == "passed") out.passed = number;
    if (word == "failed") out.failed = number;
    if (word == "skipped") out.skipped = number;
    if (word == "error" || word == "errors") out.errors = number;
    if (word == "xfailed") out.xfailed = number;
    if (word == "xpassed") out.xpassed = number;
    if (word == "deselected") out.deselectedAtEnd = number;
    if (word == "rerun") out.reruns = number;
    take(counts, ", ");
  }
  return any;
}

// "[ 42%]", "[51/72]"; moves `at` behind it.
bool skipPercent(std::string_view text, std::size_t& at) noexcept {
  const auto close = text.find(']', at);
  if (close == std::string_view::npos || close - at < 3 || close - at > 16) return false;
  const std::string_view inside = text.substr(at + 1, close - at - 1);
  if (inside.find_first_not_of(" 0123456789%/") != std::string_view::npos ||
      inside.find_first_of("%/") == std::string_view::npos)
    return false;
  at = close + 1;
  return true;
}

}  // namespace

bool parseFinalLine(std::string_view text, SessionFact& out) {
  if (!text.starts_with("=") || !text.ends_with("=")) return false;
  const auto body = text.find_first_not_of("= ");
  if (body == std::string_view::npos) return false;
  return parseCounts(text.substr(body, text.find_last_not_of("= ") + 1 - body), out);
}

bool parseQuietFinalLine(std::string_view text, SessionFact& out) {
  return !text.empty() && (isDigit(text.front()) || text.starts_with("no tests ran")) && parseCounts(text, out);
}

bool parseWorkersReady(std::string_view text, SessionFact& out) {
  std::string_view rest = text;
  std::optional<std::uint32_t> items;
  if (take(rest, "gw")) {
    if (!takeNumber<std::uint32_t>(rest) || !take(rest, " [")) return false;
    items = takeNumber<std::uint32_t>(rest);
    if (!items || !take(rest, "]") || !(rest.empty() || rest.starts_with(" / gw"))) return false;
  } else {
    if (!takeNumber<std::uint32_t>(rest) || !take(rest, " worker")) return false;
    take(rest, "s");
    if (!take(rest, " [")) return false;
    items = takeNumber<std::uint32_t>(rest);
    if (!items || (rest != " items]" && rest != " item]")) return false;
  }
  out.kind = SessionFact::Kind::collected;
  out.collected = out.selected = items;
  return true;
}

bool parseCharacters(std::string_view text, CharacterLine& out) {
  out = {};
  std::size_t at = 0;
  if (const auto blank = text.find(' ');
      blank != std::string_view::npos && text.substr(0, blank).ends_with(".py") && blank > 3) {
    out.file = text.substr(0, blank);
    at = blank + 1;
  }
  constexpr std::string_view kResults = ".FEsxXRuy,-";
  bool any = false;
  std::size_t end = at;  // of what was understood
  while (at < text.size()) {
    const char c = text[at];
    if (kResults.find(c) != std::string_view::npos) {
      out.results += c;
      any = any || (c != ',' && c != '-' && c != 'y');
      end = ++at;
    } else if (c == ' ') {
      ++at;
    } else if (c == '[' && skipPercent(text, at)) {
      out.percent = true;
      end = at;
    } else {
      break;
    }
  }
  if (!any) return false;
  if (at == text.size()) return true;
  // A test's print behind the characters, which are credible only where one of them is a test that passed.
  out.rest = text.substr(end);
  return !out.file.empty() && !out.percent && at == end && out.results.find('.') != std::string::npos;
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
