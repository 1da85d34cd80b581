// SPDX-License-Identifier: Apache-2.0
// Turns printed stamps into true UTC: a missing year and a missing zone are filled in from what the run knows.
#pragma once

#include "core/recognise/stamp.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::recognise {

struct TimeContext {
  // A moment of the run that carries a year; a stamp without one gets the year that brings it nearest to this. Where no line
  // states a year, this is the file's time or the present one, and stamps get the latest year that is not after it.
  std::int64_t referenceNs = 0;
  enum class YearFrom : std::uint8_t { source, file, assumed } yearFrom = YearFrom::assumed;
  // Seconds east of UTC of stamps that state no zone.
  std::int64_t zoneOffsetSeconds = 0;

  std::int64_t resolve(const Stamp& stamp) const noexcept;
};

}  // namespace lanescope::recognise
