// SPDX-License-Identifier: Apache-2.0
// NCCL communicators whose initialisation did not come to its end: who had not begun it, or not finished it.
#include "core/clock/line_time.h"
#include "core/diagnose/lanes_by_pid.h"
#include "core/diagnose/steps.h"
#include "core/diagnose/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Finding;
using model::LaneId;
using model::Rank;
using recognise::CommunicatorFact;

struct Member {
  std::uint32_t source = 0;
  const CommunicatorFact* fact = nullptr;
  LaneId lane;
};

struct Communicator {
  std::uint32_t launch = 0;
  std::uint64_t id = 0;
  std::int32_t nranks = 0;
  std::map<std::int32_t, Member> members;        // by rank in the communicator; of one that began twice the last
};

std::optional<std::uint32_t> launchOf(const Draft& draft, std::uint32_t source, std::uint32_t line) {
  if (draft.laneOfSource[source].valid()) return draft.run.lanes[draft.laneOfSource[source].value].launch;
  const model::Segment* segment = draft.segmentAt(source, line);
  if (segment && segment->launch != model::kNoIndex) return segment->launch;
  return draft.run.sources[source].launch;
}

// A file of which parts are gone says nothing by what it lacks; nor does NCCL's own file that several processes open and overwrite.
bool anyDamaged(const Draft& draft) {
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    const auto& facts = draft.scans[source].nccl;
    if (facts.empty()) continue;
    const bool shared = draft.run.sources[source].layout == model::Layout::nccl && std::any_of(facts.begin(), facts.end(), [&](const recognise::NcclFact& fact) {
      return fact.pid != facts.front().pid || fact.host != facts.front().host;
    });
    if (shared || draft.run.sources[source].damagedBytes > 0) return true;
  }
  return false;
}

std::vector<Communicator> communicatorsOf(const Draft& draft) {
  const LanesByPid lanes(draft);
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::int32_t>, Communicator> known;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const CommunicatorFact& fact : draft.scans[source].communicators) {
      const auto launch = launchOf(draft, source, fact.startLine);
      if (!launch || fact.id == 0) continue;
      Communicator& entry = known[{*launch, fact.id, fact.nranks}];
      entry.launch = *launch;
      entry.id = fact.id;
      entry.nranks = fact.nranks;
      Member& member = entry.members[fact.rank];
      // A teed copy and the rank's own file tell of the same.
      if (member.fact && member.fact->completeLine != 0) continue;
      member = {source, &fact, lanes.of(source, launch, fact.pid)};
    }
  }
  std::vector<Communicator> out;
  for (auto& entry : known) out.push_back(std::move(entry.second));
  return out;
}

// The global ranks of `own` ranks of a communicator; nullopt where any is not known. The world's own communicator counts as the world does.
std::optional<std::vector<Rank>> globalRanks(const Draft& draft, const Communicator& communicator, const std::vector<std::int32_t>& own) {
  const bool world = draft.run.launches[communicator.launch].worldSize == static_cast<std::uint32_t>(communicator.nranks);
  std::vector<Rank> ranks;
  for (const std::int32_t rank : own) {
    const auto member = communicator.members.find(rank);
    if (member != communicator.members.end() && member->second.lane.valid()) ranks.push_back(draft.run.lanes[member->second.lane.value].rank);
    else if (world) ranks.push_back(static_cast<Rank>(rank));
    else return std::nullopt;
  }
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

// Whether a line of the rank was read at all.
bool wasRead(const Draft& draft, std::uint32_t launch, Rank rank) {
  return std::any_of(draft.run.lanes.begin(), draft.run.lanes.end(), [&](const model::Lane& lane) { return lane.launch == launch && lane.rank == rank && lane.lastLine; });
}

std::string phraseOf(const std::optional<std::vector<Rank>>& ranks, const std::vector<std::int32_t>& own) {
  if (ranks) return model::ranksPhrase(*ranks);
  return "the communicator's " + model::ranksPhrase(std::vector<Rank>(own.begin(), own.end()));
}

std::optional<Finding> findingOf(const Draft& draft, const Communicator& communicator) {
  constexpr std::int32_t kMostNamed = 100'000;   // a larger number of ranks is none
  if (communicator.nranks < 2 || communicator.nranks > kMostNamed) return std::nullopt;
  std::vector<std::int32_t> absent, unfinished;
  std::size_t complete = 0;
  for (std::int32_t rank = 0; rank < communicator.nranks; ++rank) {
    const auto member = communicator.members.find(rank);
    if (member == communicator.members.end()) absent.push_back(rank);
    else if (member->second.fact->completeLine == 0) unfinished.push_back(rank);
    else ++complete;
  }
  // Where some finished, all had begun: who is absent was not read.
  if (unfinished.empty() || (complete > 0 && !absent.empty())) return std::nullopt;
  Finding finding;
  finding.findingClass = model::FindingClass::ncclWarning;
  finding.launch = communicator.launch;
  const std::vector<std::int32_t>& named = absent.empty() ? unfinished : absent;
  const bool all = absent.empty() && complete == 0;
  const auto ranks = globalRanks(draft, communicator, named);
  const std::string what = fmt::format("The initialisation of a communicator of {} ranks was not completed", communicator.nranks);
  if (all) {
    finding.title = what + " on any rank, though all had begun it";
  } else if (absent.empty()) {
    finding.title = fmt::format("{} on {}; {} completed it", what, phraseOf(ranks, named), complete == 1 ? "1 rank" : fmt::format("{} ranks", complete));
  } else {
    if (ranks && !std::all_of(ranks->begin(), ranks->end(), [&](Rank rank) { return wasRead(draft, communicator.launch, rank); })) return std::nullopt;
    finding.title = fmt::format("{}: {} printed no beginning of it", what, phraseOf(ranks, named));
    finding.attributes.missingBasis = "communicator";
  }
  if (ranks && !all) finding.missingRanks = *ranks;
  if (const auto shown = globalRanks(draft, communicator, unfinished)) finding.ranks = *shown;
  finding.count = static_cast<std::uint32_t>(unfinished.size());
  for (const std::int32_t rank : unfinished) {
    const Member& member = communicator.members.at(rank);
    if (finding.evidence.size() >= 20) break;
    finding.evidence.push_back(draft.evidenceAt(member.source, member.fact->startLine, draft.rankOf(member.lane)));
    finding.evidence.back().time = clock::whenOf(draft.run.sources[member.source], member.fact->startLine);
  }
  finding.time = finding.evidence.front().time;
  finding.identity = fmt::format("nccl-warning|communicator|{}", all ? "all" : absent.empty() ? "not completed" : "not begun");
  finding.fingerprint = fingerprintOf(finding.identity);
  return finding;
}

// Where those that timed out had all begun a communicator that others are shown not to have begun, these did not join them.
void tellTimeouts(const Finding& communicator, std::vector<Group>& groups) {
  if (communicator.missingRanks.empty()) return;
  for (Group& group : groups) {
    Finding& finding = group.finding;
    const auto& ranks = finding.ranks;
    const bool sameAttempt = finding.findingClass == model::FindingClass::ncclTimeout && finding.launch == communicator.launch && finding.attempt.value_or(0) == 0;
    if (!sameAttempt || !finding.missingRanks.empty() || ranks.empty()) continue;
    if (!std::includes(communicator.ranks.begin(), communicator.ranks.end(), ranks.begin(), ranks.end())) continue;
    finding.missingRanks = communicator.missingRanks;
    finding.attributes.missingBasis = "communicator";
  }
}

}  // namespace

void addCommunicatorFindings(model::Draft& draft, std::vector<Group>& groups) {
  if (anyDamaged(draft)) return;
  constexpr std::size_t kMost = 20;
  std::size_t told = 0;
  for (const Communicator& communicator : communicatorsOf(draft)) {
    const model::LaunchOutcome outcome = draft.run.launches[communicator.launch].outcome;
    if (outcome == model::LaunchOutcome::passed || outcome == model::LaunchOutcome::empty) continue;
    auto finding = findingOf(draft, communicator);
    if (!finding || ++told > kMost) continue;
    if (!finding->attributes.missingBasis.empty()) tellTimeouts(*finding, groups);
    Group group;
    group.when = finding->time;
    group.finding = std::move(*finding);
    groups.push_back(std::move(group));
  }
}

}  // namespace lanescope::diagnose
