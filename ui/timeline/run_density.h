// SPDX-License-Identifier: Apache-2.0
// How much happens in a Run along its time, and how bad it is, in short stretches of equal length: what an overview is drawn from without
// looking at every event. Immutable; any thread may read. Keeps no reference to the Run.
#pragma once

#include "ui/timeline/event_marks.h"
#include "ui/timeline/run_index.h"
#include "ui/timeline/time_axis.h"

#include <vector>

namespace lanescope::ui {

class RunDensity {
 public:
  struct Bin {
    std::uint32_t count = 0;                     // events, and starts of tests
    MarkRank worst = MarkRank::none;             // a warning or worse
    std::uint32_t event = 0;                     // the first that is as bad
  };

  RunDensity(const model::Run& run, const RunIndex& index);
  // One for each column. The worst stands where its event does; of the counts a stretch belongs to one column.
  std::vector<Bin> columns(const model::Run& run, const RunIndex& index, const TimeAxis& axis) const;

 private:
  std::size_t binOf(std::int64_t utc) const { return static_cast<std::size_t>((utc - m_begin) / m_binNs); }
  void span(const model::Run& run);
  void count(const model::Run& run);
  void addVerdicts(const model::Run& run, const RunIndex& index);

  std::int64_t m_begin = 0, m_binNs = 1;
  std::vector<Bin> m_bins;
};

}  // namespace lanescope::ui
