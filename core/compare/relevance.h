// SPDX-License-Identifier: Apache-2.0
// Which differences in what is printed a person should see first. Internal to core/compare.
#pragma once

#include "core/compare/find_messages.h"
#include "core/compare/ignore_list.h"

namespace lanescope::compare {

// Joins neighbours to blocks, folds what follows from the failure, puts the rest in order and numbers it.
std::vector<Message> orderMessages(std::vector<Candidate> candidates, const Sides& sides, const IgnoreList& ignore, std::vector<std::uint64_t>& ruleCounts);

// Whether a text speaks of something that went wrong.
bool hasFailureWord(std::string_view text);

}  // namespace lanescope::compare
