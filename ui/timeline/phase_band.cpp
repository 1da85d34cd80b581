// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/phase_band.h"

#include "core/compare/spine.h"
#include "ui/timeline/run_index.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <map>

namespace lanescope::ui {

namespace {

std::optional<BandPhase::Kind> kindOf(compare::PhaseKind kind) {
  switch (kind) {
    case compare::PhaseKind::step: return BandPhase::Kind::step;
    case compare::PhaseKind::launch: return BandPhase::Kind::launch;
    case compare::PhaseKind::session: return BandPhase::Kind::session;
    case compare::PhaseKind::test: return BandPhase::Kind::test;
    case compare::PhaseKind::iteration: return BandPhase::Kind::iteration;
    case compare::PhaseKind::attempt:
    case compare::PhaseKind::teardown: break;
  }
  return std::nullopt;
}

std::string lastPart(const std::string& test) {
  const std::size_t at = test.rfind("::");
  return at == std::string::npos ? test : test.substr(at + 2);
}

// An iteration is said at its end or start only: it reaches to the next one.
void closeIterations(std::vector<BandPhase>& phases, const model::Run& run) {
  std::map<std::uint32_t, BandPhase*> open;      // by launch
  for (BandPhase& phase : phases) {
    if (phase.kind != BandPhase::Kind::iteration) continue;
    BandPhase*& before = open[phase.launch.value_or(0)];
    if (before != nullptr) before->extent.end = std::max(before->extent.begin, phase.extent.begin);
    before = &phase;
  }
  for (const auto& [launch, phase] : open) {
    const std::int64_t end = launch < run.launches.size() ? extentOf(run.launches[launch], run).end : 0;
    phase->extent.end = std::max(phase->extent.begin, end);
  }
}

}  // namespace

PhaseBand::PhaseBand(const model::Run& run) {
  for (compare::Phase& phase : compare::spineOf(run)) {
    const auto kind = kindOf(phase.kind);
    if (!kind || !phase.start.known()) continue;
    BandPhase made;
    made.kind = *kind;
    made.launch = phase.launch;
    made.extent = {phase.start.utc, phase.end.known() ? std::max(phase.end.utc, phase.start.utc) : phase.start.utc};
    made.shortName = *kind == BandPhase::Kind::test ? lastPart(phase.key) : phase.key;
    made.name = std::move(phase.key);
    m_phases.push_back(std::move(made));
  }
  std::stable_sort(m_phases.begin(), m_phases.end(), [](const BandPhase& a, const BandPhase& b) { return a.extent.begin < b.extent.begin; });
  closeIterations(m_phases, run);
  addLeaves(run);
}

void PhaseBand::addLeaves(const model::Run& run) {
  std::vector<BandPhase::Kind> finest(run.launches.size(), BandPhase::Kind::step);
  const auto finer = [](BandPhase::Kind kind, BandPhase::Kind than) {
    // Tests say more than the iterations inside them.
    const auto order = [](BandPhase::Kind k) { return k == BandPhase::Kind::test ? 9 : static_cast<int>(k); };
    return order(kind) > order(than);
  };
  for (const BandPhase& phase : m_phases) {
    if (phase.launch && *phase.launch < finest.size() && finer(phase.kind, finest[*phase.launch])) finest[*phase.launch] = phase.kind;
  }
  std::int64_t latest = std::numeric_limits<std::int64_t>::min();
  for (std::uint32_t i = 0; i < m_phases.size(); ++i) {
    const BandPhase& phase = m_phases[i];
    if (!phase.launch || *phase.launch >= finest.size() || phase.kind != finest[*phase.launch] || phase.kind == BandPhase::Kind::launch) continue;
    latest = std::max(latest, phase.extent.end);
    m_leaves.push_back(i);
    m_latestEnds.push_back(latest);
  }
}

std::vector<std::uint32_t> PhaseBand::visible(TimeRange window) const {
  const auto from = std::lower_bound(m_latestEnds.begin(), m_latestEnds.end(), window.begin);
  const auto to = std::partition_point(m_leaves.begin(), m_leaves.end(), [&](std::uint32_t i) { return m_phases[i].extent.begin < window.end; });
  const auto first = m_leaves.begin() + (from - m_latestEnds.begin());
  return first < to ? std::vector<std::uint32_t>(first, to) : std::vector<std::uint32_t>();
}

std::optional<std::uint32_t> PhaseBand::next(std::int64_t from, int direction, std::int64_t least) const {
  const auto worthIt = [&](const BandPhase& phase) {
    const bool beyond = direction > 0 ? phase.extent.begin > from : phase.extent.begin < from;
    return beyond && (phase.kind == BandPhase::Kind::launch || phase.extent.length() >= least);
  };
  if (direction > 0) {
    const auto found = std::find_if(m_phases.begin(), m_phases.end(), worthIt);
    return found == m_phases.end() ? std::nullopt : std::optional(static_cast<std::uint32_t>(found - m_phases.begin()));
  }
  const auto found = std::find_if(m_phases.rbegin(), m_phases.rend(), worthIt);
  return found == m_phases.rend() ? std::nullopt : std::optional(static_cast<std::uint32_t>(m_phases.rend() - found) - 1);
}

QString PhaseBand::title() const {
  const auto tr = [](const char* text) { return QCoreApplication::translate("PhaseBand", text); };
  if (m_leaves.empty()) return {};
  switch (m_phases[m_leaves.front()].kind) {
    case BandPhase::Kind::test: return tr("tests");
    case BandPhase::Kind::iteration: return tr("iterations");
    default: return tr("sessions");
  }
}

}  // namespace lanescope::ui
