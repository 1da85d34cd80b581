// SPDX-License-Identifier: Apache-2.0
#include "core/report/json_parts.h"

namespace lanescope::report {

using namespace model;

namespace {

Json jsonCollective(const Collective& collective) {
  return {{"op", jsonOrNull(collective.op)},
          {"api", jsonOrNull(collective.api)},
          {"seq", jsonOrNull(collective.seq)},
          {"group", jsonOrNull(collective.group)},
          {"group_desc", jsonOrNull(collective.groupDesc)},
          {"group_size", jsonOrNull(collective.groupSize)},
          {"numel_in", jsonOrNull(collective.numelIn)},
          {"numel_out", jsonOrNull(collective.numelOut)}};
}

Json jsonFrame(const StackFrame& frame) {
  return {{"file", jsonString(frame.file)},
          {"line", frame.line},
          {"function", jsonOrNull(frame.function)},
          {"code", jsonOrNull(frame.code)},
          {"user", frame.user}};
}

// Contract rule 10: the one object that omits keys that do not apply.
Json jsonAttributes(const Attributes& attributes) {
  Json json = Json::object();
  const auto addText = [&json](const char* key, const std::string& text) {
    if (!text.empty()) json[key] = jsonString(text);
  };
  const auto addNumber = [&json](const char* key, const auto& number) {
    if (number) json[key] = *number;
  };
  if (const auto& error = attributes.cudaError)
    json["cuda_error"] = {{"code", jsonOrNull(error->code)}, {"text", jsonOrNull(error->text)}};
  addNumber("timeout_ms", attributes.timeoutMs);
  addNumber("ran_ms", attributes.ranMs);
  if (attributes.waitingSince.known()) json["waiting_since"] = jsonTime(attributes.waitingSince);
  if (const auto& owner = attributes.limitOwner)
    json["limit_owner"] = {{"kind", jsonString(owner->kind)}, {"text", jsonOrNull(owner->text)}};
  if (attributes.collective) json["collective"] = jsonCollective(*attributes.collective);
  addNumber("last_enqueued", attributes.lastEnqueued);
  addNumber("last_completed", attributes.lastCompleted);
  addText("missing_basis", attributes.missingBasis);
  if (!attributes.operationText.empty()) {
    json["operation"] = {{"text", jsonString(attributes.operationText)}, {"basis", jsonOrNull(attributes.operationBasis)}};
  }
  if (!attributes.ncclErrorName.empty() || !attributes.ncclErrorText.empty() || !attributes.ncclLastError.empty()) {
    json["nccl_error"] = {{"name", jsonOrNull(attributes.ncclErrorName)},
                          {"text", jsonOrNull(attributes.ncclErrorText)},
                          {"last_error", jsonOrNull(attributes.ncclLastError)}};
  }
  addText("test", attributes.test);
  addText("test_phase", attributes.testPhase);
  if (!attributes.exceptionType.empty() || !attributes.exceptionMessage.empty()) {
    json["exception"] = {{"type", jsonOrNull(attributes.exceptionType)}, {"message", jsonOrNull(attributes.exceptionMessage)}};
  }
  if (!attributes.stack.empty()) json["stack"] = jsonEach(attributes.stack, jsonFrame);
  addNumber("exit_code", attributes.exitCode);
  addText("signal", attributes.signal);
  addText("exit_by", attributes.exitBy);
  addText("tied_by", attributes.tiedBy);
  addText("nccl_version", attributes.ncclVersion);
  addText("source_location", attributes.sourceLocation);
  if (!attributes.hypotheses.empty()) json["hypotheses"] = jsonList(attributes.hypotheses);
  if (attributes.progress) json["progress"] = jsonProgress(attributes.progress);
  return json;
}

Json jsonByRank(const Run& run, const ByRank& row) {
  return {{"rank", row.rank},
          {"time", jsonTime(row.time)},
          {"time_basis", toString(row.time.basis)},
          {"time_range", jsonTimeRange(row.time)},
          {"op", jsonOrNull(row.op)},
          {"seq", jsonOrNull(row.seq)},
          {"group", jsonOrNull(row.group)},
          {"ran_ms", jsonOrNull(row.ranMs)},
          {"last_enqueued", jsonOrNull(row.lastEnqueued)},
          {"last_completed", jsonOrNull(row.lastCompleted)},
          {"evidence", jsonEvidence(run, row.evidence)}};
}

Json jsonWho(const Who& who) {
  return {{"host", jsonOrNull(who.host)},
          {"local_rank", jsonOrNull(who.localRank)},
          {"device", jsonOrNull(who.device)},
          {"pid", jsonOrNull(who.pid)}};
}

Json jsonExcerptLine(const ExcerptLine& line) {
  if (line.omitted > 0) return {{"omitted", line.omitted}};
  return {{"line", line.line}, {"text", jsonString(line.text)}};
}

}  // namespace

Json jsonFinding(const Run& run, const Finding& finding) {
  const bool hasExcerpt = finding.excerptSource.valid();
  return {{"id", jsonString(finding.id)},
          {"class", toString(finding.findingClass)},
          {"role", toString(finding.role)},
          {"launch", jsonOrNull(finding.launch)},
          {"attempt", jsonOrNull(finding.attempt)},
          {"ranks", finding.ranks},
          {"count", finding.count},
          {"hosts", jsonList(finding.hosts)},
          {"who", jsonEach(finding.who, jsonWho)},
          {"time", jsonTime(finding.time)},
          {"time_basis", toString(finding.time.basis)},
          {"time_range", jsonTimeRange(finding.time)},
          {"title", jsonString(finding.title)},
          {"why", jsonString(finding.why)},
          {"fingerprint", jsonOrNull(finding.fingerprint)},
          {"caused_by", jsonList(finding.causedBy)},
          {"order_undecided_with", jsonList(finding.orderUndecidedWith)},
          {"stalled_ranks", finding.stalledRanks},
          {"missing_ranks", finding.missingRanks},
          {"suspect_ranks", finding.suspectRanks},
          {"suspect_basis", jsonOrNull(finding.suspectBasis)},
          {"excerpt", jsonEach(finding.excerpt, jsonExcerptLine)},
          {"excerpt_source", hasExcerpt ? jsonString(run.source(finding.excerptSource).path) : Json(nullptr)},
          {"attributes", jsonAttributes(finding.attributes)},
          {"by_rank", jsonEach(finding.byRank, [&run](const ByRank& row) { return jsonByRank(run, row); })},
          {"evidence", jsonEvidence(run, finding.evidence)}};
}

}  // namespace lanescope::report
