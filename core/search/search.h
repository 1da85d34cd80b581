// SPDX-License-Identifier: Apache-2.0
// Search over all sources of a run, with the exact total: every physical line of every source is looked at.
#pragma once

#include "core/model/run.h"
#include "core/search/line_matcher.h"

#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace lanescope::search {

struct Totals {
  std::uint64_t lines = 0;                       // that match
  std::vector<std::uint64_t> bySource;           // parallel to Run::sources
  bool complete = true;                          // false: it was stopped, or a source could not be read to its end
};

struct Where {
  std::vector<model::SourceId> sources;          // in this order; empty: all, in the run's order
  unsigned threads = 0;                          // 0: as many as cores
};

// Gets the lines that match, each once, by source and line, in portions as they are found: on any worker, never two at once.
using Deliver = std::function<void(std::span<const model::LineRef>)>;

// Blocks until everything is searched or `stop` fires. Of a line of more than 64 MiB only so much is looked at.
Totals search(const model::Run& run, const LineMatcher& matcher, const Where& where, std::stop_token stop, const Deliver& deliver);

}  // namespace lanescope::search
