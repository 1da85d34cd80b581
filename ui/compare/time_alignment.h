// SPDX-License-Identifier: Apache-2.0
// How the clocks of two runs are laid over each other.
#pragma once

#include "core/compare/comparison.h"

#include <QString>

namespace lanescope::ui {

enum class AlignBy : std::uint8_t { phase, test, jobStart, hand };

struct TimeAlignment {
  AlignBy by = AlignBy::phase;
  std::int64_t offsetNs = 0;                     // baseline's time + this = run's time
  std::int64_t zeroNs = 0;                       // where both meet, on the run's clock: 0 of the common axis
  QString what;                                  // "start of tests/a.py::test_x"
};

// phase: the start of the phase of the first divergence. test: the start of the test that `near` (a phase as a difference names it) tells
// of, else of the last one that both ran before the first divergence. jobStart: the jobs' own starts. nullopt where the runs do not tell.
std::optional<TimeAlignment> alignedBy(AlignBy by, const compare::Comparison& comparison, const model::Run& run, const model::Run& baseline, const std::string& near);
// By what the user pointed at in either.
TimeAlignment alignedByHand(std::int64_t runNs, std::int64_t baselineNs);

}  // namespace lanescope::ui
