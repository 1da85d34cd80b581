// SPDX-License-Identifier: Apache-2.0
// Findings in their final order, with their final ids; what was linked by position is linked by id.
#include "core/clock/line_time.h"
#include "core/diagnose/steps.h"
#include "core/diagnose/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Finding;

// Contract rule 3: by start of the range, then source, then line; unknown times last.
bool earlier(const Finding& a, const Finding& b) {
  if (a.time.known() != b.time.known()) return a.time.known();
  if (a.time.known() && a.time.earliest != b.time.earliest) return a.time.earliest < b.time.earliest;
  const model::Evidence& ea = a.evidence.front();
  const model::Evidence& eb = b.evidence.front();
  if (ea.source != eb.source) return ea.source.value < eb.source.value;
  if (ea.line != eb.line) return ea.line < eb.line;
  return a.fingerprint < b.fingerprint;
}

using ReportsByTest = std::unordered_map<std::string_view, std::vector<const model::TestReport*>>;

ReportsByTest reportsByTest(const model::Run& run) {
  ReportsByTest reports;
  for (const model::TestReport& report : run.tests) reports[report.id].push_back(&report);
  return reports;
}

// The others were in the same test when everything was stopped.
void addStalled(const ReportsByTest& reports, Finding& finding) {
  const auto found = reports.find(finding.attributes.test);
  if (found == reports.end() || !finding.launch) return;
  for (const model::TestReport* report : found->second) {
    if (report->launch == *finding.launch && report->attempt == finding.attempt.value_or(0)) finding.stalledRanks = report->stalledRanks;
  }
}

// Where the job was stopped from outside, the tests that its ranks were in then are all there is.
void addOpenTests(const Draft& draft, Finding& finding) {
  const bool stopped = finding.findingClass == model::FindingClass::timeLimit || finding.findingClass == model::FindingClass::cancelled;
  if (!stopped || !finding.launch) return;
  std::uint32_t attempt = 0;
  for (const model::Lane& lane : draft.run.lanes) {
    if (lane.launch == *finding.launch) attempt = std::max(attempt, lane.attempt);
  }
  std::map<std::string, std::vector<model::Rank>> tests;
  model::When last;
  for (const model::Lane& lane : draft.run.lanes) {
    if (lane.launch != *finding.launch || lane.attempt != attempt) continue;
    if (!lane.test.empty()) tests[lane.test].push_back(lane.rank);
    if (lane.last.known() && (!last.known() || lane.last.utc > last.utc)) last = lane.last;
  }
  if (tests.empty()) return;
  const auto most = std::max_element(tests.begin(), tests.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  finding.attributes.test = most->first;
  finding.stalledRanks = most->second;
  constexpr std::size_t kMostNamed = 3;
  std::size_t told = 0;
  for (const auto& test : tests) {
    if (++told > kMostNamed) break;
    const auto at = test.first.rfind("::");
    finding.title += fmt::format("{} {} {} in {}", told == 1 ? ":" : ",", model::ranksPhrase(test.second), test.second.size() == 1 ? "was" : "were", at == std::string::npos ? test.first : test.first.substr(at + 2));
  }
  if (tests.size() > kMostNamed) finding.title += fmt::format(", others in {} more tests", tests.size() - kMostNamed);
  constexpr std::int64_t kLongNs = 60'000'000'000;
  if (last.known() && finding.time.known() && finding.time.earliest - last.latest >= kLongNs) {
    finding.why += fmt::format("; its ranks had printed nothing for {}", secondsText(static_cast<double>((finding.time.earliest - last.latest) / 1'000'000'000)));
  }
}

// Whose enqueued number was lower is suspected where the wait is all that went wrong.
void suspectMissing(Finding& finding) {
  if (finding.findingClass != model::FindingClass::ncclTimeout || finding.role != model::Role::firstFailure || finding.attributes.missingBasis != "lower-enqueued") return;
  finding.suspectRanks = finding.missingRanks;
  finding.suspectBasis = "lower-enqueued";
}

void addCollectives(Draft& draft) {
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const recognise::FailureFact& fact : draft.scans[source].failures) {
      if (!fact.lastEnqueued) continue;
      const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
      if (!owner.lane.valid()) continue;
      auto& states = draft.run.lanes[owner.lane.value].collectives;
      const std::string name = !fact.group ? "" : fact.group->description.empty() ? fact.group->id : fact.group->description;
      auto it = std::find_if(states.begin(), states.end(), [&](const model::CollectiveState& state) { return state.group == name; });
      if (it == states.end()) it = states.insert(states.end(), model::CollectiveState{name, std::nullopt, std::nullopt});
      it->lastEnqueued = fact.lastEnqueued;
      if (fact.lastCompleted) it->lastCompleted = fact.lastCompleted;
    }
  }
}

}  // namespace

void finish(model::Draft& draft, std::vector<Group> groups) {
  addCollectives(draft);
  const ReportsByTest reports = reportsByTest(draft.run);
  for (Group& group : groups) {
    addStalled(reports, group.finding);
    addOpenTests(draft, group.finding);
    suspectMissing(group.finding);
  }
  std::vector<std::uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return earlier(groups[a].finding, groups[b].finding); });
  std::vector<std::string> ids(groups.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) ids[order[i]] = "f" + std::to_string(i + 1);
  const auto rename = [&](std::string& id) { id = ids[std::stoul(id)]; };
  model::Run& run = draft.run;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    Finding& finding = groups[order[i]].finding;
    finding.id = ids[order[i]];
    std::for_each(finding.causedBy.begin(), finding.causedBy.end(), rename);
    std::for_each(finding.orderUndecidedWith.begin(), finding.orderUndecidedWith.end(), rename);
    for (const std::uint32_t o : groups[order[i]].observations) draft.observations[o].finding = i;
    for (const std::uint32_t o : groups[order[i]].hearers) {
      draft.observations[o].finding = i;
      draft.observations[o].heard = true;
    }
    run.findings.push_back(std::move(finding));
  }
  for (std::optional<std::uint32_t>* index : {&run.firstFailure, &run.firstFailureTool}) {
    if (*index) *index = static_cast<std::uint32_t>(std::find(order.begin(), order.end(), **index) - order.begin());
  }
  for (model::Candidate& candidate : run.candidates) rename(candidate.id);
}

}  // namespace lanescope::diagnose
