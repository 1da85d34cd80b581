// SPDX-License-Identifier: Apache-2.0
// What lanes are sorted, grouped and folded by, looked at once for each Run. Immutable; any thread may read. Keeps no reference to the Run.
#pragma once

#include "ui/timeline/event_marks.h"
#include "ui/timeline/run_index.h"

#include <limits>
#include <vector>

namespace lanescope::ui {

struct LaneFacts {
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  std::uint32_t behaviour = 0;                   // equal on lanes that did the same: findings, kinds of outcome, waits and end
  MarkRank worst = MarkRank::none;               // of its events and tests
  std::int64_t firstFailure = kNever;            // of its events that are an error or worse
  std::int64_t last = std::numeric_limits<std::int64_t>::min();   // when it was heard of last
  bool troubled = false;                         // failed, was stopped or ended badly
};

class LaneTable {
 public:
  LaneTable(const model::Run& run, const RunIndex& index);
  const LaneFacts& facts(model::LaneId lane) const { return m_facts[lane.value]; }

 private:
  std::vector<LaneFacts> m_facts;                // by lane
};

}  // namespace lanescope::ui
