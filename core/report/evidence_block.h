// SPDX-License-Identifier: Apache-2.0
// Lines of a log for an issue, as Markdown: where they come from, then the lines as code. Secrets and e-mail are replaced, as in everything
// that is made to be passed on.
#pragma once

#include "core/model/run.h"

#include <span>
#include <string>

namespace lanescope::report {

struct EvidenceLine { model::LineRef line; std::optional<model::Rank> rank; };

// Each stretch of one source under its place, rank and time. Below 65,536 characters; what had to go is said. `left`: how many lines more
// there were.
std::string writeEvidenceBlock(const model::Run& run, std::span<const EvidenceLine> lines, std::size_t left);

}  // namespace lanescope::report
