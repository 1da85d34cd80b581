// SPDX-License-Identifier: Apache-2.0
// The ignore list of a project: `.lanescope/ignore.json` in the folder that was opened or that holds the first path.
#pragma once

#include "core/compare/ignore_list.h"

#include <string>
#include <vector>

namespace lanescope::session {

// Where the list of a run opened by `firstPath` is kept.
std::string ignorePath(const std::string& firstPath);

// The list in `file`; without one, the one beside the run where there is one and `beside` allows it. Error where it is named and missing,
// or cannot be read.
base::Result<compare::IgnoreList> ignoreListOf(const std::vector<std::string>& paths, const std::string& file, bool beside);

// Appears whole or not at all.
base::Result<void> keepIgnoreList(const std::string& path, const compare::IgnoreList& list);

}  // namespace lanescope::session
