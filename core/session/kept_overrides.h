// SPDX-License-Identifier: Apache-2.0
// The section `overrides` of a side file: a list of {"source", "what", "value"}, in the order in which they were said; without
// "source" it is about the whole run. Keys of other versions in an entry are kept with it.
#pragma once

#include "core/model/run.h"
#include "core/session/side_file.h"

#include <string>
#include <vector>

namespace lanescope::session {

// All that is kept; an entry that cannot be read becomes a kUnreadOverride.
model::Overrides readOverrides(const SideFile& file);
// Entries that cannot be read stay as they are while `said` holds a kUnreadOverride.
void writeOverrides(const model::Overrides& said, const model::Run& run, SideFile& file);

// Keeps `said` of the run that was opened by `paths`, in place of what was said before; those of the command line are not kept.
// Returns the side file as reports name it, "" where nothing is left to keep.
base::Result<std::string> keepOverrides(const std::vector<std::string>& paths, const model::Run& run,
                                        const model::Overrides& said);

}  // namespace lanescope::session
