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
// "20:08:49" of a time in UTC
std::string clockText(std::int64_t ns);
// "all_gather" where a collective's name stands in the innermost frames, else empty.
std::string operationIn(const std::vector<model::StackFrame>& stack);
// One sentence that says what was observed; needs class, ranks and attributes. `stated`: the message of the line to show, quoted where
// no exception says more.
std::string titleOf(const model::Finding& finding, std::string_view stated = {});
// The text without what varies between runs (numbers, addresses, paths, ranks): for fingerprints and for grouping.
std::string normalised(std::string_view text);
std::string fingerprintOf(const std::string& identity);

}  // namespace lanescope::diagnose
