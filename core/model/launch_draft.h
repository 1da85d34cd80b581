// SPDX-License-Identifier: Apache-2.0
// A launch before it has its number: what of the sources it is made of. Internal to core/model.
#pragma once

#include "core/model/draft.h"

namespace lanescope::model {

struct LaunchDraft {
  std::vector<std::uint32_t> segments;
  std::vector<std::uint32_t> directories;        // one a node; several of one node where the user moved files here
  std::int64_t startNs = INT64_MAX;
  std::uint32_t order = 0;                       // of equal or unknown starts: as found
  std::uint32_t found = 0;                       // its place before the user moved anything
};

// Sources that the user says belong to another launch go there. What a launch was called when it was found stays in `found`; one
// that loses all it had is dropped, so that nothing that the user moves changes what other statements mean.
void moveSources(Draft& draft, std::vector<LaunchDraft>& launches);

}  // namespace lanescope::model
