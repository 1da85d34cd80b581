// SPDX-License-Identifier: Apache-2.0
// All that is printed in a run, as templates: who printed each, how often, and where first. Made in one pass over all lines.
#pragma once

#include "core/base/progress.h"
#include "core/compare/mask.h"
#include "core/compare/writers.h"

#include <span>
#include <stop_token>
#include <vector>

namespace lanescope::compare {

// One template of one writer.
struct Entry {
  std::uint64_t hash = 0;
  std::uint64_t numbers = 0;                     // Masked::numbers of the first line
  model::LineRef first, last;
  Owner owner = 0;
  std::uint32_t count = 0;
  recognise::Severity severity = recognise::Severity::none;   // the worst that a head of its lines states
  bool varies = false;                           // its lines have different numbers
};

// What one pass keeps is bounded, however odd the lines are.
inline constexpr std::size_t kMostEntries = 4'000'000;

struct Digest {
  std::vector<Entry> entries;                    // by hash, then owner
  std::vector<std::uint64_t> linesOf;            // messages of each owner
  std::uint64_t lines = 0;                       // physical lines looked at
  std::uint64_t templates = 0;
  std::uint64_t notKept = 0;                     // messages beyond kMostEntries
  bool complete = true;                          // everything could be read

  // Of one template, by owner; empty where nobody printed it.
  std::span<const Entry> of(std::uint64_t hash) const noexcept;
};

// The names that are the runs' own. What is a name in one of them may be a word of the text in another: all have to be masked alike.
RunNames namesOf(const std::vector<const model::Run*>& runs);

// Independent of `threads`. Cut short where `stop` was requested.
Digest digestOf(const model::Run& run, const RunNames& names, unsigned threads, base::Progress& progress, std::stop_token stop);

// Whether lines of this source are compared: a copy's and a report's are not.
bool isCompared(const model::Source& source) noexcept;

}  // namespace lanescope::compare
