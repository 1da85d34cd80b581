// SPDX-License-Identifier: Apache-2.0
// All ranks of a launch run the same tests in the same order and meet in collectives: a test's time on a rank whose lines are
// stamped is, within a small skew, its time on the others.
#include "core/clock/place.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace lanescope::clock {
namespace {

using model::Basis;
using model::Draft;
using model::TestRun;
using model::Segment;
using model::When;
using recognise::TestRow;

constexpr std::int64_t kTeeDelayNs = 200'000'000;    // the tee polls every 0.1 s
constexpr std::int64_t kReadDelayNs = 1'000'000'000;   // from the write to the CI runner's stamp, usually
constexpr std::int64_t kSkewNs = 2'000'000'000;  // between ranks, where no more is seen (a test's end is not a barrier)

struct Span { When start, end; };
struct LaunchTest {
  std::uint32_t launch, attempt, test, occurrence;
  bool operator<(const LaunchTest& o) const { return std::tie(launch, attempt, test, occurrence) < std::tie(o.launch, o.attempt, o.test, o.occurrence); }
};

std::int64_t stampNs(const model::Source& source, std::uint32_t line) {
  const auto& text = *source.text;
  if (line == 0 || text.stampsMs.empty() || text.stampsMs[line - 1] == model::SourceText::kNoStamp) return 0;
  return text.stampBaseNs + std::int64_t{text.stampsMs[line - 1]} * 1'000'000;
}

// The line before `line` that the same rank wrote; 0 where there is none nearby.
std::uint32_t previousOf(const model::Source& source, std::uint32_t line, std::uint32_t first) {
  const auto& tags = source.text->tags;
  if (tags.empty()) return line > first ? line - 1 : 0;
  for (std::uint32_t l = line; l-- > first && line - l < 2'000;) {
    if (tags[l - 1] == tags[line - 1]) return l;
  }
  return 0;
}

// pytest writes a test's name behind a newline, so the line before ends when the test starts: its stamp is the test's start.
Span spanOf(const model::Source& source, std::uint32_t startLine, std::uint32_t endLine, std::uint32_t first) {
  Span span;
  if (const std::int64_t own = stampNs(source, startLine)) {
    const std::int64_t before = stampNs(source, previousOf(source, startLine, first));
    span.start = before ? When{before, before - kTeeDelayNs, before, Basis::joined} : When{own, own - kReadDelayNs, own, Basis::joined};
    if (before > own) span.start = When::at(own, 0, Basis::joined);
  }
  if (const std::int64_t own = stampNs(source, endLine)) {
    span.end = {own, span.start.known() ? std::max(own - kReadDelayNs, span.start.earliest) : own - kReadDelayNs, own, Basis::joined};
  }
  return span;
}

using Table = std::map<LaunchTest, std::map<std::uint32_t, Span>>;

// Reference times from stamped copies of a rank's lines.
void readCopies(const Draft& draft, const Segment& segment, Table& table) {
  const model::Source& source = draft.run.sources[segment.source];
  if (source.text->stampsMs.empty()) return;
  std::map<std::pair<std::uint16_t, std::uint32_t>, std::uint32_t> seen;   // (writer, test) -> occurrences
  const auto& rows = *draft.testRows[segment.source];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TestRow& row = rows[i];
    if (row.startLine < segment.firstLine || row.startLine > segment.lastLine) continue;
    const Draft::Owner owner = draft.ownerOf(segment.source, row.startLine, row.writer);
    if (!owner.lane.valid() || draft.run.lanes[owner.lane.value].sources.empty()) continue;
    const std::uint32_t test = draft.testIdOfName[segment.source][row.name.value].value;
    const std::uint32_t occurrence = ++seen[{row.writer, test}];
    const Span span = spanOf(source, row.startLine, row.verdictLine, segment.firstLine);
    if (span.start.known() || span.end.known()) table[{*owner.launch, *owner.attempt, test, occurrence}][owner.lane.value] = span;
  }
}

// Ranks that only a carrier shows: their own lines are stamped, or they have no time at all.
void readCarried(Draft& draft, Table& table) {
  std::set<std::uint32_t> mixed;                 // launches with ranks that have files: they can be aligned
  for (const model::Lane& lane : draft.run.lanes) {
    if (!lane.sources.empty()) mixed.insert(lane.launch);
  }
  for (std::size_t i = 0; i < draft.run.testRuns.size(); ++i) {
    const model::Lane& lane = draft.run.lanes[i];
    if (!lane.sources.empty()) continue;
    std::map<std::uint32_t, std::uint32_t> seen;   // test -> occurrences
    for (TestRun& test : draft.run.testRuns[i]) {
      const model::Source& source = draft.run.source(test.source);
      if (source.text->stampsMs.empty()) continue;
      Span span = spanOf(source, test.startLine, test.verdictLine ? test.verdictLine : test.errorLine, 1);
      if (!span.start.known() && !span.end.known()) continue;
      if (mixed.count(lane.launch)) table[{lane.launch, lane.attempt, test.test.value, ++seen[test.test.value]}][test.lane.value] = span;
      for (When* when : {&span.start, &span.end}) {
        if (when->known()) when->basis = Basis::stamped;
      }
      test.times = static_cast<std::uint32_t>(draft.run.testTimes.size());
      draft.run.testTimes.push_back({span.start, test.open() ? When{} : span.end});
    }
  }
}

// How far apart the ranks of each launch are: the most that two of them ended one test apart.
using Skews = std::map<std::uint32_t, std::int64_t>;

Skews skewsOf(const Table& table) {
  Skews skews;
  for (const auto& [test, spans] : table) {
    std::int64_t least = INT64_MAX, most = INT64_MIN;
    for (const auto& entry : spans) {
      if (!entry.second.end.known()) continue;
      least = std::min(least, entry.second.end.utc);
      most = std::max(most, entry.second.end.utc);
    }
    std::int64_t& skew = skews.try_emplace(test.launch, kSkewNs).first->second;
    if (least < most) skew = std::max(skew, most - least);
  }
  return skews;
}

When aligned(const When& reference, std::int64_t skewNs) {
  if (!reference.known()) return {};
  return {reference.utc, reference.earliest - skewNs, reference.latest + skewNs, Basis::aligned};
}

// A lane's own span where it has one; else the earliest start and the latest end among its peers.
Span spanFor(const std::map<std::uint32_t, Span>& spans, std::uint32_t lane, std::int64_t skewNs) {
  const auto own = spans.find(lane);
  if (own != spans.end()) return own->second;
  Span out;
  for (const auto& entry : spans) {
    if (entry.second.start.known() && (!out.start.known() || entry.second.start.utc < out.start.utc)) out.start = entry.second.start;
    if (entry.second.end.known() && (!out.end.known() || entry.second.end.utc > out.end.utc)) out.end = entry.second.end;
  }
  return {aligned(out.start, skewNs), aligned(out.end, skewNs)};
}

void setAnchor(AnchorMap& anchors, std::uint32_t source, std::uint32_t line, const When& when) {
  if (line != 0 && when.known()) anchors[source][line] = when;
}

// Sessions: "test session starts", "collected", and the final line, by launch and kind.
void alignSessions(const Draft& draft, const Skews& skews, AnchorMap& anchors) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, int>, When> reference;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const recognise::SessionFact& fact : draft.scans[source].sessions) {
      if (fact.moment.from != recognise::Moment::From::outer) continue;
      const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
      if (!owner.lane.valid()) continue;
      reference.try_emplace({*owner.launch, *owner.attempt, static_cast<int>(fact.kind)}, When::at(fact.moment.ns, 0, Basis::joined));
    }
  }
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const recognise::SessionFact& fact : draft.scans[source].sessions) {
      if (fact.moment.known()) continue;
      const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
      if (!owner.lane.valid()) continue;
      const auto known = reference.find({*owner.launch, *owner.attempt, static_cast<int>(fact.kind)});
      if (known == reference.end() || anchors[source].count(fact.line)) continue;
      const auto skew = skews.find(*owner.launch);
      anchors[source][fact.line] = aligned(known->second, skew == skews.end() ? kSkewNs : skew->second);
    }
  }
}

}  // namespace

void alignTests(Draft& draft, AnchorMap& anchors) {
  Table table;
  for (const Segment& segment : draft.segments) readCopies(draft, segment, table);
  readCarried(draft, table);
  const Skews skews = skewsOf(table);
  for (std::size_t i = 0; i < draft.run.testRuns.size() && !table.empty(); ++i) {
    const model::Lane& lane = draft.run.lanes[i];
    if (lane.sources.empty()) continue;
    std::map<std::uint32_t, std::uint32_t> seen;   // test -> occurrences
    for (TestRun& test : draft.run.testRuns[i]) {
      const auto known = table.find({lane.launch, lane.attempt, test.test.value, ++seen[test.test.value]});
      if (known == table.end()) continue;
      const Span span = spanFor(known->second, test.lane.value, skews.at(lane.launch));
      const When end = test.open() ? When{} : span.end;
      test.times = static_cast<std::uint32_t>(draft.run.testTimes.size());
      draft.run.testTimes.push_back({span.start, end});
      setAnchor(anchors, test.source.value, test.startLine, span.start);
      setAnchor(anchors, test.source.value, test.verdictLine, end);
    }
  }
  alignSessions(draft, skews, anchors);
}

}  // namespace lanescope::clock
