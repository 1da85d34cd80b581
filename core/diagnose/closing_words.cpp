// SPDX-License-Identifier: Apache-2.0
// Launches of which no exit status and no test result is known, but whose processes said that their work was done.
#include "core/diagnose/steps.h"
#include "core/recognise/closing_line.h"

#include <algorithm>
#include <optional>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Evidence;
using model::Lane;
using model::Launch;
using model::LaunchOutcome;
using recognise::Closing;

// The training's own word among the last lines up to `last`: it may still save and evaluate behind it.
std::optional<Evidence> jobsWord(const Draft& draft, std::uint32_t source, std::uint32_t first, std::uint32_t last) {
  constexpr std::uint32_t kLooked = 12;
  for (std::uint32_t line = last, n = 0; n < kLooked && line >= std::max(first, 1u); --line, ++n) {
    Evidence evidence = draft.evidenceAt(source, line);
    if (recognise::closingOf(evidence.text) == Closing::job) return evidence;
  }
  return std::nullopt;
}

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
    if (!file.text || file.text->lineCount() == 0) continue;
    look(draft.evidenceAt(source.value, file.text->lineCount(), lane.rank));
    if (best == Closing::job) continue;
    if (const auto word = jobsWord(draft, source.value, 1, file.text->lineCount())) look(*word);
  }
  return best;
}

// The ranks of the last attempt that printed something: all of them done, or the training done as the lowest of them says, who tells
// of it for all.
struct Said { Closing closing = Closing::none; Evidence line; };

std::optional<Said> saidDone(const Draft& draft, const Launch& launch) {
  for (const model::Segment& segment : draft.segments) {
    if (segment.launch != launch.index) continue;
    if (auto word = jobsWord(draft, segment.source, segment.firstLine, segment.lastLine)) return Said{Closing::job, *std::move(word)};
  }
  Said said;
  const Lane* lowest = nullptr;
  bool all = true;
  for (std::size_t i = 0; i < draft.run.lanes.size(); ++i) {
    const Lane& lane = draft.run.lanes[i];
    if (lane.launch != launch.index || lane.attempt + 1 != launch.attempts.size() || !draft.laneHasLines[i]) continue;
    Evidence line;
    const Closing closing = closingOf(draft, lane, line);
    all = all && closing != Closing::none;
    if (lowest && lowest->rank < lane.rank) continue;
    lowest = &lane;
    said = {closing, line};
  }
  return lowest && (all || said.closing == Closing::job) ? std::optional<Said>(std::move(said)) : std::nullopt;
}

// The training went on to its end behind all that this tells.
bool survived(const Draft& draft, const Group& group, const Said& said) {
  if (said.closing != Closing::job || group.observations.empty()) return false;
  return std::all_of(group.observations.begin(), group.observations.end(), [&](std::uint32_t i) {
    return draft.observations[i].source == said.line.source.value && draft.observations[i].line < said.line.line;
  });
}

}  // namespace

std::vector<Evidence> believeClosingWords(model::Draft& draft, const std::vector<Group>& groups) {
  std::vector<Evidence> words;
  const auto diedOf = [&](const Said& said) {
    return std::any_of(groups.begin(), groups.end(), [&](const Group& group) { return isOwnFailure(draft, group) && !survived(draft, group, said); });
  };
  // A training of which no launcher and no rank tells.
  for (std::uint32_t source = 0; draft.run.launches.empty() && source < draft.run.sources.size(); ++source) {
    const model::SourceText* text = draft.run.sources[source].text.get();
    if (!text || text->lineCount() == 0 || draft.run.sources[source].copyOf) continue;
    auto word = jobsWord(draft, source, 1, text->lineCount());
    if (word && !diedOf({Closing::job, *word})) words.push_back(*std::move(word));
  }
  for (Launch& launch : draft.run.launches) {
    if (launch.outcome != LaunchOutcome::unknown) continue;
    auto said = saidDone(draft, launch);
    if (!said) continue;
    if (diedOf(*said)) continue;
    launch.outcome = LaunchOutcome::passed;
    if (!launch.attempts.empty()) launch.attempts.back().outcome = LaunchOutcome::passed;
    words.push_back(std::move(said->line));
  }
  return words;
}

}  // namespace lanescope::diagnose
