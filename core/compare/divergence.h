// SPDX-License-Identifier: Apache-2.0
// Where a run first does otherwise than its baseline, and where the two clocks are laid over each other. Internal to core/compare.
#pragma once

#include "core/compare/side.h"

namespace lanescope::compare {

// nullopt where neither messages, tests nor ends differ.
std::optional<Divergence> findDivergence(const Comparison& comparison, const model::Run& run, const model::Run& baseline);

// Sets the anchor of the alignment: the start of the phase of the divergence, else of the first failure's launch.
void anchorClocks(Comparison& comparison, const model::Run& run);

// The phase of a line of a run: "production, tests/a.py::test_x"; empty where none is known.
std::string phaseOfLine(const model::Run& run, Place place, std::optional<std::uint32_t> launch, std::optional<std::uint32_t> attempt);

}  // namespace lanescope::compare
