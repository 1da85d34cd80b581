// SPDX-License-Identifier: Apache-2.0
// From what was observed to findings: their roles, the first failure, what the others waited for, the outcome of the run, and
// what the log does not show. Functions over a Draft whose lanes, tests and times are known.
#pragma once

#include "core/model/draft.h"

namespace lanescope::diagnose {

// Fills findings, tests, events, intervals, milestones, outcome, candidates, coverage and what is not established.
void diagnose(model::Draft& draft);

// Observations, milestones, events and intervals, without findings and roles: for a run that is still being read.
void outline(model::Draft& draft);

}  // namespace lanescope::diagnose
