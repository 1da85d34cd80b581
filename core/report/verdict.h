// SPDX-License-Identifier: Apache-2.0
// The sentences a person reads first: on the window's strip, above a picture, at the top of the text report. They say
// only what the findings state; what is missing weakens them in the same breath (ARCHITECTURE.md, "What may be said").
#pragma once

#include "core/model/run.h"

#include <string>

namespace lanescope::report {

struct Verdict {
  std::string badge;     // "RECOVERED", "FAILED", "PASSED", "CANCELLED", "UNKNOWN"; empty for a run that is still being read
  std::string headline;  // "ranks 5, 7 · CUDA failure 999 'unknown error' in all_gather · between .. and .. Z · 2 of 8 ranks"
  std::string then;      // what happened next, "" where nothing did
  std::string test;      // node id of the test in which the first failure stands, "" where none
  std::string notKnown;  // what is not established and which inputs are missing, "" where nothing
  std::string title;     // one line for a picture: "Ranks 5, 7: CUDA failure 999 in all_gather; ...; passed on retry"
};

// A pure function of the run. A partial run (complete == false) gets no badge and no verdict word.
Verdict verdictOf(const model::Run& run);

// "first failure", "independent failure", "cascade", "teardown", "noise", "context": a role for people.
const char* roleText(model::Role role) noexcept;

}  // namespace lanescope::report
