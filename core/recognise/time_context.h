// SPDX-License-Identifier: Apache-2.0
// Turns the printed stamps of one source into true UTC: a missing date, year or zone is filled in from what the run knows.
#pragma once

#include "core/recognise/layers.h"
#include "core/recognise/stamp.h"
#include "core/recognise/zone_offsets.h"

#include <cstdint>
#include <map>

namespace lanescope::recognise {

struct TimeContext {
  // A moment of the run whose date is known; a stamp without a year, or without a date, gets the one that brings it nearest to this.
  // Where nothing states a date (file, assumed), this is the file's time or the present one, and nothing lies after it.
  std::int64_t referenceNs = 0;
  enum class YearFrom : std::uint8_t { source, name, file, assumed } yearFrom = YearFrom::assumed;
  // Times of day count from the start of something else than the day ("[00:00:12] step 1"): they place nothing.
  bool elapsedTimes = false;

  // Of stamps that state no zone.
  ZoneOffsets zone;
  enum class ZoneFrom : std::uint8_t { assumed, joined, user } zoneFrom = ZoneFrom::assumed;
  std::uint32_t zoneLines = 0;                   // joined: how many lines of the run showed it
  // Loggers that were shown to print another zone than the rest.
  std::map<LayerKind, ZoneOffsets> otherLoggers;

  const ZoneOffsets& zoneOf(LayerKind logger) const noexcept;
  // Unix ns of a stamp of `logger`, by itself.
  std::int64_t resolve(const Stamp& stamp, LayerKind logger = LayerKind::log) const noexcept;
  // The same where another clock shows that it is about `nearNs` (true UTC): the year, the day or the reading of a repeated hour that
  // lies nearest to that.
  std::int64_t resolveNear(const Stamp& stamp, LayerKind logger, std::int64_t nearNs) const noexcept;
};

}  // namespace lanescope::recognise
