// SPDX-License-Identifier: Apache-2.0
// How the stamps of each source of a run are to be read: what one source tells about its clock serves those that do not.
#pragma once

#include "core/input/input_set.h"
#include "core/recognise/time_context.h"
#include "core/recognise/time_evidence.h"

#include <optional>
#include <vector>

namespace lanescope::session {

// One context for each of `members`, whose evidence and zones given by the user are parallel to them. Best first:
//   year and day   the source's own heads that state one, those of the run's others, dates in the text, dates in file and folder names, the
//                  files' own dates (an upper bound), the present
//   zone           that of `userZones`; lines of the source that carry a second stamp in UTC; such lines of the source that stands nearest in the
//                  tree of folders; UTC
std::vector<recognise::TimeContext> clocksOf(const std::vector<input::Member>& members, const std::vector<recognise::TimeEvidence>& evidence,
                                             const std::vector<std::optional<recognise::ZoneOffsets>>& userZones);

// Unix ns of a date in a file or folder name: 20260102, 2026-01-02, 2026_01_02, also with a time behind it, or unix seconds.
std::optional<std::int64_t> dateInName(std::string_view path);

}  // namespace lanescope::session
