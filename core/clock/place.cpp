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
    if (lane.end.time.known() && lane.end.kind != model::EndKind::stopped) source.writerEndNs = lane.end.time.latest;
    else if (launch.end.known()) source.writerEndNs = launch.end.latest;
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

// The last line of a writer inside a segment: by the tags of all lines, since only some of them were read as facts.
std::uint32_t lastLineOf(const Source& source, const recognise::Writer& writer, const model::Segment& segment) {
  std::uint32_t last = std::min(writer.lastLine, segment.lastLine);
  const std::int32_t number = writer.key.local >= 0 ? writer.key.local : writer.key.global;
  const auto& tags = source.text->tags;
  for (std::uint32_t line = segment.lastLine; !tags.empty() && line > last; --line) {
    if (tags[line - 1] == static_cast<std::uint16_t>(number)) return line;
  }
  return last;
}

void placeLanes(Draft& draft) {
  for (model::Lane& lane : draft.run.lanes) {
    model::SourceId lastSource;
    std::uint32_t lastLine = 0;
    for (const model::SourceId id : lane.sources) {
      const Source& source = draft.run.source(id);
      if (!source.text || source.text->lineCount() == 0) continue;
      if (source.first.known() && (!lane.first.known() || source.first.utc < lane.first.utc)) lane.first = source.first;
      // The last line that says something.
      std::uint32_t line = source.text->lineCount();
      while (line > 1 && source.text->lineText(line, 200).find_first_not_of(" \t") == std::string::npos) --line;
      const When when = whenOf(source, line);
      const bool later = !lane.last.known() || (when.known() && when.utc >= lane.last.utc);
      if (later) {
        lane.last = when;
        lastSource = id;
        lastLine = line;
      }
    }
    if (lastLine != 0) {
      lane.lastLine = draft.evidenceAt(lastSource.value, lastLine, lane.rank);
      lane.lastLine->time = lane.last;
    }
  }
  // Lanes without files: their first and last lines in the carrier.
  for (const model::Segment& segment : draft.segments) {
    for (std::size_t w = 0; w < draft.scans[segment.source].writers.size(); ++w) {
      const recognise::Writer& writer = draft.scans[segment.source].writers[w];
      if (!writer.isRank() || writer.firstLine > segment.lastLine || writer.lastLine < segment.firstLine) continue;
      const std::uint32_t last = lastLineOf(draft.run.sources[segment.source], writer, segment);
      const Draft::Owner owner = draft.ownerOf(segment.source, last, static_cast<std::uint16_t>(w));
      if (!owner.lane.valid()) continue;
      model::Lane& lane = draft.run.lanes[owner.lane.value];
      if (!lane.sources.empty()) continue;
      const Source& source = draft.run.sources[segment.source];
      lane.first = whenOf(source, std::max(writer.firstLine, segment.firstLine));
      lane.last = whenOf(source, last);
      lane.lastLine = draft.evidenceAt(segment.source, last, lane.rank);
      lane.lastLine->time = lane.last;
    }
  }
  // Ranks of which only NCCL's lines are known.
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
  placeLanes(draft);
  if (draft.last) compareHostClocks(draft);
}

}  // namespace lanescope::clock
