// SPDX-License-Identifier: Apache-2.0
#include "core/session/zone.h"

#include <absl/time/clock.h>
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

}  // namespace

base::Result<std::int64_t> zoneOffsetSeconds(const std::string& zone, std::optional<std::int64_t> unixNs) {
  if (zone.empty() || zone == "UTC" || zone == "Z") return 0;
  std::int64_t seconds = 0;
  if (fixedOffset(zone, seconds)) return seconds;
  absl::TimeZone loaded;
  if (absl::LoadTimeZone(zone, &loaded)) return loaded.At(unixNs ? absl::FromUnixNanos(*unixNs) : absl::Now()).offset;
  return base::fail(base::ErrorCode::invalidArgument, "unknown time zone \"" + zone + "\"", "--zone", "use +09:00 or a name such as Asia/Tokyo");
}

}  // namespace lanescope::session
