// SPDX-License-Identifier: Apache-2.0
// The time of any line, asked for when needed: from the line's own stamp, else from its source's anchors.
#pragma once

#include "core/model/run.h"

#include <functional>

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
// The same without holding it: visit(which, count) says that the next `count` lines of sources[which] follow.
void mergeByTime(const model::Run& run, const std::vector<model::SourceId>& sources, const std::function<void(std::size_t which, std::uint32_t count)>& visit);

// The same walk over one source: visit(ns, first, count) says that the `count` lines from `first` on stand at `ns`. What stands before any
// known time is left out.
void eachMoment(const model::Source& source, const std::function<void(std::int64_t ns, std::uint32_t first, std::uint32_t count)>& visit);

// The lines [first, last] of `source` that stand in [begin, end) when its lines are in order of time as above (a line of unknown time
// goes with the line before it); last < first where there are none. One walk over the source's columns.
struct LineSpan { std::uint32_t first = 1, last = 0; };
LineSpan linesWithin(const model::Source& source, std::int64_t begin, std::int64_t end);

}  // namespace lanescope::clock
