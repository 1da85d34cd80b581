// SPDX-License-Identifier: Apache-2.0
// Who did not join, as far as a closed list of observations shows it. Numbers of different process groups are never compared.
#include "core/diagnose/steps.h"
#include "core/recognise/text_fields.h"

#include <algorithm>
#include <map>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Finding;
using model::FindingClass;
using model::Rank;

// "3", "1, 2", "3, 5]": numbers and commas from the start of `text`.
std::vector<Rank> rankList(std::string_view text) {
  std::vector<Rank> ranks;
  while (const auto rank = recognise::takeNumber<Rank>(text)) {
    ranks.push_back(*rank);
    if (!recognise::take(text, ",")) break;
    recognise::take(text, " ");
  }
  return ranks;
}

// "[Rank 0]: Rank 3 failed to pass monitoredBarrier in 30000 ms", "... Ranks 1, 2 failed to pass ..." (torch/csrc/distributed/c10d).
std::vector<Rank> barrierRanks(std::string_view text) {
  const auto failed = text.find(" failed to pass monitoredBarrier");
  if (failed == std::string_view::npos) return {};
  std::string_view before = text.substr(0, failed);
  for (const std::string_view word : {"Ranks ", "Rank "}) {
    const auto at = before.rfind(word);
    if (at != std::string_view::npos) return rankList(before.substr(at + word.size()));
  }
  return {};
}

// "[7] finished collective #291, but didn't join collective #292", "ranks [3, 5] are the lagging ranks" (TORCH_NCCL_DESYNC_DEBUG).
std::vector<Rank> desyncRanks(std::string_view text) {
  const bool names = text.find("but didn't join collective") != std::string_view::npos || text.find("are the lagging ranks") != std::string_view::npos;
  const auto open = text.find('[');
  if (!names || open == std::string_view::npos) return {};
  return rankList(text.substr(open + 1));
}

void name(Finding& finding, const std::vector<Rank>& ranks, const char* basis) {
  finding.missingRanks = finding.suspectRanks = ranks;
  finding.suspectBasis = basis;
}


// Which collective a rank's watchdog tells of depends on which was the oldest; how far the rank had come is its enqueued number, or
// the one told where no line states it.
bool enqueuedLess(const Finding& finding, const std::vector<Rank>& lower, const std::vector<Rank>& others) {
  std::map<Rank, std::uint64_t> numbers;
  for (const model::ByRank& row : finding.byRank) numbers[row.rank] = row.lastEnqueued.value_or(row.seq.value_or(0));
  const auto less = [&numbers](Rank a, Rank b) { return numbers[a] < numbers[b]; };
  if (lower.empty() || others.empty()) return true;
  return numbers[*std::max_element(lower.begin(), lower.end(), less)] < numbers[*std::min_element(others.begin(), others.end(), less)];
}

}  // namespace

void readNamedRanks(const Draft& draft, const std::vector<std::uint32_t>& observations, Finding& finding) {
  if (finding.findingClass != FindingClass::monitoredBarrier && finding.findingClass != FindingClass::desync) return;
  const bool barrier = finding.findingClass == FindingClass::monitoredBarrier;
  std::set<Rank> named;
  std::optional<std::size_t> shown;
  for (const std::uint32_t i : observations) {
    const model::Observation& observation = draft.observations[i];
    const std::string text = draft.run.sources[observation.source].text->lineText(observation.line, 4'000);
    const std::vector<Rank> ranks = barrier ? barrierRanks(text) : desyncRanks(text);
    named.insert(ranks.begin(), ranks.end());
    if (ranks.empty() || shown) continue;
    const auto it = std::find_if(finding.evidence.begin(), finding.evidence.end(), [&](const model::Evidence& e) {
      return e.source.value == observation.source && e.line == observation.line;
    });
    if (it != finding.evidence.end()) shown = static_cast<std::size_t>(it - finding.evidence.begin());
  }
  if (named.empty()) return;
  if (shown) std::rotate(finding.evidence.begin(), finding.evidence.begin() + static_cast<std::ptrdiff_t>(*shown), finding.evidence.begin() + static_cast<std::ptrdiff_t>(*shown) + 1);
  name(finding, {named.begin(), named.end()}, barrier ? "monitored-barrier" : "desync-report");
}

void compareCollectives(Finding& finding) {
  // By group: which ranks reported which operation and number.
  std::map<std::string, std::map<std::pair<std::uint64_t, std::string>, std::vector<Rank>>> groups;
  for (const model::ByRank& row : finding.byRank) {
    if (row.seq && !row.op.empty() && row.ranMs) groups[row.group][{*row.seq, row.op}].push_back(row.rank);
  }
  for (const auto& group : groups) {
    if (group.second.size() < 2) continue;
    // The largest set of ranks is where the others should be; equal sets blame nobody.
    const auto most = std::max_element(group.second.begin(), group.second.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    const auto ties = std::count_if(group.second.begin(), group.second.end(), [&](const auto& entry) { return entry.second.size() == most->second.size(); });
    if (ties > 1) continue;
    std::vector<Rank> lower, other;
    for (const auto& entry : group.second) {
      if (entry.first.first < most->first.first) lower.insert(lower.end(), entry.second.begin(), entry.second.end());
      else if (entry.first.first == most->first.first && entry.first.second != most->first.second) other.insert(other.end(), entry.second.begin(), entry.second.end());
    }
    if (lower.empty() && other.empty()) continue;
    // Where no line names the group, only another operation at the same number is told, and nobody is suspected.
    if (group.first.empty() && other.empty()) continue;
    finding.findingClass = FindingClass::desync;
    std::vector<Rank>& suspects = other.empty() ? lower : other;
    std::sort(suspects.begin(), suspects.end());
    const bool named = !group.first.empty() && (!other.empty() || enqueuedLess(finding, lower, most->second));
    if (named) {
      finding.suspectRanks = suspects;
      finding.suspectBasis = other.empty() ? "lower-enqueued" : "other-operation";
    }
    // What the odd ones did is the line to show, and the collective to name.
    for (std::size_t i = 0; i < finding.evidence.size(); ++i) {
      if (!finding.evidence[i].rank || *finding.evidence[i].rank != suspects.front()) continue;
      std::rotate(finding.evidence.begin(), finding.evidence.begin() + static_cast<std::ptrdiff_t>(i), finding.evidence.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      break;
    }
    for (const model::ByRank& row : finding.byRank) {
      if (row.rank != suspects.front() || !finding.attributes.collective) continue;
      finding.attributes.collective->op = row.op;
      finding.attributes.collective->seq = row.seq;
    }
    return;
  }
}

}  // namespace lanescope::diagnose
