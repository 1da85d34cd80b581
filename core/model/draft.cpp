// SPDX-License-Identifier: Apache-2.0
#include "core/model/draft.h"

#include "core/text/clean.h"

#include <algorithm>

namespace lanescope::model {
namespace {

constexpr std::size_t kEvidenceBytes = 500;      // contract rule 6

}  // namespace

When whenOf(const recognise::Moment& moment) {
  if (!moment.known()) return {};
  return When::at(moment.ns, moment.from == recognise::Moment::From::inner ? moment.widthNs : 0);
}

TestRun testRunOf(const Draft& draft, std::uint32_t source, const recognise::TestRow& row, LaneId lane) {
  TestRun test;
  test.lane = lane;
  test.test = draft.testIdOfName[source][row.name.value];
  test.source = SourceId{source};
  test.startLine = row.startLine;
  test.verdictLine = row.verdictLine;
  test.word = row.word;
  test.interrupted = row.interrupted;
  test.rerun = row.rerun;
  return test;
}

std::uint32_t Segment::attemptAt(std::uint32_t line) const {
  return firstAttempt + static_cast<std::uint32_t>(std::count_if(restartLines.begin(), restartLines.end(), [line](std::uint32_t restart) { return restart < line; }));
}

std::optional<Rank> Node::rankOf(std::uint32_t localRank) const {
  if (const auto known = stated.find(localRank); known != stated.end()) return known->second;
  return first ? std::optional<Rank>(*first + localRank) : std::nullopt;
}

std::uint32_t Draft::nodeIndex(const Segment& segment, std::int32_t task) const {
  auto known = segment.nodes.find(task);
  if (known == segment.nodes.end()) known = segment.nodes.begin();
  return known == segment.nodes.end() ? kNoIndex : known->second;
}

const Node* Draft::nodeOf(const Segment& segment, std::int32_t task) const {
  const std::uint32_t index = nodeIndex(segment, task);
  return index == kNoIndex ? nullptr : &nodes[index];
}

std::int32_t Draft::taskOf(std::uint32_t source, std::uint16_t writer) const {
  return writer < scans[source].writers.size() ? scans[source].writers[writer].key.place() : -1;
}

std::optional<Rank> Draft::rankOfWriter(const Segment& segment, const recognise::Writer& writer) const {
  if (writer.statedGlobal >= 0) return static_cast<Rank>(writer.statedGlobal);
  if (writer.key.global >= 0) return static_cast<Rank>(writer.key.global);
  if (writer.key.local < 0) return std::nullopt;
  const Node* node = nodeOf(segment, writer.key.place());
  return node ? node->rankOf(static_cast<std::uint32_t>(writer.key.local)) : std::nullopt;
}

std::optional<std::uint32_t> Draft::chosenLaunch(std::uint32_t source) const {
  const std::optional<std::uint32_t> chosen = settings[source].launch;
  if (!chosen) return std::nullopt;
  for (const Launch& launch : run.launches) {
    if (launch.found == *chosen) return launch.index;
  }
  return std::nullopt;
}

const Segment* Draft::segmentAt(std::uint32_t source, std::uint32_t line) const {
  for (const Segment& segment : segments) {
    if (segment.source == source && line >= segment.firstLine && line <= segment.lastLine) return &segment;
  }
  return nullptr;
}

Draft::Owner Draft::ownerOf(std::uint32_t source, std::uint32_t line, std::uint16_t writer) const {
  Owner owner;
  if (laneOfSource[source].valid()) {
    owner.lane = laneOfSource[source];
    owner.launch = run.lanes[owner.lane.value].launch;
    owner.attempt = run.lanes[owner.lane.value].attempt;
    return owner;
  }
  const Segment* segment = segmentAt(source, line);
  if (!segment || segment->launch == kNoIndex) return owner;
  owner.launch = segment->launch;
  owner.attempt = segment->attemptAt(line);
  if (writer < scans[source].writers.size()) {
    if (const auto rank = rankOfWriter(*segment, scans[source].writers[writer])) {
      if (const auto lane = run.laneOf(*owner.launch, *owner.attempt, *rank)) owner.lane = *lane;
    } else {
      owner.lane = soleLaneAt(*segment, line);
    }
  }
  return owner;
}

LaneId Draft::soleLaneAt(const Segment& segment, std::uint32_t line) const {
  if (!segment.sole || line < segment.firstTestLine || line > segment.lastTestLine) return {};
  return run.laneOf(segment.launch, segment.firstAttempt, 0).value_or(LaneId{});
}

bool Draft::isCopy(std::uint32_t source, std::uint32_t line, std::uint16_t writer) const {
  if (laneOfSource[source].valid()) return false;
  const Owner owner = ownerOf(source, line, writer);
  return owner.lane.valid() && !run.lanes[owner.lane.value].sources.empty();
}

std::span<const TestRun> Draft::testsOf(LaneId lane) const {
  return lane.valid() && lane.value < run.testRuns.size() ? std::span<const TestRun>(run.testRuns[lane.value]) : std::span<const TestRun>();
}

const TestRun* Draft::testAt(LaneId lane, std::uint32_t source, std::uint32_t line) const {
  const std::span<const TestRun> tests = testsOf(lane);
  const auto behind = std::upper_bound(tests.begin(), tests.end(), std::make_pair(source, line), [](const auto& place, const TestRun& test) {
    return place < std::make_pair(test.source.value, test.startLine);
  });
  if (behind == tests.begin() || std::prev(behind)->source.value != source) return nullptr;
  return &*std::prev(behind);
}

Evidence Draft::evidenceAt(std::uint32_t source, std::uint32_t line, std::optional<Rank> rank) const {
  Evidence evidence;
  evidence.source = SourceId{source};
  evidence.line = line;
  evidence.rank = rank;
  const SourceText* text = run.sources[source].text.get();
  if (text && line >= 1 && line <= text->lineCount()) {
    std::string shown = text->lineText(line, kEvidenceBytes);
    const auto end = shown.find_last_not_of(" \t\r\n");
    shown.resize(end == std::string::npos ? 0 : end + 1);
    evidence.text = std::move(shown);
  }
  return evidence;
}

}  // namespace lanescope::model
