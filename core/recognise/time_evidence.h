// SPDX-License-Identifier: Apache-2.0
// What the stamps of one source tell about its clock: dates that are stated, and lines that carry two stamps, the time at which
// they were read (in UTC) and the time at which they were written (in local time of their writer).
#pragma once

#include "core/recognise/layers.h"
#include "core/recognise/zone_offsets.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::recognise {

// A line is read at or after it was written, and offsets of time zones are whole quarters of an hour: reading time minus local time
// is -offset plus a short delay.
struct ZoneVote {
  std::int32_t quarters = 0;                     // the offset that the lines show, in quarters of an hour east of UTC
  std::uint32_t close = 0;                       // lines that were read within a minute, if that is the offset
  std::uint32_t late = 0;                        // lines that were read later
  std::int64_t leastDelayNs = INT64_MAX;         // of the close ones
  std::int64_t firstNs = INT64_MAX, lastNs = INT64_MIN;   // when the close ones were read
};

struct TimeEvidence {
  // Of heads that state a year, and of dates in the text: least and greatest, unix ns; least > greatest where there is none.
  std::int64_t leastNs = INT64_MAX, greatestNs = INT64_MIN;
  std::int64_t textLeastNs = INT64_MAX, textGreatestNs = INT64_MIN;
  std::int64_t firstTimeOfDayNs = -1;            // of the first head with a time of day alone, ns after midnight
  // By the kind of the head that states no zone; ordered by `quarters`.
  std::array<std::vector<ZoneVote>, static_cast<std::size_t>(LayerKind::count_)> votes;
  // Lines that were read more than a minute after they were written, as their two stamps show (modulo a quarter of an hour).
  std::uint32_t lateLines = 0, firstLateLine = 0;
  std::int64_t mostLateNs = 0;

  bool anyYear() const noexcept { return leastNs <= greatestNs; }
  bool anyTextYear() const noexcept { return textLeastNs <= textGreatestNs; }
  void noteYear(std::int64_t ns) noexcept;
  void noteTextYear(std::int64_t ns) noexcept;
  // Line `line` was read at `outerNs` and carries a stamp of `head.innerKind` with a date and without a zone.
  void notePair(std::int64_t outerNs, const QuickHead& head, std::uint32_t line);
  // Adds what lines behind the first `linesBefore` told.
  void add(const TimeEvidence& other, std::uint32_t linesBefore);
};

// The offset that all lines of `votes` agree on: many, read soon after they were written, and none that was read before it was
// written. A second offset is taken for a change of local time where its lines all stand behind those of the first.
struct ShownZone {
  ZoneOffsets zone;
  std::uint32_t lines = 0;
};
std::optional<ShownZone> shownZone(const std::vector<ZoneVote>& votes);

}  // namespace lanescope::recognise
