// SPDX-License-Identifier: Apache-2.0
// Lanes: which ranks there are in each attempt of each launch.
#include "core/model/draft.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope::model {
namespace {

using recognise::LauncherFact;

struct LaneKey {
  std::uint32_t launch, attempt;
  Rank rank;
  bool operator<(const LaneKey& other) const { return std::tie(launch, attempt, rank) < std::tie(other.launch, other.attempt, other.rank); }
};

struct LaneSeed {
  std::vector<std::uint32_t> sources;
  std::optional<std::uint32_t> localRank;
  std::string rankFrom;
  std::uint32_t node = kNoIndex;
  bool hasLines = false;                         // of its own, not only another's about it
};

std::optional<Rank> statedRank(const recognise::SourceScan& scan) {
  for (const recognise::Writer& writer : scan.writers) {
    if (writer.statedGlobal >= 0) return static_cast<Rank>(writer.statedGlobal);
  }
  return std::nullopt;
}

// Files of one rank: what the file itself states, else its name or its place on its node.
void seedFromFiles(Draft& draft, std::map<LaneKey, LaneSeed>& seeds) {
  for (const Directory& directory : draft.directories) {
    const Node& node = draft.nodes[directory.node];
    // A rank's other file may state the rank when this one does not.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Rank> stated;
    for (const std::uint32_t source : directory.sources) {
      const PathLayout& path = draft.paths[source];
      const auto rank = statedRank(draft.scans[source]);
      if (rank) stated.try_emplace({path.attempt.value_or(0), path.localRank.value_or(path.globalRank.value_or(0))}, *rank);
    }
    for (const std::uint32_t source : directory.sources) {
      const PathLayout& path = draft.paths[source];
      const std::uint32_t attempt = path.attempt.value_or(0);
      const std::uint32_t number = path.localRank.value_or(path.globalRank.value_or(0));
      Rank rank = number;
      std::string from = path.fromSiblings ? "order" : "path";
      if (draft.settings[source].rank) {
        rank = *draft.settings[source].rank;
        from = "user";
      } else if (const auto known = stated.find({attempt, number}); known != stated.end()) {
        rank = known->second;
        from = "stated";
      } else if (path.localRank) {
        if (const auto placed = node.rankOf(number)) rank = *placed;
        if (rank != number) from = node.basis;
      }
      LaneSeed& seed = seeds[{directory.launch, attempt, rank}];
      seed.sources.push_back(source);
      seed.node = directory.node;
      seed.hasLines = seed.hasLines || draft.run.sources[source].text->lineCount() > 0;
      if (path.localRank) seed.localRank = path.localRank;
      if (seed.rankFrom.empty() || from == "user" || (from == "stated" && seed.rankFrom != "user")) seed.rankFrom = from;
    }
  }
}

void seedFromWriters(const Draft& draft, std::map<LaneKey, LaneSeed>& seeds) {
  for (const Segment& segment : draft.segments) {
    for (const recognise::Writer& writer : draft.scans[segment.source].writers) {
      if (!writer.isRank() || writer.firstLine > segment.lastLine || writer.lastLine < segment.firstLine) continue;
      const auto rank = draft.rankOfWriter(segment, writer);
      if (!rank || *rank >= kMaxRanks) continue;
      for (std::uint32_t attempt = segment.firstAttempt; attempt <= segment.lastAttempt(); ++attempt) {
        LaneSeed& seed = seeds[{segment.launch, attempt, *rank}];
        seed.hasLines = true;
        if (writer.key.local >= 0) {
          seed.localRank = static_cast<std::uint32_t>(writer.key.local);
          seed.node = draft.nodeIndex(segment, writer.key.place());
        }
        if (seed.rankFrom.empty()) seed.rankFrom = writer.statedGlobal >= 0 || writer.key.global >= 0 ? "stated" : draft.nodeOf(segment, writer.key.place())->basis;
      }
    }
  }
}

// Ranks that only the launcher's failure block names.
void seedFromBlocks(const Draft& draft, std::map<LaneKey, LaneSeed>& seeds) {
  for (const Segment& segment : draft.segments) {
    for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
      if (fact.line < segment.firstLine || fact.line > segment.lastLine || fact.rank < 0 || static_cast<Rank>(fact.rank) >= kMaxRanks) continue;
      LaneSeed& seed = seeds[{segment.launch, segment.lastAttempt(), static_cast<Rank>(fact.rank)}];
      if (fact.localRank >= 0) seed.localRank = static_cast<std::uint32_t>(fact.localRank);
      if (seed.node == kNoIndex) seed.node = draft.nodeIndex(segment, draft.taskOf(segment.source, fact.writer));
      if (seed.rankFrom.empty()) seed.rankFrom = "stated";
    }
  }
}

// A launcher that stops its workers names each by its pid, in the order of their local ranks: those that nothing else shows are known so.
void seedFromPids(const Draft& draft, std::map<LaneKey, LaneSeed>& seeds) {
  for (const Segment& segment : draft.segments) {
    if (segment.lastAttempt() != segment.firstAttempt) continue;
    for (const AgentProcesses& agent : processesOf(draft, segment)) {
      const Node& node = draft.nodes[agent.node];
      const bool hasFiles = std::any_of(draft.directories.begin(), draft.directories.end(), [&](const Directory& directory) { return directory.node == agent.node; });
      if (hasFiles || !agent.inOrder) continue;
      for (const auto& process : agent.localOfPid) {
        const auto local = static_cast<std::uint32_t>(process.second);
        const auto rank = node.rankOf(local);
        if (!rank || *rank >= kMaxRanks) continue;
        LaneSeed& seed = seeds[{segment.launch, segment.firstAttempt, *rank}];
        seed.localRank = local;
        seed.node = agent.node;
        if (seed.rankFrom.empty()) seed.rankFrom = "order";
      }
    }
  }
}

// A single process that runs tests, and what only test reports tell.
void seedFromTests(const Draft& draft, std::map<LaneKey, LaneSeed>& seeds) {
  const auto seed = [&seeds](const LaneKey& key, const char* from) {
    seeds[key].rankFrom = from;
    seeds[key].hasLines = true;
  };
  for (const Segment& segment : draft.segments) {
    if (segment.sole) seed({segment.launch, segment.firstAttempt, 0}, "assumed");
  }
  if (!draft.segments.empty() || !draft.directories.empty()) return;
  for (std::uint32_t source = 0; source < draft.paths.size(); ++source) {
    if (!isReport(draft, source)) continue;
    const auto rank = reportedRank(draft.paths[source]);
    seed({0, 0, rank.value_or(0)}, rank ? "path" : "assumed");
  }
}

void writeLanes(Draft& draft, const std::map<LaneKey, LaneSeed>& seeds) {
  draft.laneOfSource.assign(draft.run.sources.size(), LaneId{});
  draft.nodeOfLane.clear();
  draft.laneHasLines.clear();
  for (const auto& entry : seeds) {
    Lane lane;
    lane.launch = entry.first.launch;
    lane.attempt = entry.first.attempt;
    lane.rank = entry.first.rank;
    lane.localRank = entry.second.localRank;
    lane.rankFrom = entry.second.rankFrom;
    const LaneId id{static_cast<std::uint32_t>(draft.run.lanes.size())};
    std::vector<std::uint32_t> sources = entry.second.sources;
    std::stable_sort(sources.begin(), sources.end(), [&](std::uint32_t a, std::uint32_t b) {
      return draft.run.sources[a].stream == Stream::out && draft.run.sources[b].stream != Stream::out;
    });
    for (const std::uint32_t source : sources) {
      lane.sources.push_back(SourceId{source});
      draft.laneOfSource[source] = id;
      Source& own = draft.run.sources[source];
      own.launch = lane.launch;
      own.attempt = lane.attempt;
      own.rank = lane.rank;
    }
    draft.run.lanes.push_back(std::move(lane));
    draft.nodeOfLane.push_back(entry.second.node);
    draft.laneHasLines.push_back(entry.second.hasLines);
  }
}

}  // namespace

void makeLanes(Draft& draft) {
  std::map<LaneKey, LaneSeed> seeds;
  seedFromFiles(draft, seeds);
  seedFromWriters(draft, seeds);
  seedFromBlocks(draft, seeds);
  seedFromPids(draft, seeds);
  seedFromTests(draft, seeds);
  writeLanes(draft, seeds);
  placeReports(draft);
}

}  // namespace lanescope::model
