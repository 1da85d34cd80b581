// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/time_context.h"

#include <cstdlib>

namespace lanescope::recognise {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;

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
  const int year = yearOf(referenceNs);
  std::int64_t best = withYear(stamp, year) - offset;
  for (const int other : {year - 1, year + 1}) {
    const std::int64_t candidate = withYear(stamp, other) - offset;
    if (distance(candidate, referenceNs) < distance(best, referenceNs)) best = candidate;
  }
  return best;
}

}  // namespace lanescope::recognise
