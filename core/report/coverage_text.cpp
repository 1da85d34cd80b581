// SPDX-License-Identifier: Apache-2.0
#include "core/report/coverage_text.h"

#include "core/base/counted.h"
#include "core/model/ranks_text.h"
#include "core/report/time_text.h"

#include <fmt/format.h>
#include <algorithm>

namespace lanescope::report {

using namespace model;

namespace {

// What was looked for: first what was there, then what was not.
void addChecked(std::vector<std::string>& sentences, const Run& run) {
  std::string found, none;
  std::uint32_t sources = 0;
  for (const Checked& checked : run.checked) {
    sources = std::max(sources, checked.sources);
    if (checked.found > 0)
      found += fmt::format("{}{} {}", found.empty() ? "" : ", ", thousands(checked.found), checked.what);
    else
      none += (none.empty() ? "" : ", ") + checked.what;
  }
  if (!found.empty()) sentences.push_back("lines found: " + found);
  if (!none.empty()) sentences.push_back(fmt::format("looked for in {} and not seen: {}", base::counted(sources, "source"), none));
}

}  // namespace

std::vector<std::string> coverageSentences(const Run& run) {
  std::vector<std::string> sentences;
  for (const input::Input& input : run.inputs) {
    const std::string error = input.error ? fmt::format(", not read whole: {}", input.error->what) : "";
    sentences.push_back(fmt::format("{} ({}, {} bytes){}", input.path, input::toString(input.kind), thousands(input.bytes), error));
  }
  const Coverage& coverage = run.coverage;
  const std::string ranks = coverage.ranksExpected ? fmt::format("{} of {}", coverage.ranksSeen, base::counted(*coverage.ranksExpected, "rank"))
                                                   : base::counted(coverage.ranksSeen, "rank");
  sentences.push_back(fmt::format("{}, {}{}", base::counted(run.sources.size(), "source"), ranks,
                                  coverage.missingRanks.empty() ? "" : "; not read: " + model::ranksText(coverage.missingRanks)));
  if (!run.skipped.empty()) sentences.push_back(base::counted(run.skipped.size(), "file") + " skipped (see `lanescope sources`)");
  sentences.insert(sentences.end(), coverage.notes.begin(), coverage.notes.end());
  for (const Conflict& conflict : coverage.conflicts) sentences.push_back(fmt::format("{}: {} disagree", conflict.what, fmt::join(conflict.values, ", ")));
  addChecked(sentences, run);
  return sentences;
}

std::vector<std::string> clockSentences(const Run& run) {
  std::vector<std::string> sentences;
  std::string bases;
  for (int basis = 0; basis < kBasisCount; ++basis) {
    const std::uint64_t lines = run.clock.lines[static_cast<std::size_t>(basis)];
    if (lines > 0) bases += fmt::format("{}{} {}", bases.empty() ? "" : ", ", thousands(lines), toString(static_cast<Basis>(basis)));
  }
  if (!bases.empty()) sentences.push_back("lines by how their time is known: " + bases);
  sentences.insert(sentences.end(), run.clock.assumptions.begin(), run.clock.assumptions.end());
  return sentences;
}

}  // namespace lanescope::report
