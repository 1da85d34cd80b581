// SPDX-License-Identifier: Apache-2.0
// The zone that a user names for stamps that state none.
#pragma once

#include "core/base/result.h"

#include "core/recognise/zone_offsets.h"

#include <string>

namespace lanescope::session {

// "" and "UTC" are UTC, "+09:00" and "-0530" are fixed, IANA names ("Europe/Berlin") have the offset of each day, from 2000 to 2050.
// Error for anything else.
base::Result<recognise::ZoneOffsets> zoneOffsets(const std::string& zone);

}  // namespace lanescope::session
