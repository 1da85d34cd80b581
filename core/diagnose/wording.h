// SPDX-License-Identifier: Apache-2.0
// The sentences of findings, in the observed vocabulary, and small pieces of language.
#pragma once

#include "core/model/finding.h"
#include "core/model/ranks_text.h"

#include <set>
#include <string>
#include <vector>

namespace lanescope::diagnose {

// "1,800 s", "0.5 s"
std::string secondsText(double seconds);
// The sentence in which a line supposes why: "This might be caused by insufficient shared memory (shm)"; empty where it supposes nothing.
std::string hypothesisIn(std::string_view text);
// "at 20:08:49 Z", "between 20:08:48 and 20:08:50 Z" where the second is not certain. Needs a known time.
std::string clockPhrase(const model::When& when);
// "all_gather" where a collective's name stands in the innermost frames, else empty.
std::string operationIn(const std::vector<model::StackFrame>& stack);
// The line to show: its message, and what its signature says of it.
struct Stated {
  std::string_view text;
  std::string_view literal;                      // what the signature looks for in the text
  std::string_view why;                          // "The kernel killed a process for want of memory"
};
// One sentence that says what was observed; needs class, ranks and attributes. What the line states is quoted where no exception says more.
std::string titleOf(const model::Finding& finding, const Stated& stated = {});
// The text without what varies between runs (numbers, addresses, paths, ranks): for fingerprints and for grouping.
std::string normalised(std::string_view text);
std::string fingerprintOf(const std::string& identity);

}  // namespace lanescope::diagnose
