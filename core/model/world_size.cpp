// SPDX-License-Identifier: Apache-2.0
// How many ranks each launch had: stated by a line, else by the launcher's command, else counted where all of them are seen, else by the
// largest communicator.
#include "core/model/draft.h"

#include <algorithm>
#include <set>

namespace lanescope::model {
namespace {

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

struct Size { std::uint32_t ranks = 0; const char* basis = ""; };

// All nodes are here, and all processes of each.
std::optional<Size> countedByNodes(const Draft& draft, const Launch& launch) {
  std::uint64_t sum = 0, nodes = 0;
  std::optional<std::uint32_t> groupSize = shapeOf(launch.command).nodes;
  std::uint32_t perNode = 0;
  bool even = true, whole = true;
  for (const Node& node : draft.nodes) {
    if (node.launch != launch.index || node.localRanks == 0) continue;
    ++nodes;
    sum += node.localRanks;
    even = even && (perNode == 0 || perNode == node.localRanks);
    perNode = node.localRanks;
    whole = whole && node.allCounted;
    if (node.groupSize) groupSize = node.groupSize;
  }
  if (nodes == 0 || !whole) return std::nullopt;
  const auto highest = std::max_element(draft.run.lanes.begin(), draft.run.lanes.end(), [&](const Lane& a, const Lane& b) {
    return (a.launch == launch.index ? a.rank + 1 : 0) < (b.launch == launch.index ? b.rank + 1 : 0);
  });
  const bool beyond = highest != draft.run.lanes.end() && highest->launch == launch.index && highest->rank >= sum;
  if (groupSize && *groupSize > nodes) sum = even ? std::uint64_t{*groupSize} * perNode : 0;
  else if (beyond) return std::nullopt;          // a node is missing
  if (sum == 0 || sum > kMaxRanks) return std::nullopt;
  return Size{static_cast<std::uint32_t>(sum), "launcher"};
}

std::optional<Size> countedByFiles(const Draft& draft, const Launch& launch) {
  std::set<Rank> ranks;
  for (const Lane& lane : draft.run.lanes) {
    if (lane.launch == launch.index && !lane.sources.empty()) ranks.insert(lane.rank);
  }
  if (ranks.empty() || *ranks.rbegin() + 1 != ranks.size()) return std::nullopt;
  return Size{static_cast<std::uint32_t>(ranks.size()), "tree"};
}

std::optional<Size> byCommand(const std::string& command) {
  const LaunchShape shape = shapeOf(command);
  if (!shape.nodes && command.find("--nnodes") != std::string::npos) return std::nullopt;   // a variable's name
  const std::uint64_t size = std::uint64_t{shape.perNode.value_or(0)} * shape.nodes.value_or(1);
  if (size == 0 || size > kMaxRanks) return std::nullopt;
  return Size{static_cast<std::uint32_t>(size), "launcher"};
}

std::optional<Size> sizeOf(const Draft& draft, const Launch& launch) {
  if (const auto stated = statedWorldSize(draft, launch.index)) return Size{*stated, "stated"};
  if (const auto size = byCommand(launch.command)) return size;
  if (const auto size = countedByFiles(draft, launch)) return size;
  return countedByNodes(draft, launch);
}

std::optional<Size> byCommunicator(const Draft& draft) {
  std::int32_t largest = 0;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const recognise::NcclFact& fact : draft.scans[source].nccl) {
      if (fact.nranks <= static_cast<std::int32_t>(kMaxRanks)) largest = std::max(largest, fact.nranks);
    }
  }
  if (largest == 0) return std::nullopt;
  return Size{static_cast<std::uint32_t>(largest), "communicator"};
}

// A script that is shown may not be what ran, so it comes last.
std::optional<Size> byShownCommand(const Draft& draft) {
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const recognise::VersionFact& fact : draft.scans[source].versions) {
      if (fact.kind != recognise::VersionFact::Kind::command) continue;
      if (const auto size = byCommand(fact.text)) return size;
    }
  }
  return std::nullopt;
}

}  // namespace

void decideWorldSizes(Draft& draft) {
  Run& run = draft.run;
  std::optional<Size> best;
  for (Launch& launch : run.launches) {
    const auto size = sizeOf(draft, launch);
    if (!size) continue;
    launch.worldSize = size->ranks;
    if (!best || size->ranks > best->ranks) best = size;
  }
  if (!best) {
    if (const auto stated = statedWorldSize(draft, std::nullopt)) best = Size{*stated, "stated"};
  }
  if (!best) best = byCommunicator(draft);
  if (!best) best = byShownCommand(draft);
  if (!best) return;
  run.worldSize = best->ranks;
  run.worldSizeBasis = best->basis;
}

}  // namespace lanescope::model
