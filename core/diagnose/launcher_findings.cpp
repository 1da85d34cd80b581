// SPDX-License-Identifier: Apache-2.0
// Findings that no failing line makes: processes that ended, restarts, limits and verdicts of the CI, tests that failed without a
// traceback.
#include "core/clock/line_time.h"
#include "core/diagnose/steps.h"
#include "core/diagnose/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::EndKind;
using model::Finding;
using model::FindingClass;
using model::Lane;
using model::When;
using recognise::CiFact;

// `identity`: what it has in common with the same finding of another run; never a rank, a host or a time.
void addGroup(std::vector<Group>& groups, Finding finding, const std::string& identity) {
  Group group;
  group.when = finding.time;
  finding.identity = std::string(model::toString(finding.findingClass)) + '|' + identity;
  finding.fingerprint = fingerprintOf(finding.identity);
  group.finding = std::move(finding);
  groups.push_back(std::move(group));
}

// When the line that tells of an end was printed: the launcher's block states ends that were long before it.
When timeOfLine(const Draft& draft, const model::LaneEnd& end) {
  constexpr std::int64_t kApartNs = 1'000'000'000;
  const When printed = clock::whenOf(draft.run.source(end.evidence->source), end.evidence->line);
  const bool apart = printed.known() && end.time.known() && printed.earliest != When::kOpenEarly && printed.earliest - end.time.latest > kApartNs;
  return apart ? printed : end.time;
}

void setRanks(const Draft& draft, Finding& finding, const std::vector<const Lane*>& lanes) {
  std::set<model::Rank> ranks;
  std::set<std::string> hosts;
  for (const Lane* lane : lanes) {
    ranks.insert(lane->rank);
    if (!lane->host.empty()) hosts.insert(lane->host);
    if (lane->end.evidence && finding.evidence.size() < 20) {
      finding.evidence.push_back(*lane->end.evidence);
      finding.evidence.back().time = timeOfLine(draft, lane->end);
    }
    const When& time = lane->end.time;
    if (time.known() && (!finding.time.known() || time.utc < finding.time.utc)) finding.time = time;
  }
  finding.ranks.assign(ranks.begin(), ranks.end());
  finding.hosts.assign(hosts.begin(), hosts.end());
  finding.count = static_cast<std::uint32_t>(lanes.size());
}

std::string endPhrase(const std::string& signal, std::optional<int> code, const std::vector<model::Rank>& ranks, bool byAgent) {
  if (byAgent) return fmt::format("The agent sent {} to {}", signal, model::ranksPhrase(ranks));
  if (!signal.empty()) return fmt::format("{} on {}", signal, model::ranksPhrase(ranks));
  return fmt::format("Exit code {} on {}", code.value_or(0), model::ranksPhrase(ranks));
}

// "; rank 7 did not stop and was killed": whom the request to stop did not end.
std::string killedPhrase(const std::vector<const Lane*>& stopped) {
  std::vector<model::Rank> killed;
  for (const Lane* lane : stopped) {
    if (lane->end.kind == EndKind::killed) killed.push_back(lane->rank);
  }
  std::sort(killed.begin(), killed.end());
  if (killed.empty()) return {};
  return fmt::format("; {} did not stop and {} killed", model::ranksPhrase(killed), killed.size() == 1 ? "was" : "were");
}

// Processes that ended minutes apart are told apart. `lanes` in the order of their ends.
std::vector<std::vector<const Lane*>> wavesOf(const std::vector<const Lane*>& lanes) {
  constexpr std::int64_t kApartNs = 60'000'000'000;
  std::vector<std::vector<const Lane*>> waves;
  for (const Lane* lane : lanes) {
    const When& time = lane->end.time;
    const bool apart = !waves.empty() && time.known() && waves.back().back()->end.time.known() && time.utc - waves.back().back()->end.time.utc > kApartNs;
    if (waves.empty() || apart) waves.emplace_back();
    waves.back().push_back(lane);
  }
  return waves;
}

bool isFault(const std::string& signal) { return signal == "SIGSEGV" || signal == "SIGBUS" || signal == "SIGILL" || signal == "SIGFPE"; }

// Whether the rank's own lines tell of its crash.
bool toldOf(const std::vector<Group>& groups, model::Rank rank) {
  return std::any_of(groups.begin(), groups.end(), [rank](const Group& group) {
    const auto& ranks = group.finding.ranks;
    return group.finding.findingClass == FindingClass::segfault && (ranks.empty() || std::find(ranks.begin(), ranks.end(), rank) != ranks.end());
  });
}

void addEndsOf(const Draft& draft, bool byAgent, const std::vector<const Lane*>& lanes, std::vector<Group>& groups) {
  std::map<std::pair<std::string, int>, std::vector<model::Rank>> phrases;
  // A kill by the agent follows its request to stop: one sentence for both.
  for (const Lane* lane : lanes) phrases[{byAgent && lane->end.kind == EndKind::killed ? "SIGTERM" : lane->end.signal, lane->end.code.value_or(0)}].push_back(lane->rank);
  Finding finding;
  finding.launch = lanes.front()->launch;
  finding.attempt = lanes.front()->attempt;
  const Lane* first = lanes.front();
  const bool bareKill = first->end.kind == EndKind::killed && first->end.by.empty();
  finding.findingClass = bareKill ? FindingClass::killed : isFault(first->end.signal) && !toldOf(groups, first->rank) ? FindingClass::segfault : FindingClass::launcherExit;
  setRanks(draft, finding, lanes);
  for (const auto& phrase : phrases) {
    std::vector<model::Rank> ranks = phrase.second;
    std::sort(ranks.begin(), ranks.end());
    const std::string text = endPhrase(phrase.first.first, phrase.first.second, ranks, byAgent);
    finding.title += (finding.title.empty() ? "" : "; ") + text;
  }
  if (byAgent) finding.title += killedPhrase(lanes);
  finding.attributes.signal = first->end.signal;
  if (first->end.code) finding.attributes.exitCode = first->end.code;
  finding.attributes.exitBy = first->end.by;
  const std::string how = !first->end.signal.empty() ? first->end.signal : fmt::format("exit code {}", first->end.code.value_or(0));
  addGroup(groups, std::move(finding), byAgent ? "stopped by the agent" : how);
}

// How the processes of one attempt ended: those that ended by themselves are one finding, those whom the agent stopped another.
void addEnds(Draft& draft, std::vector<Group>& groups) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, std::vector<const Lane*>> byAttempt;
  for (const Lane& lane : draft.run.lanes) {
    const bool abnormal = lane.end.kind == EndKind::crashed || lane.end.kind == EndKind::killed || lane.end.kind == EndKind::stopped ||
                          (lane.end.kind == EndKind::exited && lane.end.code.value_or(0) != 0);
    if (abnormal && lane.end.evidence) byAttempt[{lane.launch, lane.attempt, lane.end.by == "torchrun agent"}].push_back(&lane);
  }
  for (auto& entry : byAttempt) {
    std::vector<const Lane*>& all = entry.second;
    // A launcher tells of its processes in the order in which they ended.
    std::stable_sort(all.begin(), all.end(), [](const Lane* a, const Lane* b) {
      if (a->end.time.utc != b->end.time.utc) return a->end.time.utc < b->end.time.utc;
      return model::LineRef{a->end.evidence->source, a->end.evidence->line} < model::LineRef{b->end.evidence->source, b->end.evidence->line};
    });
    for (const std::vector<const Lane*>& lanes : wavesOf(all)) addEndsOf(draft, std::get<2>(entry.first), lanes, groups);
  }
}

// A process that the agent stopped or saw end, by its pid alone: which rank it was is not in the log.
void addUnmappedEnds(Draft& draft, std::vector<Group>& groups) {
  using recognise::LauncherFact;
  std::set<model::LineRef> mapped;
  for (const Lane& lane : draft.run.lanes) {
    if (lane.end.evidence) mapped.insert({lane.end.evidence->source, lane.end.evidence->line});
  }
  for (const model::Segment& segment : draft.segments) {
    if (segment.launch == model::kNoIndex) continue;
    std::map<std::pair<std::uint32_t, std::string>, std::vector<const LauncherFact*>> stops;   // by attempt and signal
    for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
      if (fact.kind != LauncherFact::Kind::sendSignal || fact.pid < 0 || fact.line < segment.firstLine || fact.line > segment.lastLine) continue;
      const std::uint32_t attempt = segment.attemptAt(fact.line);
      const bool known = mapped.count({model::SourceId{segment.source}, fact.line}) > 0 || std::any_of(draft.run.lanes.begin(), draft.run.lanes.end(), [&](const Lane& lane) {
        return lane.launch == segment.launch && lane.attempt == attempt && lane.end.kind != EndKind::open && lane.pid == static_cast<std::uint32_t>(fact.pid);
      });
      if (!known) stops[{attempt, fact.signal}].push_back(&fact);
    }
    for (const auto& stop : stops) {
      constexpr std::size_t kMostNamed = 8, kMostEvidence = 20;
      Finding finding;
      finding.findingClass = FindingClass::launcherExit;
      finding.launch = segment.launch;
      finding.attempt = stop.first.first;
      finding.attributes.signal = stop.first.second;
      finding.attributes.exitBy = "torchrun agent";
      finding.count = static_cast<std::uint32_t>(stop.second.size());
      std::vector<std::int32_t> pids;
      for (const LauncherFact* fact : stop.second) {
        if (std::find(pids.begin(), pids.end(), fact->pid) == pids.end()) pids.push_back(fact->pid);
        if (finding.evidence.size() >= kMostEvidence) continue;
        finding.evidence.push_back(draft.evidenceAt(segment.source, fact->line));
        finding.evidence.back().time = model::whenOf(fact->moment);
        finding.who.push_back({fact->host, std::nullopt, std::nullopt, static_cast<std::uint32_t>(fact->pid)});
      }
      finding.time = finding.evidence.front().time;
      const std::vector<std::int32_t> named(pids.begin(), pids.begin() + static_cast<std::ptrdiff_t>(std::min(pids.size(), kMostNamed)));
      finding.title = pids.size() == 1 ? fmt::format("The agent sent {} to process {}, whose rank is not known", stop.first.second, pids.front())
                                       : fmt::format("The agent sent {} to {} processes ({}{}), whose ranks are not known", stop.first.second, pids.size(), fmt::join(named, ", "),
                                                     pids.size() > named.size() ? ", ..." : "");
      addGroup(groups, std::move(finding), "stopped by the agent");
    }
  }
}

void addRestarts(Draft& draft, std::vector<Group>& groups) {
  for (const model::Restart& restart : draft.run.restarts) {
    Finding finding;
    finding.findingClass = FindingClass::restart;
    finding.time = restart.time;
    finding.evidence = restart.evidence;
    for (model::Evidence& evidence : finding.evidence) evidence.time = restart.time;
    finding.title = restart.by == "torchrun" ? "torchrun restarted the worker group" : "The wrapper started the job again";
    // It ends the last launch that began before it.
    for (const model::Launch& launch : draft.run.launches) {
      if (launch.start.known() && restart.time.known() && launch.start.utc <= restart.time.utc) finding.launch = launch.index;
    }
    addGroup(groups, std::move(finding), restart.by);
  }
}

constexpr std::int64_t kMostMinutes = 10'000'000;   // a larger number is no limit of a step

void addCiEnds(Draft& draft, std::vector<Group>& groups) {
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const CiFact& fact : draft.scans[source].ci) {
      Finding finding;
      if (fact.kind == CiFact::Kind::stepTimeout) {
        finding.findingClass = FindingClass::timeLimit;
        finding.title = fact.number ? fmt::format("The CI step reached its limit of {} minutes", *fact.number) : "The CI step reached its limit";
        if (fact.number && *fact.number < kMostMinutes) finding.attributes.timeoutMs = *fact.number * 60'000;
        finding.attributes.limitOwner = model::LimitOwner{"ci-step", "limit of the CI step"};
      } else if (fact.kind == CiFact::Kind::cancelled) {
        finding.findingClass = FindingClass::cancelled;
        finding.title = "The CI cancelled the job";
      } else if (fact.kind == CiFact::Kind::exitCode && fact.number.value_or(0) != 0) {
        finding.findingClass = FindingClass::launcherExit;
        finding.title = fmt::format("The CI step ended with exit code {}", *fact.number);
        finding.attributes.exitCode = static_cast<int>(*fact.number);
      } else {
        continue;
      }
      finding.time = model::whenOf(fact.moment);
      finding.evidence.push_back(draft.evidenceAt(source, fact.line));
      finding.evidence.back().time = finding.time;
      for (const model::Launch& launch : draft.run.launches) {
        if (launch.start.known() && finding.time.known() && launch.start.utc <= finding.time.utc) finding.launch = launch.index;
      }
      const std::string title = finding.title;
      addGroup(groups, std::move(finding), title);
    }
  }
}

const char* phaseName(recognise::TestPhase phase) {
  switch (phase) {
    case recognise::TestPhase::call: return "call";
    case recognise::TestPhase::setup: return "setup";
    case recognise::TestPhase::teardown: return "teardown";
    case recognise::TestPhase::collect:
    case recognise::TestPhase::unknown: break;
  }
  return "";
}

// FAILED and ERROR words whose text was never printed, or is not in these files.
void addBareVerdicts(Draft& draft, std::vector<Group>& groups) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool>, std::vector<const model::TestRun*>> bare;   // .., whether it is an error
  std::set<std::pair<std::uint32_t, std::uint32_t>> explained, explainedErrors;   // (lane, test)
  for (const model::Observation& observation : draft.observations) {
    const recognise::FailureFact& fact = draft.scans[observation.source].failures[observation.fact];
    if (fact.kind == recognise::FailureFact::Kind::testSection) explainedErrors.insert({observation.lane.value, observation.test.value});
    const bool states = fact.kind != recognise::FailureFact::Kind::signature && fact.kind != recognise::FailureFact::Kind::stackDump;
    if (observation.expected || fact.phase != recognise::TestPhase::call || !states) continue;
    explained.insert({observation.lane.value, observation.test.value});
  }
  for (const model::TestRun* test : draft.unpassed) {
    const bool failed = test->word == recognise::TestWord::failed;
    if (!failed && test->errorLine == 0) continue;
    const Lane& lane = draft.run.lanes[test->lane.value];
    const bool told = (failed ? explained : explainedErrors).count({test->lane.value, test->test.value}) > 0;
    if (!told) bare[{lane.launch, lane.attempt, test->test.value, !failed}].push_back(test);
  }
  for (const auto& entry : bare) {
    Finding finding;
    finding.findingClass = FindingClass::testFailure;
    finding.launch = std::get<0>(entry.first);
    finding.attempt = std::get<1>(entry.first);
    const std::string& name = draft.run.testNames[std::get<2>(entry.first)];
    finding.attributes.test = name;
    const bool isError = std::get<3>(entry.first);
    finding.attributes.testPhase = isError ? phaseName(entry.second.front()->errorPhase) : "call";
    std::set<model::Rank> ranks;
    for (const model::TestRun* test : entry.second) {
      const model::Rank rank = draft.run.lanes[test->lane.value].rank;
      ranks.insert(rank);
      const When& end = model::timesOf(draft.run, *test).end;
      const std::uint32_t line = isError ? test->errorLine : test->verdictLine;
      const When when = end.known() ? end : clock::whenOf(draft.run.source(test->source), line);
      if (when.known() && (!finding.time.known() || when.utc < finding.time.utc)) finding.time = when;
      if (finding.evidence.size() >= 20) continue;
      finding.evidence.push_back(draft.evidenceAt(test->source.value, line, rank));
      finding.evidence.back().time = when;
    }
    finding.ranks.assign(ranks.begin(), ranks.end());
    finding.count = static_cast<std::uint32_t>(entry.second.size());
    const auto at = name.rfind("::");
    finding.title = fmt::format("{} {} on {}; its exception text is not in the log", at == std::string::npos ? name : name.substr(at + 2), isError ? "had an error" : "failed", model::ranksPhrase(finding.ranks));
    addGroup(groups, std::move(finding), name + (isError ? "|error" : "|failed"));
  }
}

}  // namespace

void addLauncherFindings(model::Draft& draft, std::vector<Group>& groups) {
  addBareVerdicts(draft, groups);
  addEnds(draft, groups);
  addUnmappedEnds(draft, groups);
  addRestarts(draft, groups);
  addCiEnds(draft, groups);
}

}  // namespace lanescope::diagnose
