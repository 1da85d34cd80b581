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
  bool saidError = false;                        // the runner reported an error of a step, whatever it was
  bool atItsEnd = false;                         // the log goes on to the runner's last lines
  bool green() const { return atItsEnd && !saidError && !cancelled && !passed; }
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
      verdict.atItsEnd = verdict.atItsEnd || fact.kind == CiFact::Kind::orphanCleanup;
      if (fact.kind == CiFact::Kind::error && fact.text.find("Detected flaky failure") == std::string::npos) {
        verdict.saidError = true;
        if (!verdict.passed && !verdict.cancelled) {
          verdict.evidence = {draft.evidenceAt(source, fact.line)};
          verdict.evidence.back().time = model::whenOf(fact.moment);
        }
      }
      if (fact.kind == CiFact::Kind::orphanCleanup && verdict.evidence.empty()) verdict.evidence = {draft.evidenceAt(source, fact.line)};
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

// Whether one of its lines states an error at its own head's level too.
bool saysError(const Draft& draft, const Group& group) {
  if (group.observations.empty()) return true;
  return std::any_of(group.observations.begin(), group.observations.end(), [&](std::uint32_t i) {
    const model::Observation& observation = draft.observations[i];
    const recognise::FailureFact& fact = draft.scans[observation.source].failures[observation.fact];
    const bool c10d = fact.text.starts_with("[c10d]");
    return (c10d ? recognise::capped(observation.severity, fact.head) : observation.severity) >= recognise::Severity::error;
  });
}

bool hasOwnFailure(const Draft& draft, const std::vector<Group>& groups) {
  return std::any_of(groups.begin(), groups.end(), [&](const Group& group) { return isOwnFailure(draft, group); });
}

// The scheduler took the job's place or its time away, whatever else went wrong.
bool stoppedFromOutside(const std::vector<Group>& groups) {
  return std::any_of(groups.begin(), groups.end(), [](const Group& group) {
    return !group.expected && (group.finding.findingClass == FindingClass::preempted || group.finding.findingClass == FindingClass::timeLimit);
  });
}

RunOutcome outcomeOf(const Draft& draft, const CiVerdict& ci, const std::vector<Group>& groups, bool saidDone) {
  bool failed = false, recoveredAny = false, passed = false, open = false;
  for (const Launch& launch : draft.run.launches) {
    if (launch.outcome == LaunchOutcome::failed) (recovered(draft, launch) ? recoveredAny : failed) = true;
    if (launch.outcome == LaunchOutcome::passed || launch.outcome == LaunchOutcome::empty) passed = true;
    if (launch.outcome == LaunchOutcome::unknown || launch.outcome == LaunchOutcome::running) open = true;
    recoveredAny = recoveredAny || restartedInside(launch);
  }
  if (ci.cancelled) return RunOutcome::cancelled;
  if (!passed && stoppedFromOutside(groups)) return RunOutcome::cancelled;
  // A runner says of every step that failed; a log that goes on to its end without such a word is of a job that passed.
  const bool jobPassed = ci.green() || ci.passed == std::optional<bool>(true);
  if (jobPassed && failed) return RunOutcome::recovered;
  if (failed) return RunOutcome::failed;
  if (ci.passed == std::optional<bool>(false)) return RunOutcome::failed;
  if (open && !ci.green() && hasOwnFailure(draft, groups)) return RunOutcome::failed;
  if (recoveredAny) return RunOutcome::recovered;
  if (ci.saidError && !ci.passed) return RunOutcome::failed;   // of a later step
  if (passed && !open) return RunOutcome::passed;
  if (ci.passed == std::optional<bool>(true) || ci.green()) return RunOutcome::passed;
  if (draft.run.launches.empty() && saidDone) return RunOutcome::passed;
  return draft.run.launches.empty() && hasOwnFailure(draft, groups) ? RunOutcome::failed : RunOutcome::unknown;
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

bool isOwnFailure(const model::Draft& draft, const Group& group) {
  const recognise::Prior prior = priorOf(draft, group);
  const bool goesDown = prior == recognise::Prior::teardown || prior == recognise::Prior::noise;
  return !group.expected && !isNote(group.finding.findingClass) && !goesDown && saysError(draft, group);
}

void decideOutcome(model::Draft& draft, const std::vector<Group>& groups) {
  const std::vector<model::Evidence> words = believeClosingWords(draft, groups);
  const CiVerdict ci = ciVerdict(draft);
  model::Run& run = draft.run;
  run.outcome = outcomeOf(draft, ci, groups, !words.empty());
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
