// SPDX-License-Identifier: Apache-2.0
// The list of known failures.
#pragma once

#include "core/model/notes.h"

#include <string>
#include <vector>

namespace lanescope::report {

struct KnownEntry {
  std::string findingClass, title;
  model::SeenBefore sightings;                   // of all runs; its `finding` is empty
};

// A block for each, apart by an empty line.
std::string writeKnownText(const std::vector<KnownEntry>& entries);
// `lanescope.known/1`: {"schema", "known": [{"id", "class", "title", "note", "url", "count", "dates", "hosts"}]}.
std::string writeKnownJson(const std::vector<KnownEntry>& entries);

}  // namespace lanescope::report
