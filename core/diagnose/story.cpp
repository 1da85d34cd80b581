// SPDX-License-Identifier: Apache-2.0
// Milestones: the few moments that tell what the job did.
#include "core/diagnose/steps.h"
#include "core/diagnose/wording.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::diagnose {
namespace {

using model::Draft;
using model::Milestone;
using model::MilestoneKind;
using model::When;
using recognise::CiFact;
using recognise::SessionFact;

class Story {
 public:
  explicit Story(Draft& draft) : m_draft(draft) {}

  void run() {
    job();
    launches();
    sessions();
    findings();
    std::stable_sort(m_draft.run.milestones.begin(), m_draft.run.milestones.end(), [](const Milestone& a, const Milestone& b) {
      if (a.time.known() != b.time.known()) return a.time.known();
      return a.time.known() && a.time.utc < b.time.utc;
    });
  }

 private:
  void add(MilestoneKind kind, const When& time, std::optional<std::uint32_t> launch, std::string text, std::vector<model::Evidence> evidence) {
    for (model::Evidence& e : evidence) {
      if (!e.time.known()) e.time = time;
    }
    m_draft.run.milestones.push_back({kind, time, launch, std::move(text), std::move(evidence)});
  }

  void job() {
    for (std::uint32_t source = 0; source < m_draft.run.sources.size(); ++source) {
      const model::Source& log = m_draft.run.sources[source];
      if (log.layout != model::Layout::jobLog || log.text->lineCount() == 0) continue;
      add(MilestoneKind::jobStart, log.first, std::nullopt, "Job started", {m_draft.evidenceAt(source, 1)});
      for (const CiFact& fact : m_draft.scans[source].ci) {
        if (fact.kind == CiFact::Kind::imagePull) add(MilestoneKind::imagePull, model::whenOf(fact.moment), std::nullopt, "Image pull began", {m_draft.evidenceAt(source, fact.line)});
        if (fact.kind == CiFact::Kind::imageReady) add(MilestoneKind::imageReady, model::whenOf(fact.moment), std::nullopt, "Image ready", {m_draft.evidenceAt(source, fact.line)});
      }
      std::uint32_t last = log.text->lineCount();
      while (last > 1 && log.text->lineText(last, 100).empty()) --last;
      add(MilestoneKind::jobEnd, log.last, std::nullopt, "Job ended", {m_draft.evidenceAt(source, last)});
    }
  }

  void launches() {
    for (const model::Launch& launch : m_draft.run.launches) {
      if (launch.evidence.empty()) continue;
      const std::string name = fmt::format("launch {}{}", launch.index + 1, launch.name.empty() ? "" : " (" + launch.name + ")");
      add(MilestoneKind::launchStart, launch.start, launch.index, name + " began", {launch.evidence.front()});
      if (!launch.end.known() || launch.outcome == model::LaunchOutcome::running) continue;
      std::string text = fmt::format("{} ended: {}", name, model::toString(launch.outcome));
      if (launch.exit.code) text += fmt::format(", exit code {}", *launch.exit.code);
      add(MilestoneKind::launchEnd, launch.end, launch.index, std::move(text), {launch.evidence.back()});
    }
    for (const model::Restart& restart : m_draft.run.restarts) {
      add(MilestoneKind::restart, restart.time, std::nullopt, restart.by == "torchrun" ? "torchrun restarted the workers" : "The job was started again", restart.evidence);
    }
  }

  // Of each launch, the first line with a time: which rank printed it does not matter.
  void sessions() {
    std::set<std::pair<std::uint32_t, int>> told;
    for (std::uint32_t source = 0; source < m_draft.scans.size(); ++source) {
      for (const SessionFact& fact : m_draft.scans[source].sessions) {
        const bool ends = fact.kind == SessionFact::Kind::end;
        if (!(ends || fact.kind == SessionFact::Kind::collected) || !fact.moment.known()) continue;
        const Draft::Owner owner = m_draft.ownerOf(source, fact.line, fact.writer);
        if (!owner.launch || !told.insert({*owner.launch, static_cast<int>(fact.kind)}).second) continue;
        const bool collected = fact.kind == SessionFact::Kind::collected;
        std::string text = collected ? fmt::format("{} tests collected, {} selected", fact.collected.value_or(0), fact.selected.value_or(0))
                                     : fmt::format("{} passed, {} failed, {} skipped in {:.2f} s", fact.passed.value_or(0), fact.failed.value_or(0), fact.skipped.value_or(0), fact.seconds.value_or(0));
        add(collected ? MilestoneKind::collected : MilestoneKind::summary, model::whenOf(fact.moment), owner.launch, std::move(text),
            {m_draft.evidenceAt(source, fact.line, m_draft.rankOf(owner.lane))});
      }
    }
  }

  void findings() {
    const model::Run& run = m_draft.run;
    for (std::uint32_t i = 0; i < run.findings.size(); ++i) {
      const model::Finding& finding = run.findings[i];
      if (run.firstFailure == i) add(MilestoneKind::firstFailure, finding.time, finding.launch, finding.title, {finding.evidence.front()});
      else if (finding.findingClass == model::FindingClass::ncclTimeout) add(MilestoneKind::timeout, finding.time, finding.launch, finding.title, {finding.evidence.front()});
    }
  }

  Draft& m_draft;
};

}  // namespace

void tellStory(model::Draft& draft) { Story(draft).run(); }

}  // namespace lanescope::diagnose
