// SPDX-License-Identifier: Apache-2.0
// Search over the sources of a run, with the exact total: every physical line that is asked about is looked at.
#pragma once

#include "core/base/progress.h"
#include "core/model/run.h"
#include "core/search/expression.h"

#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace lanescope::search {

struct Totals {
  std::uint64_t lines = 0;                       // that match
  std::vector<std::uint64_t> bySource;           // parallel to Run::sources
  bool complete = true;                          // false: it was stopped, a source could not be read to its end, or a line not to its
};

// A line that matches, and whose it is (line_writers.h), where Where::writers asks for it.
struct Hit {
  model::LineRef line;
  model::LaneId lane;                            // invalid: nobody's
  std::optional<model::Rank> rank;
};

struct Where {
  std::vector<model::SourceId> sources;          // in this order; empty: all, in the run's order
  unsigned threads = 0;                          // 0: as many as cores
  bool writers = false;                          // tell whose each line is
  std::vector<model::Rank> ranks;                // only lines that these wrote, sorted; empty: all
  std::vector<model::LaneId> lanes;              // the same by lane, sorted; a line has to satisfy both
  struct Time { std::int64_t begin = 0, end = 0; };
  std::optional<Time> time;                      // half-open, unix ns: lines as clock::linesWithin() places them
};

// Gets the lines that match, each once, by source and line, in portions as they are found: on any worker, never two at once.
using Deliver = std::function<void(std::span<const Hit>)>;

// Blocks until everything is searched or `stop` fires. Of a line of more than 256 MiB only so much is looked at. `progress`, where given,
// counts bytes.
Totals search(const model::Run& run, const Expression& expression, const Where& where, std::stop_token stop, const Deliver& deliver, base::Progress* progress = nullptr);

}  // namespace lanescope::search
