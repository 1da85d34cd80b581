// SPDX-License-Identifier: Apache-2.0
// Lines that are JSON: what wrote them put the message, its time and its level into fields. They are turned into the line that
// the same writer would have printed as text, so that every other recogniser reads them like any other line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope::recognise {

// A cheap look: whether `line` begins with an object.
inline bool mayBeRecord(std::string_view line) noexcept { return line.size() > 8 && line[0] == '{' && line[1] == '"'; }

// Where `line` is one record and no more, appends it as text, each of its lines behind a copy of `before` and ended by LF:
//   docker json-file    {"log":"msg\n","stream":"stdout","time":T}                ->  T stdout F msg   (P where no \n stands there)
//   torch's error.json  {"message":{"extraInfo":{"py_callstack":"..","timestamp":T}}}  ->  T .. (each line of the stack)
//   a logging library   {"time":T,"level":"info","message":"msg","rank":3}        ->  T INFO [rank3]: msg
// Times are ISO text, or unix seconds to nanoseconds; an exception's own field follows the message line by line. Control sequences
// inside are removed. False, with nothing appended, for anything else: an object without a message, or without a time and a level,
// is a program's own print.
bool appendRecord(std::string_view line, std::string_view before, std::string& out);

}  // namespace lanescope::recognise
