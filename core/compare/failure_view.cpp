// SPDX-License-Identifier: Apache-2.0
#include "core/compare/failure_view.h"

#include "core/clock/line_time.h"

#include <algorithm>

namespace lanescope::compare {

FailureView::FailureView(const Sides& sides) : m_run(*sides.run.run), m_scopes(sides.scopes.front()) {
  for (std::uint32_t i = 0; i < m_run.findings.size(); ++i) {
    const model::Finding& finding = m_run.findings[i];
    const auto add = [&](const model::Evidence& evidence) { m_findings.try_emplace({evidence.source, evidence.line}, i); };
    for (const model::Evidence& evidence : finding.evidence) add(evidence);
    for (const model::ByRank& rank : finding.byRank) add(rank.evidence);
    addExcerpt(i);
  }
  if (m_run.firstFailure) {
    for (const auto& [line, finding] : m_findings) {
      if (finding == *m_run.firstFailure) m_failed.try_emplace(line.source.value, line.line);
    }
  }
  const bool all = std::all_of(m_scopes.runEnded.begin(), m_scopes.runEnded.end(), [](bool ended) { return ended; });
  if (!all) measureReach(sides);
}

void FailureView::addExcerpt(std::uint32_t index) {
  const model::Finding& finding = m_run.findings[index];
  Excerpt excerpt{finding.excerptSource.value, 0, 0, index};
  for (const model::ExcerptLine& line : finding.excerpt) {
    if (line.omitted > 0) continue;
    if (excerpt.first == 0) excerpt.first = line.line;
    excerpt.last = std::max(excerpt.last, line.line);
  }
  if (excerpt.first > 0) m_excerpts.push_back(excerpt);
}

std::optional<std::uint32_t> FailureView::findingAt(model::LineRef line) const {
  const auto found = m_findings.find(line);
  if (found != m_findings.end()) return found->second;
  for (const Excerpt& excerpt : m_excerpts) {
    if (excerpt.source == line.source.value && line.line >= excerpt.first && line.line <= excerpt.last) return excerpt.finding;
  }
  return std::nullopt;
}

bool FailureView::isAfter(model::LineRef line, Owner owner) const {
  if (!m_run.firstFailure) return false;
  const auto here = m_failed.find(line.source.value);
  const bool ofRank = owner < m_run.lanes.size() && !m_run.lanes[owner].sources.empty();
  if (here != m_failed.end() && ofRank) return line.line > here->second;
  const model::When when = clock::whenOf(m_run.source(line.source), line.line);
  const model::When& failed = m_run.findings[*m_run.firstFailure].time;
  if (when.known() && failed.known()) return when.utc > failed.utc;
  return here != m_failed.end() && line.line > here->second;
}

bool FailureView::reached(std::uint32_t scope, Owner baselineOwner, model::LineRef line) const {
  if (m_scopes.runEnded[scope]) return true;
  const auto reach = m_reach.find({baselineOwner, line.source.value});
  return reach != m_reach.end() && line.line <= reach->second;
}

// As far as the last line of the baseline whose template the same writer had printed in the run before it failed.
void FailureView::measureReach(const Sides& sides) {
  const Side& run = sides.run;
  const Side& baseline = sides.baselines.front();
  for (std::size_t i = 0; i < run.digest.entries.size();) {
    const std::uint64_t hash = run.digest.entries[i].hash;
    const std::span<const Entry> theirs = baseline.digest.of(hash);
    for (; i < run.digest.entries.size() && run.digest.entries[i].hash == hash; ++i) {
      const Entry& entry = run.digest.entries[i];
      const std::uint32_t scope = m_scopes.ofRun[entry.owner];
      if (theirs.empty() || scope == kApart || m_scopes.runEnded[scope] || isAfter(entry.first, entry.owner)) continue;
      for (const Entry& other : theirs) {
        if (m_scopes.ofBaseline[other.owner] != scope || baseline.rankOf(other.owner) != run.rankOf(entry.owner)) continue;
        std::uint32_t& line = m_reach[{other.owner, other.first.source.value}];
        line = std::max(line, other.first.line);
      }
    }
  }
}

}  // namespace lanescope::compare
