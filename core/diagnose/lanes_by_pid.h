// SPDX-License-Identifier: Apache-2.0
// The rank of a process, for many look-ups.
#pragma once

#include "core/model/draft.h"

#include <map>
#include <utility>

namespace lanescope::diagnose {

class LanesByPid {
 public:
  explicit LanesByPid(const model::Draft& draft) : m_draft(draft) {
    for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
      const model::Lane& lane = draft.run.lanes[i];
      if (!lane.pid) continue;
      const auto entry = m_lanes.try_emplace({lane.launch, *lane.pid}, model::LaneId{i});
      if (!entry.second) entry.first->second = {};   // two hosts may use one number
    }
  }

  // Of a line of `source` that process `pid` wrote; a rank's own file is that rank's. Invalid where it is not known.
  model::LaneId of(std::uint32_t source, std::optional<std::uint32_t> launch, std::int32_t pid) const {
    if (m_draft.laneOfSource[source].valid()) return m_draft.laneOfSource[source];
    if (!launch || pid < 0) return {};
    const auto known = m_lanes.find({*launch, static_cast<std::uint32_t>(pid)});
    return known == m_lanes.end() ? model::LaneId{} : known->second;
  }

 private:
  const model::Draft& m_draft;
  std::map<std::pair<std::uint32_t, std::uint32_t>, model::LaneId> m_lanes;
};

}  // namespace lanescope::diagnose
