// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_ticks.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace lanescope::ui {

TickList::TickList(std::vector<TimelineTick> ticks) : m_ticks(std::move(ticks)), m_order(m_ticks.size()) {
  std::iota(m_order.begin(), m_order.end(), 0);
  const auto keyOf = [this](std::uint32_t i) { return std::tuple(m_ticks[i].lane.value, m_ticks[i].utc, i); };
  std::sort(m_order.begin(), m_order.end(), [&](std::uint32_t a, std::uint32_t b) { return keyOf(a) < keyOf(b); });
}

std::span<const std::uint32_t> TickList::of(model::LaneId lane) const {
  const auto laneOf = [this](std::uint32_t i) { return m_ticks[i].lane.value; };
  const auto first = std::partition_point(m_order.begin(), m_order.end(), [&](std::uint32_t i) { return laneOf(i) < lane.value; });
  const auto last = std::partition_point(first, m_order.end(), [&](std::uint32_t i) { return laneOf(i) == lane.value; });
  return {m_order.data() + (first - m_order.begin()), m_order.data() + (last - m_order.begin())};
}

}  // namespace lanescope::ui
