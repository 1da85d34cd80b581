// SPDX-License-Identifier: Apache-2.0
// Which rank a kernel's line speaks of. Its pid is the host's, which is another one inside a container; its GPU is named by the place on
// the bus, which NCCL's lines map to ranks; failing both, a process of that host that went down then may be the one.
#pragma once

#include "core/model/draft.h"

namespace lanescope::diagnose {

// The host that a kernel log is of: as its lines say, else a host of the run whose name stands in the path, else the only one there is;
// empty where none is known.
std::string hostOfKernelLine(const model::Draft& draft, std::uint32_t source, const recognise::FailureFact& fact);

struct TiedLane {
  model::LaneId lane;                            // invalid: tied to none
  model::KernelTie by = model::KernelTie::none;
};
// `fact` is a kernel's line of `source`, printed at `when`. `launch`: where the line stands inside a launch's own log. Never guesses
// between two ranks.
TiedLane tieOfKernelLine(const model::Draft& draft, std::uint32_t source, const recognise::FailureFact& fact, const model::When& when,
                         std::optional<std::uint32_t> launch);

// The one rank whose process has this pid; invalid where there is none, or two at that time. An empty host fits any.
model::LaneId onlyLaneOfPid(const model::Draft& draft, std::int32_t pid, const std::string& host, const model::When& when, std::optional<std::uint32_t> launch);

// "pid 4021", "its PCI address 0000:3b:00", "host node-a07 and time".
std::string tieText(model::KernelTie tie, const recognise::FailureFact& fact, const std::string& host);

}  // namespace lanescope::diagnose
