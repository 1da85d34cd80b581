// SPDX-License-Identifier: Apache-2.0
#include "core/report/json_report.h"

#include "core/report/added_text.h"
#include "core/report/json_comparison.h"
#include "core/report/json_parts.h"
#include "core/text/clean.h"

namespace lanescope::report {

using namespace model;

namespace {

Json jsonInputs(const Run& run) {
  std::vector<std::uint32_t> sources(run.inputs.size());
  for (const Source& source : run.sources) ++sources[source.input];
  Json list = Json::array();
  for (std::size_t i = 0; i < run.inputs.size(); ++i) {
    const input::Input& input = run.inputs[i];
    // Not describe(): its `where` is a path of this machine, which a report never names.
    list.push_back({{"path", jsonString(input.path)},
                    {"kind", input::toString(input.kind)},
                    {"bytes", input.bytes},
                    {"sources", sources[i]},
                    {"error", input.error ? jsonString(input.error->what) : Json(nullptr)}});
  }
  return list;
}

Json jsonIdentity(const Identity& identity) {
  return {{"repository", jsonOrNull(identity.repository)},
          {"workflow", jsonOrNull(identity.workflow)},
          {"job", jsonOrNull(identity.job)},
          {"run_id", jsonOrNull(identity.runId)},
          {"run_attempt", jsonOrNull(identity.runAttempt)},
          {"url", jsonOrNull(identity.url)},
          {"pull_request", jsonOrNull(identity.pullRequest)},
          {"artifact", jsonOrNull(identity.artifact)}};
}

Json jsonEnvironment(const Environment& environment) {
  Json variables = Json::object();
  for (const auto& [name, value] : environment.variables) variables[text::toUtf8(name)] = jsonString(value);
  return {{"test_case", jsonOrNull(environment.testCase)},
          {"bucket", jsonOrNull(environment.bucket)},
          {"platform", jsonOrNull(environment.platform)},
          {"runner", jsonOrNull(environment.runner)},
          {"node", jsonOrNull(environment.node)},
          {"commit", jsonOrNull(environment.commit)},
          {"merge_head", jsonOrNull(environment.mergeHead)},
          {"merge_base", jsonOrNull(environment.mergeBase)},
          {"image", jsonOrNull(environment.image)},
          {"image_digest", jsonOrNull(environment.imageDigest)},
          {"gpu_model", jsonOrNull(environment.gpuModel)},
          {"driver_version", jsonOrNull(environment.driverVersion)},
          {"cuda_version", jsonOrNull(environment.cudaVersion)},
          {"nccl_version", jsonOrNull(environment.ncclVersion)},
          {"torch_version", jsonOrNull(environment.torchVersion)},
          {"python_version", jsonOrNull(environment.pythonVersion)},
          {"os", jsonOrNull(environment.os)},
          {"command", jsonOrNull(environment.command)},
          {"test_selection", jsonOrNull(environment.testSelection)},
          {"variables", variables}};
}

Json jsonPhase(const Phase& phase) {
  Json seconds = nullptr;
  if (phase.start.known() && phase.end.known())
    seconds = jsonSeconds(static_cast<double>(phase.end.utc - phase.start.utc) / 1e9);
  return {
      {"name", jsonString(phase.name)}, {"start", jsonTime(phase.start)}, {"end", jsonTime(phase.end)}, {"seconds", seconds}};
}

Json jsonMilestone(const Run& run, const Milestone& milestone) {
  return {{"kind", toString(milestone.kind)},
          {"time", jsonTime(milestone.time)},
          {"time_basis", toString(milestone.time.basis)},
          {"launch", jsonOrNull(milestone.launch)},
          {"text", jsonOrNull(milestone.text)},
          {"evidence", jsonEvidence(run, milestone.evidence)}};
}

Json jsonRestart(const Run& run, const Restart& restart) {
  return {{"time", jsonTime(restart.time)},
          {"by", jsonOrNull(restart.by)},
          {"reason", jsonOrNull(restart.reason)},
          {"evidence", jsonEvidence(run, restart.evidence)}};
}

Json jsonCandidate(const Candidate& candidate) {
  return {{"id", jsonString(candidate.id)},
          {"why", jsonString(candidate.why)},
          {"order", candidate.orderCertain ? "certain" : "undecided"}};
}

Json jsonNotEstablished(const Run& run, const NotEstablished& item) {
  return {{"text", jsonString(item.text)}, {"about", jsonList(item.about)}, {"evidence", jsonEvidence(run, item.evidence)}};
}

Json jsonChecked(const Checked& checked) {
  return {{"what", jsonString(checked.what)}, {"found", checked.found}, {"sources", checked.sources}};
}

Json jsonCoverage(const Run& run) {
  const Coverage& coverage = run.coverage;
  return {{"ranks_expected", jsonOrNull(coverage.ranksExpected)},
          {"ranks_seen", coverage.ranksSeen},
          {"ranks_at_least", jsonOrNull(coverage.ranksAtLeast)},
          {"missing_ranks", coverage.missingRanks},
          {"conflicts", jsonEach(coverage.conflicts,
                                 [&run](const Conflict& conflict) -> Json {
                                   return {{"what", jsonString(conflict.what)},
                                           {"values", jsonList(conflict.values)},
                                           {"evidence", jsonEvidence(run, conflict.evidence)}};
                                 })},
          {"notes", jsonList(coverage.notes)}};
}

Json jsonSeenBefore(const SeenBefore& seen) {
  return {{"finding", jsonString(seen.finding)},
          {"count", seen.count},
          {"dates", jsonList(seen.dates)},
          {"hosts", jsonList(seen.hosts)},
          {"note", jsonOrNull(seen.note)},
          {"url", jsonOrNull(seen.url)},
          {"fingerprint", jsonString(seen.fingerprint)},
          {"this_run", seen.thisRun}};
}

Json jsonNote(const Run& run, const Note& note) {
  const bool line = note.place == NotePlace::line;
  When end;
  if (note.place == NotePlace::span) end = When::at(note.endNs);
  return {{"text", jsonString(note.text)},
          {"by", "user"},
          {"about", note.place == NotePlace::run ? Json(nullptr) : jsonString(notePlaceText(run, note))},
          {"place", toString(note.place)},
          {"source", line ? jsonString(note.source) : Json(nullptr)},
          {"line", line ? Json(note.line) : Json(nullptr)},
          {"launch", jsonOrNull(note.launch)},
          {"attempt", jsonOrNull(note.attempt)},
          {"rank", jsonOrNull(note.rank)},
          {"time", jsonTime(note.time)},
          {"until", jsonTime(end)},
          {"problem", jsonOrNull(note.problem)}};
}

Json jsonRun(const Run& run) {
  const auto each = [&run](const auto& items, auto toJson) {
    return jsonEach(items, [&run, toJson](const auto& item) { return toJson(run, item); });
  };
  const auto idOf = [&run](const std::optional<std::uint32_t>& index) { return index ? jsonString(run.findings[*index].id) : Json(nullptr); };
  return {{"id", jsonString(run.id)},
          {"name", jsonOrNull(run.name)},
          {"complete", run.complete},
          {"inputs", jsonInputs(run)},
          {"sources", jsonSources(run)},
          {"identity", jsonIdentity(run.identity)},
          {"skipped", jsonSkipped(run)},
          {"outcome", toString(run.outcome)},
          {"outcome_evidence", jsonEvidence(run, run.outcomeEvidence)},
          {"world_size", jsonOrNull(run.worldSize)},
          {"world_size_basis", jsonOrNull(run.worldSizeBasis)},
          {"hosts", jsonList(run.hosts)},
          {"clock", jsonClock(run)},
          {"environment", jsonEnvironment(run.environment)},
          {"phases", jsonEach(run.phases, jsonPhase)},
          {"milestones", each(run.milestones, jsonMilestone)},
          {"launches", jsonEach(run.launches, jsonLaunch)},
          {"ranks", each(run.lanes, jsonLane)},
          {"tests", jsonEach(run.tests, jsonTest)},
          {"findings", each(run.findings, jsonFinding)},
          {"first_failure", idOf(run.firstFailure)},
          {"first_failure_by", run.firstFailureByUser ? "user" : "tool"},
          {"first_failure_tool", idOf(run.firstFailureTool)},
          {"seen_before", jsonEach(run.seenBefore, jsonSeenBefore)},
          {"candidates", jsonEach(run.candidates, jsonCandidate)},
          {"recoveries", run.recoveries},
          {"restarts", each(run.restarts, jsonRestart)},
          {"not_established", each(run.notEstablished, jsonNotEstablished)},
          {"checked", jsonEach(run.checked, jsonChecked)},
          {"notes", each(run.notes, jsonNote)},
          {"overrides", jsonOverrides(run)},
          {"coverage", jsonCoverage(run)}};
}

std::string document(const Run& run, const Run* baseline, const ComparedRuns* compared, const ReportOptions& options) {
  return dump({{"schema", "lanescope.report/1"},
               {"tool", {{"name", "lanescope"}, {"version", options.version}}},
               {"run", jsonRun(run)},
               {"baseline", baseline ? jsonRun(*baseline) : Json(nullptr)},
               {"comparison", compared ? jsonComparison(compared->comparison, run, compared->baselines) : Json(nullptr)}});
}

}  // namespace

std::string writeJsonReport(const Run& run, const Run* baseline, const ReportOptions& options) { return document(run, baseline, nullptr, options); }

std::string writeJsonReport(const ComparedRuns& runs, const ReportOptions& options) { return document(runs.run, runs.baselines.front(), &runs, options); }

}  // namespace lanescope::report
