// SPDX-License-Identifier: Apache-2.0
// Launches, their attempts, and the ranks in them.
#pragma once

#include "core/model/source.h"

namespace lanescope::model {

using LaneId = base::Id<struct LaneTag>;         // index into Run::lanes
using TestId = base::Id<struct TestTag>;         // index into Run::testNames

enum class LaunchOutcome : std::uint8_t { passed, failed, empty, cancelled, running, unknown };
const char* toString(LaunchOutcome outcome) noexcept;

struct ExitStatus {
  std::optional<int> code;                       // >= 0
  std::string signal;                            // "SIGABRT", empty where none
  // The process that failed before every other of which an end is told: by times of one clock that do not overlap.
  std::optional<Rank> firstExitRank;
  std::optional<Rank> namedRank;                 // whom the launcher names as the first; it compares whole seconds
};

struct Attempt {
  std::uint32_t index = 0;
  When start, end;
  LaunchOutcome outcome = LaunchOutcome::unknown;
  ExitStatus exit;
};

// What the final line of one rank's test runner says. nullopt: that rank did not print it.
struct RankCounts {
  Rank rank = 0;
  std::optional<std::uint32_t> collected, selected, passed, failed, skipped, errors, xfailed, xpassed, deselected, reruns;
  std::optional<double> seconds;
  bool complete = false;                         // a final line was printed; otherwise the counts are of what ran before
  bool stopped = false;                          // the runner said that it gave up before its tests were done
};

struct LaunchTests {
  std::optional<std::uint32_t> collected, deselected, collectionSkipped, selected;
  std::vector<RankCounts> ranks;                 // by rank
};

// How far a training loop had come when its last line was printed. Numbers are as printed.
struct LoopProgress {
  std::string unit;                              // "iteration" or "step"
  std::uint64_t last = 0;
  std::optional<std::uint64_t> total;
  std::optional<std::uint32_t> epoch;            // `last` counts within it
  bool operator==(const LoopProgress&) const = default;
};
// "iteration 120 of 1,000", "step 50 of 1,000 in epoch 3"
std::string progressText(const LoopProgress& progress);

struct Launch {
  std::uint32_t index = 0;                       // in order of start
  std::uint32_t found = 0;                       // the same before a user moved sources to other launches: what an Override names
  std::string name;                              // "production", "experimental", ... for people
  std::optional<std::uint32_t> retryOf;
  std::string command;
  std::string directory;                         // its log folder as in Source::path, empty where there is none
  When start, end;                               // `start`: open towards the past where no line tells that the launch begins
  std::optional<std::uint32_t> worldSize;
  std::vector<std::string> hosts;
  LaunchOutcome outcome = LaunchOutcome::unknown;
  ExitStatus exit;
  std::vector<Attempt> attempts;
  std::optional<LaunchTests> tests;
  std::optional<LoopProgress> progress;          // of its last attempt: the furthest of its ranks
  std::vector<Evidence> evidence;                // of start, outcome and end
};

enum class EndKind : std::uint8_t { exited, killed, crashed, stopped, open, noData };
const char* toString(EndKind kind) noexcept;     // exited|killed|crashed|stopped|open|no-data

struct LaneEnd {
  EndKind kind = EndKind::open;
  std::optional<int> code;
  std::string signal;
  std::string by;                                // "torchrun agent", "itself", empty where not known
  When time;
  std::optional<Evidence> evidence;
};

struct CollectiveState {
  std::string group;
  std::optional<std::uint64_t> lastEnqueued, lastCompleted;
};

// One rank in one attempt of a launch: the data key of a lane is (launch, attempt, rank).
struct Lane {
  std::uint32_t launch = 0;
  std::uint32_t attempt = 0;
  Rank rank = 0;
  std::string host;
  std::optional<std::uint32_t> localRank, device, pid;
  std::string busId;
  std::string rankFrom = "path";                 // stated|path|pid-map|communicator|order|user|assumed
  When first, last;
  std::optional<Evidence> lastLine;
  std::string test;                              // open at the end, empty where none
  std::optional<LoopProgress> progress;          // as this rank's own lines say
  std::vector<CollectiveState> collectives;
  LaneEnd end;
  std::vector<SourceId> sources;                 // its own files, stdout before stderr; empty where only in a merged log
};

}  // namespace lanescope::model
