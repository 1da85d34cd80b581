// SPDX-License-Identifier: Apache-2.0
// Launches of which no exit status and no test result is known, but whose processes said that their work was done.
#include "core/diagnose/steps.h"
#include "core/recognise/closing_line.h"

#include <algorithm>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Evidence;
using model::Lane;
using model::Launch;
using model::LaunchOutcome;
using recognise::Closing;

// What the last lines that a rank printed say: of each of its files, or of its part of a shared one.
Closing closingOf(const Draft& draft, const Lane& lane, Evidence& said) {
  Closing best = Closing::none;
  const auto look = [&](const Evidence& evidence) {
    const Closing closing = recognise::closingOf(evidence.text);
    if (closing <= best) return;
    best = closing;
    said = evidence;
  };
  if (lane.lastLine) look(*lane.lastLine);
  for (const model::SourceId source : lane.sources) {
    const model::Source& file = draft.run.source(source);
    if (file.text && file.text->lineCount() > 0) look(draft.evidenceAt(source.value, file.text->lineCount(), lane.rank));
  }
  return best;
}

// The ranks of the last attempt that printed something: all of them done, or the training done as the lowest of them says, who tells
// of it for all.
bool saidDone(const Draft& draft, const Launch& launch, Evidence& said) {
  const Lane* lowest = nullptr;
  bool all = true;
  Closing ofLowest = Closing::none;
  for (std::size_t i = 0; i < draft.run.lanes.size(); ++i) {
    const Lane& lane = draft.run.lanes[i];
    if (lane.launch != launch.index || lane.attempt + 1 != launch.attempts.size() || !draft.laneHasLines[i]) continue;
    Evidence line;
    const Closing closing = closingOf(draft, lane, line);
    all = all && closing != Closing::none;
    if (lowest && lowest->rank < lane.rank) continue;
    lowest = &lane;
    ofLowest = closing;
    said = line;
  }
  return lowest && (all || ofLowest == Closing::job);
}

}  // namespace

std::vector<Evidence> believeClosingWords(model::Draft& draft) {
  std::vector<Evidence> words;
  for (Launch& launch : draft.run.launches) {
    Evidence said;
    if (launch.outcome != LaunchOutcome::unknown || !saidDone(draft, launch, said)) continue;
    launch.outcome = LaunchOutcome::passed;
    if (!launch.attempts.empty()) launch.attempts.back().outcome = LaunchOutcome::passed;
    words.push_back(std::move(said));
  }
  return words;
}

}  // namespace lanescope::diagnose
