// SPDX-License-Identifier: Apache-2.0
// What others put onto the timeline: the hits of a search. Whoever has such moments hands them over as one list
// (TimelinePane::setTicks) and hears of clicks (TimelinePane::tickActivated); the timeline knows no search.
#pragma once

#include "core/model/run.h"

#include <QString>

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::ui {

struct TimelineTick {
  model::LaneId lane;                            // invalid: of the whole job, drawn in its row above the lanes
  std::int64_t utc = 0;                          // unix nanoseconds
  QString text;                                  // what a tooltip says; plain text
};

// Ticks found by lane and time. A value; immutable, so any thread may read it.
class TickList {
 public:
  TickList() = default;
  explicit TickList(std::vector<TimelineTick> ticks);

  bool empty() const { return m_ticks.empty(); }
  std::size_t size() const { return m_ticks.size(); }
  // As they were given: the numbers by which clicks name them.
  const TimelineTick& at(std::uint32_t index) const { return m_ticks[index]; }
  const std::vector<TimelineTick>& all() const { return m_ticks; }
  // Those of one lane by time; an invalid lane names those of the job.
  std::span<const std::uint32_t> of(model::LaneId lane) const;

 private:
  std::vector<TimelineTick> m_ticks;
  std::vector<std::uint32_t> m_order;            // by lane, then time
};

}  // namespace lanescope::ui
