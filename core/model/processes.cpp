// SPDX-License-Identifier: Apache-2.0
// Which process is which rank: pids, hosts, devices and PCI addresses, from the agent's own lines and from NCCL's.
#include "core/model/draft.h"

#include <algorithm>
#include <set>

namespace lanescope::model {
namespace {

using recognise::LauncherFact;

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
    if (const auto chosen = draft.chosenLaunch(source)) run.sources[source].launch = chosen;
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
      else if (launch) lane = run.laneOf(*launch, segment ? segment->attemptAt(fact.line) : 0, static_cast<Rank>(fact.rank));
      if (!lane) continue;
      draft.laneHasLines[lane->value] = true;
      Lane& target = run.lanes[lane->value];
      if (target.sources.empty()) target.lastLine = draft.evidenceAt(source, fact.line, target.rank);   // until a later one is found
      if (target.host.empty()) target.host = fact.host;
      if (!target.pid && fact.pid >= 0) target.pid = static_cast<std::uint32_t>(fact.pid);
      if (!target.device && fact.device >= 0) target.device = static_cast<std::uint32_t>(fact.device);
      if (target.busId.empty()) target.busId = fact.busId;
    }
  }
}

void readAgentPids(Draft& draft, const Segment& segment) {
  Run& run = draft.run;
  for (const AgentProcesses& agent : processesOf(draft, segment)) {
    for (std::uint32_t i = 0; i < run.lanes.size(); ++i) {
      Lane& lane = run.lanes[i];
      if (lane.launch != segment.launch || lane.attempt != agent.attempt || draft.nodeOfLane[i] != agent.node || !lane.localRank) continue;
      for (const auto& process : agent.localOfPid) {
        if (process.second != static_cast<std::int32_t>(*lane.localRank)) continue;
        if (!lane.pid) lane.pid = static_cast<std::uint32_t>(process.first);
      }
      if (lane.host.empty()) lane.host = agent.host;
    }
  }
}

// What the prefixes of the ranks' lines say of their processes: Ray's and vLLM's "(Worker pid=12, ip=10.0.0.2)", mpirun's tags, a host's name.
void readPrefixes(Draft& draft, const Segment& segment) {
  for (const recognise::Writer& writer : draft.scans[segment.source].writers) {
    const auto rank = draft.rankOfWriter(segment, writer);
    if (!rank) continue;
    for (const recognise::WriterProcess& process : writer.processes) {
      if (process.line < segment.firstLine || process.line > segment.lastLine) continue;
      const auto id = draft.run.laneOf(segment.launch, segment.attemptAt(process.line), *rank);
      if (!id) continue;
      Lane& lane = draft.run.lanes[id->value];
      if (!lane.pid && process.pid >= 0) lane.pid = static_cast<std::uint32_t>(process.pid);
      if (lane.host.empty()) lane.host = process.host;
    }
  }
}

// One host is known of a node: all of its ranks run there.
void shareHosts(Draft& draft) {
  std::map<std::uint32_t, std::set<std::string>> ofNode;
  Run& run = draft.run;
  for (std::uint32_t i = 0; i < run.lanes.size(); ++i) {
    if (!run.lanes[i].host.empty()) ofNode[draft.nodeOfLane[i]].insert(run.lanes[i].host);
  }
  for (std::uint32_t i = 0; i < run.lanes.size(); ++i) {
    const auto known = ofNode.find(draft.nodeOfLane[i]);
    if (draft.nodeOfLane[i] != kNoIndex && known != ofNode.end() && known->second.size() == 1 && run.lanes[i].host.empty()) run.lanes[i].host = *known->second.begin();
  }
  for (Launch& launch : run.launches) {
    std::set<std::string> hosts;
    for (const Lane& lane : run.lanes) {
      if (lane.launch == launch.index && !lane.host.empty()) hosts.insert(lane.host);
    }
    launch.hosts.assign(hosts.begin(), hosts.end());
    // The launcher says that there is one node.
    if (hosts.size() != 1 || shapeOf(launch.command).nodes != std::optional<std::uint32_t>(1)) continue;
    for (Lane& lane : run.lanes) {
      if (lane.launch == launch.index && lane.host.empty()) lane.host = *hosts.begin();
    }
  }
}

}  // namespace

namespace {

// Local ranks whose own lines say that their process ended, so that there was nothing left to stop.
std::set<std::int32_t> endedThemselves(const Draft& draft, const Segment& segment, std::uint32_t node) {
  std::set<std::int32_t> out;
  const recognise::SourceScan& scan = draft.scans[segment.source];
  const Rank first = draft.nodes[node].first.value_or(0);
  for (const recognise::FailureFact& fact : scan.failures) {
    if (fact.line < segment.firstLine || fact.line > segment.lastLine || fact.signature >= draft.signatures->all().size()) continue;
    if (draft.signatures->all()[fact.signature].severity != recognise::Severity::fatal) continue;
    const recognise::Writer& writer = scan.writers[fact.writer];
    if (writer.key.local >= 0) out.insert(writer.key.local);
    else if (writer.statedGlobal >= static_cast<std::int32_t>(first)) out.insert(writer.statedGlobal - static_cast<std::int32_t>(first));
  }
  return out;
}

// All workers of the node by their pids, which follow each other: those that the agent names, and between them those of ranks that ended
// themselves.
std::vector<std::int32_t> workersOf(const std::set<std::int32_t>& named, const std::set<std::int32_t>& ended) {
  std::vector<std::int32_t> all;
  for (const std::int32_t pid : named) {
    if (!all.empty() && pid != all.back() + 1 && ended.count(static_cast<std::int32_t>(all.size())) && pid == all.back() + 2) all.push_back(pid - 1);
    all.push_back(pid);
  }
  return all;
}

}  // namespace

std::vector<AgentProcesses> processesOf(const Draft& draft, const Segment& segment) {
  using NodeAttempt = std::pair<std::uint32_t, std::uint32_t>;
  std::map<NodeAttempt, AgentProcesses> found;
  std::map<NodeAttempt, std::set<std::int32_t>> pids;
  for (const LauncherFact& fact : draft.scans[segment.source].launcher) {
    if (fact.line < segment.firstLine || fact.line > segment.lastLine || fact.pid < 0) continue;
    const std::uint32_t node = draft.nodeIndex(segment, draft.taskOf(segment.source, fact.writer));
    if (node == kNoIndex) continue;
    const NodeAttempt key{node, segment.attemptAt(fact.line)};
    AgentProcesses& agent = found[key];
    agent.node = node;
    agent.attempt = key.second;
    pids[key].insert(fact.pid);
    if (fact.localRank >= 0) agent.localOfPid[fact.pid] = fact.localRank;
    if (agent.host.empty()) agent.host = fact.host;
  }
  std::vector<AgentProcesses> out;
  for (auto& entry : found) {
    AgentProcesses& agent = entry.second;
    // It stops its workers in the order of their local ranks; whose rank it states shows whether the order of the pids is that one.
    const std::vector<std::int32_t> workers = workersOf(pids[entry.first], endedThemselves(draft, segment, agent.node));
    std::map<std::int32_t, std::int32_t> byOrder;
    for (const std::int32_t pid : workers) byOrder.emplace(pid, static_cast<std::int32_t>(byOrder.size()));
    agent.inOrder = segment.restartLines.empty() && !agent.localOfPid.empty() &&
                    std::all_of(agent.localOfPid.begin(), agent.localOfPid.end(), [&](const auto& known) { return byOrder[known.first] == known.second; });
    agent.workers = workers.size() >= 2 && segment.restartLines.empty() ? static_cast<std::uint32_t>(workers.size()) : 0;
    if (agent.inOrder) agent.localOfPid = std::move(byOrder);
    out.push_back(std::move(agent));
  }
  return out;
}

void readProcesses(Draft& draft) {
  for (const Segment& segment : draft.segments) readAgentPids(draft, segment);
  readNccl(draft);
  for (const Segment& segment : draft.segments) readPrefixes(draft, segment);
  shareHosts(draft);
}

}  // namespace lanescope::model
