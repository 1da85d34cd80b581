// SPDX-License-Identifier: Apache-2.0
// The tags of torchrun's tee and of torch's excepthook, and the heads of torch's two loggers.
#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"

namespace lanescope::recognise {

namespace {

constexpr int kYearless = 1972;   // what Stamp says about stamps without a year
constexpr std::int64_t kDayNs = 86'400LL * 1'000'000'000;
constexpr std::int64_t kMilli = 1'000'000;

Severity severityOf(char letter) noexcept {
  switch (letter) {
    case 'V': return Severity::debug;
    case 'I': return Severity::info;
    case 'W': return Severity::warning;
    case 'E': return Severity::error;
    case 'F':
    case 'C': return Severity::fatal;
    default: return Severity::none;
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
  stamp.ns += (daysFromCivil(kYearless, month, day) - daysFromCivil(kYearless, 1, 1)) * kDayNs;
  return dateDigits + 1 + used;
}

// `File.cpp:688]` and the space behind it. Returns the bytes taken; 0 where a space or bracket stands in the name.
std::size_t parseLocation(std::string_view text, Layer& layer) noexcept {
  std::size_t colon = 0;
  while (colon < text.size() && text[colon] != ':' && text[colon] != ' ' && text[colon] != ']' && text[colon] != '[') ++colon;
  if (colon == 0 || !hasAt(text, colon, ':')) return 0;
  const std::size_t digits = countDigits(text, colon + 1, 8);
  const std::size_t end = colon + 1 + digits;
  if (digits == 0 || !hasAt(text, end, ']')) return 0;
  layer.file = text.substr(0, colon);
  layer.line = static_cast<std::int32_t>(digitsAt(text, colon + 1, digits));
  if (text.size() == end + 1) return end + 1;
  return text[end + 1] == ' ' ? end + 2 : 0;
}

bool endsWith(std::string_view text, std::string_view end) noexcept {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

// torch/distributed/elastic/multiprocessing/tail_log.py: `[<role><local rank>]:`; c10 and the excepthook of
// init_process_group: `[rank<N>]:`, the latter with a space.
std::size_t parseTag(std::string_view text, Layer& layer) noexcept {
  constexpr std::size_t kMaxTag = 64;
  if (text.size() < 5 || text[0] != '[' || !(isAlpha(text[1]) || text[1] == '_')) return 0;
  std::size_t close = 2;
  while (close < text.size() && close < kMaxTag && (isWord(text[close]) || text[close] == '-')) ++close;
  if (!hasAt(text, close, ']') || !hasAt(text, close + 1, ':')) return 0;
  std::size_t digits = 0;
  while (digits < close - 2 && isDigit(text[close - 1 - digits])) ++digits;
  if (digits == 0 || digits > 8) return 0;
  layer.name = text.substr(1, close - 1 - digits);
  layer.number = static_cast<std::int32_t>(digitsAt(text, close - digits, digits));
  layer.kind = LayerKind::tee;
  if (layer.name != "rank") return close + 2;
  layer.kind = LayerKind::rank;
  layer.name = {};
  return close + (hasAt(text, close + 2, ' ') ? 3 : 2);
}

// c10/util/Logging.cpp. The month is not padded (E709 is 9 July); the fraction is CLOCK_MONOTONIC's, not the second's.
std::size_t parseC10(std::string_view text, Layer& layer) noexcept {
  if (text.size() < 6 || text[0] != '[') return 0;
  layer.kind = LayerKind::c10;
  layer.severity = severityOf(text[1]);
  if (layer.severity == Severity::none || text[1] == 'C') return 0;
  std::size_t at = 2;
  if (const std::size_t dateDigits = countDigits(text, 2, 5); dateDigits > 0) {
    if (dateDigits < 3 || dateDigits > 4) return 0;
    Stamp stamp;
    const std::size_t size = parseMonthDayTime(text.substr(2), dateDigits, stamp);
    if (size == 0) return 0;
    constexpr std::int64_t kSecond = 1'000'000'000;
    stamp.orderNs = static_cast<std::int32_t>(stamp.ns % kSecond);   // 1972 is behind 1970: never negative
    stamp.ns -= stamp.orderNs;
    stamp.resolutionNs = kSecond;
    layer.stamp = stamp;
    at = 2 + size;
  }
  if (!hasAt(text, at, ' ')) return 0;
  const std::size_t location = parseLocation(text.substr(at + 1), layer);
  // Without a date only the extension tells a head from a word in brackets.
  if (location == 0 || (!layer.stamp && layer.file.find('.') == std::string_view::npos)) return 0;
  return at + 1 + location;
}

// torch/_logging/_internal.py, TorchLogsFormatter: zero padded, no brackets, microseconds of a millisecond clock. glog
// itself writes the same with a thread id and real microseconds.
std::size_t parseGlog(std::string_view text, Layer& layer) noexcept {
  if (text.size() < 24 || !hasAt(text, 5, ' ') || countDigits(text, 1, 4) != 4) return 0;
  layer.severity = severityOf(text[0]);
  if (layer.severity == Severity::none) return 0;
  Stamp stamp;
  const std::size_t size = parseMonthDayTime(text.substr(1), 4, stamp);
  if (size == 0) return 0;
  std::size_t at = 1 + size;
  if (!hasAt(text, at, ' ')) return 0;
  while (hasAt(text, at, ' ')) ++at;
  const std::size_t digits = countDigits(text, at, 18);
  if (digits == 0 || !hasAt(text, at + digits, ' ')) return 0;
  const std::int64_t writer = digitsAt(text, at, digits);
  const std::int32_t id = writer <= INT32_MAX ? static_cast<std::int32_t>(writer) : -1;
  at += digits + 1;
  const std::size_t location = parseLocation(text.substr(at), layer);
  if (location == 0) return 0;
  const bool python = endsWith(layer.file, ".py") || layer.file.find('.') == std::string_view::npos;
  layer.kind = python ? LayerKind::torchPython : LayerKind::c10;
  (python ? layer.pid : layer.tid) = id;
  if (python && stamp.resolutionNs < kMilli && stamp.ns % kMilli == 0) stamp.resolutionNs = kMilli;
  layer.stamp = stamp;
  return at + location;
}

}  // namespace lanescope::recognise
