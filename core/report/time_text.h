// SPDX-License-Identifier: Apache-2.0
// Times, durations, counts and lists of ranks as people and the report contract read them. UTC only; locale and the
// machine's zone play no part.
#pragma once

#include "core/model/run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::report {

// "2026-03-14T09:09:20.003Z": at most 9 fractional digits, no trailing zeros.
std::string isoTime(std::int64_t ns);
// "2026-03-14".
std::string dateText(std::int64_t ns);
// "09:09:20.003", or "09:09:20" on a whole second.
std::string clockText(std::int64_t ns);
// "09:39:27.003 Z"; a range as "09:09:20 – 09:09:27 Z", "by 09:09:27 Z", "from 09:09:20 Z"; "no time" where none is known.
std::string whenText(const model::When& when);
// The same inside a sentence: "at 09:39:27.003 Z", "between 09:09:20 and 09:09:27 Z", "at an unknown time".
std::string whenPhrase(const model::When& when);
// "8 ms", "1.5 s", "47 s", "37 m 47 s", "2 h 5 m".
std::string durationText(double seconds);
// 1800000 as "1,800 s", 1500 as "1.5 s", 20 as "20 ms": a stated limit keeps its unit.
std::string limitText(std::int64_t milliseconds);
// "4,812".
std::string thousands(std::uint64_t number);
// The text with a capital letter at its start.
std::string capitalised(std::string text);

// "2026-03-14T09:09:20.5Z" (Z optional) or a time of day, which is taken on the UTC day of `dayNs`.
std::optional<std::int64_t> parseTime(std::string_view text, std::int64_t dayNs);

}  // namespace lanescope::report
