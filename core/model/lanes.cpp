// SPDX-License-Identifier: Apache-2.0
// Lanes: which ranks there are in each attempt of each launch, and what is known of each (host, device, pid).
#include "core/model/draft.h"

#include "core/recognise/text_fields.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace lanescope::model {
namespace {

using recognise::LauncherFact;
using recognise::numberBehind;

std::optional<std::uint32_t> optionNumber(const std::string& command, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    for (const char* joint : {" ", "="}) {
      if (const auto value = numberBehind<std::uint32_t>(command, std::string(name) + joint)) return value;
    }
  }
  return std::nullopt;
}

struct LaunchShape { std::optional<std::uint32_t> perNode, nodes; };

LaunchShape shapeOf(const std::string& command) {
  return {optionNumber(command, {"--nproc_per_node", "--nproc-per-node"}), optionNumber(command, {"--nnodes"})};
}

// The most frequent stated world size among the launch's own lines.
// That of one launch, or, without one, the run's as any line states it.
std::optional<std::uint32_t> statedWorldSize(const Draft& draft, std::optional<std::uint32_t> launch) {
  std::map<std::int64_t, std::uint32_t> votes;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const recognise::VersionFact& fact : draft.scans[source].versions) {
      if (fact.kind != recognise::VersionFact::Kind::worldSize || fact.number <= 0 || fact.number > kMaxRanks) continue;
      const Segment* segment = draft.segmentAt(source, fact.line);
      const bool here = !launch ? true : segment ? segment->launch == launch
                                : std::any_of(draft.directories.begin(), draft.directories.end(), [&](const Directory& directory) {
                                    return directory.launch == launch && std::find(directory.sources.begin(), directory.sources.end(), source) != directory.sources.end();
                                  });
      if (here) ++votes[fact.number];
    }
  }
  const auto best = std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return best == votes.end() ? std::nullopt : std::optional<std::uint32_t>(static_cast<std::uint32_t>(best->first));
}

struct LaneKey {
  std::uint32_t launch, attempt;
  Rank rank;
  bool operator<(const LaneKey& other) const { return std::tie(launch, attempt, rank) < std::tie(other.launch, other.attempt, other.rank); }
};

struct LaneSeed {
  std::vector<std::uint32_t> sources;
  std::optional<std::uint32_t> localRank;
  std::string rankFrom;
};

std::optional<Rank> statedRank(const recognise::SourceScan& scan) {
  for (const recognise::Writer& writer : scan.writers) {
    if (writer.statedGlobal >= 0) return static_cast<Rank>(writer.statedGlobal);
  }
  return std::nullopt;
}

// Files of one rank: what the file itself states, else what its path says (the local rank, which is the global one on a
// single node).
void seedFromFiles(Draft& draft, std::map<LaneKey, LaneSeed>& seeds) {
  // A rank's other file may state the rank when this one does not.
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, Rank> stated;
  for (std::uint32_t source = 0; source < draft.paths.size(); ++source) {
    const PathLayout& path = draft.paths[source];
    if (!path.localRank) continue;
    if (const auto rank = statedRank(draft.scans[source])) stated.try_emplace({path.directory, path.attempt.value_or(0), *path.localRank}, *rank);
  }
  for (const Directory& directory : draft.directories) {
    for (const std::uint32_t source : directory.sources) {
      const PathLayout& path = draft.paths[source];
      const std::uint32_t attempt = path.attempt.value_or(0);
      Rank rank = path.globalRank.value_or(path.localRank.value_or(0));
      std::string from = "path";
      if (path.localRank) {
        const auto known = stated.find({path.directory, attempt, *path.localRank});
        if (known != stated.end()) {
          rank = known->second;
          from = "stated";
        }
      }
      LaneSeed& seed = seeds[{directory.launch, attempt, rank}];
      seed.sources.push_back(source);
      if (path.localRank) seed.localRank = path.localRank;
      if (seed.rankFrom.empty() || from == "stated") seed.rankFrom = from;
    }
  }
}

void seedFromWriters(const Draft& draft, std::map<LaneKey, LaneSeed>& seeds) {
  for (const Segment& segment : draft.segments) {
    const Launch& launch = draft.run.launches[segment.launch];
    const auto perNode = shapeOf(launch.command).perNode.value_or(0);
    for (const recognise::Writer& writer : draft.scans[segment.source].writers) {
      if (!writer.key.isRank() || writer.firstLine > segment.lastLine || writer.lastLine < segment.firstLine) continue;
      const auto rank = rankOfWriter(writer, perNode);
      if (!rank || *rank >= kMaxRanks) continue;
      for (std::uint32_t attempt = 0; attempt <= segment.restartLines.size(); ++attempt) {
        LaneSeed& seed = seeds[{segment.launch, attempt, *rank}];
        if (writer.key.local >= 0) seed.localRank = static_cast<std::uint32_t>(writer.key.local);
        if (seed.rankFrom.empty()) seed.rankFrom = writer.statedGlobal >= 0 || writer.key.global >= 0 ? "stated" : "order";
      }
    }
  }
}

// Ranks that only the launcher's failure block names.
void seedFromBlocks(const Draft& draft, std::map<LaneKey, LaneSeed>& seeds) {
  for (const Segment& segment : draft.segments) {
    for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
      if (fact.line < segment.firstLine || fact.line > segment.lastLine || fact.rank < 0 || static_cast<Rank>(fact.rank) >= kMaxRanks) continue;
      const auto attempt = static_cast<std::uint32_t>(segment.restartLines.size());
      LaneSeed& seed = seeds[{segment.launch, attempt, static_cast<Rank>(fact.rank)}];
      if (fact.localRank >= 0) seed.localRank = static_cast<std::uint32_t>(fact.localRank);
      if (seed.rankFrom.empty()) seed.rankFrom = "stated";
    }
  }
}

// A launcher that stops its workers names each by its pid. Where those whose rank is stated stand at their place in the order of
// pids, the others are the ranks between (one node).
void seedFromPids(const Draft& draft, std::map<LaneKey, LaneSeed>& seeds) {
  for (const Segment& segment : draft.segments) {
    if (!draft.run.launches[segment.launch].directory.empty() || !segment.restartLines.empty()) continue;
    std::set<std::int32_t> pids;
    std::map<std::int32_t, std::pair<std::int32_t, std::int32_t>> stated;   // pid -> (local rank, rank)
    for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
      if (fact.line < segment.firstLine || fact.line > segment.lastLine || fact.pid < 0) continue;
      pids.insert(fact.pid);
      if (fact.localRank < 0) continue;
      auto& entry = stated.try_emplace(fact.pid, fact.localRank, -1).first->second;
      if (fact.rank >= 0) entry.second = fact.rank;
    }
    if (stated.empty()) continue;
    std::int32_t next = 0, offset = 0;
    bool agrees = true;
    for (const std::int32_t pid : pids) {
      const auto known = stated.find(pid);
      if (known != stated.end()) {
        agrees = agrees && known->second.first == next;
        if (known->second.second >= 0) offset = known->second.second - known->second.first;
      }
      ++next;
    }
    if (!agrees) continue;
    for (std::int32_t local = 0; local < next; ++local) {
      LaneSeed& seed = seeds[{segment.launch, 0, static_cast<Rank>(offset + local)}];
      seed.localRank = static_cast<std::uint32_t>(local);
      if (seed.rankFrom.empty()) seed.rankFrom = "order";
    }
  }
}

void writeLanes(Draft& draft, const std::map<LaneKey, LaneSeed>& seeds) {
  draft.laneOfSource.assign(draft.run.sources.size(), LaneId{});
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
  }
}

void decideWorldSizes(Draft& draft) {
  std::map<std::uint32_t, std::set<Rank>> ranks;
  for (const Lane& lane : draft.run.lanes) ranks[lane.launch].insert(lane.rank);
  Run& run = draft.run;
  for (Launch& launch : run.launches) {
    const LaunchShape shape = shapeOf(launch.command);
    const auto stated = statedWorldSize(draft, launch.index);
    const bool counted = std::any_of(draft.run.lanes.begin(), draft.run.lanes.end(), [&](const Lane& lane) { return lane.launch == launch.index && lane.rankFrom == "order"; });
    const bool tree = (!launch.directory.empty() || counted) && !ranks[launch.index].empty() &&
                      *ranks[launch.index].rbegin() + 1 == ranks[launch.index].size();
    std::string basis;
    if (stated) {
      launch.worldSize = stated;
      basis = "stated";
    } else if (const std::uint64_t size = std::uint64_t{shape.perNode.value_or(0)} * shape.nodes.value_or(1); size > 0 && size <= kMaxRanks) {
      launch.worldSize = static_cast<std::uint32_t>(size);
      basis = "launcher";
    } else if (tree) {
      launch.worldSize = static_cast<std::uint32_t>(ranks[launch.index].size());
      basis = launch.directory.empty() ? "launcher" : "tree";
    }
    if (launch.worldSize && (!run.worldSize || *launch.worldSize > *run.worldSize)) {
      run.worldSize = launch.worldSize;
      run.worldSizeBasis = basis;
    }
  }
  if (run.worldSize) return;
  run.worldSize = statedWorldSize(draft, std::nullopt);
  if (run.worldSize) run.worldSizeBasis = "stated";
}

// Where a run has one launch that did anything, files without a time belong to it.
std::optional<std::uint32_t> onlyLaunch(const Run& run) {
  std::optional<std::uint32_t> only;
  for (const Launch& launch : run.launches) {
    const bool empty = launch.tests && launch.tests->selected == std::optional<std::uint32_t>(0);
    if (empty) continue;
    if (only) return std::nullopt;
    only = launch.index;
  }
  return only;
}

// NCCL's own lines: (host, pid) -> rank of the largest communicator. They belong to the launch of the stamped lines of their file,
// since the processes of a later launch overwrite what earlier ones wrote.
void readNccl(Draft& draft) {
  Run& run = draft.run;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    const recognise::SourceScan& scan = draft.scans[source];
    if (scan.nccl.empty()) continue;
    if (run.sources[source].layout == Layout::nccl && scan.stampedLines > 0) {
      for (const Launch& launch : run.launches) {
        if (launch.start.known() && launch.end.known() && scan.lastStampNs >= launch.start.utc && scan.lastStampNs <= launch.end.utc + 60'000'000'000) {
          run.sources[source].launch = launch.index;
        }
      }
    }
    if (run.sources[source].layout == Layout::nccl && scan.stampedLines == 0) run.sources[source].launch = onlyLaunch(run);
    std::int32_t largest = 0;
    for (const recognise::NcclFact& fact : scan.nccl) {
      if (fact.nranks <= static_cast<std::int32_t>(kMaxRanks)) largest = std::max(largest, fact.nranks);
    }
    for (const recognise::NcclFact& fact : scan.nccl) {
      if (fact.nranks != largest) continue;
      const LaneId own = draft.laneOfSource[source];
      const Segment* segment = draft.segmentAt(source, fact.line);
      std::optional<std::uint32_t> launch = run.sources[source].launch;
      if (segment) launch = segment->launch;
      std::optional<LaneId> lane;
      if (own.valid()) lane = own;
      else if (launch) lane = run.laneOf(*launch, 0, static_cast<Rank>(fact.rank));
      if (!lane) continue;
      Lane& target = run.lanes[lane->value];
      if (target.host.empty()) target.host = fact.host;
      if (!target.pid && fact.pid >= 0) target.pid = static_cast<std::uint32_t>(fact.pid);
      if (!target.device && fact.device >= 0) target.device = static_cast<std::uint32_t>(fact.device);
      if (target.busId.empty()) target.busId = fact.busId;
    }
    if (!run.worldSize && largest > 0) {
      run.worldSize = static_cast<std::uint32_t>(largest);
      run.worldSizeBasis = "communicator";
    }
  }
}

// The agent's own lines name pids; it stops its workers in the order of their local ranks, so where it names all of them their
// order is known, and is checked against those whose rank is stated.
void readAgentPids(Draft& draft, const Segment& segment) {
  std::map<std::int32_t, std::int32_t> localOfPid;
  std::set<std::int32_t> pids;
  std::map<std::int32_t, std::string> hostOfPid;
  for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
    if (fact.line < segment.firstLine || fact.line > segment.lastLine || fact.pid < 0) continue;
    pids.insert(fact.pid);
    if (fact.localRank >= 0) localOfPid[fact.pid] = fact.localRank;
    if (!fact.host.empty()) hostOfPid[fact.pid] = fact.host;
  }
  Run& run = draft.run;
  const auto attempt = static_cast<std::uint32_t>(segment.restartLines.size());
  std::vector<LaneId> lanes;
  for (std::uint32_t i = 0; i < run.lanes.size(); ++i) {
    if (run.lanes[i].launch == segment.launch && run.lanes[i].attempt == attempt && run.lanes[i].localRank) lanes.push_back(LaneId{i});
  }
  if (segment.restartLines.empty() && pids.size() == lanes.size()) {
    std::map<std::int32_t, std::int32_t> byOrder;
    std::int32_t next = 0;
    for (const std::int32_t pid : pids) byOrder[pid] = next++;
    const bool agrees = std::all_of(localOfPid.begin(), localOfPid.end(), [&](const auto& known) { return byOrder[known.first] == known.second; });
    if (agrees) localOfPid = byOrder;
  }
  for (const auto& known : localOfPid) {
    for (const LaneId id : lanes) {
      Lane& lane = run.lanes[id.value];
      if (static_cast<std::int32_t>(*lane.localRank) != known.second) continue;
      if (!lane.pid) lane.pid = static_cast<std::uint32_t>(known.first);
      const auto host = hostOfPid.find(known.first);
      if (lane.host.empty() && host != hostOfPid.end()) lane.host = host->second;
    }
  }
}

void shareHosts(Draft& draft) {
  for (Launch& launch : draft.run.launches) {
    std::set<std::string> hosts;
    for (const Lane& lane : draft.run.lanes) {
      if (lane.launch == launch.index && !lane.host.empty()) hosts.insert(lane.host);
    }
    launch.hosts.assign(hosts.begin(), hosts.end());
    if (hosts.size() != 1) continue;
    // One node, as the launcher says: every rank runs there.
    const auto nodes = shapeOf(launch.command).nodes;
    if (nodes && *nodes != 1) continue;
    for (Lane& lane : draft.run.lanes) {
      if (lane.launch == launch.index && lane.host.empty()) lane.host = *hosts.begin();
    }
  }
}

}  // namespace

void makeLanes(Draft& draft) {
  std::map<LaneKey, LaneSeed> seeds;
  seedFromFiles(draft, seeds);
  seedFromWriters(draft, seeds);
  seedFromBlocks(draft, seeds);
  seedFromPids(draft, seeds);
  writeLanes(draft, seeds);
  decideWorldSizes(draft);
  for (const Segment& segment : draft.segments) readAgentPids(draft, segment);
  readNccl(draft);
  shareHosts(draft);
}

}  // namespace lanescope::model
