// SPDX-License-Identifier: Apache-2.0
// A Run while it is being made: the facts of its sources, and how they hang together. Owned by one thread; core/session
// freezes its `run`.
#pragma once

#include "core/model/path_layout.h"
#include "core/model/run.h"
#include "core/recognise/read_source.h"
#include "core/recognise/source_scan.h"

#include <map>
#include <span>

namespace lanescope::model {

inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFF;

// One launch as a log that holds several ranks or the launcher itself shows it: a stretch of that source.
struct Segment {
  std::uint32_t source = 0;
  std::uint32_t firstLine = 1, lastLine = 0;     // inclusive
  recognise::Moment start, end;
  bool startStated = false;                      // `start` is the time of a line that begins a launch; else its first one, of whatever line
  std::uint32_t endLine = 0;                     // that tells `end`; 0: none does
  std::string command, name;
  std::uint32_t commandLine = 0, statusLine = 0;
  std::optional<int> status;                     // the launcher's own exit status, as the shell traced it
  bool hasBanner = false;
  std::uint32_t firstAttempt = 0;                // a launcher may start a new file for each attempt
  std::vector<std::uint32_t> restartLines;       // the next attempts begin behind these
  std::uint32_t launch = kNoIndex;
  bool sole = false;                             // no launcher and no rank: a single process that runs tests
  std::uint32_t firstTestLine = 0, lastTestLine = 0;   // of the tests of that process
  std::map<std::int32_t, std::uint32_t> nodes;   // WriterKey::place() -> index into Draft::nodes
  std::uint32_t attemptAt(std::uint32_t line) const;
  std::uint32_t lastAttempt() const { return firstAttempt + static_cast<std::uint32_t>(restartLines.size()); }
};

// A log folder of a launcher.
struct Directory {
  std::string path;
  std::vector<std::uint32_t> sources;
  std::uint32_t attempts = 1;
  std::uint32_t launch = kNoIndex;
  std::uint32_t segment = kNoIndex;              // whose tee copies its lines
  std::uint32_t node = kNoIndex;                 // index into Draft::nodes
  bool byUser = true;                            // only the user says of its files that they are ranks'
  bool moved = false;                            // by the user, from another launch
};

// One machine's part in a launch: its local ranks count from 0.
struct Node {
  std::uint32_t launch = 0;
  std::string name;                              // path of its log, without what all nodes share: orders nodes that nothing numbers
  std::map<std::uint32_t, Rank> stated;          // local rank -> rank, where a line says both
  std::optional<std::uint32_t> number;           // as the launcher counts it
  std::optional<std::uint32_t> pathNumber;       // node-1/..: a place, or part of a name
  std::uint32_t localRanks = 0;                  // the launcher's number of processes on it, else as many as were seen
  bool localRanksStated = false;
  bool allCounted = false;                       // `localRanks` is the number of all of them
  std::optional<std::uint32_t> groupSize;        // how many nodes there are, as the agent says
  std::optional<Rank> first;                     // rank of local rank 0
  std::string basis;                             // of `first`: stated|order
  std::optional<Rank> rankOf(std::uint32_t localRank) const;
};

// What says that a kernel's line speaks of a rank.
enum class KernelTie : std::uint8_t { none, pid, bus, hostAndTime };

// A failure with everything that could be found out about where and when it happened.
struct Observation {
  std::uint32_t source = 0;
  std::uint32_t fact = 0;                        // index into the scan's failures
  FindingClass findingClass = FindingClass::warning;
  recognise::Prior prior = recognise::Prior::root;
  recognise::Severity severity = recognise::Severity::error;
  std::uint32_t line = 0;                        // that states the fact of the class
  std::optional<std::uint32_t> launch, attempt;
  LaneId lane;
  When when;
  TestId test;
  bool expected = false;                         // a test printed it and passed
  std::uint32_t finding = kNoIndex;              // index into run.findings, once there are any
  bool heard = false;                            // of somebody else's failure
  KernelTie tie = KernelTie::none;               // how `lane` was found, where it is a kernel's line
};

// The scans of all sources, shared with later drafts of the same session.
class ScanList {
 public:
  void push_back(std::shared_ptr<const recognise::SourceScan> scan) { m_scans.push_back(std::move(scan)); }
  const recognise::SourceScan& operator[](std::size_t source) const { return *m_scans[source]; }
  std::size_t size() const noexcept { return m_scans.size(); }

 private:
  std::vector<std::shared_ptr<const recognise::SourceScan>> m_scans;
};

struct Draft {
  Run run;
  ScanList scans;                                // parallel to run.sources; their line columns are in Source::text
  std::vector<std::shared_ptr<base::BlockList<recognise::TestRow>>> testRows;   // of the scans, which lost them
  bool last = false;                             // no later draft needs testRows: they may be used up
  std::vector<recognise::Glance> glances;
  std::vector<SourceSettings> settings;          // of the user, for each source
  std::vector<PathLayout> paths;
  std::vector<recognise::TimeContext> contexts;  // parallel to run.sources: how their stamps were read
  const recognise::SignatureSet* signatures = nullptr;

  std::vector<Segment> segments;
  std::vector<Directory> directories;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> nodeOfLane;         // index into `nodes`, kNoIndex
  std::vector<bool> laneHasLines;                // of its own; else only the launcher names it
  std::vector<LaneId> laneOfSource;              // of a rank's own file, else invalid
  std::vector<const TestRun*> unpassed;          // of run.testRuns, those that need a report, in order of lanes and lines
  std::vector<Observation> observations;
  // Iterations that no line ties to a rank: the training's of their launch, where that is known.
  struct LooseIteration { std::optional<std::uint32_t> launch; Iteration row; };
  std::vector<LooseIteration> looseIterations;   // by source, then line
  // Test names of a source -> of the run.
  std::vector<std::vector<TestId>> testIdOfName; // [source][StringId]

  // Who wrote a fact: the lane (invalid where it is no rank's), its launch and attempt.
  struct Owner { std::optional<std::uint32_t> launch, attempt; LaneId lane; };
  Owner ownerOf(std::uint32_t source, std::uint32_t line, std::uint16_t writer) const;
  // The launch to which the user moved a source, where there is one.
  std::optional<std::uint32_t> chosenLaunch(std::uint32_t source) const;
  // The lane of a single process, at one of its test runner's lines.
  LaneId soleLaneAt(const Segment& segment, std::uint32_t line) const;
  // The segment of `source` that holds `line`.
  const Segment* segmentAt(std::uint32_t source, std::uint32_t line) const;
  // The node that a place (WriterKey::place()) in the segment's carrier means; nullptr where none is known.
  const Node* nodeOf(const Segment& segment, std::int32_t task) const;
  std::uint32_t nodeIndex(const Segment& segment, std::int32_t task) const;   // kNoIndex
  std::int32_t taskOf(std::uint32_t source, std::uint16_t writer) const;
  // The global rank of a rank's writer inside the segment; nullopt where it is no rank's, or its node is not known.
  std::optional<Rank> rankOfWriter(const Segment& segment, const recognise::Writer& writer) const;
  // Whether what this writer prints stands in a file of its own too, which is then the master.
  bool isCopy(std::uint32_t source, std::uint32_t line, std::uint16_t writer) const;
  // The tests of one lane, by source and line.
  std::span<const TestRun> testsOf(LaneId lane) const;
  // The last test that the lane had begun in `source` at `line`; nullptr where there is none. O(log n).
  const TestRun* testAt(LaneId lane, std::uint32_t source, std::uint32_t line) const;
  Evidence evidenceAt(std::uint32_t source, std::uint32_t line, std::optional<Rank> rank = std::nullopt) const;
  std::optional<Rank> rankOf(LaneId lane) const { return lane.valid() ? std::optional<Rank>(run.lanes[lane.value].rank) : std::nullopt; }
};

// "--nproc_per_node" and "--nnodes" of a launcher's command; nullopt where they are not numbers.
struct LaunchShape { std::optional<std::uint32_t> perNode, nodes, nodeRank; };
LaunchShape shapeOf(const std::string& command);

When whenOf(const recognise::Moment& moment);
// A scan's row as the run keeps it; its error and its times come later.
TestRun testRunOf(const Draft& draft, std::uint32_t source, const recognise::TestRow& row, LaneId lane);

// The offsets that held while the source was written: "UTC", "+09:00", "-04:00, then -05:00".
std::string zoneText(const recognise::ZoneOffsets& zone, const recognise::SourceScan& scan);
// The processes of one node in one attempt, as its agent names them.
struct AgentProcesses {
  std::uint32_t node = 0;                        // index into Draft::nodes
  std::uint32_t attempt = 0;
  std::map<std::int32_t, std::int32_t> localOfPid;
  std::string host;
  std::uint32_t workers = 0;                     // how many there were; 0 where it cannot be told
  bool inOrder = false;                          // local ranks follow from the order of pids, which agrees with those stated
};
std::vector<AgentProcesses> processesOf(const Draft& draft, const Segment& segment);
// Whether the source is a test report in the JUnit form, which is nobody's log.
bool isReport(const Draft& draft, std::uint32_t source);
// The rank whose tests such a report tells, where its path names it.
std::optional<Rank> reportedRank(const PathLayout& path);

// The steps, in order. Each reads what those before it wrote.
void describeSources(Draft& draft);              // layouts, streams, layers, damage
void findSegments(Draft& draft);                 // launches as the carriers show them
void joinDirectories(Draft& draft);              // which log folder belongs to which segment; run.launches in order of start
void placeRanks(Draft& draft);                   // nodes, and which global ranks run on each
void makeLanes(Draft& draft);                    // run.lanes
void decideWorldSizes(Draft& draft);
void readProcesses(Draft& draft);                // pids, devices and hosts of lanes
void placeReports(Draft& draft);                 // whose tests each test report tells; a part of makeLanes
void mergeReports(Draft& draft);                 // what they add to run.testRuns; a part of collectTests
void collectTests(Draft& draft);                 // run.testRuns and the counts of each launch
void decideEnds(Draft& draft);                   // how each lane, attempt and launch ended
void keepStretches(Draft& draft);                // whose the lines of carriers are
void describeJob(Draft& draft);                  // identity, environment, CI phases, restarts, hosts

}  // namespace lanescope::model
