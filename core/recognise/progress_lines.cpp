// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/progress_lines.h"

#include "core/recognise/text_fields.h"

#include <algorithm>
#include <array>

namespace lanescope::recognise {
namespace {

constexpr std::size_t kLookedAt = 400;           // bytes of a message: the number stands near the start
constexpr std::size_t kBarBytes = 1'000;         // a bar may be as wide as a terminal, in 3-byte characters
constexpr std::size_t kNone = std::string_view::npos;

constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Whether `word` (lower case) stands anywhere in `text`, in any case.
bool contains(std::string_view text, std::string_view word) noexcept {
  const auto same = [](char a, char b) { return lower(a) == b; };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

template <std::size_t n>
bool containsAny(std::string_view text, const std::array<std::string_view, n>& words) noexcept {
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) { return contains(text, word); });
}

bool startsWith(std::string_view text, std::string_view word) noexcept {
  return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

// A whole number that fits; false and nothing taken where it is a part of something else ("1.5", "9,288", "5k").
bool takeWhole(std::string_view& text, std::uint32_t& number) noexcept {
  std::string_view rest = text;
  const auto value = takeNumber<std::uint32_t>(rest);
  if (!value) return false;
  const char next = rest.empty() ? ' ' : rest.front();
  const bool more = rest.size() > 1 && isDigit(rest[1]) && (next == '.' || next == ',');
  if (isWord(next) || more || static_cast<unsigned char>(next) >= 0x80) return false;
  number = *value;
  text = rest;
  return true;
}

void skipSpaces(std::string_view& text) noexcept {
  while (take(text, " ")) {}
}

// What may stand before the word of a line that tells of something else than a training iteration.
constexpr std::array<std::string_view, 20> kOtherWork = {"valid", "eval",   "test",  "predict", "infer", "sampl", "load",  "sav",    "checkpoint", "resum",
                                                         "warm",  "total ", "max",   "num",     "every", "per ",  "error", "failed", "skip",       "download"};
// Figures of training, behind the number.
constexpr std::array<std::string_view, 14> kFigures = {"loss", "lr",     "learning", "grad",      "tok",      "consumed", "elapsed time per iteration",
                                                       "reward", "skipped=", "iter time", "samples/s", "mfu", "timing_s", "throughput"};
// The first figure of a line that tells of an evaluation at that step.
constexpr std::array<std::string_view, 5> kEvaluation = {"val", "eval", "test", "dev_", "dev "};

bool isLoopWord(std::string_view word, bool& iteration) noexcept {
  iteration = startsWith(word, "iter");
  for (const std::string_view known : {"step", "steps", "iteration", "iter", "global_step"}) {
    if (word.size() == known.size() && startsWith(word, known)) return true;
  }
  return false;
}

// "5/      50", "5/infinity", "5 of 50": what stands between the word and the figures.
bool takeCount(std::string_view& text, ProgressLine& out) noexcept {
  while (!text.empty() && (text.front() == ' ' || text.front() == ':' || text.front() == '=' || text.front() == '#' || text.front() == '[' || text.front() == '(')) text.remove_prefix(1);
  if (!takeWhole(text, out.number)) return false;
  std::string_view rest = text;
  skipSpaces(rest);
  if (!take(rest, "/") && !take(rest, "of ")) return true;
  skipSpaces(rest);
  if (takeWhole(rest, out.total)) text = rest;
  return true;
}

bool hasFigures(std::string_view rest) noexcept {
  std::string_view first = rest;
  while (!first.empty() && !isWord(first.front())) first.remove_prefix(1);
  const auto isFirst = [first](std::string_view word) { return startsWith(first, word); };
  if (std::any_of(kEvaluation.begin(), kEvaluation.end(), isFirst)) return false;
  // Most often the first word is one; else the line is looked through.
  return std::any_of(kFigures.begin(), kFigures.end(), isFirst) || containsAny(rest, kFigures);
}

// "rank 3 ", "rank=3 " at the end of what stands before the word.
std::int32_t rankBefore(std::string_view before) noexcept {
  before = trimmed(before);
  std::size_t digits = before.size();
  while (digits > 0 && isDigit(before[digits - 1])) --digits;
  std::string_view number = before.substr(digits);
  std::string_view word = before.substr(0, digits);
  if (number.empty() || number.size() > 7 || word.empty()) return -1;
  if (word.back() == ' ' || word.back() == '=') word.remove_suffix(1);
  if (word.size() < 4 || !startsWith(word.substr(word.size() - 4), "rank") || (word.size() > 4 && isWord(word[word.size() - 5]))) return -1;
  return takeNumber<std::int32_t>(number).value_or(-1);
}

std::optional<ProgressLine> parseLine(std::string_view message) noexcept {
  const std::string_view text = message.substr(0, kLookedAt);
  for (std::size_t at = 0; at < text.size();) {
    const char c = lower(text[at]);
    std::size_t end = at;
    while (end < text.size() && isWord(text[end])) ++end;
    ProgressLine out;
    if ((c == 's' || c == 'i' || c == 'g') && isLoopWord(text.substr(at, end - at), out.iteration)) {
      std::string_view rest = text.substr(end);
      // "in this step 3 things" has a number, but no figures; "steps" is a setting unless a colon follows.
      const bool plural = lower(text[end - 1]) == 's' && !rest.starts_with(":");
      if (!plural && takeCount(rest, out)) {
        if (containsAny(text.substr(0, at), kOtherWork) || !hasFigures(rest)) return std::nullopt;
        out.rank = rankBefore(text.substr(0, at));
        return out;
      }
    }
    at = std::max(end, at + 1);
  }
  return std::nullopt;
}

struct Bar {
  std::string_view description;
  std::uint32_t number = 0, total = 0;
  std::size_t end = 0;                           // behind the bracket that closes its times
};

// "[00:21<06:39,  2.38it/s, loss=1.2]": where it opens, for the rate's place.
std::size_t openingOf(std::string_view text, std::size_t rate) noexcept {
  const auto open = text.rfind('[', rate);
  if (open == kNone || open + 1 >= text.size() || !isDigit(text[open + 1])) return kNone;
  return text.substr(open, rate - open).find('<') == kNone ? kNone : open;
}

// "50/1000 " before the bracket, read from its end.
bool countBefore(std::string_view text, std::size_t open, Bar& out) noexcept {
  std::size_t end = open;
  while (end > 0 && text[end - 1] == ' ') --end;
  std::size_t slash = end;
  while (slash > 0 && isDigit(text[slash - 1])) --slash;
  if (slash == end || slash == 0 || text[slash - 1] != '/') return false;
  std::size_t begin = slash - 1;
  while (begin > 0 && isDigit(text[begin - 1])) --begin;
  std::string_view number = text.substr(begin, slash - 1 - begin), total = text.substr(slash, end - slash);
  if (begin == 0 || (text[begin - 1] != ' ' && text[begin - 1] != '|')) return false;
  return takeWhole(number, out.number) && takeWhole(total, out.total) && out.total > 0 && out.number <= out.total;
}

std::optional<Bar> parseBar(std::string_view message) noexcept {
  const std::string_view text = message.substr(0, kBarBytes);
  const auto percent = text.find("%|");
  if (percent == kNone) return std::nullopt;
  auto rate = text.find("it/s", percent);
  if (rate == kNone) rate = text.find("s/it", percent);
  if (rate == kNone) return std::nullopt;
  const std::size_t open = openingOf(text, rate);
  Bar out;
  if (open == kNone || open < percent || !countBefore(text, open, out)) return std::nullopt;
  std::size_t begin = percent;
  while (begin > 0 && isDigit(text[begin - 1])) --begin;
  if (begin == percent) return std::nullopt;
  out.description = trimmed(text.substr(0, begin));
  if (out.description.ends_with(":")) out.description.remove_suffix(1);
  const auto close = message.find(']', rate);
  out.end = close == kNone ? message.size() : close + 1;
  return out;
}

std::optional<ProgressLine> progressOf(const Bar& bar) noexcept {
  ProgressLine out;
  out.number = bar.number;
  out.total = bar.total;
  out.shape = ProgressShape::bareBar;
  if (bar.description.empty()) return out;
  if (containsAny(bar.description, kOtherWork)) return std::nullopt;
  out.shape = ProgressShape::bar;
  out.iteration = startsWith(bar.description, "iter");
  if (startsWith(bar.description, "epoch")) {
    std::string_view rest = bar.description.substr(5);
    skipSpaces(rest);
    out.epoch = takeNumber<std::int32_t>(rest).value_or(-1);
    return out;
  }
  for (const std::string_view word : {"train", "step", "iter", "global step", "fit"}) {
    if (startsWith(bar.description, word)) return out;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ProgressLine> parseProgress(std::string_view message) noexcept {
  if (const auto bar = parseBar(message)) return progressOf(*bar);
  return parseLine(message);
}

bool isWholeBar(std::string_view text) noexcept {
  const auto bar = parseBar(text);
  return bar && trimmed(text.substr(bar->end)).empty();
}

bool isTrainerReport(std::string_view message) noexcept {
  const std::string_view text = trimmed(message);
  return text.starts_with("{'loss': ") && text.ends_with("}") && text.find("'epoch': ") != kNone;
}

}  // namespace lanescope::recognise
