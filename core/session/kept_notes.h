// SPDX-License-Identifier: Apache-2.0
// The section `notes` of a side file: a list of {"text"} with a place beside it: {"source", "line"}, {"time"} or {"from", "to"}, the latter
// two with {"launch", "attempt", "rank"} where they are about one lane; without a place a note is about the run. Times are ISO 8601 in UTC.
#pragma once

#include "core/model/run.h"
#include "core/session/side_file.h"

#include <string>
#include <vector>

namespace lanescope::session {

// The same of such a list.
model::Notes readNotes(const SideFile::Json& list);
void writeNotes(const model::Notes& notes, const model::Run& run, SideFile::Json& list);

// As they are kept: not placed yet. What cannot be read is left out here, and stays in the file.
model::Notes readNotes(const SideFile& file);
// Keys of other versions in an entry stay with it, and so do entries that cannot be read.
void writeNotes(const model::Notes& notes, const model::Run& run, SideFile& file);

// The notes of this run: sources by their paths, lines with their times, in the order of their numbers.
model::Notes placedNotes(const model::Run& run, model::Notes notes);

// Keeps what somebody has changed from `before` to `now` in the run that was opened by `paths`: notes that another window has kept meanwhile
// stay. Returns the side file as reports name it, "" where nothing is left to keep.
base::Result<std::string> keepNotes(const std::vector<std::string>& paths, const model::Run& run, const model::Notes& before, const model::Notes& now);

}  // namespace lanescope::session
