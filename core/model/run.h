// SPDX-License-Identifier: Apache-2.0
// The Run: everything known about one job, immutable once frozen by core/session and shared by pointer between the
// window and the command line. All members are plain data; any thread may read.
#pragma once

#include "core/input/input_set.h"
#include "core/model/finding.h"
#include "core/model/notes.h"
#include "core/model/overrides.h"

#include <map>

namespace lanescope::model {

enum class RunOutcome : std::uint8_t { passed, failed, recovered, cancelled, unknown };
const char* toString(RunOutcome outcome) noexcept;

struct Identity { std::string repository, workflow, job, runId, runAttempt, url, pullRequest, artifact; };

// Empty where the log does not say.
struct Environment {
  std::string testCase, bucket, platform, runner, node, commit, mergeHead, mergeBase, image, imageDigest, gpuModel,
      driverVersion, cudaVersion, ncclVersion, torchVersion, pythonVersion, os, command, testSelection;
  std::map<std::string, std::string> variables;
};

struct Phase { std::string name; When start, end; };             // CI steps and what they contain

enum class MilestoneKind : std::uint8_t {
  jobStart, imagePull, imageReady, launchStart, collected, firstFailure, timeout, launchEnd, restart, summary, jobEnd
};
const char* toString(MilestoneKind kind) noexcept;
struct Milestone {
  MilestoneKind kind = MilestoneKind::jobStart;
  When time;
  std::optional<std::uint32_t> launch;
  std::string text;
  std::vector<Evidence> evidence;
};

struct OtherLaunch { std::uint32_t launch = 0, attempt = 0; TestOutcome outcome = TestOutcome::passed; std::vector<Rank> ranks; };
// A test that did not pass everywhere (skipped everywhere counts as passed).
struct TestReport {
  std::string id;
  std::uint32_t launch = 0, attempt = 0;
  TestOutcome outcome = TestOutcome::failed;     // failed|error|stalled|interrupted
  std::vector<Rank> failedRanks, errorRanks, stalledRanks;
  std::string phase;                             // setup|call|teardown, empty where not known
  When start, end;
  std::vector<OtherLaunch> otherLaunches;
};

struct Candidate { std::string id, why; bool orderCertain = false; };
struct Restart { When time; std::string by, reason; std::vector<Evidence> evidence; };   // by: wrapper|torchrun|ft_launcher|ci|scheduler
struct NotEstablished { std::string text; std::vector<std::string> about; std::vector<Evidence> evidence; };
struct Checked { std::string what; std::uint32_t found = 0, sources = 0; };
struct Conflict { std::string what; std::vector<std::string> values; std::vector<Evidence> evidence; };

struct Coverage {
  std::optional<std::uint32_t> ranksExpected;
  std::uint32_t ranksSeen = 0;
  std::optional<std::uint32_t> ranksAtLeast;
  std::vector<Rank> missingRanks;
  std::vector<Conflict> conflicts;
  std::vector<std::string> notes;                // sentences
};

struct RunClock {
  When first, last;                              // least and greatest stamped times
  std::string zone = "UTC";
  When zero;                                     // T+ counts from here: the job's start
  std::array<std::uint64_t, kBasisCount> lines{};
  std::vector<std::string> assumptions;
};

// What a host's kernel says of the run's processes and GPUs; tied to ranks where the kernel's words and the ranks' own allow it.
struct HostLane {
  std::string host;                              // never empty
  std::vector<LineRef> lines;                    // those of events, by source, then line
};

struct Run {
  std::string id;                                // 16 hex digits of the content
  std::string name;
  bool complete = false;                         // false: a partial run, still being read; says no verdict
  std::vector<input::Input> inputs;
  std::vector<input::Skipped> skipped;
  std::vector<Source> sources;
  Identity identity;
  RunOutcome outcome = RunOutcome::unknown;
  std::vector<Evidence> outcomeEvidence;
  std::optional<std::uint32_t> worldSize;
  std::string worldSizeBasis;                    // stated|communicator|launcher|tree, empty: null
  std::vector<std::string> hosts;
  RunClock clock;
  Environment environment;
  std::vector<Phase> phases;
  std::vector<Milestone> milestones;             // by time
  std::vector<Launch> launches;
  std::vector<Lane> lanes;                       // by launch, attempt, rank
  std::vector<std::string> testNames;            // TestId -> node id
  std::vector<TestReport> tests;
  std::vector<std::vector<TestRun>> testRuns;    // of each lane, by source, then line
  std::vector<TestTimes> testTimes;
  std::vector<std::vector<Iteration>> iterations;   // of each lane, by time, then source and line
  std::vector<Event> events;                     // by utc, then source, then line; unknown times last. Without those of tests
                                                 // and iterations: allEvents() makes them from testRuns and iterations
  std::vector<Interval> intervals;               // by lane, then begin
  std::vector<HostLane> hostLanes;               // by host
  std::vector<Finding> findings;                 // by start of range, then source, then line, unknown last
  std::optional<std::uint32_t> firstFailure;     // index into findings; the user's choice where there is one
  std::optional<std::uint32_t> firstFailureTool; // what the log shows
  bool firstFailureByUser = false;
  std::vector<Candidate> candidates;
  std::uint32_t recoveries = 0;
  std::vector<Restart> restarts;
  std::vector<NotEstablished> notEstablished;
  std::vector<Checked> checked;
  Coverage coverage;
  Overrides overrides;                           // what the user says of the run, in the order in which it was said
  std::optional<base::Error> sideFileError;      // why the side file does not count; `where` is a path of this machine
  Notes notes;                                   // the user's, in the order of their numbers
  std::vector<SeenBefore> seenBefore;            // in the order of findings; empty where nobody asked
  std::optional<base::Error> knownError;         // why the known failures could not be read; `where` is a path of this machine

  const Source& source(SourceId which) const { return sources[which.value]; }
  std::optional<LaneId> laneOf(std::uint32_t launch, std::uint32_t attempt, Rank rank) const noexcept;
};

// Start and end of a test run; basis none where not known.
const TestTimes& timesOf(const Run& run, const TestRun& test) noexcept;
// An event of `kind` at `when`, with its range.
Event makeEvent(const When& when, EventKind kind, EventSeverity severity, LineRef line, LaneId lane) noexcept;
// The order of Run::events.
bool eventBefore(const Event& a, const Event& b) noexcept;
// run.events, the start and end of every test and every iteration, in the order of Run::events.
std::vector<Event> allEvents(const Run& run);

}  // namespace lanescope::model
