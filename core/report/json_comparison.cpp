// SPDX-License-Identifier: Apache-2.0
#include "core/report/json_comparison.h"

#include "core/compare/compare.h"
#include "core/compare/spine.h"

namespace lanescope::report {

using namespace compare;
using model::Run;

namespace {

Json jsonPlaces(const Run& run, const std::vector<Place>& places) {
  return jsonEach(places, [&run](const Place& place) { return jsonEvidence(run, evidenceOf(run, place)); });
}
Json jsonPlaces(const Run& run, const std::optional<Place>& place) {
  return jsonPlaces(run, place ? std::vector<Place>{*place} : std::vector<Place>());
}

Json jsonSpan(const Phase& phase) { return Json::array({jsonTime(phase.start), jsonTime(phase.end)}); }

Json jsonPair(const Alignment& alignment, const PhasePair& pair) {
  const Phase& phase = pair.run ? alignment.run[*pair.run] : alignment.baseline[*pair.baseline];
  return {{"key", jsonString(phase.key)},
          {"kind", toString(phase.kind)},
          {"match", toString(pair.match)},
          {"run", pair.run ? jsonSpan(alignment.run[*pair.run]) : Json(nullptr)},
          {"baseline", pair.baseline ? jsonSpan(alignment.baseline[*pair.baseline]) : Json(nullptr)},
          {"launch", pair.run ? jsonOrNull(phase.launch) : Json(nullptr)}};
}

Json jsonAlignment(const Alignment& alignment) {
  constexpr std::size_t kMostPairs = 20'000;
  Json pairs = Json::array();
  for (const PhasePair& pair : alignment.pairs) {
    if (pairs.size() == kMostPairs) break;
    pairs.push_back(jsonPair(alignment, pair));
  }
  const PhasePair* anchor = alignment.anchor ? &alignment.pairs[*alignment.anchor] : nullptr;
  return {{"mode", "phase"},
          {"phase", anchor ? jsonString(alignment.run[*anchor->run].key) : Json(nullptr)},
          {"run_time", anchor ? jsonTime(alignment.run[*anchor->run].start) : Json(nullptr)},
          {"baseline_time", anchor ? jsonTime(alignment.baseline[*anchor->baseline].start) : Json(nullptr)},
          {"offset_seconds", alignment.offsetSeconds ? jsonSeconds(*alignment.offsetSeconds) : Json(nullptr)},
          {"pairs", pairs}};
}

Json jsonDivergence(const Divergence& divergence, const Run& run, const Run& baseline) {
  return {{"kind", toString(divergence.kind)},
          {"index", divergence.index},
          {"phase", jsonOrNull(divergence.phase)},
          {"launch", jsonOrNull(divergence.launch)},
          {"attempt", jsonOrNull(divergence.attempt)},
          {"ranks", divergence.ranks},
          {"time", jsonTime(divergence.time)},
          {"text", jsonString(divergence.text)},
          {"evidence", jsonPlaces(run, divergence.inRun)},
          {"evidence_baseline", jsonPlaces(baseline, divergence.inBaseline)}};
}

Json jsonMessage(const Message& message, std::size_t position, const Run& run, const Run& baseline) {
  return {{"id", message.id},
          {"kind", toString(message.kind)},
          {"template", jsonString(message.text)},
          {"values", jsonEach(message.values, [](const Value& value) -> Json { return {{"run", jsonString(value.run)}, {"baseline", jsonString(value.baseline)}}; })},
          {"ranks_run", message.ranksRun},
          {"ranks_baseline", message.ranksBaseline},
          {"count_run", message.countRun},
          {"count_baseline", message.countBaseline},
          {"first_time", jsonTime(message.firstTime)},
          {"launch", jsonOrNull(message.launch)},
          {"attempt", jsonOrNull(message.attempt)},
          {"phase", jsonOrNull(message.phase)},
          {"position", position},
          {"weak", message.weak},
          {"ignored", message.fold == Fold::ignored},
          {"evidence", jsonPlaces(run, message.inRun)},
          {"evidence_baseline", jsonPlaces(baseline, message.inBaseline)},
          {"missing_on", message.missingOn},
          {"finding", message.finding < run.findings.size() ? jsonString(run.findings[message.finding].id) : Json(nullptr)},
          {"lines", message.lines},
          {"folded", message.fold == Fold::none ? Json(nullptr) : Json(toString(message.fold))}};
}

Json jsonTestDifference(const TestDifference& test) {
  return {{"id", jsonString(test.id)},
          {"run", toString(test.run)},
          {"baseline", toString(test.baseline)},
          {"ranks", test.ranks},
          {"seconds_run", test.secondsRun ? jsonSeconds(*test.secondsRun) : Json(nullptr)},
          {"seconds_baseline", test.secondsBaseline ? jsonSeconds(*test.secondsBaseline) : Json(nullptr)},
          {"launch", jsonOrNull(test.launch)},
          {"weak", test.weak},
          {"ignored", test.ignored}};
}

Json jsonChanges(const Changes& changes) {
  return {{"repository", jsonString(changes.repository)},
          {"from", jsonOrNull(changes.from)},
          {"to", jsonOrNull(changes.to)},
          {"statement", jsonString(changes.statement)},
          {"files", jsonEach(changes.files, [](const ChangedFile& file) -> Json {
             return {{"path", jsonString(file.path)}, {"status", file.status}, {"in_stack", file.inStack}, {"in_test", file.inTest}};
           })}};
}

Json jsonOptional(const std::optional<std::string>& text) { return text ? jsonString(*text) : Json(nullptr); }

}  // namespace

Json jsonComparison(const Comparison& comparison, const Run& run, const std::vector<const Run*>& baselines) {
  const Run& baseline = *baselines.front();
  Json messages = Json::array();
  for (const Message& message : comparison.messages) messages.push_back(jsonMessage(message, messages.size() + 1, run, baseline));
  return {{"baselines", jsonEach(comparison.baselines, [](const BaselineInfo& info) -> Json {
             return {{"id", info.id}, {"name", jsonOrNull(info.name)}, {"outcome", toString(info.outcome)}, {"notes", jsonOrNull(info.notes)}};
           })},
          {"outcomes", Json::array({toString(comparison.outcomeRun), toString(comparison.outcomeBaseline)})},
          {"alignment", jsonAlignment(comparison.alignment)},
          {"divergence", comparison.divergence ? jsonDivergence(*comparison.divergence, run, baseline) : Json(nullptr)},
          {"messages", messages},
          {"tests", jsonEach(comparison.tests, jsonTestDifference)},
          {"durations", jsonEach(comparison.durations, [](const DurationDifference& duration) -> Json {
             return {{"phase", jsonString(duration.phase)}, {"run_seconds", jsonSeconds(duration.runSeconds)}, {"baseline_seconds", jsonSeconds(duration.baselineSeconds)}, {"kind", toString(duration.kind)}};
           })},
          {"ends", jsonEach(comparison.ends, [](const EndDifference& end) -> Json {
             return {{"ranks", end.ranks}, {"run", jsonEnd(end.run)}, {"baseline", jsonEnd(end.baseline)}, {"launch", end.launch}, {"attempt", end.attempt}};
           })},
          {"environment", jsonEach(comparison.environment, [](const EnvironmentDifference& item) -> Json {
             return {{"key", jsonString(item.key)}, {"run", jsonOptional(item.run)}, {"baseline", jsonOptional(item.baseline)}};
           })},
          {"blocks", jsonEach(comparison.blocks, [](const Block& block) -> Json {
             return {{"kind", block.inRun ? "only-in-run" : "only-in-baseline"}, {"phase", jsonOrNull(block.phase)}, {"lines", block.lines}, {"templates", block.templates},
                     {"reason", jsonString(block.reason)}, {"tests", block.tests}};
           })},
          {"changes", comparison.changes ? jsonChanges(*comparison.changes) : Json(nullptr)},
          {"files", jsonEach(comparison.files, [](const FileDifference& file) -> Json {
             return {{"path", jsonString(file.path)}, {"in", file.inRun ? "run" : "baseline"}, {"ignored", file.ignored}};
           })},
          {"ignored_rules", jsonEach(comparison.ignoredRules, [](const IgnoredRule& rule) -> Json { return {{"rule", jsonString(rule.rule)}, {"count", rule.count}}; })},
          {"compared", {{"lines_run", comparison.compared.linesRun},
                        {"lines_baseline", comparison.compared.linesBaseline},
                        {"templates", comparison.compared.templates},
                        {"ignored", comparison.compared.ignored},
                        {"not_kept", comparison.compared.notKept}}},
          {"notes", jsonList(comparison.notes)}};
}

}  // namespace lanescope::report
