// SPDX-License-Identifier: Apache-2.0
// The differences in what is printed, before they are ordered and grouped. Internal to core/compare.
#pragma once

#include "core/compare/side.h"

namespace lanescope::compare {

// A row under way.
struct Candidate {
  Message message;
  std::uint32_t scope = 0;
  Owner owner = 0;                               // of the first line, of the run or (only in the baseline) of the baseline
  model::LineRef line;                           // the first
};

// What is compared, and with what.
struct Sides {
  const Side& run;
  const std::vector<Side>& baselines;
  const std::vector<Scopes>& scopes;             // of the run and each baseline
};

struct Found {
  std::vector<Candidate> candidates;
  std::vector<std::uint64_t> apartLines, apartTemplates;   // by owner of the run: what stands in launches that only it has
  std::uint64_t leftOut = 0;                     // differences beyond the bound
};

inline constexpr std::size_t kMostCandidates = 20'000;

Found findMessages(const Sides& sides);

// Rows of which one is only in the run and one only in the baseline, or missing on the same ranks, and whose texts differ in a value.
void pairValues(std::vector<Candidate>& candidates);

// The words in which two texts of equally many words differ; nullopt where that is too much to be the same message.
std::optional<std::vector<Value>> differingWords(std::string_view run, std::string_view baseline);

}  // namespace lanescope::compare
