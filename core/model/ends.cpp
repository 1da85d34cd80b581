// SPDX-License-Identifier: Apache-2.0
// How each lane, attempt and launch ended, from the launcher's own lines, the shell's exit status and the tests.
#include "core/model/draft.h"

#include <algorithm>

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

// The first process that the launcher saw exit.
void firstExit(Draft& draft, const Segment& segment, ExitStatus& exit) {
  const bool tasks = tasksAreRanks(draft, segment);
  const LauncherFact* first = nullptr;
  for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
    if (fact.line < segment.firstLine || fact.line > segment.lastLine) continue;
    if (fact.kind == LauncherFact::Kind::taskExit && !tasks) continue;
    if (isExit(fact.kind) && fact.signal != "SIGTERM" && !first) first = &fact;   // whom Slurm stops afterwards is not the first
    if (fact.kind == LauncherFact::Kind::blockEntry && fact.rootCause) first = &fact;
  }
  if (!first) return;
  if (const LaneId lane = laneOfFact(draft, segment, *first); lane.valid()) exit.firstExitRank = draft.run.lanes[lane.value].rank;
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
    if (launcherSawFailure(draft, segment) && segment.status != std::optional<int>(0)) failed = true;
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

}  // namespace

void decideEnds(Draft& draft) {
  for (const Segment& segment : draft.segments) {
    endLanes(draft, segment);
    Launch& launch = draft.run.launches[segment.launch];
    if (segment.status && !launch.exit.code) {
      launch.exit.code = segment.status;
      launch.evidence.push_back(draft.evidenceAt(segment.source, segment.statusLine));
    }
    if (!launch.exit.firstExitRank) firstExit(draft, segment, launch.exit);
  }
  for (Launch& launch : draft.run.launches) {
    launch.outcome = outcomeOf(draft, launch);
    endQuietLanes(draft, launch);
    for (Attempt& attempt : launch.attempts) {
      const bool last = attempt.index + 1 == launch.attempts.size();
      attempt.outcome = last ? launch.outcome : LaunchOutcome::failed;
      if (last) attempt.exit = launch.exit;
      if (attempt.index == 0) attempt.start = launch.start;
      if (last) attempt.end = launch.end;
    }
    for (const Segment& segment : draft.segments) {
      if (segment.launch != launch.index) continue;
      for (std::size_t i = 0; i < segment.restartLines.size() && segment.firstAttempt + i + 1 < launch.attempts.size(); ++i) {
        for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
          if (fact.kind != LauncherFact::Kind::groupRestart || fact.line != segment.restartLines[i]) continue;
          const std::size_t attempt = segment.firstAttempt + i;
          launch.attempts[attempt].end = launch.attempts[attempt + 1].start = whenOf(fact.moment);
        }
      }
    }
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
