// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/stamp.h"

#include "core/recognise/digits.h"

namespace lanescope::recognise {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;
constexpr std::int64_t kDays1972 = 730;  // of 1 January of the year that stands for "no year"
constexpr std::int64_t kPowers[] = {kSecond, 100'000'000, 10'000'000, 1'000'000, 100'000, 10'000, 1'000, 100, 10, 1};

struct Civil {
  int year;
  int month;
  int day;
};

// The inverse of daysFromCivil(): years begin in March, so that the leap day is the last one (Howard Hinnant,
// "chrono-Compatible Low-Level Date Algorithms").
Civil civilFromDays(std::int64_t days) noexcept {
  days += 719'468;
  const std::int64_t era = (days >= 0 ? days : days - 146'096) / 146'097;
  const std::int64_t dayOfEra = days - era * 146'097;
  const std::int64_t yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36'524 - dayOfEra / 146'096) / 365;
  const std::int64_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const std::int64_t shifted = (5 * dayOfYear + 2) / 153;
  const int day = static_cast<int>(dayOfYear - (153 * shifted + 2) / 5 + 1);
  const int month = static_cast<int>(shifted < 10 ? shifted + 3 : shifted - 9);
  return {static_cast<int>(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month, day};
}

std::int64_t floorDays(std::int64_t unixNs) noexcept {
  const std::int64_t days = unixNs / kDay;
  return unixNs % kDay < 0 ? days - 1 : days;
}

bool isLeap(int year) noexcept { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int daysInMonth(int year, int month) noexcept {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && isLeap(year) ? 29 : kDays[month - 1];
}

// Zone at `at`: Z, +hh:mm or +hhmm. Sets the offset that must be subtracted; returns the bytes it takes, 0 where there is none.
std::size_t zoneAt(std::string_view text, std::size_t at, std::int64_t& offsetNs) noexcept {
  offsetNs = 0;
  if (hasAt(text, at, 'Z')) return 1;
  if (at + 5 > text.size() || (text[at] != '+' && text[at] != '-')) return 0;
  const std::size_t colon = text[at + 3] == ':' ? 1 : 0;
  if (at + 5 + colon > text.size() || (at + 5 + colon < text.size() && isDigit(text[at + 5 + colon]))) return 0;
  const int hours = twoDigits(text, at + 1);
  const int minutes = twoDigits(text, at + 3 + colon);
  if (hours < 0 || hours > 15 || minutes < 0 || minutes > 59) return 0;
  offsetNs = (hours * 3600 + minutes * 60) * kSecond * (text[at] == '-' ? -1 : 1);
  return 5 + colon;
}

// Digits behind the '.' or ',' at `at`; returns the bytes taken with the mark, 0 where there is no fraction.
std::size_t takeFraction(std::string_view text, std::size_t at, Stamp& stamp) noexcept {
  if (!hasAt(text, at, '.') && !hasAt(text, at, ',')) return 0;
  std::int64_t value = 0;
  std::size_t digits = 0;
  for (; at + 1 + digits < text.size() && isDigit(text[at + 1 + digits]); ++digits) {
    if (digits < 9) value = value * 10 + (text[at + 1 + digits] - '0');
  }
  if (digits == 0) return 0;
  stamp.resolutionNs = kPowers[digits < 9 ? digits : 9];
  stamp.ns += value * stamp.resolutionNs;
  return 1 + digits;
}

}  // namespace

std::int64_t daysFromCivil(int year, int month, int day) noexcept {
  const std::int64_t y = month <= 2 ? year - 1 : year;
  const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
  const std::int64_t yearOfEra = y - era * 400;
  const std::int64_t dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const std::int64_t dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
  return era * 146'097 + dayOfEra - 719'468;
}

std::int64_t withYear(const Stamp& stamp, int year) noexcept {
  const std::int64_t days = floorDays(stamp.ns);
  const Civil civil = civilFromDays(days);
  // daysFromCivil() counts the 29th of a common February as the day behind the 28th, which is 1 March.
  return daysFromCivil(year, civil.month, civil.day) * kDay + (stamp.ns - days * kDay);
}

int yearOf(std::int64_t unixNs) noexcept { return civilFromDays(floorDays(unixNs)).year; }

std::optional<Stamp> parseTimeOfDay(std::string_view text, std::size_t& used) noexcept {
  if (text.size() < 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  const int hour = twoDigits(text, 0);
  const int minute = twoDigits(text, 3);
  const int second = twoDigits(text, 6);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return std::nullopt;
  Stamp stamp;
  stamp.hasDate = false;
  stamp.hasYear = false;
  stamp.ns = kDays1972 * kDay + (hour * 3600 + minute * 60 + second) * kSecond;
  used = 8 + takeFraction(text, 8, stamp);
  return stamp;
}

std::optional<Stamp> parseIso(std::string_view text, std::size_t& used) noexcept {
  if (text.size() < 19 || text[4] != '-' || text[7] != '-' || (text[10] != 'T' && text[10] != ' ')) return std::nullopt;
  const int century = twoDigits(text, 0);
  const int ofCentury = twoDigits(text, 2);
  const int month = twoDigits(text, 5);
  const int day = twoDigits(text, 8);
  const int year = century * 100 + ofCentury;
  if (century < 0 || ofCentury < 0 || year < 1678 || year > 2261 || month < 1 || month > 12) return std::nullopt;
  if (day < 1 || day > daysInMonth(year, month)) return std::nullopt;
  std::size_t timeSize = 0;
  std::optional<Stamp> stamp = parseTimeOfDay(text.substr(11), timeSize);
  if (!stamp) return std::nullopt;
  used = 11 + timeSize;
  std::int64_t offsetNs = 0;
  const std::size_t zoneSize = zoneAt(text, used, offsetNs);
  used += zoneSize;
  stamp->hasDate = true;
  stamp->hasYear = true;
  stamp->hasZone = zoneSize > 0;
  stamp->ns += (daysFromCivil(year, month, day) - kDays1972) * kDay - offsetNs;
  return stamp;
}

int monthOf(std::string_view text) noexcept {
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (text.size() < 3) return -1;
  const std::size_t month = kMonths.find(text.substr(0, 3));
  return month == std::string_view::npos || month % 3 != 0 ? -1 : static_cast<int>(month / 3);
}

std::optional<Stamp> parseCtime(std::string_view text, std::size_t& used) noexcept {
  constexpr std::string_view kDays = "SunMonTueWedThuFriSat";
  constexpr std::size_t kSize = 24;
  if (text.size() < kSize || text[3] != ' ' || text[7] != ' ' || text[10] != ' ' || text[19] != ' ') return std::nullopt;
  const std::size_t weekday = kDays.find(text.substr(0, 3));
  const int month = monthOf(text.substr(4)) + 1;
  const int day = text[8] == ' ' && isDigit(text[9]) ? text[9] - '0' : twoDigits(text, 8);
  const int century = twoDigits(text, 20), ofCentury = twoDigits(text, 22);
  const int year = century * 100 + ofCentury;
  if (weekday == std::string_view::npos || weekday % 3 != 0 || month < 1 || century < 0 || ofCentury < 0) return std::nullopt;
  if (year < 1678 || year > 2261 || day < 1 || day > daysInMonth(year, month)) return std::nullopt;
  std::size_t timeSize = 0;
  std::optional<Stamp> stamp = parseTimeOfDay(text.substr(11, 8), timeSize);
  if (!stamp) return std::nullopt;
  stamp->hasDate = stamp->hasYear = true;
  stamp->ns += (daysFromCivil(year, month, day) - kDays1972) * kDay;
  used = kSize;
  return stamp;
}

std::optional<Stamp> parseUnix(std::string_view text) noexcept {
  const std::size_t whole = countDigits(text, 0, 20);
  if (whole < 10 || whole > 19 || (whole > 18 && text[0] > '8')) return std::nullopt;
  const std::size_t power = whole <= 11 ? 0 : whole <= 14 ? 3 : whole <= 17 ? 6 : 9;   // of the unit, below a second
  if (whole == 11) return std::nullopt;          // seconds have ten digits until the year 2286
  Stamp stamp;
  stamp.hasZone = true;
  stamp.resolutionNs = kPowers[power];
  std::int64_t value = 0;
  for (std::size_t i = 0; i < whole; ++i) value = value * 10 + (text[i] - '0');
  if (value > INT64_MAX / stamp.resolutionNs) return std::nullopt;   // later than nanoseconds can count
  stamp.ns = value * stamp.resolutionNs;
  if (whole == text.size()) return stamp;
  if (power != 0) return text[whole] == '.' ? std::optional<Stamp>(stamp) : std::nullopt;   // 1767322996123.0
  return takeFraction(text, whole, stamp) == text.size() - whole ? std::optional<Stamp>(stamp) : std::nullopt;
}

IsoText formatIso(std::int64_t unixNs) noexcept {
  const std::int64_t days = floorDays(unixNs);
  const Civil civil = civilFromDays(days);
  const std::int64_t rest = unixNs % kDay, ofDay = rest < 0 ? rest + kDay : rest;   // the first day begins before the least time
  const std::int64_t seconds = ofDay / kSecond;
  IsoText out{};
  const auto put = [&out](std::int64_t value, int width, char next) {
    for (int i = width - 1; i >= 0; --i, value /= 10) out.text[out.size + i] = static_cast<char>('0' + value % 10);
    out.text[out.size + width] = next;
    out.size = static_cast<std::uint8_t>(out.size + width + 1);
  };
  put(civil.year, 4, '-');
  put(civil.month, 2, '-');
  put(civil.day, 2, 'T');
  put(seconds / 3600, 2, ':');
  put(seconds / 60 % 60, 2, ':');
  const std::int64_t fraction = ofDay % kSecond;
  put(seconds % 60, 2, fraction == 0 ? 'Z' : '.');
  if (fraction == 0) return out;
  put(fraction, 9, 'Z');
  while (out.text[out.size - 2] == '0') --out.size;
  out.text[out.size - 1] = 'Z';
  return out;
}

}  // namespace lanescope::recognise
