// SPDX-License-Identifier: Apache-2.0
// What the heads before a message state together: its time, its level, whether a logger printed it.
#pragma once

#include "core/recognise/source_scan.h"
#include "core/recognise/time_context.h"

namespace lanescope::recognise {

// The time that the piece carries: its writer's own, else that of reading. `scan` holds the stamps of its lines so far.
Moment momentOf(const Piece& piece, std::uint32_t line, const SourceScan& scan, const TimeContext& context);

// The level that the head of the program that printed the line states. NCCL's WARN is all that it says of errors; what collects the lines
// of others (a record, a journal) gives all of them one level.
Severity levelOf(const Piece& piece) noexcept;

// Whether a logger's or a library's own head with a time stands before the message: no line of an exception's text has one.
bool hasLogHead(const Piece& piece) noexcept;

}  // namespace lanescope::recognise
