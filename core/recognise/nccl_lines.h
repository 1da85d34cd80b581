// SPDX-License-Identifier: Apache-2.0
// NCCL's own lines that tell which process is which rank, and how far a communicator is. Source: src/init.cc of NCCL (ncclCommInitRank*).
#pragma once

#include "core/recognise/source_scan.h"

#include <optional>
#include <string_view>

namespace lanescope::recognise {

// "... comm 0x.. rank 3 nranks 8 cudaDev 3 nvmlDev 3 busId 1d000 commId 0x.. - Init COMPLETE"; false where it is none.
bool parseNcclInit(const Layer& head, std::string_view message, std::uint32_t line, NcclFact& out);

// One step in the life of a communicator, as one of its ranks prints it.
struct CommunicatorStep {
  enum class Kind : std::uint8_t { start, complete, destroyed, aborted } kind = Kind::start;
  std::uint64_t address = 0;                     // "comm 0x..": this process's name for it
  std::uint64_t id = 0;                          // "commId 0x..", 0: not printed (teardown)
  std::int32_t rank = -1, nranks = -1;
};
// "... comm 0x55d0 rank 3 nranks 8 ... commId 0x9a - Init START|Init COMPLETE", "comm 0x55d0 rank 3 nranks 8 .. - Destroy COMPLETE|Abort COMPLETE"
std::optional<CommunicatorStep> parseCommunicatorStep(std::string_view message) noexcept;

}  // namespace lanescope::recognise
