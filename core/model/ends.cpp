// SPDX-License-Identifier: Apache-2.0
// How each lane, attempt and launch ended, from the launcher's own lines, the shell's exit status and the tests.
#include "core/model/draft.h"

#include <algorithm>
#include <set>

namespace lanescope::model {
namespace {

using recognise::LauncherFact;
using recognise::SessionFact;
using recognise::TestWord;

// Whether srun's tasks are the ranks themselves, and no launchers of their own.
bool tasksAreRanks(const Draft& draft, const Segment& segment) {
  if (draft.glances[segment.source].form.taskIsNode) return false;
  const auto& facts = draft.scans[segment.source].launcher;
  return std::all_of(facts.begin(), facts.end(), [](const LauncherFact& fact) {
    return fact.kind == LauncherFact::Kind::taskExit || (fact.kind == LauncherFact::Kind::command && fact.text.find("torch") == std::string::npos);
  });
}

bool isExit(LauncherFact::Kind kind) { return kind == LauncherFact::Kind::workerFailed || kind == LauncherFact::Kind::taskExit; }

// The lane that a launcher's line speaks of: by rank, by local rank, or by pid.
LaneId laneOfFact(const Draft& draft, const Segment& segment, const LauncherFact& fact) {
  const std::uint32_t attempt = segment.attemptAt(fact.line);
  const std::uint32_t node = draft.nodeIndex(segment, draft.taskOf(segment.source, fact.writer));
  LaneId byPid;
  for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
    const Lane& lane = draft.run.lanes[i];
    if (lane.launch != segment.launch || lane.attempt != attempt) continue;
    if (fact.rank < 0 && draft.nodeOfLane[i] != kNoIndex && draft.nodeOfLane[i] != node) continue;   // local ranks and pids repeat
    if (fact.rank >= 0 && lane.rank == static_cast<Rank>(fact.rank)) return LaneId{i};
    if (fact.rank < 0 && fact.localRank >= 0 && lane.localRank == static_cast<std::uint32_t>(fact.localRank) &&
        (!lane.pid || fact.pid < 0 || *lane.pid == static_cast<std::uint32_t>(fact.pid))) return LaneId{i};
    if (fact.pid >= 0 && lane.pid == static_cast<std::uint32_t>(fact.pid)) byPid = LaneId{i};
  }
  return fact.rank < 0 && fact.localRank < 0 ? byPid : LaneId{};
}

LaneEnd endOf(const LauncherFact& fact) {
  LaneEnd end;
  end.time = whenOf(fact.stated.known() ? fact.stated : fact.moment);
  end.signal = fact.signal;
  switch (fact.kind) {
    case LauncherFact::Kind::sendSignal:
      end.kind = EndKind::stopped;
      end.by = "torchrun agent";
      break;
    case LauncherFact::Kind::forceKill:
      end.kind = EndKind::killed;
      end.by = "torchrun agent";
      break;
    default:
      if (fact.signal == "SIGKILL") end.kind = EndKind::killed;           // by whom is not in this line
      else if (fact.signal == "SIGTERM" || fact.signal == "SIGINT") end.kind = EndKind::stopped;
      else if (!fact.signal.empty()) { end.kind = EndKind::crashed; end.by = "itself"; }
      else { end.kind = EndKind::exited; end.by = "itself"; }
      if (fact.exitCode && *fact.exitCode >= 0) end.code = fact.exitCode;
  }
  return end;
}

// A later line says more: a signal that was not enough is followed by a kill; the exit record itself beats the request to stop. The
// failure block repeats what the agent said, at whole seconds.
bool betterEnd(const LaneEnd& now, const LauncherFact& fact) {
  if (now.kind == EndKind::open) return true;
  if (fact.kind == LauncherFact::Kind::forceKill) return true;
  if (isExit(fact.kind)) return true;
  return fact.kind == LauncherFact::Kind::blockEntry && now.kind == EndKind::stopped && fact.signal != "SIGTERM";
}

void endLanes(Draft& draft, const Segment& segment) {
  const bool tasks = tasksAreRanks(draft, segment);
  for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
    if (fact.line < segment.firstLine || fact.line > segment.lastLine) continue;
    const bool ends = fact.kind == LauncherFact::Kind::sendSignal || fact.kind == LauncherFact::Kind::forceKill ||
                      isExit(fact.kind) || fact.kind == LauncherFact::Kind::blockEntry;
    if (!ends || (fact.kind == LauncherFact::Kind::taskExit && !tasks)) continue;
    const LaneId id = laneOfFact(draft, segment, fact);
    if (!id.valid()) continue;
    Lane& lane = draft.run.lanes[id.value];
    const When before = lane.end.time;
    if (betterEnd(lane.end, fact)) {
      lane.end = endOf(fact);
      lane.end.evidence = draft.evidenceAt(segment.source, fact.line, lane.rank);
    }
    // The block's own time is when the process was seen to be dead, which the agent's line may follow by its whole grace period.
    if (fact.stated.known() && fact.kind == LauncherFact::Kind::blockEntry) {
      const When stated = whenOf(fact.stated);
      if (!lane.end.time.known() || stated.utc < lane.end.time.utc) lane.end.time = stated;
    } else if (before.known() && lane.end.kind != EndKind::killed && before.utc < lane.end.time.utc) {
      lane.end.time = before;
    }
  }
}

// Whom the launcher itself names as the first to fail in an attempt: under "Root Cause", else in the agent's own line. Where the agents of
// several nodes name one each, nobody is named.
std::optional<Rank> namedRank(const Draft& draft, const Launch& launch, std::uint32_t attempt) {
  std::set<Rank> byBlocks, byAgents;
  for (const Segment& segment : draft.segments) {
    if (segment.launch != launch.index) continue;
    for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
      const bool block = fact.kind == LauncherFact::Kind::blockEntry && fact.rootCause;
      if (!block && fact.kind != LauncherFact::Kind::workerFailed) continue;
      if (fact.line < segment.firstLine || fact.line > segment.lastLine || segment.attemptAt(fact.line) != attempt) continue;
      if (const LaneId lane = laneOfFact(draft, segment, fact); lane.valid()) (block ? byBlocks : byAgents).insert(draft.run.lanes[lane.value].rank);
    }
  }
  const std::set<Rank>& named = byBlocks.empty() ? byAgents : byBlocks;
  return named.size() == 1 ? std::optional<Rank>(*named.begin()) : std::nullopt;
}

bool hasFailures(const Draft& draft, std::uint32_t launch) {
  return std::any_of(draft.unpassed.begin(), draft.unpassed.end(), [&](const TestRun* test) {
    return draft.run.lanes[test->lane.value].launch == launch && (test->word == TestWord::failed || test->errorLine != 0);
  });
}

bool launcherSawFailure(const Draft& draft, const Segment& segment) {
  return std::any_of(draft.scans[segment.source].launcher.begin(), draft.scans[segment.source].launcher.end(), [&](const LauncherFact& fact) {
    const bool failed = isExit(fact.kind) || fact.kind == LauncherFact::Kind::blockEntry;
    const std::uint32_t lastRestart = segment.restartLines.empty() ? 0 : segment.restartLines.back();
    return failed && fact.line > std::max(segment.firstLine, lastRestart) - 1 && fact.line <= segment.lastLine;
  });
}

// All processes that ended abnormally did so with pytest's status for "no tests were selected".
bool onlyFoundNoTests(const Draft& draft, const Segment& segment) {
  constexpr int kNoTests = 5;
  return std::all_of(draft.scans[segment.source].launcher.begin(), draft.scans[segment.source].launcher.end(), [&](const LauncherFact& fact) {
    const bool failed = isExit(fact.kind) || fact.kind == LauncherFact::Kind::blockEntry;
    return !failed || fact.line < segment.firstLine || fact.line > segment.lastLine || fact.exitCode == std::optional<int>(kNoTests) || fact.signal == "SIGTERM";
  });
}

LaunchOutcome outcomeOf(const Draft& draft, const Launch& launch) {
  const bool stopped = launch.tests && std::any_of(launch.tests->ranks.begin(), launch.tests->ranks.end(), [](const RankCounts& counts) { return counts.stopped; });
  const bool empty = !stopped && launch.tests && launch.tests->selected == std::optional<std::uint32_t>(0);
  bool failed = hasFailures(draft, launch.index), passed = false;
  for (const Segment& segment : draft.segments) {
    if (segment.launch != launch.index) continue;
    if (segment.status) {
      // pytest's status 5: no tests were selected.
      if (*segment.status != 0 && !(*segment.status == 5 && empty)) failed = true;
      if (*segment.status == 0) passed = true;
    }
    if (!(empty && onlyFoundNoTests(draft, segment)) && launcherSawFailure(draft, segment) && segment.status != std::optional<int>(0)) failed = true;
    for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
      if (fact.kind == LauncherFact::Kind::finished && fact.line >= segment.firstLine && fact.line <= segment.lastLine) passed = true;
    }
  }
  if (failed && !passed) return LaunchOutcome::failed;
  if (empty) return LaunchOutcome::empty;
  if (passed) return LaunchOutcome::passed;
  if (failed) return LaunchOutcome::failed;
  const bool allComplete = !stopped && launch.tests && !launch.tests->ranks.empty() &&
                           std::all_of(launch.tests->ranks.begin(), launch.tests->ranks.end(), [](const RankCounts& counts) {
                             return counts.complete && counts.failed.value_or(0) == 0 && counts.errors.value_or(0) == 0;
                           });
  return allComplete ? LaunchOutcome::passed : LaunchOutcome::unknown;
}

// Lanes that no launcher's line speaks of: a launch that ended with status 0 saw all of its processes exit so.
void endQuietLanes(Draft& draft, const Launch& launch) {
  for (Lane& lane : draft.run.lanes) {
    if (lane.launch != launch.index || lane.end.kind != EndKind::open) continue;
    const bool lastAttempt = lane.attempt + 1 == launch.attempts.size();
    if (lastAttempt && launch.exit.code == std::optional<int>(0)) {
      lane.end.kind = EndKind::exited;
      lane.end.code = 0;
      lane.end.by = "itself";
    }
  }
}

// An agent whose worker group finished saw each of its workers exit with 0, some time before it says so.
void endFinishedLanes(Draft& draft, const Segment& segment) {
  for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
    if (fact.kind != LauncherFact::Kind::finished || fact.line < segment.firstLine || fact.line > segment.lastLine) continue;
    const std::uint32_t node = draft.nodeIndex(segment, draft.taskOf(segment.source, fact.writer));
    for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
      Lane& lane = draft.run.lanes[i];
      const bool its = lane.launch == segment.launch && lane.attempt == segment.attemptAt(fact.line) && draft.nodeOfLane[i] == node;
      if (!its || lane.end.kind != EndKind::open) continue;
      lane.end.kind = EndKind::exited;
      lane.end.code = 0;
      lane.end.by = "itself";
      if (fact.moment.known()) lane.end.time = {fact.moment.ns, When::kOpenEarly, whenOf(fact.moment).latest, Basis::bounded};
    }
  }
}

// An attempt ends where its agent says that it restarts the workers: it stops those that still run first.
void endRestartedAttempts(Draft& draft, const Segment& segment) {
  Launch& launch = draft.run.launches[segment.launch];
  for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
    if (fact.kind != LauncherFact::Kind::groupRestart) continue;
    const bool here = std::find(segment.restartLines.begin(), segment.restartLines.end(), fact.line) != segment.restartLines.end();
    const std::size_t attempt = segment.attemptAt(fact.line);
    if (!here || attempt + 1 >= launch.attempts.size()) continue;
    launch.attempts[attempt].end = launch.attempts[attempt + 1].start = whenOf(fact.moment);
    const std::uint32_t node = draft.nodeIndex(segment, draft.taskOf(segment.source, fact.writer));
    for (std::uint32_t i = 0; i < draft.run.lanes.size(); ++i) {
      Lane& lane = draft.run.lanes[i];
      if (lane.launch != launch.index || lane.attempt != attempt || draft.nodeOfLane[i] != node || lane.end.kind != EndKind::open) continue;
      lane.end.kind = EndKind::stopped;
      lane.end.by = "torchrun agent";
      if (fact.moment.known()) lane.end.time = {fact.moment.ns, fact.moment.ns, When::kOpenLate, Basis::bounded};
    }
  }
}

void endAttempts(Draft& draft, Launch& launch) {
  for (Attempt& attempt : launch.attempts) {
    const bool last = attempt.index + 1 == launch.attempts.size();
    attempt.outcome = last ? launch.outcome : LaunchOutcome::failed;
    attempt.exit.namedRank = namedRank(draft, launch, attempt.index);
    if (attempt.index == 0) attempt.start = launch.start;
    if (!last) continue;
    launch.exit.namedRank = attempt.exit.namedRank;
    attempt.exit = launch.exit;
    attempt.end = launch.end;
  }
}

}  // namespace

void decideEnds(Draft& draft) {
  for (const Segment& segment : draft.segments) {
    endLanes(draft, segment);
    Launch& launch = draft.run.launches[segment.launch];
    if (!segment.status || launch.exit.code) continue;
    launch.exit.code = segment.status;
    launch.evidence.push_back(draft.evidenceAt(segment.source, segment.statusLine));
  }
  for (Launch& launch : draft.run.launches) {
    launch.outcome = outcomeOf(draft, launch);
    endQuietLanes(draft, launch);
    endAttempts(draft, launch);
  }
  for (const Segment& segment : draft.segments) {
    endFinishedLanes(draft, segment);
    endRestartedAttempts(draft, segment);
  }
  for (std::uint32_t i = 0; i < draft.run.launches.size(); ++i) {
    Launch& launch = draft.run.launches[i];
    // A launch of the same work after one that failed: the same name, and the same command where both are known.
    for (std::uint32_t j = i; j-- > 0;) {
      const Launch& before = draft.run.launches[j];
      const bool sameWork = before.name == launch.name && (before.command.empty() || launch.command.empty() || before.command == launch.command);
      if (sameWork && before.outcome == LaunchOutcome::failed) {
        launch.retryOf = j;
        break;
      }
    }
  }
}

}  // namespace lanescope::model
