// SPDX-License-Identifier: Apache-2.0
// The facts inside a failure message: CUDA codes, NCCL results, a WorkNCCL(...), a process group's prefix and numbers.
// Sources of the texts: ProcessGroupNCCL.cpp, NCCLUtils.cpp, CUDAException.cpp of PyTorch; checks.h, cudawrap.h of NCCL.
#pragma once

#include "core/recognise/signature.h"
#include "core/recognise/source_scan.h"

#include <string_view>

namespace lanescope::recognise {

// Fills what `text` (one line) says and `fact` does not have yet.
void enrich(FailureFact& fact, std::string_view text);

// The runtime code of a CUDA error text, where it is one of the fixed strings of the runtime ("unknown error" -> 999).
std::optional<int> cudaCodeOf(std::string_view text) noexcept;

// The signature `hit`, which is `signature`, matched on `line` of the fact's block.
void noteSignature(FailureFact& fact, const SignatureHit& hit, const Signature& signature, std::uint32_t line);

}  // namespace lanescope::recognise
