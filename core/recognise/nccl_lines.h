// SPDX-License-Identifier: Apache-2.0
// NCCL's own lines that tell which process is which rank. Source: src/init.cc of NCCL (ncclCommInitRank*).
#pragma once

#include "core/recognise/source_scan.h"

namespace lanescope::recognise {

// "... comm 0x.. rank 3 nranks 8 cudaDev 3 nvmlDev 3 busId 1d000 commId 0x.. - Init COMPLETE"; false where it is none.
bool parseNcclInit(const Layer& head, std::string_view message, std::uint32_t line, NcclFact& out);

}  // namespace lanescope::recognise
