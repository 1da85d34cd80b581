// SPDX-License-Identifier: Apache-2.0
// What makes observations one fact, and what is said of it then: the parts of group(), private to it.
#pragma once

#include "core/diagnose/steps.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::diagnose {

const recognise::FailureFact& factOf(const model::Draft& draft, const model::Observation& observation);
// Of the most specific line; empty where none matched.
const std::string& signatureId(const model::Draft& draft, const recognise::FailureFact& fact);
// Whether the observation is a rank's own report that its collective timed out, or of what it had issued by then.
bool reportsTimeout(const recognise::FailureFact& fact);
// Lines with which a process announces that its watchdog takes it down, and what it prints on its way.
bool takesProcessDown(const model::Draft& draft, const model::Observation& observation, const recognise::FailureFact& fact);

// What must be equal for two observations to be one fact, wherever they stand.
std::string identityOf(const model::Draft& draft, const model::Observation& observation);
// The same inside one attempt and test.
std::string groupKey(const model::Draft& draft, const model::Observation& observation);
// Source, writer and what the signatures of an observation make of it: a traceback often only raises what a line before it said. Empty:
// no signature does.
std::string announcedBy(const model::Draft& draft, const model::Observation& observation);
// Failures that a rank met in a test, by rank and identity.
std::map<std::string, std::vector<std::uint32_t>> testedByLane(const model::Draft& draft);
// A library's line in a file that ranks share stands in no test: where the rank met the same failure in one, at no other time, it is that.
std::string keyInItsTest(const model::Draft& draft, const model::Observation& observation, const std::map<std::string, std::vector<std::uint32_t>>& inTests);

// On the clock of the first host.
model::When orderOf(const model::Draft& draft, const model::Observation& observation);
bool earlier(const model::Draft& draft, std::uint32_t a, std::uint32_t b);
// Index of the observation whose line a person should see first.
std::uint32_t lineToShow(const model::Draft& draft, const Group& group);
// What a clean-up warning says, without its lead and its details.
std::string_view cleanupText(const recognise::FailureFact& fact);

// Fills the finding from the group's observations, all but role and links.
void complete(const model::Draft& draft, Group& group);
// What two runs with the same failure have in common: no rank, host, process, address, time or number that varies. Needs the finding's
// attributes.
std::string fingerprintText(const model::Draft& draft, const Group& group);

}  // namespace lanescope::diagnose
