// SPDX-License-Identifier: Apache-2.0
// The time of any line, asked for when needed: from the line's own stamp, else from its source's anchors.
#pragma once

#include "core/model/run.h"

namespace lanescope::clock {

// When line `line` (1-based) of `source` was written. Stamped lines: their stamp. Others: bounded between the nearest
// anchors before and after, limited by the writer's start and end. basis none where nothing is known. O(log anchors).
model::When whenOf(const model::Source& source, std::uint32_t line);

// A time of something that a rank itself did, where only neighbouring lines bound it: not after the end of its process.
model::When withinLife(const model::Lane& lane, const model::When& when);

// The same for many lines of one source, `lines` in ascending order, in one walk over the source. Parallel to `lines`.
std::vector<model::When> whenOfLines(const model::Source& source, const std::vector<std::uint32_t>& lines);

// All lines of `sources` in time order: each source keeps its file order, and sources are merged by the best estimate
// of their lines' times (a line of unknown time follows the line before it in its file). Ties: source order.
std::vector<model::LineRef> mergeByTime(const model::Run& run, const std::vector<model::SourceId>& sources);

}  // namespace lanescope::clock
