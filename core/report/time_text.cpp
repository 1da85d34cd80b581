// SPDX-License-Identifier: Apache-2.0
#include "core/report/time_text.h"

#include <fmt/format.h>
#include <charconv>
#include <chrono>
#include <cmath>

namespace lanescope::report {

using model::When;

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;

std::int64_t floorTo(std::int64_t ns, std::int64_t unit) {
  const std::int64_t rest = ns % unit;
  return ns - (rest < 0 ? rest + unit : rest);
}

std::int64_t ceilTo(std::int64_t ns, std::int64_t unit) {
  const std::int64_t down = floorTo(ns, unit);
  return down == ns ? ns : down + unit;
}

std::string hoursMinutesSeconds(std::int64_t ns) {
  const std::int64_t seconds = (floorTo(ns, kSecond) - floorTo(ns, kDay)) / kSecond;
  return fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

// Bounds in the coarsest unit that does not hide the width; rounded outwards, so the range never looks narrower.
struct Bounds {
  bool openEarly, openLate;
  std::string from, to;
};

Bounds boundsOf(const When& when) {
  const bool openEarly = when.earliest == When::kOpenEarly;
  const bool openLate = when.latest == When::kOpenLate;
  const bool wide = openEarly || openLate || when.latest - when.earliest >= 2 * kSecond;
  const std::int64_t unit = wide ? kSecond : kMillisecond;
  return {openEarly, openLate, openEarly ? "" : clockText(floorTo(when.earliest, unit)),
          openLate ? "" : clockText(ceilTo(when.latest, unit))};
}

// A stamp of one second's resolution is a moment for people; anything wider is a range. A computed time is a moment only where its
// digits do not promise more than is known.
bool isMoment(const When& when) {
  if (when.earliest == When::kOpenEarly || when.latest == When::kOpenLate || when.latest - when.earliest > kSecond) return false;
  const bool stamped = when.basis == model::Basis::stamped || when.basis == model::Basis::joined;
  return stamped || when.latest - when.earliest <= kMillisecond || when.utc % kSecond == 0;
}

// Reads exactly `count` digits from the front.
std::optional<std::int64_t> takeDigits(std::string_view& text, std::size_t count) {
  std::int64_t value = 0;
  if (text.size() < count) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + count, value);
  if (error != std::errc() || end != text.data() + count || value < 0) return std::nullopt;
  text.remove_prefix(count);
  return value;
}

bool takeChar(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted) return false;
  text.remove_prefix(1);
  return true;
}

// "2026-03-14" from the front, as ns of its midnight.
std::optional<std::int64_t> takeDate(std::string_view& text) {
  const auto year = takeDigits(text, 4);
  if (!year || !takeChar(text, '-')) return std::nullopt;
  const auto month = takeDigits(text, 2);
  if (!month || !takeChar(text, '-')) return std::nullopt;
  const auto day = takeDigits(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  // Beyond these years nanoseconds do not fit.
  if (!date.ok() || *year < 1678 || *year > 2261) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count() * kDay;
}

// ".5" from the front, as ns; 0 where there is none.
std::optional<std::int64_t> takeFraction(std::string_view& text) {
  if (!takeChar(text, '.')) return 0;
  std::int64_t ns = 0;
  std::int64_t unit = kSecond / 10;
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
    ns += (text[digits++] - '0') * unit;
    unit /= 10;
  }
  if (digits == 0 || digits > 9) return std::nullopt;
  text.remove_prefix(digits);
  return ns;
}

}  // namespace

std::string dateText(std::int64_t ns) {
  const std::chrono::sys_days day{std::chrono::days(floorTo(ns, kDay) / kDay)};
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::string isoTime(std::int64_t ns) {
  std::string text = dateText(ns) + 'T' + hoursMinutesSeconds(ns);
  if (const std::int64_t rest = ns - floorTo(ns, kSecond); rest != 0) {
    text += fmt::format(".{:09}", rest);
    text.erase(text.find_last_not_of('0') + 1);
  }
  return text + 'Z';
}

std::string clockText(std::int64_t ns) {
  const std::int64_t milliseconds = (ns - floorTo(ns, kSecond)) / kMillisecond;
  return hoursMinutesSeconds(ns) + (milliseconds == 0 ? "" : fmt::format(".{:03}", milliseconds));
}

std::string whenText(const When& when) {
  if (!when.known()) return "no time";
  if (isMoment(when)) return clockText(when.utc) + " Z";
  const Bounds bounds = boundsOf(when);
  if (bounds.openEarly && bounds.openLate) return "no time";
  if (bounds.openEarly) return "by " + bounds.to + " Z";
  if (bounds.openLate) return "from " + bounds.from + " Z";
  return bounds.from + " – " + bounds.to + " Z";
}

std::string whenPhrase(const When& when) {
  if (!when.known()) return "at an unknown time";
  if (isMoment(when)) return "at " + clockText(when.utc) + " Z";
  const Bounds bounds = boundsOf(when);
  if (bounds.openEarly && bounds.openLate) return "at an unknown time";
  if (bounds.openEarly) return "by " + bounds.to + " Z";
  if (bounds.openLate) return "after " + bounds.from + " Z";
  return "between " + bounds.from + " and " + bounds.to + " Z";
}

std::string durationText(double seconds) {
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 60) {
    const double tenths = std::round(seconds * 10) / 10;
    return tenths == std::floor(tenths) ? fmt::format("{:.0f} s", tenths) : fmt::format("{:.1f} s", tenths);
  }
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} m {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} m", whole / 3600, whole / 60 % 60);
}

std::string limitText(std::int64_t milliseconds) {
  if (milliseconds < 1000) return fmt::format("{} ms", milliseconds);
  std::string text = thousands(static_cast<std::uint64_t>(milliseconds / 1000));
  if (const std::int64_t rest = milliseconds % 1000; rest != 0) {
    text += fmt::format(".{:03}", rest);
    text.erase(text.find_last_not_of('0') + 1);
  }
  return text + " s";
}

std::string thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
  return digits;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::optional<std::int64_t> parseTime(std::string_view text, std::int64_t dayNs) {
  std::int64_t day = floorTo(dayNs, kDay);
  if (text.size() > 10 && (text[10] == 'T' || text[10] == ' ')) {
    const auto date = takeDate(text);
    if (!date) return std::nullopt;
    day = *date;
    text.remove_prefix(1);
  }
  const auto hours = takeDigits(text, 2);
  if (!hours || *hours > 23 || !takeChar(text, ':')) return std::nullopt;
  const auto minutes = takeDigits(text, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  std::int64_t ns = (*hours * 60 + *minutes) * 60 * kSecond;
  if (takeChar(text, ':')) {
    const auto seconds = takeDigits(text, 2);
    const auto fraction = seconds && *seconds <= 60 ? takeFraction(text) : std::nullopt;
    if (!fraction) return std::nullopt;
    ns += *seconds * kSecond + *fraction;
  }
  takeChar(text, 'Z');
  return text.empty() ? std::optional(day + ns) : std::nullopt;
}

}  // namespace lanescope::report
