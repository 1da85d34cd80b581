// SPDX-License-Identifier: Apache-2.0
// The zone that a user names for stamps that state none.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::session {

// Seconds east of UTC: "" and "UTC" are 0, "+09:00" and "-0530" are fixed, IANA names ("Europe/Berlin") are their offset at
// `unixNs`, or at present. Error for anything else.
base::Result<std::int64_t> zoneOffsetSeconds(const std::string& zone, std::optional<std::int64_t> unixNs = std::nullopt);

}  // namespace lanescope::session
