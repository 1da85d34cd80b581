// SPDX-License-Identifier: Apache-2.0
// Ranks of one launch run the same tests: where their final counts disagree, that is a fact of its own.
#include "core/clock/line_time.h"
#include "core/diagnose/steps.h"
#include "core/diagnose/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Finding;
using model::LineRef;
using model::Rank;
using model::RankCounts;
using recognise::SessionFact;

using LaunchRank = std::pair<std::uint32_t, Rank>;

// The line with which each rank's session ended: the last one, as its counts are.
std::map<LaunchRank, LineRef> finalLines(const Draft& draft) {
  std::map<LaunchRank, LineRef> out;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const SessionFact& fact : draft.scans[source].sessions) {
      if (fact.kind != SessionFact::Kind::end) continue;
      const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
      if (!owner.lane.valid() || draft.isCopy(source, fact.line, fact.writer)) continue;
      out[{*owner.launch, draft.run.lanes[owner.lane.value].rank}] = {model::SourceId(source), fact.line};
    }
  }
  return out;
}

// "8 passed, 1 failed": what a final line counts, nothing where it counts nothing.
std::string countsText(const RankCounts& counts) {
  std::string text;
  const auto add = [&text](const std::optional<std::uint32_t>& number, const char* word) {
    if (number.value_or(0) > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", *number, word);
  };
  add(counts.passed, "passed");
  add(counts.failed, "failed");
  add(counts.errors, counts.errors.value_or(0) == 1 ? "error" : "errors");
  add(counts.skipped, "skipped");
  return text.empty() ? "no test" : text;
}

std::optional<Finding> findingOf(const Draft& draft, const model::Launch& launch, const std::map<LaunchRank, LineRef>& lines) {
  std::map<std::string, std::vector<Rank>> byCounts;
  for (const RankCounts& counts : launch.tests->ranks) {
    if (counts.complete && lines.count({launch.index, counts.rank})) byCounts[countsText(counts)].push_back(counts.rank);
  }
  if (byCounts.size() < 2) return std::nullopt;
  // What most ranks counted first: the others differ from it.
  std::vector<std::pair<std::string, std::vector<Rank>>> values(byCounts.begin(), byCounts.end());
  std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  Finding finding;
  finding.findingClass = model::FindingClass::warning;
  finding.launch = launch.index;
  finding.title = "The final test counts of the ranks differ";
  constexpr std::size_t kMostTold = 4, kMostEvidence = 20;
  for (std::size_t i = 0; i < std::min(values.size(), kMostTold); ++i) {
    finding.title += fmt::format("{} {} on {}", i == 0 ? ":" : ";", values[i].first, model::ranksPhrase(values[i].second));
  }
  if (values.size() > kMostTold) finding.title += fmt::format("; {} more counts on other ranks", values.size() - kMostTold);
  // One line for each count, then those of the ranks that differ from the most.
  const auto show = [&](Rank rank) {
    if (finding.evidence.size() >= kMostEvidence) return;
    const LineRef line = lines.at({launch.index, rank});
    finding.evidence.push_back(draft.evidenceAt(line.source.value, line.line, rank));
    finding.evidence.back().time = clock::whenOf(draft.run.source(line.source), line.line);
  };
  for (std::size_t i = 1; i < values.size(); ++i) show(values[i].second.front());
  show(values.front().second.front());
  for (std::size_t i = 1; i < values.size(); ++i) {
    for (std::size_t k = 1; k < values[i].second.size(); ++k) show(values[i].second[k]);
    finding.ranks.insert(finding.ranks.end(), values[i].second.begin(), values[i].second.end());
  }
  std::sort(finding.ranks.begin(), finding.ranks.end());
  finding.count = static_cast<std::uint32_t>(finding.ranks.size());
  finding.time = finding.evidence.front().time;
  finding.identity = "warning|test counts differ";
  finding.fingerprint = fingerprintOf(finding.identity);
  return finding;
}

}  // namespace

void addDifferingCounts(model::Draft& draft, std::vector<Group>& groups) {
  std::optional<std::map<LaunchRank, LineRef>> lines;
  for (const model::Launch& launch : draft.run.launches) {
    if (!launch.tests || launch.tests->ranks.size() < 2) continue;
    if (!lines) lines = finalLines(draft);
    auto finding = findingOf(draft, launch, *lines);
    if (!finding) continue;
    Group group;
    group.when = finding->time;
    group.finding = std::move(*finding);
    groups.push_back(std::move(group));
  }
}

}  // namespace lanescope::diagnose
