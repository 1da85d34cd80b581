// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/time_context.h"

#include <cstdint>

namespace lanescope::recognise {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;
constexpr std::int64_t kLeapDayBegin = 789 * kDay;   // 29 February of 1972, the year that stands for "no year"

std::int64_t distance(std::int64_t a, std::int64_t b) noexcept { return a < b ? b - a : a - b; }

// The day that brings a time of day nearest to `referenceNs`, not after `limit` where another day does.
std::int64_t nearestDay(const Stamp& stamp, const ZoneOffsets& zone, std::int64_t referenceNs, std::int64_t limit) noexcept {
  const std::int64_t timeOfDay = ((stamp.ns % kDay) + kDay) % kDay;
  const std::int64_t local = referenceNs + zone.secondsAt(referenceNs) * kSecond;
  const std::int64_t days = (local - timeOfDay + kDay / 2) / kDay;
  const std::int64_t utc = zone.toUtc(days * kDay + timeOfDay);
  return utc > limit ? zone.toUtc((days - 1) * kDay + timeOfDay) : utc;
}

std::int64_t nearestYear(const Stamp& stamp, const ZoneOffsets& zone, std::int64_t referenceNs, std::int64_t limit) noexcept {
  // A leap day exists in leap years only, which are at most eight years apart.
  const bool leapDay = stamp.ns >= kLeapDayBegin && stamp.ns < kLeapDayBegin + kDay;
  const int reach = leapDay ? 8 : 1;
  const int year = yearOf(referenceNs);
  std::int64_t best = zone.toUtc(withYear(stamp, year - reach));
  for (int other = year - reach + 1; other <= year + reach; ++other) {
    if (leapDay && daysFromCivil(other, 3, 1) - daysFromCivil(other, 2, 28) != 2) continue;
    const std::int64_t candidate = zone.toUtc(withYear(stamp, other));
    if (candidate <= limit && distance(candidate, referenceNs) < distance(best, referenceNs)) best = candidate;
  }
  return best;
}

std::int64_t fill(const Stamp& stamp, const ZoneOffsets& zone, std::int64_t referenceNs, std::int64_t limit) noexcept {
  if (stamp.hasZone) return stamp.ns;
  if (stamp.hasYear) return zone.toUtc(stamp.ns);
  return stamp.hasDate ? nearestYear(stamp, zone, referenceNs, limit) : nearestDay(stamp, zone, referenceNs, limit);
}

}  // namespace

const ZoneOffsets& TimeContext::zoneOf(LayerKind logger) const noexcept {
  if (otherLoggers.empty()) return zone;
  const auto other = otherLoggers.find(logger);
  return other == otherLoggers.end() ? zone : other->second;
}

std::int64_t TimeContext::resolve(const Stamp& stamp, LayerKind logger) const noexcept {
  // Nothing was written after the file's own time, or after now; where a year is missing a day more, since the zone may be ahead of UTC.
  const bool open = yearFrom == YearFrom::source || yearFrom == YearFrom::name;
  const std::int64_t limit = open ? INT64_MAX : referenceNs + (stamp.hasDate ? kDay : 0);
  return fill(stamp, zoneOf(logger), referenceNs, limit);
}

std::int64_t TimeContext::resolveNear(const Stamp& stamp, LayerKind logger, std::int64_t nearNs) const noexcept {
  if (stamp.hasZone) return stamp.ns;
  const ZoneOffsets& offsets = zoneOf(logger);
  const std::int64_t utc = fill(stamp, offsets, nearNs, INT64_MAX);
  if (!offsets.changes()) return utc;
  const std::int64_t again = offsets.secondReading(utc);
  return distance(again, nearNs) < distance(utc, nearNs) ? again : utc;
}

}  // namespace lanescope::recognise
