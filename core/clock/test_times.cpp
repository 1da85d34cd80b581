// SPDX-License-Identifier: Apache-2.0
// All ranks of a launch run the same tests in the same order and meet in collectives: a test's time on a rank whose lines are
// stamped is, within a small skew, its time on the others.
#include "core/clock/place.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope::clock {
namespace {

using model::Basis;
using model::Draft;
using model::LaneTest;
using model::Segment;
using model::When;
using recognise::TestMark;

constexpr std::int64_t kSkewNs = 2'000'000'000;  // between ranks, where nothing shows it (a test's end is not a barrier)

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

// Reference times from the stamped lines of a carrier. pytest writes a test's name behind a newline, so the line before ends
// when the test starts: its stamp is the test's start.
void readReference(const Draft& draft, const Segment& segment, std::map<LaunchTest, std::map<std::uint32_t, Span>>& table) {
  const model::Source& source = draft.run.sources[segment.source];
  std::map<std::pair<std::uint16_t, std::uint32_t>, std::uint32_t> seen;   // (writer, test) -> occurrences
  for (const TestMark& mark : draft.scans[segment.source].tests) {
    if (mark.line < segment.firstLine || mark.line > segment.lastLine) continue;
    const Draft::Owner owner = draft.ownerOf(segment.source, mark.line, mark.writer);
    if (!owner.lane.valid()) continue;
    const std::uint32_t test = draft.testIdOfName[segment.source][mark.name.value].value;
    std::uint32_t& occurrence = seen[{mark.writer, test}];
    if (mark.kind == TestMark::Kind::start) ++occurrence;
    if (occurrence == 0) continue;
    Span& span = table[{*owner.launch, *owner.attempt, test, occurrence}][owner.lane.value];
    const std::int64_t own = stampNs(source, mark.line);
    if (own == 0) continue;
    if (mark.kind == TestMark::Kind::start) {
      const std::int64_t before = stampNs(source, previousOf(source, mark.line, segment.firstLine));
      span.start = before ? When{before, before - 200'000'000, before, Basis::joined} : When{own, own - 1'000'000'000, own, Basis::joined};
      if (before && before > own) span.start = When::at(own, 0, Basis::joined);
    } else {
      span.end = When{own, std::max(own - 1'000'000'000, span.start.known() ? span.start.earliest : own - 1'000'000'000), own, Basis::joined};
    }
  }
}

When aligned(const When& reference) {
  if (!reference.known()) return {};
  return {reference.utc, reference.earliest - kSkewNs, reference.latest + kSkewNs, Basis::aligned};
}

// A lane's own span where it has one; else the earliest start and the latest end among its peers.
Span spanFor(const std::map<std::uint32_t, Span>& spans, std::uint32_t lane, bool stamped) {
  const auto own = spans.find(lane);
  if (own != spans.end()) {
    Span span = own->second;
    if (stamped) {
      for (When* when : {&span.start, &span.end}) {
        if (when->known()) when->basis = Basis::stamped;
      }
    }
    return span;
  }
  Span out;
  for (const auto& entry : spans) {
    if (entry.second.start.known() && (!out.start.known() || entry.second.start.utc < out.start.utc)) out.start = entry.second.start;
    if (entry.second.end.known() && (!out.end.known() || entry.second.end.utc > out.end.utc)) out.end = entry.second.end;
  }
  return {aligned(out.start), aligned(out.end)};
}

void setAnchor(AnchorMap& anchors, std::uint32_t source, std::uint32_t line, const When& when) {
  if (line != 0 && when.known()) anchors[source][line] = when;
}

// Sessions: "test session starts", "collected", and the final line, by launch and kind.
void alignSessions(const Draft& draft, AnchorMap& anchors) {
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
      anchors[source][fact.line] = aligned(known->second);
    }
  }
}

}  // namespace

void alignTests(Draft& draft, AnchorMap& anchors) {
  std::map<LaunchTest, std::map<std::uint32_t, Span>> table;
  for (const Segment& segment : draft.segments) readReference(draft, segment, table);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> seen;   // (lane, test) -> occurrences
  for (LaneTest& test : draft.laneTests) {
    const model::Lane& lane = draft.run.lanes[test.lane.value];
    const std::uint32_t occurrence = ++seen[{test.lane.value, test.test.value}];
    const auto known = table.find({lane.launch, lane.attempt, test.test.value, occurrence});
    if (known == table.end()) continue;
    const bool stamped = lane.sources.empty();
    const Span span = spanFor(known->second, test.lane.value, stamped);
    test.start = span.start;
    test.end = test.open() ? When{} : span.end;
    if (stamped) continue;
    setAnchor(anchors, test.source, test.startLine, test.start);
    setAnchor(anchors, test.source, test.verdictLine, test.end);
  }
  alignSessions(draft, anchors);
}

}  // namespace lanescope::clock
