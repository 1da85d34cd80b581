// SPDX-License-Identifier: Apache-2.0
// What a mark with a number stands for, in words: its events by template, in each the ranks that printed it. Pure; any thread.
#pragma once

#include "core/model/run.h"
#include "ui/timeline/run_index.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::ui {

// Ranks that follow each other, [first, last] of one launch.
struct MarkRanks {
  std::optional<std::uint32_t> launch;           // nullopt: of the job
  model::Rank first = 0, last = 0;
  std::uint32_t event = 0;                       // the earliest among theirs
  std::size_t count = 0;                         // events
};

struct MarkGroup {
  QString what;                                  // a finding's title, else the template of the line
  std::uint32_t event = 0;                       // the earliest
  std::size_t count = 0;
  std::vector<MarkRanks> ranks;                  // by launch and rank
};

// Of events of `run`, in order of time; the group that gives the mark its glyph (`worst` is in it) first, then the larger ones.
std::vector<MarkGroup> markGroups(const model::Run& run, const RunIndex& index, const std::vector<std::uint32_t>& events, std::uint32_t worst);

}  // namespace lanescope::ui
