// SPDX-License-Identifier: Apache-2.0
// Who did not join, as far as a closed list of observations shows it. Numbers of different process groups are never compared.
#include "core/diagnose/wait_reports.h"
#include "core/recognise/text_fields.h"

#include <algorithm>
#include <map>
#include <tuple>

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
  constexpr std::string_view kJoined = " finished collective #", kLagging = "ranks [";
  auto open = std::string_view::npos;            // a rank's own prefix is in brackets too
  if (text.find("but didn't join collective") != std::string_view::npos) {
    const auto words = text.find(kJoined);
    if (words != std::string_view::npos) open = text.rfind('[', words);
  } else if (text.find("are the lagging ranks") != std::string_view::npos) {
    const auto words = text.find(kLagging);
    if (words != std::string_view::npos) open = words + kLagging.size() - 1;
  }
  if (open == std::string_view::npos) return {};
  return rankList(text.substr(open + 1));
}

void name(Finding& finding, const std::vector<Rank>& ranks, const char* basis) {
  finding.missingRanks = finding.suspectRanks = ranks;
  finding.suspectBasis = finding.attributes.missingBasis = basis;
}

// How far a rank had come in a group, as its own lines say; the number it waited at where none does.
std::uint64_t enqueuedBy(const Draft& draft, const Group& wave, const WaitReport& report) {
  for (const std::vector<std::uint32_t>* list : {&wave.observations, &wave.hearers}) {
    for (const std::uint32_t i : *list) {
      const model::Observation& observation = draft.observations[i];
      const recognise::FailureFact& fact = draft.scans[observation.source].failures[observation.fact];
      if (draft.rankOf(observation.lane) == report.rank && fact.group && fact.group->id == report.group && fact.lastEnqueued) return *fact.lastEnqueued;
    }
  }
  return report.seq;
}

using Reports = std::vector<const WaitReport*>;

// Every rank of `lower` had enqueued less than any of `others`.
bool enqueuedLess(const Draft& draft, const Group& wave, const Reports& lower, const Reports& others) {
  std::uint64_t most = 0, least = UINT64_MAX;
  for (const WaitReport* report : lower) most = std::max(most, enqueuedBy(draft, wave, *report));
  for (const WaitReport* report : others) least = std::min(least, enqueuedBy(draft, wave, *report));
  return most < least;
}

std::map<std::string, Reports> byGroup(const std::vector<WaitReport>& reports) {
  std::map<std::string, Reports> groups;
  for (const WaitReport& report : reports) groups[report.group].push_back(&report);
  return groups;
}

// Operations whose operands have one size on all ranks; others may differ (all-to-all, gathers of lists).
bool sizesAreEqual(const std::string& op) {
  return op == "ALLREDUCE" || op == "BROADCAST" || op == "_ALLGATHER_BASE" || op == "_REDUCE_SCATTER_BASE" || op == "REDUCE";
}

// What a rank was in: number, operation and, where that must agree, the size of its operand.
std::tuple<std::uint64_t, std::string, std::uint64_t> placeOf(const WaitReport& report) {
  return {report.seq, report.op, sizesAreEqual(report.op) ? report.numelIn.value_or(0) : 0};
}

std::vector<Rank> ranksOf(const Reports& reports) {
  std::vector<Rank> ranks;
  for (const WaitReport* report : reports) ranks.push_back(report->rank);
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

// What the odd ones did is the line to show, and the collective to name.
void showReport(Finding& finding, const Draft& draft, const WaitReport& report) {
  const model::Observation& observation = draft.observations[report.observation];
  const auto it = std::find_if(finding.evidence.begin(), finding.evidence.end(), [&](const model::Evidence& evidence) {
    return evidence.source.value == observation.source && evidence.line == observation.line;
  });
  if (it != finding.evidence.end()) std::rotate(finding.evidence.begin(), it, it + 1);
  if (!finding.attributes.collective) return;
  finding.attributes.collective->op = report.op;
  finding.attributes.collective->seq = report.seq;
  finding.attributes.collective->group = report.group;
  finding.attributes.collective->groupDesc = report.groupText == report.group ? std::string() : report.groupText;
  finding.attributes.collective->numelIn = report.numelIn;
  finding.attributes.collective->numelOut = report.numelOut;
}

// Whether silence says something: nothing of the rank's own lines is gone, and its peers' lines were not counted instead of printed.
bool isReadWhole(const Draft& draft, const Group& wave, model::LaneId lane) {
  const auto damaged = [&](std::uint32_t source) { return draft.run.sources[source].damagedBytes > 0 || draft.run.sources[source].truncated; };
  for (const std::uint32_t i : wave.observations) {
    const model::Observation& observation = draft.observations[i];
    if (draft.scans[observation.source].failures[observation.fact].count > 1 || damaged(observation.source)) return false;
  }
  const auto& own = draft.run.lanes[lane.value].sources;
  return std::none_of(own.begin(), own.end(), [&](model::SourceId source) { return damaged(source.value); });
}

model::LaneId laneOf(const Draft& draft, const Finding& finding, Rank rank) {
  for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
    const model::Lane& lane = draft.run.lanes[i];
    if (lane.launch == finding.launch && lane.attempt == finding.attempt.value_or(0) && lane.rank == rank) return model::LaneId{i};
  }
  return {};
}

// The last moment at which the rank's process was seen: a line of its own, or the agent's that ends it.
model::When lastSeen(const model::Lane& lane) {
  const bool ended = lane.end.evidence && lane.end.time.known();
  return ended && (!lane.last.known() || lane.last.utc < lane.end.time.utc) ? lane.end.time : lane.last;
}

bool endedByItself(const model::Lane& lane) {
  return lane.end.evidence && (lane.end.kind == model::EndKind::exited || lane.end.kind == model::EndKind::crashed || lane.end.kind == model::EndKind::killed);
}

// A member that reports nothing while its peers' watchdogs spoke did not wait where they did: its process had ended, or it lived on.
bool showsNotJoined(const Draft& draft, const Group& wave, model::LaneId id, const model::When& first, const model::When& last) {
  const model::Lane& lane = draft.run.lanes[id.value];
  if (endedByItself(lane) && model::certainlyBefore(lane.end.time, first)) return true;
  const model::When seen = lastSeen(lane);
  if (!seen.known() || !isReadWhole(draft, wave, id)) return false;
  if (seen.latest >= last.utc) return true;
  // Its whole file ends before its peers began to wait.
  const model::When& waiting = wave.finding.attributes.waitingSince;
  return !lane.sources.empty() && waiting.known() && model::certainlyBefore(lane.last, waiting);
}

// Members of the group whose own lines say that they had enqueued less than `seq`. Numbers of different groups are never compared.
std::set<Rank> enqueuedBelow(const Draft& draft, const Finding& finding, const std::string& group, std::uint64_t seq) {
  std::set<Rank> ranks;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const recognise::FailureFact& fact : draft.scans[source].failures) {
      if (!fact.group || fact.group->id != group || !fact.lastEnqueued || *fact.lastEnqueued >= seq) continue;
      const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
      if (owner.lane.valid() && owner.launch == finding.launch && owner.attempt == finding.attempt) ranks.insert(draft.run.lanes[owner.lane.value].rank);
    }
  }
  return ranks;
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

void compareCollectives(const Draft& draft, Group& wave) {
  Finding& finding = wave.finding;
  const std::vector<WaitReport> reports = waitReports(draft, wave);
  for (const auto& group : byGroup(reports)) {
    std::map<std::tuple<std::uint64_t, std::string, std::uint64_t>, Reports> places;
    for (const WaitReport* report : group.second) places[placeOf(*report)].push_back(report);
    if (places.size() < 2) continue;
    // The largest set of ranks is where the others should be; equal sets blame nobody.
    const auto most = std::max_element(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    const auto ties = std::count_if(places.begin(), places.end(), [&](const auto& entry) { return entry.second.size() == most->second.size(); });
    Reports lower, other, sized;
    for (const auto& entry : places) {
      const std::uint64_t seq = std::get<0>(entry.first), mostSeq = std::get<0>(most->first);
      Reports* set = seq < mostSeq ? &lower : seq > mostSeq || entry.first == most->first ? nullptr : std::get<1>(entry.first) != std::get<1>(most->first) ? &other : &sized;
      if (set) set->insert(set->end(), entry.second.begin(), entry.second.end());
    }
    // Equal sets at different numbers may only be waits of different age; another operation or size at one number never is.
    if (other.empty() && sized.empty() && (lower.empty() || ties > 1 || group.first.empty())) continue;
    if (group.first.empty() && other.empty()) continue;
    finding.findingClass = FindingClass::desync;
    const Reports& odd = !other.empty() ? other : !sized.empty() ? sized : lower;
    const bool named = ties == 1 && !group.first.empty() && (!other.empty() || (sized.empty() && enqueuedLess(draft, wave, lower, most->second)));
    if (named) {
      finding.suspectRanks = ranksOf(odd);
      finding.suspectBasis = other.empty() ? "lower-enqueued" : "other-operation";
    }
    showReport(finding, draft, *odd.front());
    return;
  }
}

void findMissing(const Draft& draft, Group& wave) {
  Finding& finding = wave.finding;
  if (finding.findingClass != FindingClass::ncclTimeout) return;
  const std::vector<WaitReport> reports = waitReports(draft, wave);
  const auto groups = byGroup(reports);
  const auto largest = std::max_element(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  const bool several = std::count_if(groups.begin(), groups.end(), [&](const auto& group) { return group.second.size() == largest->second.size(); }) > 1;
  std::set<Rank> lower, silent, elsewhere;
  for (const auto& group : groups) {
    if (group.first.empty()) continue;
    std::uint64_t seq = UINT64_MAX;
    model::When first, last;
    for (const WaitReport* report : group.second) {
      const model::When& when = draft.observations[report->observation].when;
      seq = std::min(seq, report->seq);
      if (!first.known() || when.utc < first.utc) first = when;
      if (!last.known() || when.utc > last.utc) last = when;
    }
    for (const Rank rank : enqueuedBelow(draft, finding, group.first, seq)) lower.insert(rank);
    for (const WaitReport* report : group.second) lower.erase(report->rank);
    for (const Rank rank : membersOf(draft, wave, group.second).ranks) {
      const model::LaneId lane = laneOf(draft, finding, rank);
      const bool reported = std::any_of(group.second.begin(), group.second.end(), [&](const WaitReport* report) { return report->rank == rank; });
      if (reported || lower.count(rank) || !lane.valid() || !showsNotJoined(draft, wave, lane, first, last)) continue;
      const bool other = std::any_of(reports.begin(), reports.end(), [&](const WaitReport& report) { return report.rank == rank; });
      if (!other) silent.insert(rank);
      else if (!several && group.first == largest->first) elsewhere.insert(rank);   // where most waited, not where the odd one did
    }
  }
  // The strongest basis that there is: numbers, then silence; who waited in another group's operation is told only where nobody else is.
  const std::set<Rank>& missing = !lower.empty() ? lower : !silent.empty() ? silent : elsewhere;
  finding.missingRanks.assign(missing.begin(), missing.end());
  if (missing.empty()) return;
  finding.attributes.missingBasis = !lower.empty() ? "lower-enqueued" : !silent.empty() ? "no-report" : "other-operation";
}

bool allReported(const Draft& draft, const Group& wave) {
  if (!wave.finding.missingRanks.empty()) return false;
  const std::vector<WaitReport> reports = waitReports(draft, wave);
  const auto groups = byGroup(reports);
  if (groups.size() != 1 || groups.begin()->first.empty()) return false;
  const GroupMembers members = membersOf(draft, wave, groups.begin()->second);
  return members.whole && members.ranks == ranksOf(groups.begin()->second);
}

}  // namespace lanescope::diagnose
