// SPDX-License-Identifier: Apache-2.0
// A Run while it is being made: the facts of its sources, and how they hang together. Owned by one thread; core/session
// freezes its `run`.
#pragma once

#include "core/model/path_layout.h"
#include "core/model/run.h"
#include "core/recognise/read_source.h"
#include "core/recognise/source_scan.h"

#include <span>

namespace lanescope::model {

inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFF;

// One launch as a log that holds several ranks or the launcher itself shows it: a stretch of that source.
struct Segment {
  std::uint32_t source = 0;
  std::uint32_t firstLine = 1, lastLine = 0;     // inclusive
  recognise::Moment start, end;
  std::string command, name;
  std::uint32_t commandLine = 0, statusLine = 0;
  std::optional<int> status;                     // the launcher's own exit status, as the shell traced it
  bool hasBanner = false;
  std::vector<std::uint32_t> restartLines;       // attempts 1, 2.. begin behind these
  std::uint32_t launch = kNoIndex;
};

// A log folder of a launcher.
struct Directory {
  std::string path;
  std::vector<std::uint32_t> sources;
  std::uint32_t attempts = 1;
  std::uint32_t launch = kNoIndex;
};

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
  std::vector<PathLayout> paths;
  std::vector<recognise::TimeContext> contexts;  // parallel to run.sources: how their stamps were read
  const recognise::SignatureSet* signatures = nullptr;

  std::vector<Segment> segments;
  std::vector<Directory> directories;
  std::vector<LaneId> laneOfSource;              // of a rank's own file, else invalid
  std::vector<const TestRun*> unpassed;          // of run.testRuns, those that need a report, in order of lanes and lines
  std::vector<Observation> observations;
  // Test names of a source -> of the run.
  std::vector<std::vector<TestId>> testIdOfName; // [source][StringId]

  // Who wrote a fact: the lane (invalid where it is no rank's), its launch and attempt.
  struct Owner { std::optional<std::uint32_t> launch, attempt; LaneId lane; };
  Owner ownerOf(std::uint32_t source, std::uint32_t line, std::uint16_t writer) const;
  // The segment of `source` that holds `line`.
  const Segment* segmentAt(std::uint32_t source, std::uint32_t line) const;
  // Whether what this writer prints stands in a file of its own too, which is then the master.
  bool isCopy(std::uint32_t source, std::uint32_t line, std::uint16_t writer) const;
  // The tests of one lane, by source and line.
  std::span<const TestRun> testsOf(LaneId lane) const;
  // The last test that the lane had begun in `source` at `line`; nullptr where there is none. O(log n).
  const TestRun* testAt(LaneId lane, std::uint32_t source, std::uint32_t line) const;
  Evidence evidenceAt(std::uint32_t source, std::uint32_t line, std::optional<Rank> rank = std::nullopt) const;
  std::optional<Rank> rankOf(LaneId lane) const { return lane.valid() ? std::optional<Rank>(run.lanes[lane.value].rank) : std::nullopt; }
};

// The global rank of a rank's writer inside a carrier.
std::optional<Rank> rankOfWriter(const recognise::Writer& writer, std::uint32_t localWorldSize);

When whenOf(const recognise::Moment& moment);

// The offsets that held while the source was written: "UTC", "+09:00", "-04:00, then -05:00".
std::string zoneText(const recognise::ZoneOffsets& zone, const recognise::SourceScan& scan);

// The steps, in order. Each reads what those before it wrote.
void describeSources(Draft& draft);              // layouts, streams, layers, damage
void findSegments(Draft& draft);                 // launches as the carriers show them
void joinDirectories(Draft& draft);              // which log folder belongs to which segment; run.launches in order of start
void makeLanes(Draft& draft);                    // run.lanes, world size, pids and devices
void collectTests(Draft& draft);                 // run.testRuns and the counts of each launch
void decideEnds(Draft& draft);                   // how each lane, attempt and launch ended
void describeJob(Draft& draft);                  // identity, environment, CI phases, restarts, hosts

}  // namespace lanescope::model
