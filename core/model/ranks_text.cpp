// SPDX-License-Identifier: Apache-2.0
#include "core/model/ranks_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace lanescope::model {
namespace {

// "0–4", "6", "7": runs of three and more are one part.
std::vector<std::string> partsOf(const std::vector<Rank>& ranks) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (last - i >= 2) parts.push_back(fmt::format("{}\xE2\x80\x93{}", ranks[i], ranks[last]));
    else for (std::size_t k = i; k <= last; ++k) parts.push_back(std::to_string(ranks[k]));
    i = last + 1;
  }
  return parts;
}

std::string joined(const std::vector<Rank>& ranks, std::size_t mostParts, std::string_view beforeLast) {
  const std::vector<std::string> parts = partsOf(ranks);
  const bool cut = parts.size() > mostParts;
  const std::size_t shown = cut ? mostParts : parts.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == shown && !cut ? beforeLast : ", ";
    text += parts[i];
  }
  if (cut) text += fmt::format(" \xE2\x80\xA6 ({} in all)", ranks.size());
  return text;
}

const char* nounOf(const std::vector<Rank>& ranks) { return ranks.size() == 1 ? "rank " : "ranks "; }

}  // namespace

std::string rankList(const std::vector<Rank>& ranks, std::size_t mostParts) { return joined(ranks, mostParts, ", "); }

std::string ranksText(const std::vector<Rank>& ranks) { return ranks.empty() ? std::string() : nounOf(ranks) + rankList(ranks); }

std::string ranksPhrase(const std::vector<Rank>& ranks) {
  return ranks.empty() ? "no rank" : nounOf(ranks) + joined(ranks, kMostRankParts, " and ");
}

std::optional<std::vector<Rank>> parseRanks(std::string_view text) {
  constexpr std::size_t kMost = kMaxRanks;       // also of a list that names ranks again and again
  std::vector<Rank> ranks;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    Rank first = 0, last = 0;
    auto read = std::from_chars(at, end, first);
    last = first;
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-') read = std::from_chars(read.ptr + 1, end, last);
    if (read.ec != std::errc() || last < first || last >= kMaxRanks || last - first >= kMost - ranks.size()) return std::nullopt;
    for (Rank rank = first; rank <= last; ++rank) ranks.push_back(rank);
    at = read.ptr;
    if (at == end) break;
    if (*at++ != ',' || at == end) return std::nullopt;
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

}  // namespace lanescope::model
