// SPDX-License-Identifier: Apache-2.0
// What the user has added to a run, in words: notes and where they stand, failures that were seen before. The notes' own texts are the
// user's and stay as they are.
#pragma once

#include "core/model/run.h"

#include <string>

namespace lanescope::report {

// "logs/a.log:12", "09:09:20 Z, rank 5", "09:09:20 – 09:39:27 Z", "the run".
std::string notePlaceText(const model::Run& run, const model::Note& note);
// The note's text on one line, "marked" for a bare mark.
std::string noteText(const model::Note& note);
// What stands at the note's line, "" where it is about no line or the line is not there.
std::string noteLine(const model::Run& run, const model::Note& note, std::size_t mostBytes);

// "seen before in 3 runs, 2026-03-14 to 2026-11-03, on node-a and node-b: look at the NVLink first (https://...)"
std::string seenBeforeText(const model::SeenBefore& seen);
// The same without the note and the address.
std::string sightingsText(const model::SeenBefore& seen);
// nullptr where nobody has named it.
const model::SeenBefore* seenBeforeOf(const model::Run& run, const model::Finding& finding);

}  // namespace lanescope::report
