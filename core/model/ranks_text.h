// SPDX-License-Identifier: Apache-2.0
// Ranks for people, the same words wherever they stand. Ranks are sorted. A list of more than `mostParts` parts (numbers or runs
// of numbers) ends with "… (455 in all)": the JSON report has them all.
#pragma once

#include "core/model/source.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::model {

inline constexpr std::size_t kMostRankParts = 12;

// "0–4, 6, 7", "" for none.
std::string rankList(const std::vector<Rank>& ranks, std::size_t mostParts = kMostRankParts);
// "rank 5", "ranks 0–4, 6", "" for none.
std::string ranksText(const std::vector<Rank>& ranks);
// In a sentence: "ranks 0–4, 6 and 7", "no rank" for none.
std::string ranksPhrase(const std::vector<Rank>& ranks);

// "0-7,13" as people type it, sorted, each once; nothing where it is no such list.
std::optional<std::vector<Rank>> parseRanks(std::string_view text);

}  // namespace lanescope::model
