// SPDX-License-Identifier: Apache-2.0
// Whose the lines of a carrier are, kept with the run: the facts that tell it are gone once the run is made.
#include "core/model/draft.h"

#include <algorithm>

namespace lanescope::model {
namespace {

Stretch stretchOf(const Draft& draft, const Segment& segment) {
  Stretch stretch;
  stretch.firstLine = segment.firstLine;
  stretch.lastLine = segment.lastLine;
  stretch.launch = segment.launch;
  stretch.firstAttempt = segment.firstAttempt;
  stretch.restartLines = segment.restartLines;
  if (segment.sole) {
    stretch.soleFirst = segment.firstTestLine;
    stretch.soleLast = segment.lastTestLine;
  }
  for (const recognise::Writer& writer : draft.scans[segment.source].writers) {
    if (writer.firstLine > segment.lastLine || writer.lastLine < segment.firstLine) continue;
    if (const auto rank = draft.rankOfWriter(segment, writer)) stretch.ranks.push_back({writer.key, *rank});
  }
  return stretch;
}

}  // namespace

std::uint32_t Stretch::attemptAt(std::uint32_t line) const {
  return firstAttempt + static_cast<std::uint32_t>(std::count_if(restartLines.begin(), restartLines.end(), [line](std::uint32_t restart) { return restart < line; }));
}

void keepStretches(Draft& draft) {
  for (std::size_t i = 0; i < draft.run.sources.size(); ++i) {
    draft.run.sources[i].form = draft.glances[i].form;
    draft.run.sources[i].origins = draft.scans[i].origins;
  }
  for (const Segment& segment : draft.segments) {
    if (segment.launch != kNoIndex) draft.run.sources[segment.source].stretches.push_back(stretchOf(draft, segment));
  }
  for (Source& source : draft.run.sources) {
    std::stable_sort(source.stretches.begin(), source.stretches.end(), [](const Stretch& a, const Stretch& b) { return a.firstLine < b.firstLine; });
  }
}

}  // namespace lanescope::model
