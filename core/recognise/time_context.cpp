// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/time_context.h"

#include <cstdint>

namespace lanescope::recognise {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;
constexpr std::int64_t kLeapDayBegin = 789 * kDay;   // 29 February of 1972, the year that stands for "no year"

std::int64_t distance(std::int64_t a, std::int64_t b) noexcept { return a < b ? b - a : a - b; }

}  // namespace

std::int64_t TimeContext::resolve(const Stamp& stamp) const noexcept {
  if (stamp.hasZone) return stamp.ns;
  const std::int64_t offset = zoneOffsetSeconds * kSecond;
  if (stamp.hasYear) return stamp.ns - offset;
  if (!stamp.hasDate) {
    // A time of day: the day that brings it nearest to the reference.
    const std::int64_t timeOfDay = ((stamp.ns % kDay) + kDay) % kDay - offset;
    const std::int64_t days = (referenceNs - timeOfDay + kDay / 2) / kDay;
    return days * kDay + timeOfDay;
  }
  // Nothing was written after the file's own time, or after now; a day more, since the zone may be ahead of UTC.
  const std::int64_t limit = yearFrom == YearFrom::source ? INT64_MAX : referenceNs + kDay;
  // A leap day exists in leap years only, which are at most eight years apart.
  const bool leapDay = stamp.ns >= kLeapDayBegin && stamp.ns < kLeapDayBegin + kDay;
  const int reach = leapDay ? 8 : 1;
  const int year = yearOf(referenceNs);
  std::int64_t best = withYear(stamp, year - reach) - offset;
  for (int other = year - reach + 1; other <= year + reach; ++other) {
    if (leapDay && daysFromCivil(other, 3, 1) - daysFromCivil(other, 2, 28) != 2) continue;
    const std::int64_t candidate = withYear(stamp, other) - offset;
    if (candidate <= limit && distance(candidate, referenceNs) < distance(best, referenceNs)) best = candidate;
  }
  return best;
}

}  // namespace lanescope::recognise
