// SPDX-License-Identifier: Apache-2.0
#include "core/clock/place.h"

#include "core/clock/host_clocks.h"
#include "core/clock/line_time.h"

#include <algorithm>

namespace lanescope::clock {
namespace {

using model::Basis;
using model::Draft;
using model::Source;
using model::When;

// The life of the process that wrote a file bounds each of its lines.
void boundByLife(Draft& draft) {
  for (std::uint32_t i = 0; i < draft.run.sources.size(); ++i) {
    Source& source = draft.run.sources[i];
    if (!draft.laneOfSource[i].valid()) continue;
    const model::Lane& lane = draft.run.lanes[draft.laneOfSource[i].value];
    const model::Launch& launch = draft.run.launches[lane.launch];
    if (launch.start.known()) source.writerStartNs = launch.start.earliest;
    if (lane.end.time.known() && lane.end.kind != model::EndKind::stopped) {
      source.writerEndNs = lane.end.time.latest;
      source.writerGoneNs = lane.end.time.utc;
    } else if (launch.end.known()) {
      source.writerEndNs = launch.end.latest;
    }
    const recognise::SourceScan& scan = draft.scans[i];
    if (scan.stampedLines > 0) {                 // its own stamps are better than what others say of it
      source.writerStartNs = std::min(source.writerStartNs, scan.firstStampNs);
      source.writerEndNs = std::max(source.writerEndNs, scan.lastStampNs + scan.lastStampWidthNs);
    }
  }
}

void storeAnchors(Draft& draft, const AnchorMap& anchors) {
  for (std::uint32_t i = 0; i < draft.run.sources.size(); ++i) {
    Source& source = draft.run.sources[i];
    source.anchors.clear();
    source.anchors.reserve(anchors[i].size());
    for (const auto& anchor : anchors[i]) {
      const bool stamped = !source.text->stampsMs.empty() && source.text->stampsMs[anchor.first - 1] != model::SourceText::kNoStamp;
      if (!stamped) source.anchors.push_back({anchor.first, anchor.second});
    }
  }
}

// Lines by basis: stamped and anchored ones are counted, the others lie between them (or nowhere).
void countLines(Source& source, std::uint32_t stamped) {
  std::array<std::uint32_t, model::kBasisCount> lines{};
  lines[static_cast<std::size_t>(Basis::stamped)] = stamped;
  for (const model::Anchor& anchor : source.anchors) ++lines[static_cast<std::size_t>(anchor.when.basis)];
  const std::uint32_t total = source.text->lineCount();
  const auto placed = static_cast<std::uint32_t>(stamped + source.anchors.size());
  const bool bounded = placed > 0 || source.writerStartNs != When::kOpenEarly || source.writerEndNs != When::kOpenLate;
  lines[static_cast<std::size_t>(bounded ? Basis::bounded : Basis::none)] += total - std::min(total, placed);
  source.clock.lines = lines;
  const auto most = std::max_element(lines.begin(), lines.end());
  source.clock.basis = *most == 0 ? Basis::none : static_cast<Basis>(most - lines.begin());
}

void spanOfSource(Source& source, const recognise::SourceScan& scan) {
  const auto widen = [&source](const When& when) {
    if (!when.known()) return;
    if (!source.first.known() || when.utc < source.first.utc) source.first = when;
    if (!source.last.known() || when.utc > source.last.utc) source.last = when;
  };
  if (scan.stampedLines > 0) {
    widen(When::at(scan.firstStampNs, scan.firstStampWidthNs));
    widen(When::at(scan.lastStampNs, scan.lastStampWidthNs));
  }
  if (!source.anchors.empty()) {
    widen(source.anchors.front().when);
    widen(source.anchors.back().when);
  }
  if (!source.first.known() && source.text->lineCount() > 0) widen(whenOf(source, 1));
}

void runClock(Draft& draft) {
  model::RunClock& clock = draft.run.clock;
  for (std::uint32_t i = 0; i < draft.run.sources.size(); ++i) {
    const recognise::SourceScan& scan = draft.scans[i];
    for (std::size_t b = 0; b < clock.lines.size(); ++b) clock.lines[b] += draft.run.sources[i].clock.lines[b];
    if (scan.stampedLines == 0) continue;
    const When first = When::at(scan.firstStampNs, scan.firstStampWidthNs), last = When::at(scan.lastStampNs, scan.lastStampWidthNs);
    if (!clock.first.known() || first.utc < clock.first.utc) clock.first = first;
    if (!clock.last.known() || last.utc > clock.last.utc) clock.last = last;
  }
  clock.zero = clock.first;
  sayAssumptions(draft);
}

// What is left of the lanes: ranks of which only NCCL's lines are known, and ends whose line has no time of its own.
void placeEnds(Draft& draft) {
  for (model::Lane& lane : draft.run.lanes) {
    if (!lane.lastLine || lane.last.known()) continue;
    lane.last = lane.lastLine->time = whenOf(draft.run.source(lane.lastLine->source), lane.lastLine->line);
  }
  for (model::Lane& lane : draft.run.lanes) {
    if (lane.end.time.known() || lane.end.kind == model::EndKind::open) continue;
    if (lane.end.evidence) {                     // its own line's, as far as the lines around it tell
      lane.end.time = whenOf(draft.run.sources[lane.end.evidence->source.value], lane.end.evidence->line);
      if (lane.end.time.known()) continue;
    }
    const When& end = draft.run.launches[lane.launch].end;
    if (end.known()) lane.end.time = {lane.last.known() ? lane.last.utc : end.utc, lane.last.known() ? lane.last.earliest : end.earliest, end.latest, Basis::bounded};
  }
}

}  // namespace

void placeInTime(model::Draft& draft) {
  AnchorMap anchors(draft.run.sources.size());
  boundByLife(draft);
  joinTeedLines(draft, anchors);
  alignTests(draft, anchors);
  boundByWaits(draft, anchors);
  storeAnchors(draft, anchors);
  for (std::uint32_t i = 0; i < draft.run.sources.size(); ++i) {
    Source& source = draft.run.sources[i];
    source.stampWidthNs = std::max<std::int64_t>(1'000'000, draft.scans[i].widestStampNs);
    countLines(source, draft.scans[i].stampedLines);
    spanOfSource(source, draft.scans[i]);
  }
  runClock(draft);
  placeLaneLines(draft);
  placeEnds(draft);
  if (draft.last) compareHostClocks(draft);
  decideFirstExits(draft);
}

}  // namespace lanescope::clock
