// SPDX-License-Identifier: Apache-2.0
#include "core/session/zone.h"

#include <absl/time/civil_time.h>
#include <absl/time/time.h>

namespace lanescope::session {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// "+09:00", "-0530", "+9"
bool fixedOffset(const std::string& zone, std::int64_t& seconds) {
  if (zone.size() < 2 || (zone[0] != '+' && zone[0] != '-')) return false;
  std::string digits;
  for (std::size_t i = 1; i < zone.size(); ++i) {
    if (zone[i] == ':') continue;
    if (!isDigit(zone[i])) return false;
    digits += zone[i];
  }
  if (digits.size() > 4 || digits.empty()) return false;
  const std::string hours = digits.size() > 2 ? digits.substr(0, digits.size() - 2) : digits;
  const std::string minutes = digits.size() > 2 ? digits.substr(digits.size() - 2) : "0";
  const std::int64_t h = std::stoll(hours), m = std::stoll(minutes);
  if (h > 18 || m > 59) return false;
  seconds = (zone[0] == '-' ? -1 : 1) * (h * 3600 + m * 60);
  return true;
}

// Offsets that follow each other without a change (only the abbreviation does) are one.
recognise::ZoneOffsets offsetsOf(const absl::TimeZone& zone) {
  const absl::Time begin = absl::FromCivil(absl::CivilYear(2000), absl::UTCTimeZone()), end = absl::FromCivil(absl::CivilYear(2050), absl::UTCTimeZone());
  const std::int32_t first = zone.At(begin).offset;
  std::vector<recognise::ZoneOffsets::Step> steps;
  absl::TimeZone::CivilTransition change;
  for (absl::Time at = begin; zone.NextTransition(at, &change);) {
    const absl::TimeZone::TimeInfo info = zone.At(change.to);
    at = info.kind == absl::TimeZone::TimeInfo::REPEATED ? info.trans : info.pre;
    if (at >= end) break;
    const std::int32_t offset = zone.At(at).offset;
    if (offset != (steps.empty() ? first : steps.back().seconds)) steps.push_back({absl::ToUnixNanos(at), offset});
  }
  return {first, std::move(steps)};
}

}  // namespace

base::Result<recognise::ZoneOffsets> zoneOffsets(const std::string& zone) {
  if (zone.empty() || zone == "UTC" || zone == "Z") return recognise::ZoneOffsets();
  std::int64_t seconds = 0;
  if (fixedOffset(zone, seconds)) return recognise::ZoneOffsets(static_cast<std::int32_t>(seconds));
  absl::TimeZone loaded;
  if (absl::LoadTimeZone(zone, &loaded)) return offsetsOf(loaded);
  return base::fail(base::ErrorCode::invalidArgument, "unknown time zone \"" + zone + "\"", "--zone", "use +09:00 or a name such as Asia/Tokyo");
}

}  // namespace lanescope::session
