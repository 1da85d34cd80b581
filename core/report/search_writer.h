// SPDX-License-Identifier: Apache-2.0
// The lines that a search found, one a line, as they are found.
#pragma once

#include "core/search/search.h"

#include <iosfwd>
#include <span>

namespace lanescope::report {

enum class SearchFormat { text, jsonl };

// Text: SOURCE:LINE: and the line, without what a terminal would act on. JSON lines: EVIDENCE objects. Whose they are is told where
// the search was asked to tell it. Each line is read when it is written; a failed stream is the caller's to notice.
void writeFoundLines(const model::Run& run, std::span<const search::Hit> hits, SearchFormat format, std::ostream& out);
// Behind the last line: {"total": N} in JSON lines, nothing in text.
void writeFoundTotal(std::uint64_t total, SearchFormat format, std::ostream& out);

}  // namespace lanescope::report
