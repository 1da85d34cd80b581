// SPDX-License-Identifier: Apache-2.0
// Sets a run beside one to eight others of the same job.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/compare/comparison.h"
#include "core/compare/digest.h"
#include "core/compare/ignore_list.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace lanescope::compare {

inline constexpr std::size_t kMostBaselines = 8;

struct Options {
  unsigned threads = 0;                          // 0: as many as cores
  IgnoreList ignore;
  std::string repository;                        // a local clone; empty: changes are not looked up
  // Called once, on the thread that compares, before the lines are read, which takes long in large runs: what tests, ends, durations and
  // the environment show. May be empty.
  std::function<void(std::shared_ptr<const Comparison>)> preview;
};

// Reads every line of the runs once more. Fails on cancel, and where the repository cannot be opened. `progress` counts bytes. The same
// runs give the same comparison, whatever the number of threads. At least one baseline, at most kMostBaselines.
base::Result<std::shared_ptr<const Comparison>> compare(const model::Run& run, const std::vector<const model::Run*>& baselines,
                                                        const Options& options, base::Progress& progress, std::stop_token stop);

// The line at a place, as evidence.
model::Evidence evidenceOf(const model::Run& run, const Place& place);

// The templates (mask.h) of lines [first, first + count) of a source, 0 where a line tells nothing: two texts side by side are aligned
// by them. `names`: namesOf() all runs that are set side by side. Lines behind the end are left out.
std::vector<std::uint64_t> templatesOf(const model::Run& run, const RunNames& names, model::SourceId source, std::uint32_t first, std::uint32_t count);

}  // namespace lanescope::compare
