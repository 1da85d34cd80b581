// SPDX-License-Identifier: Apache-2.0
#include "core/diagnose/wait_reports.h"

#include <algorithm>
#include <tuple>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Rank;
using recognise::FailureFact;

constexpr std::uint64_t kMostMembers = 100'000;  // a larger number is no size of a group

// The group of a watchdog's line: its own head, or the status line of the same writer at the same number that comes next.
const recognise::GroupInfo* groupOf(const Draft& draft, const model::Observation& observation, const FailureFact& fact) {
  if (fact.group) return &*fact.group;
  constexpr std::size_t kNear = 256;             // many ranks may write to one log
  const auto& facts = draft.scans[observation.source].failures;
  const std::size_t end = std::min<std::size_t>(facts.size(), observation.fact + kNear);
  for (std::size_t i = observation.fact + 1; i < end; ++i) {
    const FailureFact& next = facts[i];
    if (next.writer == fact.writer && next.group && next.statusSeq && next.statusSeq == fact.work->seq) return &*next.group;
  }
  return nullptr;
}

bool isDefaultGroup(const WaitReport& report) { return report.groupText == "default_pg" || (report.group == "0" && report.groupText == "0"); }

// How many ranks the group has, where the sizes of its operands say so.
std::optional<std::uint64_t> sizeOf(const WaitReport& report) {
  const bool gathers = report.op == "_ALLGATHER_BASE" || report.op == "ALLGATHER_BASE";
  const bool scatters = report.op == "_REDUCE_SCATTER_BASE" || report.op == "REDUCE_SCATTER_BASE";
  if ((!gathers && !scatters) || !report.numelIn || !report.numelOut) return std::nullopt;
  const std::uint64_t whole = gathers ? *report.numelOut : *report.numelIn, part = gathers ? *report.numelIn : *report.numelOut;
  if (part == 0 || whole % part != 0 || whole / part < 2 || whole / part > kMostMembers) return std::nullopt;
  return whole / part;
}

// Ranks of a group usually lie at one distance: rank = first + step * place. Two places show it only where they are neighbours.
struct Line { std::int64_t first = 0, step = 0; };
std::optional<Line> lineThrough(const std::vector<const WaitReport*>& reports) {
  std::map<std::int64_t, std::int64_t> ranks;    // by place
  for (const WaitReport* report : reports) {
    if (report->rankInGroup < 0) return std::nullopt;
    ranks[report->rankInGroup] = report->rank;
  }
  if (ranks.size() < 2) return std::nullopt;
  const auto begin = ranks.begin(), last = std::prev(ranks.end());
  const std::int64_t places = last->first - begin->first, distance = last->second - begin->second;
  if (distance <= 0 || distance % places != 0) return std::nullopt;
  const Line line{begin->second - distance / places * begin->first, distance / places};
  if (line.first < 0 || (line.step != 1 && ranks.size() < 3)) return std::nullopt;
  const bool fits = std::all_of(ranks.begin(), ranks.end(), [&](const auto& entry) { return entry.second == line.first + line.step * entry.first; });
  return fits ? std::optional<Line>(line) : std::nullopt;
}

}  // namespace

std::vector<WaitReport> waitReports(const Draft& draft, const Group& wave) {
  std::map<std::pair<Rank, std::string>, WaitReport> oldest;
  for (const std::uint32_t i : wave.observations) {
    const model::Observation& observation = draft.observations[i];
    const FailureFact& fact = draft.scans[observation.source].failures[observation.fact];
    const auto rank = draft.rankOf(observation.lane);
    if (!rank || !fact.work || !fact.work->seq || !fact.work->ranMs || fact.work->op.empty()) continue;
    WaitReport report{*rank, {}, {}, -1, *fact.work->seq, fact.work->op, fact.work->numelIn, fact.work->numelOut, i};
    if (const recognise::GroupInfo* group = groupOf(draft, observation, fact)) {
      report.group = group->id;
      report.groupText = group->description.empty() ? group->id : group->description;
      report.rankInGroup = group->rankInGroup;
    }
    const auto entry = oldest.try_emplace({report.rank, report.group}, report);
    if (!entry.second && report.seq < entry.first->second.seq) entry.first->second = report;
  }
  std::vector<WaitReport> reports;
  for (auto& entry : oldest) {
    // The same told again where no group stands beside it.
    const bool again = entry.first.second.empty() && std::any_of(oldest.begin(), oldest.end(), [&](const auto& other) {
      return other.first.first == entry.first.first && !other.first.second.empty() && other.second.seq == entry.second.seq && other.second.op == entry.second.op;
    });
    if (!again) reports.push_back(std::move(entry.second));
  }
  return reports;
}

GroupMembers membersOf(const Draft& draft, const Group& wave, const std::vector<const WaitReport*>& reports) {
  GroupMembers members;
  if (reports.empty() || !wave.finding.launch) return members;
  const auto& stated = draft.run.launches[*wave.finding.launch].worldSize;
  const auto& world = stated || draft.run.launches.size() > 1 ? stated : draft.run.worldSize;
  if (isDefaultGroup(*reports.front())) {
    if (!world || *world > kMostMembers) return members;
    for (Rank rank = 0; rank < *world; ++rank) members.ranks.push_back(rank);
    members.whole = true;
    return members;
  }
  const auto line = lineThrough(reports);
  if (!line) return members;
  std::uint64_t size = 0;
  for (const WaitReport* report : reports) size = std::max<std::uint64_t>(size, static_cast<std::uint64_t>(report->rankInGroup) + 1);
  if (const auto counted = sizeOf(*reports.front())) {
    if (*counted < size) return members;         // it is no size of this group
    size = *counted;
    members.whole = true;
  }
  for (std::uint64_t place = 0; place < std::min(size, kMostMembers); ++place) {
    const std::int64_t rank = line->first + line->step * static_cast<std::int64_t>(place);
    if (world && rank >= *world) return {};
    members.ranks.push_back(static_cast<Rank>(rank));
  }
  return members;
}

}  // namespace lanescope::diagnose
