// SPDX-License-Identifier: Apache-2.0
// What the ranks of one wave of time-outs said of the collectives they waited in, by process group.
#pragma once

#include "core/diagnose/steps.h"

#include <map>

namespace lanescope::diagnose {

// One rank's own report of one collective.
struct WaitReport {
  model::Rank rank = 0;
  std::string group;                             // the name that all its members know it by, "" where no line tells
  std::string groupText;                         // what it is for ("TENSOR_MODEL_PARALLEL_GROUP"), else its name
  std::int32_t rankInGroup = -1;
  std::uint64_t seq = 0;
  std::string op;
  std::optional<std::uint64_t> numelIn, numelOut;
  std::uint32_t observation = 0;                 // index into Draft::observations
};

// Of each rank and group the oldest collective, by rank. A watchdog's line names no group: the line behind it that tells how far the
// same rank had come at the same number does.
std::vector<WaitReport> waitReports(const model::Draft& draft, const Group& wave);

// The members of a process group as far as the reports show them: all ranks of the launch where it is the default one, else those
// that the reported places in the group lead to, which lie at one distance from each other.
struct GroupMembers {
  std::vector<model::Rank> ranks;                // sorted; of a group whose size is not known none behind the last that reported
  bool whole = false;                            // these are all
};
GroupMembers membersOf(const model::Draft& draft, const Group& wave, const std::vector<const WaitReport*>& reports);

}  // namespace lanescope::diagnose
