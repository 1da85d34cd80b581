// SPDX-License-Identifier: Apache-2.0
// What others put onto the timeline: hits of a search, notes of a person. Whoever has such moments hands them over as one list of
// its kind (TimelinePane::setTicks) and hears of clicks (TimelinePane::tickActivated); the timeline knows no search and no notes.
#pragma once

#include "core/model/run.h"

#include <QString>

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::ui {

struct TimelineTick {
  enum class Kind : std::uint8_t { hit, note };
  static constexpr std::size_t kKinds = 2;

  Kind kind = Kind::hit;
  model::LaneId lane;                            // invalid: of the whole job, drawn in its row above the lanes
  std::int64_t utc = 0;                          // unix nanoseconds
  std::int64_t end = 0;                          // > utc: a span, drawn from utc to end
  int number = 0;                                // > 0: written on its flag
  QString text;                                  // what a tooltip says; plain text

  bool isSpan() const { return end > utc; }
};

// Ticks of one kind, found by lane and time. A value; immutable, so any thread may read it.
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
