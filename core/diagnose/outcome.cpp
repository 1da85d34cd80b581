// SPDX-License-Identifier: Apache-2.0
// The outcome of the run, from evidence: exit status, launches, tests; never from the mere presence of errors.
#include "core/diagnose/steps.h"

#include <algorithm>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::FindingClass;
using model::Launch;
using model::LaunchOutcome;
using model::RunOutcome;
using recognise::CiFact;

struct CiVerdict {
  std::optional<bool> passed;                    // the job's own word on itself
  bool cancelled = false;
  std::vector<model::Evidence> evidence;
};

CiVerdict ciVerdict(const Draft& draft) {
  CiVerdict verdict;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const CiFact& fact : draft.scans[source].ci) {
      const bool exits = (fact.kind == CiFact::Kind::variable && fact.text == "exit_code") || fact.kind == CiFact::Kind::exitCode || fact.kind == CiFact::Kind::jobStatus;
      if (exits && fact.number) {
        // The last word counts: earlier ones are of attempts.
        verdict.passed = *fact.number == 0;
        verdict.evidence = {draft.evidenceAt(source, fact.line)};
        verdict.evidence.back().time = model::whenOf(fact.moment);
      }
      if (fact.kind == CiFact::Kind::cancelled || fact.kind == CiFact::Kind::stepTimeout) {
        verdict.cancelled = true;
        verdict.evidence = {draft.evidenceAt(source, fact.line)};
        verdict.evidence.back().time = model::whenOf(fact.moment);
      }
    }
  }
  return verdict;
}

// A failed launch is made good by a later one of the same work that passed.
bool recovered(const Draft& draft, const Launch& launch) {
  return std::any_of(draft.run.launches.begin(), draft.run.launches.end(), [&](const Launch& later) {
    return later.index > launch.index && later.retryOf && later.name == launch.name && later.outcome == LaunchOutcome::passed;
  });
}

// Attempts inside a launch that failed before the launch passed.
bool restartedInside(const Launch& launch) { return launch.outcome == LaunchOutcome::passed && launch.attempts.size() > 1; }

bool isNote(FindingClass c) { return c == FindingClass::cleanupWarning || c == FindingClass::ncclWarning || c == FindingClass::warning || c == FindingClass::restart; }

bool hasOwnFailure(const std::vector<Group>& groups) {
  return std::any_of(groups.begin(), groups.end(), [](const Group& group) {
    return !group.expected && !isNote(group.finding.findingClass);
  });
}

// The scheduler took the job's place or its time away, whatever else went wrong.
bool stoppedFromOutside(const std::vector<Group>& groups) {
  return std::any_of(groups.begin(), groups.end(), [](const Group& group) {
    return !group.expected && (group.finding.findingClass == FindingClass::preempted || group.finding.findingClass == FindingClass::timeLimit);
  });
}

RunOutcome outcomeOf(const Draft& draft, const CiVerdict& ci, const std::vector<Group>& groups) {
  bool failed = false, recoveredAny = false, passed = false, open = false;
  for (const Launch& launch : draft.run.launches) {
    if (launch.outcome == LaunchOutcome::failed) (recovered(draft, launch) ? recoveredAny : failed) = true;
    if (launch.outcome == LaunchOutcome::passed || launch.outcome == LaunchOutcome::empty) passed = true;
    if (launch.outcome == LaunchOutcome::unknown || launch.outcome == LaunchOutcome::running) open = true;
    recoveredAny = recoveredAny || restartedInside(launch);
  }
  if (ci.cancelled) return RunOutcome::cancelled;
  if (!passed && stoppedFromOutside(groups)) return RunOutcome::cancelled;
  if (failed) return RunOutcome::failed;
  if (ci.passed == std::optional<bool>(false)) return RunOutcome::failed;
  if (open && hasOwnFailure(groups)) return RunOutcome::failed;
  if (recoveredAny) return RunOutcome::recovered;
  if (passed && !open) return RunOutcome::passed;
  if (ci.passed == std::optional<bool>(true)) return RunOutcome::passed;
  return draft.run.launches.empty() && hasOwnFailure(groups) ? RunOutcome::failed : RunOutcome::unknown;
}

// The launch whose failure is all that makes the run a failed one failed, whoever did not say so.
void failOpenLaunches(model::Run& run, const std::vector<Group>& groups) {
  for (Launch& launch : run.launches) {
    const bool failed = launch.outcome == LaunchOutcome::unknown && std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
      return !group.expected && !isNote(group.finding.findingClass) && group.finding.launch == std::optional<std::uint32_t>(launch.index);
    });
    if (!failed) continue;
    launch.outcome = LaunchOutcome::failed;
    if (!launch.attempts.empty()) launch.attempts.back().outcome = LaunchOutcome::failed;
  }
}

}  // namespace

void decideOutcome(model::Draft& draft, const std::vector<Group>& groups) {
  const std::vector<model::Evidence> words = hasOwnFailure(groups) ? std::vector<model::Evidence>() : believeClosingWords(draft);
  const CiVerdict ci = ciVerdict(draft);
  model::Run& run = draft.run;
  run.outcome = outcomeOf(draft, ci, groups);
  if (run.outcome == RunOutcome::failed) failOpenLaunches(run, groups);
  run.outcomeEvidence = ci.evidence;
  run.outcomeEvidence.insert(run.outcomeEvidence.end(), words.begin(), words.end());
  for (const Launch& launch : run.launches) {
    if (launch.evidence.size() > 1) run.outcomeEvidence.push_back(launch.evidence.back());
    if (launch.outcome == LaunchOutcome::failed && recovered(draft, launch)) ++run.recoveries;
    if (restartedInside(launch)) run.recoveries += static_cast<std::uint32_t>(launch.attempts.size() - 1);
  }
}

}  // namespace lanescope::diagnose
