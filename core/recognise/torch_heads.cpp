// SPDX-License-Identifier: Apache-2.0
// The tags of torchrun's tee and of torch's excepthook, and the heads of torch's two loggers.
#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"

namespace lanescope::recognise {

namespace {

constexpr int kYearless = 1972;          // what Stamp says about stamps without a year
constexpr std::int64_t kDays1972 = 730;  // of its 1 January
constexpr std::int64_t kDayNs = 86'400LL * 1'000'000'000;
constexpr std::int64_t kMilli = 1'000'000;

Severity severityOf(char letter) noexcept {
  switch (letter) {
    case 'V':
      return Severity::debug;
    case 'I':
      return Severity::info;
    case 'W':
      return Severity::warning;
    case 'E':
      return Severity::error;
    case 'F':
    case 'C':
      return Severity::fatal;
    default:
      return Severity::none;
  }
}

// `821 20:08:49.374204123` with month * 100 + day and 3 to 9 fraction digits. Returns the bytes taken, 0 where it is
// something else.
std::size_t parseMonthDayTime(std::string_view text, std::size_t dateDigits, Stamp& stamp) noexcept {
  if (!hasAt(text, dateDigits, ' ')) return 0;
  const auto monthDay = static_cast<int>(digitsAt(text, 0, dateDigits));
  const int month = monthDay / 100;
  const int day = monthDay % 100;
  if (month < 1 || month > 12 || day < 1 || day > 31) return 0;
  std::size_t used = 0;
  const std::optional<Stamp> time = parseTimeOfDay(text.substr(dateDigits + 1), used);
  if (!time || used < 12 || used > 18) return 0;
  stamp = *time;
  stamp.hasDate = true;
  stamp.ns += (daysFromCivil(kYearless, month, day) - kDays1972) * kDayNs;
  return dateDigits + 1 + used;
}

struct Location {
  std::string_view file;
  std::int32_t line = -1;
  std::size_t size = 0;  // with the bracket and the space behind it; 0: none
};

// `File.cpp:688]` at `at`, without a space or bracket in the name.
Location parseLocation(std::string_view text, std::size_t at) noexcept {
  Location location;
  std::size_t colon = at;
  while (colon < text.size() && text[colon] != ':' && text[colon] != ' ' && text[colon] != ']' && text[colon] != '[') ++colon;
  if (colon == at || !hasAt(text, colon, ':')) return location;
  const std::size_t digits = countDigits(text, colon + 1, 8);
  const std::size_t close = colon + 1 + digits;
  if (digits == 0 || !hasAt(text, close, ']') || (close + 1 < text.size() && text[close + 1] != ' ')) return location;
  location.file = text.substr(at, colon - at);
  location.line = static_cast<std::int32_t>(digitsAt(text, colon + 1, digits));
  location.size = close + 1 - at + (close + 1 < text.size() ? 1 : 0);
  return location;
}

bool endsWith(std::string_view text, std::string_view end) noexcept {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

namespace {

// Lightning's rank_prefixed_message: `[rank: 3] `; Accelerate's logging adapter: `[RANK 3] `. `digits` is where the number must stand.
std::size_t parseNamedRank(std::string_view text, std::size_t digits, Layer& layer) noexcept {
  const std::size_t count = countDigits(text, digits, 8);
  if (count == 0 || count > 7 || text.compare(digits + count, 2, "] ") != 0) return 0;
  layer = Layer{};
  layer.kind = LayerKind::rank;
  layer.number = static_cast<std::int32_t>(digitsAt(text, digits, count));
  return digits + count + 2;
}

}  // namespace

// torch/distributed/elastic/multiprocessing/tail_log.py: `[<role><local rank>]:`; c10 and the excepthook of
// init_process_group: `[rank<N>]:`, the latter with a space.
std::size_t parseTag(std::string_view text, Layer& layer) noexcept {
  constexpr std::size_t kMaxTag = 64;
  if (text.size() < 5 || text[0] != '[' || !(isAlpha(text[1]) || text[1] == '_')) return 0;
  if (text.starts_with("[rank: ")) return parseNamedRank(text, 7, layer);
  if (text.starts_with("[RANK ") || text.starts_with("[rank ")) return parseNamedRank(text, 6, layer);
  std::size_t close = 2;
  while (close < text.size() && close < kMaxTag && (isWord(text[close]) || text[close] == '-')) ++close;
  if (text.starts_with("[rank") && hasAt(text, close, ']') && hasAt(text, close + 1, ' ')) return parseNamedRank(text, 5, layer);   // "[rank3] x"
  if (!hasAt(text, close, ']') || !hasAt(text, close + 1, ':')) return 0;
  std::size_t digits = 0;
  while (digits < close - 2 && isDigit(text[close - 1 - digits])) ++digits;
  if (digits == 0 || digits > 8) return 0;
  const std::string_view role = text.substr(1, close - 1 - digits);
  const bool isRank = role == "rank";
  layer = Layer{};
  layer.kind = isRank ? LayerKind::rank : LayerKind::tee;
  layer.number = static_cast<std::int32_t>(digitsAt(text, close - digits, digits));
  if (!isRank) layer.name = role;
  return close + 2 + (isRank && hasAt(text, close + 2, ' ') ? 1 : 0);
}

// deepspeed/utils/logging.py, log_dist(): `[Rank 3] ` behind the head; -1 before the ranks are known.
std::size_t parseDeepspeedRank(std::string_view text, Layer& layer) noexcept {
  return text.starts_with("[Rank ") ? parseNamedRank(text, 6, layer) : 0;
}

// `rank 3: `, `Rank 3: `, `rank3: `, `[Rank 3] `: what training scripts put before what they print.
std::size_t parseSpokenRank(std::string_view text, Layer& layer) noexcept {
  if (text.starts_with("[Rank ")) return parseNamedRank(text, 6, layer);
  if (text.size() < 7 || (text[0] != 'r' && text[0] != 'R') || text.compare(1, 3, "ank") != 0) return 0;
  const std::size_t at = text[4] == ' ' ? 5 : 4;
  const std::size_t count = countDigits(text, at, 8);
  if (count == 0 || count > 7 || text.compare(at + count, 2, ": ") != 0) return 0;
  layer = Layer{};
  layer.kind = LayerKind::rank;
  layer.number = static_cast<std::int32_t>(digitsAt(text, at, count));
  return at + count + 2;
}

// c10/util/Logging.cpp. The month is not padded (E709 is 9 July); the fraction is CLOCK_MONOTONIC's, not the second's.
std::size_t parseC10(std::string_view text, Layer& layer) noexcept {
  if (text.size() < 6 || text[0] != '[' || text[1] == 'C') return 0;
  const Severity severity = severityOf(text[1]);
  if (severity == Severity::none) return 0;
  std::optional<Stamp> stamp;
  std::size_t at = 2;
  if (const std::size_t dateDigits = countDigits(text, 2, 5); dateDigits > 0) {
    if (dateDigits < 3 || dateDigits > 4) return 0;
    const std::size_t size = parseMonthDayTime(text.substr(2), dateDigits, stamp.emplace());
    if (size == 0) return 0;
    constexpr std::int64_t kSecond = 1'000'000'000;
    stamp->orderNs = static_cast<std::int32_t>(stamp->ns % kSecond);  // 1972 is behind 1970: never negative
    stamp->ns -= stamp->orderNs;
    stamp->resolutionNs = kSecond;
    at = 2 + size;
  }
  if (!hasAt(text, at, ' ')) return 0;
  const Location location = parseLocation(text, at + 1);
  // Without a date only the extension tells a head from words in brackets.
  if (location.size == 0 || (!stamp && location.file.find('.') == std::string_view::npos)) return 0;
  layer = Layer{};
  layer.kind = LayerKind::c10;
  layer.severity = severity;
  layer.stamp = stamp;
  layer.file = location.file;
  layer.line = location.line;
  return at + 1 + location.size;
}

// torch/_logging/_internal.py, TorchLogsFormatter: zero padded, no brackets, microseconds of a millisecond clock. glog
// itself writes the same with a thread id and real microseconds.
std::size_t parseGlog(std::string_view text, Layer& layer) noexcept {
  if (text.size() < 24 || text[5] != ' ' || countDigits(text, 1, 4) != 4) return 0;
  const Severity severity = severityOf(text[0]);
  if (severity == Severity::none) return 0;
  Stamp stamp;
  const std::size_t size = parseMonthDayTime(text.substr(1), 4, stamp);
  std::size_t at = 1 + size;
  if (size == 0 || !hasAt(text, at, ' ')) return 0;
  while (hasAt(text, at, ' ')) ++at;
  const std::size_t digits = countDigits(text, at, 18);
  if (digits == 0 || !hasAt(text, at + digits, ' ')) return 0;
  const std::int64_t writer = digitsAt(text, at, digits);
  const Location location = parseLocation(text, at + digits + 1);
  if (location.size == 0) return 0;
  const bool python = endsWith(location.file, ".py") || location.file.find('.') == std::string_view::npos;
  if (python && stamp.resolutionNs < kMilli && stamp.ns % kMilli == 0) stamp.resolutionNs = kMilli;
  layer = Layer{};
  layer.kind = python ? LayerKind::torchPython : LayerKind::c10;
  layer.severity = severity;
  layer.stamp = stamp;
  (python ? layer.pid : layer.tid) = writer <= INT32_MAX ? static_cast<std::int32_t>(writer) : -1;
  layer.file = location.file;
  layer.line = location.line;
  return at + digits + 1 + location.size;
}

}  // namespace lanescope::recognise
