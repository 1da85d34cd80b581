// SPDX-License-Identifier: Apache-2.0
// Times as logs print them, before the clock decides what they mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope::recognise {

// A printed time. `ns` is the civil time read as if it were UTC, in unix nanoseconds. Where no year is printed, it is
// computed for year 1972 (a leap year) and must be resolved with withYear(); where no date is printed (time of day only),
// for 1972-01-01.
struct Stamp {
  std::int64_t ns = 0;
  std::int64_t resolutionNs = 1'000'000'000;   // the true moment lies in [ns, ns + resolutionNs)
  bool hasDate = true;
  bool hasYear = true;
  bool hasZone = false;                        // printed with Z or an offset (ns is then true UTC)
  // c10 heads print a fraction of another clock (CLOCK_MONOTONIC): kept apart, only to order lines of one host.
  std::int32_t orderNs = -1;
};

// Days since 1970-01-01 of a civil date (proleptic Gregorian), month 1..12.
std::int64_t daysFromCivil(int year, int month, int day) noexcept;
// The same stamp in `year` (for stamps without one). 29 February in a common year becomes 1 March.
std::int64_t withYear(const Stamp& stamp, int year) noexcept;
int yearOf(std::int64_t unixNs) noexcept;

// "2026-08-21T19:24:31.0000000Z", also with ' ' for 'T', any number of fraction digits after '.' or ',' (those behind the
// ninth are dropped), and Z, +hh:mm, +hhmm or no zone. Parses a prefix of `text` and sets `used` to its length; nullopt where it
// does not start with a date and time, or with one outside the years 1678 to 2261 (what nanoseconds in 64 bits hold).
std::optional<Stamp> parseIso(std::string_view text, std::size_t& used) noexcept;

// "03:04:05" with a fraction as above: a time of day, neither date nor zone.
std::optional<Stamp> parseTimeOfDay(std::string_view text, std::size_t& used) noexcept;

// "Fri Jan  2 03:04:05 2026" as ctime() prints it, local.
std::optional<Stamp> parseCtime(std::string_view text, std::size_t& used) noexcept;

// Unix time as records carry it: "1767322996", "1767322996.123", or whole milli-, micro- or nanoseconds, told apart by size. True UTC.
std::optional<Stamp> parseUnix(std::string_view text) noexcept;

// The number 0 to 11 of "Jan" to "Dec" at the start of `text`; -1 where none stands there.
int monthOf(std::string_view text) noexcept;

// 2026-08-21T19:24:31.123Z, with 0 to 9 fraction digits as needed (trailing zeros removed).
// Valid for years 1 to 9999.
struct IsoText { char text[40]; std::uint8_t size; std::string_view view() const noexcept { return {text, size}; } };
IsoText formatIso(std::int64_t unixNs) noexcept;

}  // namespace lanescope::recognise
