// SPDX-License-Identifier: Apache-2.0
// Stretches of time in which nothing happens on any lane: an axis folds them to a strip that says how long they are.
#pragma once

#include "ui/timeline/run_index.h"

namespace lanescope::ui {

// The longer gaps of a whole run, looked for once. Immutable; any thread may read.
class IdleGaps {
 public:
  IdleGaps() = default;
  IdleGaps(const model::Run& run, const RunIndex& index);
  // Gaps of at least a minute and 15 % of `range` without an event and without the begin or end of a test, wait, launch or
  // milestone; a little is left on both sides. Sorted, disjoint.
  std::vector<TimeRange> folds(TimeRange range) const;

 private:
  std::vector<TimeRange> m_gaps;                 // at least a minute long, by time; the first and last are open
};

std::vector<TimeRange> idleFolds(const model::Run& run, const RunIndex& index, TimeRange range);

// "28 m 50 s folded: 5, 7 waiting, 6 ranks silent"; what is true of the whole fold.
QString foldText(const model::Run& run, const RunIndex& index, TimeRange fold);

}  // namespace lanescope::ui
