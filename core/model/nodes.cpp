// SPDX-License-Identifier: Apache-2.0
// Which global ranks run on which node. A launcher numbers its processes on each node from 0; the global rank is what a line states, else
// the node's place among the nodes times the number of processes on each. What rests on the order of the nodes' names is said.
#include "core/model/draft.h"
#include "core/model/ranks_text.h"

#include "core/recognise/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace lanescope::model {
namespace {

using recognise::LauncherFact;
using recognise::numberBehind;
using recognise::WorkerGroupFact;

std::optional<std::uint32_t> optionNumber(const std::string& command, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    for (const char* joint : {" ", "="}) {
      if (const auto value = numberBehind<std::uint32_t>(command, std::string(name) + joint)) return value;
    }
  }
  return std::nullopt;
}

bool touches(const Segment& segment, std::uint32_t first, std::uint32_t last) { return first <= segment.lastLine && last >= segment.firstLine; }

class RankPlacer {
 public:
  explicit RankPlacer(Draft& draft) : m_draft(draft) {}

  void run() {
    numbersThatRepeat();
    for (Segment& segment : m_draft.segments) addNodes(segment);
    for (const bool moved : {false, true}) {
      for (Directory& directory : m_draft.directories) {
        if (directory.moved == moved) addNode(directory);
      }
    }
    for (const Launch& launch : m_draft.run.launches) decide(launch);
    for (std::uint32_t source = 0; source < m_draft.scans.size(); ++source) noteConflicts(source);
  }

 private:
  void numbersThatRepeat();
  std::uint32_t newNode(std::uint32_t launch, const std::string& name);
  std::uint32_t sameNodeBefore(const Segment& segment, std::int32_t task) const;
  void addNodes(Segment& segment);
  void addNode(Directory& directory);
  std::uint32_t onlyNodeOf(std::uint32_t launch) const;
  void state(Node& node, std::uint32_t local, Rank rank, std::uint32_t source, std::uint32_t line);
  void readWriters(const Segment& segment);
  void readLauncher(const Segment& segment);
  void countProcesses(const Segment& segment);
  void readDirectory(const Directory& directory, Node& node);
  void decide(const Launch& launch);
  void decideFromStated(Node& node) const;
  void numberByPaths(const std::vector<Node*>& nodes) const;
  void decideByOrder(const Launch& launch, std::vector<Node*> nodes);
  void noteConflicts(std::uint32_t source);
  Node& nodeOf(const Segment& segment, std::int32_t task) { return const_cast<Node&>(*m_draft.nodeOf(segment, task)); }

  Draft& m_draft;
};

// rank_0.log .. rank_7.log in the folders of two nodes: the numbers are local ranks.
void RankPlacer::numbersThatRepeat() {
  for (const Launch& launch : m_draft.run.launches) {
    std::map<Rank, std::set<std::string>> folders;
    for (const Directory& directory : m_draft.directories) {
      if (directory.launch != launch.index) continue;
      for (const std::uint32_t source : directory.sources) {
        if (m_draft.paths[source].globalRank && !m_draft.settings[source].rank) folders[*m_draft.paths[source].globalRank].insert(directory.path);
      }
    }
    if (std::none_of(folders.begin(), folders.end(), [](const auto& entry) { return entry.second.size() > 1; })) continue;
    for (const Directory& directory : m_draft.directories) {
      if (directory.launch != launch.index) continue;
      for (const std::uint32_t source : directory.sources) {
        PathLayout& path = m_draft.paths[source];
        if (path.globalRank && !m_draft.settings[source].rank) path.localRank = std::exchange(path.globalRank, std::nullopt);
      }
    }
  }
}

std::uint32_t RankPlacer::newNode(std::uint32_t launch, const std::string& name) {
  Node node;
  node.launch = launch;
  node.name = name;
  m_draft.nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(m_draft.nodes.size() - 1);
}

// The node's file of an earlier attempt.
std::uint32_t RankPlacer::sameNodeBefore(const Segment& segment, std::int32_t task) const {
  const PathLayout& path = m_draft.paths[segment.source];
  for (const Segment& other : m_draft.segments) {
    if (!path.attempt || &other == &segment || other.launch != segment.launch || m_draft.paths[other.source].directory != path.directory) continue;
    if (const auto node = other.nodes.find(task); node != other.nodes.end()) return node->second;
  }
  return kNoIndex;
}

// The nodes whose ranks or launcher a carrier shows: one, or one for each task prefix.
void RankPlacer::addNodes(Segment& segment) {
  const recognise::SourceScan& scan = m_draft.scans[segment.source];
  std::set<std::int32_t> tasks;
  for (const recognise::Writer& writer : scan.writers) {
    if (touches(segment, writer.firstLine, writer.lastLine) && (writer.key.node >= 0 || writer.key.local >= 0)) tasks.insert(writer.key.place());
  }
  if (tasks.size() > 1) tasks.erase(-1);         // the wrapper around the tasks
  if (tasks.empty()) tasks.insert(-1);
  const PathLayout& path = m_draft.paths[segment.source];
  const LaunchShape shape = shapeOf(segment.command);
  for (const std::int32_t task : tasks) {
    const std::uint32_t before = sameNodeBefore(segment, task);
    const std::uint32_t index = before != kNoIndex ? before : newNode(segment.launch, m_draft.run.sources[segment.source].path);
    Node& node = m_draft.nodes[index];
    segment.nodes[task] = index;
    const std::int32_t origin = task - recognise::WriterKey::kFirstOrigin;
    if (origin >= 0) node.name += ' ' + scan.origins[static_cast<std::size_t>(origin)];
    else if (task >= 0) node.number = static_cast<std::uint32_t>(task);
    else if (shape.nodeRank) node.number = shape.nodeRank;
    node.pathNumber = path.node;
    if (shape.perNode && *shape.perNode <= kMaxRanks) {
      node.localRanks = *shape.perNode;
      node.localRanksStated = node.allCounted = true;
    }
  }
  readWriters(segment);
  readLauncher(segment);
  countProcesses(segment);
}

// Those of which the agent names each pid as it stops them, or a tee that shows every one of several.
void RankPlacer::countProcesses(const Segment& segment) {
  std::map<std::uint32_t, std::set<std::int32_t>> teed;
  for (const recognise::Writer& writer : m_draft.scans[segment.source].writers) {
    if (writer.key.local >= 0 && touches(segment, writer.firstLine, writer.lastLine)) teed[m_draft.nodeIndex(segment, writer.key.place())].insert(writer.key.local);
  }
  for (const auto& entry : teed) {
    Node& node = m_draft.nodes[entry.first];
    const bool all = entry.second.size() >= 2 && static_cast<std::size_t>(*entry.second.rbegin()) + 1 == entry.second.size();
    if (!node.localRanksStated && all && node.localRanks == entry.second.size()) node.allCounted = true;
  }
  for (const AgentProcesses& agent : processesOf(m_draft, segment)) {
    Node& node = m_draft.nodes[agent.node];
    if (node.localRanksStated || agent.workers == 0 || agent.workers < node.localRanks) continue;
    node.localRanks = agent.workers;
    node.allCounted = true;
  }
}

void RankPlacer::state(Node& node, std::uint32_t local, Rank rank, std::uint32_t source, std::uint32_t line) {
  if (local >= kMaxRanks || rank >= kMaxRanks) return;
  if (!node.localRanksStated) node.localRanks = std::max(node.localRanks, local + 1);
  const auto entry = node.stated.try_emplace(local, rank);
  if (entry.second || entry.first->second == rank) return;
  Conflict conflict;
  conflict.what = fmt::format("the rank of local rank {} in {}", local, m_draft.run.sources[source].path);
  conflict.values = {fmt::format("rank {}", entry.first->second), fmt::format("rank {} in line {}", rank, line)};
  conflict.evidence.push_back(m_draft.evidenceAt(source, line));
  m_draft.run.coverage.conflicts.push_back(std::move(conflict));
}

void RankPlacer::readWriters(const Segment& segment) {
  for (const recognise::Writer& writer : m_draft.scans[segment.source].writers) {
    if (writer.key.local < 0 || static_cast<std::uint32_t>(writer.key.local) >= kMaxRanks || !touches(segment, writer.firstLine, writer.lastLine)) continue;
    Node& node = nodeOf(segment, writer.key.place());
    const auto local = static_cast<std::uint32_t>(writer.key.local);
    if (!node.localRanksStated) node.localRanks = std::max(node.localRanks, local + 1);
    if (writer.statedGlobal >= 0) state(node, local, static_cast<Rank>(writer.statedGlobal), segment.source, writer.statedLine);
  }
}

void RankPlacer::readLauncher(const Segment& segment) {
  const recognise::SourceScan& scan = m_draft.scans[segment.source];
  for (const WorkerGroupFact& group : scan.workerGroups) {
    if (!touches(segment, group.line, group.line)) continue;
    Node& node = nodeOf(segment, m_draft.taskOf(segment.source, group.writer));
    if (group.groupRank >= 0) node.number = static_cast<std::uint32_t>(group.groupRank);
    if (group.groupSize > 0) node.groupSize = static_cast<std::uint32_t>(group.groupSize);
    if (!group.globalRanks.empty()) {
      node.localRanks = static_cast<std::uint32_t>(group.globalRanks.size());
      node.localRanksStated = node.allCounted = true;
    }
    for (std::size_t i = 0; i < group.globalRanks.size(); ++i) {
      const bool named = i < group.localRanks.size() && group.localRanks[i] >= 0;
      if (group.globalRanks[i] < 0) continue;
      state(node, named ? static_cast<std::uint32_t>(group.localRanks[i]) : static_cast<std::uint32_t>(i), static_cast<Rank>(group.globalRanks[i]), segment.source, group.line);
    }
  }
  for (const LauncherFact& fact : scan.launcher) {
    if (fact.rank < 0 || fact.localRank < 0 || !touches(segment, fact.line, fact.line)) continue;
    state(nodeOf(segment, m_draft.taskOf(segment.source, fact.writer)), static_cast<std::uint32_t>(fact.localRank), static_cast<Rank>(fact.rank), segment.source, fact.line);
  }
}

// kNoIndex where there is none or several.
std::uint32_t RankPlacer::onlyNodeOf(std::uint32_t launch) const {
  std::uint32_t only = kNoIndex;
  for (std::uint32_t i = 0; i < m_draft.nodes.size(); ++i) {
    if (m_draft.nodes[i].launch != launch) continue;
    if (only != kNoIndex) return kNoIndex;
    only = i;
  }
  return only;
}

// A folder whose lines a carrier copies is that carrier's node. What the user moved to a launch is no further node of it.
void RankPlacer::addNode(Directory& directory) {
  const bool ofCarrier = directory.segment != kNoIndex && m_draft.segments[directory.segment].nodes.size() == 1;
  directory.node = ofCarrier ? m_draft.segments[directory.segment].nodes.begin()->second : directory.moved ? onlyNodeOf(directory.launch) : kNoIndex;
  if (directory.node == kNoIndex) directory.node = newNode(directory.launch, directory.path);
  Node& node = m_draft.nodes[directory.node];
  if (!node.pathNumber) node.pathNumber = m_draft.paths[directory.sources.front()].node;
  readDirectory(directory, node);
}

void RankPlacer::readDirectory(const Directory& directory, Node& node) {
  for (const std::uint32_t source : directory.sources) {
    const PathLayout& path = m_draft.paths[source];
    if (!path.localRank) continue;
    if (!node.localRanksStated) node.localRanks = std::max(node.localRanks, *path.localRank + 1);
    for (const recognise::Writer& writer : m_draft.scans[source].writers) {
      if (writer.statedGlobal >= 0) state(node, *path.localRank, static_cast<Rank>(writer.statedGlobal), source, writer.statedLine);
    }
  }
}

// Ranks that are stated and stand at one distance from their local ranks say where the others are.
void RankPlacer::decideFromStated(Node& node) const {
  if (node.stated.empty()) return;
  const auto first = node.stated.begin();
  if (first->second < first->first) return;
  const Rank offset = first->second - first->first;
  const bool agree = std::all_of(node.stated.begin(), node.stated.end(), [offset](const auto& pair) { return pair.second == pair.first + offset; });
  if (!agree) return;
  node.first = offset;
  node.basis = "stated";
}

void RankPlacer::decide(const Launch& launch) {
  std::vector<Node*> nodes, open;
  for (Node& node : m_draft.nodes) {
    if (node.launch != launch.index) continue;
    decideFromStated(node);
    nodes.push_back(&node);
    if (!node.first && node.localRanks > 0) open.push_back(&node);
  }
  if (open.empty()) return;
  const auto count = shapeOf(launch.command).nodes;
  const bool single = nodes.size() == 1 && count.value_or(1) == 1 && open.front()->number.value_or(0) == 0;
  if (single) {
    open.front()->first = 0;
    open.front()->basis = "order";
    return;
  }
  decideByOrder(launch, nodes);
}

// node-0 and node-1 are places; node07 and node12 are only names.
void RankPlacer::numberByPaths(const std::vector<Node*>& nodes) const {
  std::set<std::uint32_t> numbers;
  for (const Node* node : nodes) {
    if (node->pathNumber) numbers.insert(*node->pathNumber);
  }
  if (nodes.size() < 2 || numbers.size() != nodes.size() || *numbers.rbegin() + 1 != numbers.size()) return;
  for (Node* node : nodes) {
    if (!node->number) node->number = node->pathNumber;
  }
}

// Nodes with a number stand at that place, the others in the order of their names.
void RankPlacer::decideByOrder(const Launch& launch, std::vector<Node*> nodes) {
  nodes.erase(std::remove_if(nodes.begin(), nodes.end(), [](const Node* node) { return node->localRanks == 0 && !node->first; }), nodes.end());
  std::uint32_t perNode = 0;
  for (const Node* node : nodes) perNode = std::max(perNode, node->localRanks);
  std::stable_sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) { return input::naturalLess(a->name, b->name); });
  numberByPaths(nodes);
  std::set<std::uint32_t> places;
  for (Node* node : nodes) {
    if (node->first) places.insert(*node->first / std::max(1u, perNode));
    else if (node->number && std::uint64_t{*node->number} * perNode < kMaxRanks && places.insert(*node->number).second) node->first = *node->number * perNode;
  }
  std::vector<Rank> assumed;
  std::uint32_t place = 0;
  for (Node* node : nodes) {
    if (node->first) continue;
    while (places.count(place)) ++place;
    if (std::uint64_t{place} * perNode >= kMaxRanks) continue;
    places.insert(place);
    node->first = place * perNode;
    for (std::uint32_t local = 0; local < node->localRanks; ++local) assumed.push_back(*node->first + local);
  }
  for (Node* node : nodes) {
    if (node->basis.empty()) node->basis = "order";
  }
  if (assumed.empty()) return;
  m_draft.run.coverage.notes.push_back(fmt::format("launch {}: no line states which node {} ran on; numbered by the order of the nodes' names, {} ranks a node",
                                                   launch.index + 1, ranksPhrase(assumed), perNode));
}

// A file of one rank in which another rank's name stands, or whose own name says otherwise.
void RankPlacer::noteConflicts(std::uint32_t source) {
  const PathLayout& path = m_draft.paths[source];
  if (!path.ofOneRank()) return;
  Conflict conflict;
  for (const recognise::Writer& writer : m_draft.scans[source].writers) {
    const bool otherName = path.globalRank && writer.statedGlobal >= 0 && static_cast<Rank>(writer.statedGlobal) != *path.globalRank;
    if (!otherName && writer.otherGlobal < 0) continue;
    if (otherName) conflict.values.push_back(fmt::format("rank {} {}", *path.globalRank, m_draft.settings[source].rank ? "as the user says" : "by its name"));
    conflict.values.push_back(fmt::format("rank {} in line {}", writer.statedGlobal, writer.statedLine));
    conflict.evidence.push_back(m_draft.evidenceAt(source, writer.statedLine));
    if (writer.otherGlobal >= 0) {
      conflict.values.push_back(fmt::format("rank {} in line {}", writer.otherGlobal, writer.otherLine));
      conflict.evidence.push_back(m_draft.evidenceAt(source, writer.otherLine));
    }
  }
  if (conflict.values.empty()) return;
  conflict.what = "the rank of " + m_draft.run.sources[source].path;
  m_draft.run.coverage.conflicts.push_back(std::move(conflict));
}

}  // namespace

LaunchShape shapeOf(const std::string& command) {
  return {optionNumber(command, {"--nproc_per_node", "--nproc-per-node"}), optionNumber(command, {"--nnodes"}),
          optionNumber(command, {"--node_rank", "--node-rank", "--machine_rank"})};
}

void placeRanks(Draft& draft) { RankPlacer(draft).run(); }

}  // namespace lanescope::model
