// SPDX-License-Identifier: Apache-2.0
// The lines that a search found, one a line, as they are found.
#pragma once

#include "core/model/run.h"

#include <iosfwd>
#include <optional>
#include <span>

namespace lanescope::report {

enum class SearchFormat { text, jsonl };

// The rank that wrote a line: of a rank's own file, or as the line's tag prints it; none where neither tells.
std::optional<model::Rank> writerOfLine(const model::Run& run, model::LineRef line);

// Text: SOURCE:LINE: and the line, without what a terminal would act on. JSON lines: EVIDENCE objects. Each line is read when it is
// written; a failed stream is the caller's to notice.
void writeFoundLines(const model::Run& run, std::span<const model::LineRef> lines, SearchFormat format, std::ostream& out);
// Behind the last line: {"total": N} in JSON lines, nothing in text.
void writeFoundTotal(std::uint64_t total, SearchFormat format, std::ostream& out);

}  // namespace lanescope::report
