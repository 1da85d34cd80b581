// SPDX-License-Identifier: Apache-2.0
#include "core/compare/divergence.h"

#include "core/compare/relevance.h"
#include "core/model/ranks_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::compare {
namespace {

using model::When;

std::string quantity(double seconds) {
  if (seconds >= 3600) return fmt::format("{:.0f} h {:.0f} m", std::floor(seconds / 3600), std::floor(std::fmod(seconds, 3600) / 60));
  if (seconds >= 60) return fmt::format("{:.0f} m {:.0f} s", std::floor(seconds / 60), std::floor(std::fmod(seconds, 60)));
  return fmt::format("{:.1f} s", seconds);
}

// What in the row is worth to begin with: it speaks of something that went wrong, or stands on few ranks.
bool mayBegin(const Message& message, const model::Run& run) {
  if (message.weak || message.fold != Fold::none || message.kind == MessageKind::count || message.kind == MessageKind::onlyInBaseline) return false;
  const bool firstFailure = message.finding != 0xFFFFFFFF && run.firstFailure == message.finding;
  const bool marked = message.lineClass == model::LineClass::warning || message.lineClass == model::LineClass::error || message.lineClass == model::LineClass::fatal;
  return firstFailure || marked || message.kind == MessageKind::ranks || message.kind == MessageKind::value ||
         (message.few && !run.firstFailure) || hasFailureWord(message.text);
}

bool isEarlier(const Message& a, const Message& b) {
  if (a.firstTime.known() && b.firstTime.known()) return a.firstTime.utc < b.firstTime.utc;
  if (a.firstTime.known() != b.firstTime.known()) return false;
  return !a.inRun.empty() && !b.inRun.empty() && a.inRun.front().line.source == b.inRun.front().line.source && a.inRun.front().line.line < b.inRun.front().line.line;
}

std::string onBaselines(std::size_t count) { return count == 1 ? "the one baseline" : fmt::format("any of {} baselines", count); }

std::string printedBy(const Message& message) {
  const std::string ranks = model::ranksPhrase(message.ranksRun);
  return message.ranksRun.empty() ? std::string("the log has") : (message.ranksRun.size() == 1 ? ranks + " printed" : ranks + " printed");
}

std::string sentenceOf(const Message& message, const model::Run& run, std::size_t baselines) {
  constexpr std::size_t kShown = 160;
  std::string text = message.text.substr(0, kShown);
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
  if (text.size() < message.text.size()) text += "..";
  std::string sentence;
  switch (message.kind) {
    case MessageKind::onlyInRun:
      sentence = fmt::format("Only in the run: {} \"{}\", which is not in {}", printedBy(message), text, onBaselines(baselines));
      break;
    case MessageKind::ranks:
      sentence = fmt::format("Missing on {}: \"{}\", which all ranks printed in {}", model::ranksPhrase(message.missingOn), text, baselines == 1 ? "the one baseline" : "the baselines");
      break;
    case MessageKind::value:
      sentence = fmt::format("In \"{}\" the run has {} where the baseline has {}", text, message.values.empty() ? "another value" : message.values.front().run,
                             message.values.empty() ? "its own" : message.values.front().baseline);
      break;
    case MessageKind::order:
      sentence = fmt::format("On {} \"{}\" stands at another place than in the baseline", model::ranksPhrase(message.ranksRun), text);
      break;
    case MessageKind::count:
      sentence = fmt::format("\"{}\" is printed {} times, in the baseline {}", text, message.countRun, message.countBaseline);
      break;
    case MessageKind::onlyInBaseline:
      sentence = fmt::format("Only in the baseline: \"{}\"", text);
      break;
  }
  if (!run.firstFailure) return sentence;
  const model::Finding& failure = run.findings[*run.firstFailure];
  if (message.finding == *run.firstFailure) return sentence + "; it is the first failure";
  if (model::certainlyBefore(message.firstTime, failure.time)) {
    sentence += fmt::format("; {} before the first failure", quantity(static_cast<double>(failure.time.utc - message.firstTime.utc) / 1e9));
  }
  return sentence;
}

Divergence ofMessage(const Comparison& comparison, std::uint32_t index, const model::Run& run) {
  const Message& message = comparison.messages[index];
  Divergence divergence;
  divergence.kind = message.kind == MessageKind::order ? DivergenceKind::order : DivergenceKind::message;
  divergence.index = index;
  divergence.phase = message.phase;
  divergence.launch = message.launch;
  divergence.attempt = message.attempt;
  divergence.ranks = message.kind == MessageKind::ranks ? message.missingOn : message.kind == MessageKind::onlyInBaseline ? message.ranksBaseline : message.ranksRun;
  divergence.time = message.firstTime;
  divergence.text = sentenceOf(message, run, comparison.baselines.size());
  if (!message.inRun.empty()) divergence.inRun = message.inRun.front();
  if (!message.inBaseline.empty()) divergence.inBaseline = message.inBaseline.front();
  return divergence;
}

// The line of a test's verdict on one of the ranks, and when.
void placeTest(const model::Run& run, const TestDifference& test, Divergence& divergence) {
  for (std::size_t i = 0; i < run.lanes.size() && i < run.testRuns.size(); ++i) {
    const model::Lane& lane = run.lanes[i];
    if (test.launch && lane.launch != *test.launch) continue;
    if (!test.ranks.empty() && !std::binary_search(test.ranks.begin(), test.ranks.end(), lane.rank)) continue;
    for (const model::TestRun& row : run.testRuns[i]) {
      if (run.testNames[row.test.value] != test.id) continue;
      divergence.inRun = Place{{row.source, row.verdictLine ? row.verdictLine : row.startLine}, lane.rank};
      divergence.time = model::timesOf(run, row).end;
      divergence.attempt = lane.attempt;
      return;
    }
  }
}

Divergence ofTest(const Comparison& comparison, std::uint32_t index, const model::Run& run) {
  const TestDifference& test = comparison.tests[index];
  Divergence divergence;
  divergence.kind = DivergenceKind::test;
  divergence.index = index;
  divergence.launch = test.launch;
  divergence.ranks = test.ranks;
  divergence.phase = test.id;
  divergence.text = fmt::format("{} is {} in the run and {} in the baseline", test.id, model::toString(test.run), model::toString(test.baseline));
  placeTest(run, test, divergence);
  return divergence;
}

Divergence ofEnd(const Comparison& comparison, std::uint32_t index) {
  const EndDifference& end = comparison.ends[index];
  Divergence divergence;
  divergence.kind = DivergenceKind::end;
  divergence.index = index;
  divergence.launch = end.launch;
  divergence.attempt = end.attempt;
  divergence.ranks = end.ranks;
  divergence.time = end.run.time;
  divergence.text = fmt::format("{} ended otherwise: {} in the run, {} in the baseline", model::ranksText(end.ranks), model::toString(end.run.kind), model::toString(end.baseline.kind));
  if (end.run.evidence) divergence.inRun = Place{{end.run.evidence->source, end.run.evidence->line}, end.run.evidence->rank};
  if (end.baseline.evidence) divergence.inBaseline = Place{{end.baseline.evidence->source, end.baseline.evidence->line}, end.baseline.evidence->rank};
  return divergence;
}

const model::TestRun* testAt(const model::Run& run, model::LaneId lane, model::LineRef line) {
  if (lane.value >= run.testRuns.size()) return nullptr;
  const auto& tests = run.testRuns[lane.value];
  const auto behind = std::upper_bound(tests.begin(), tests.end(), line, [](model::LineRef at, const model::TestRun& test) { return at < model::LineRef{test.source, test.startLine}; });
  if (behind == tests.begin() || !(std::prev(behind)->source == line.source)) return nullptr;
  const model::TestRun& test = *std::prev(behind);
  return test.verdictLine == 0 || line.line <= test.verdictLine ? &test : nullptr;
}

const model::Iteration* iterationAt(const model::Run& run, model::LaneId lane, model::LineRef line) {
  if (lane.value >= run.iterations.size()) return nullptr;
  const model::Iteration* last = nullptr;
  for (const model::Iteration& iteration : run.iterations[lane.value]) {
    if (iteration.source == line.source && iteration.line <= line.line) last = &iteration;
  }
  return last;
}

}  // namespace

std::string phaseOfLine(const model::Run& run, Place place, std::optional<std::uint32_t> launch, std::optional<std::uint32_t> attempt) {
  if (!launch) return {};
  std::string phase = launchKey(run.launches[*launch]);
  const auto lane = place.rank && attempt ? run.laneOf(*launch, *attempt, *place.rank) : std::nullopt;
  if (!lane) return phase;
  if (const model::TestRun* test = testAt(run, *lane, place.line)) return phase + ", " + run.testNames[test->test.value];
  if (const model::Iteration* iteration = iterationAt(run, *lane, place.line)) return phase + (iteration->step ? ", step " : ", iteration ") + std::to_string(iteration->number);
  return phase;
}

std::optional<Divergence> findDivergence(const Comparison& comparison, const model::Run& run, const model::Run&) {
  std::optional<std::uint32_t> best;
  for (std::uint32_t i = 0; i < comparison.messages.size(); ++i) {
    if (!mayBegin(comparison.messages[i], run)) continue;
    if (!best || isEarlier(comparison.messages[i], comparison.messages[*best])) best = i;
  }
  if (best) return ofMessage(comparison, *best, run);
  for (std::uint32_t i = 0; i < comparison.tests.size(); ++i) {
    if (!comparison.tests[i].weak && !comparison.tests[i].ignored) return ofTest(comparison, i, run);
  }
  for (std::uint32_t i = 0; i < comparison.messages.size(); ++i) {
    if (!comparison.messages[i].weak && comparison.messages[i].fold != Fold::ignored) return ofMessage(comparison, i, run);
  }
  if (!comparison.ends.empty()) return ofEnd(comparison, 0);
  return std::nullopt;
}

void anchorClocks(Comparison& comparison, const model::Run& run) {
  Alignment& alignment = comparison.alignment;
  std::optional<std::uint32_t> launch;
  if (comparison.divergence) launch = comparison.divergence->launch;
  if (!launch && run.firstFailure) launch = run.findings[*run.firstFailure].launch;
  std::optional<std::uint32_t> first, best;
  for (std::uint32_t i = 0; i < alignment.pairs.size(); ++i) {
    const PhasePair& pair = alignment.pairs[i];
    if (!pair.run || !pair.baseline || !alignment.run[*pair.run].start.known() || !alignment.baseline[*pair.baseline].start.known()) continue;
    if (!first) first = i;
    const Phase& phase = alignment.run[*pair.run];
    if (!launch || phase.launch != launch) continue;
    // The innermost phase that the divergence names, else its launch.
    const bool named = comparison.divergence && phase.kind == PhaseKind::test && comparison.divergence->phase.ends_with(phase.key);
    if (named || (!best && phase.kind == PhaseKind::launch)) best = i;
  }
  if (!best) best = first;
  if (!best) return;
  alignment.anchor = best;
  const PhasePair& pair = alignment.pairs[*best];
  alignment.offsetSeconds = static_cast<double>(alignment.run[*pair.run].start.utc - alignment.baseline[*pair.baseline].start.utc) / 1e9;
}

}  // namespace lanescope::compare
