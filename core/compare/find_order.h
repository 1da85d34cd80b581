// SPDX-License-Identifier: Apache-2.0
// Messages that a few ranks print in another order than their peers and the baselines do. Internal to core/compare.
#pragma once

#include "core/compare/find_messages.h"

namespace lanescope::compare {

// Only what every rank prints once, in both, and always in the same order in the baselines, can be out of order: one row for each rank
// and the first place where it is, ranks with the same one together.
std::vector<Candidate> findOrder(const Sides& sides);

}  // namespace lanescope::compare
