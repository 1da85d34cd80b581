// SPDX-License-Identifier: Apache-2.0
// Times that a message without a stamp states of itself: what `date` printed, alone or behind the words of a job script that say what began
// or ended, and what Slurm's step daemon says when it stops a step.
#pragma once

#include "core/recognise/stamp.h"

#include <optional>
#include <string_view>

namespace lanescope::recognise {

// A cheap look at a line (with or without its LF) or a message: false for nearly all.
bool mayStateTime(std::string_view line) noexcept;

//   Fri Jan  2 03:04:05 UTC 2026            (coreutils date, LC_TIME=C; also "03:04:05 AM UTC 2026" and "Fri  2 Jan .."
//   Job started at Fri Jan  2 03:04:05 2026  (ctime)
//   section_start:1767323045:prepare_script  (GitLab's runner; section_end: too; unix seconds)
//   slurmstepd: error: *** STEP 4711.0 ON node-a07 CANCELLED AT 2026-01-02T03:04:05 DUE TO TIME LIMIT ***
// nullopt where it states none. An abbreviation of a zone counts only where it means one offset.
std::optional<Stamp> statedTime(std::string_view message) noexcept;

}  // namespace lanescope::recognise
