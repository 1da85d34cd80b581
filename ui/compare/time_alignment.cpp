// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/time_alignment.h"

#include "ui/models/words.h"

#include <QCoreApplication>

namespace lanescope::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(TimeAlignment)
};

bool endsWith(const std::string& text, const std::string& end) {
  return !end.empty() && text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// nullopt where one of the two has no time.
std::optional<TimeAlignment> at(AlignBy by, const model::When& run, const model::When& baseline, QString what) {
  if (!run.known() || !baseline.known()) return {};
  return TimeAlignment{by, run.utc - baseline.utc, run.utc, std::move(what)};
}

// A test without the folders and the class before its name.
QString nameOf(const compare::Phase& phase) {
  const QString key = toQt(phase.key);
  return phase.kind == compare::PhaseKind::test ? key.section(QStringLiteral("::"), -1) : key;
}

std::optional<TimeAlignment> atPair(AlignBy by, const compare::Alignment& alignment, const compare::PhasePair& pair) {
  if (!pair.run || !pair.baseline) return {};
  const compare::Phase& phase = alignment.run[*pair.run];
  return at(by, phase.start, alignment.baseline[*pair.baseline].start, Words::tr("start of %1 in both").arg(nameOf(phase)));
}

std::optional<TimeAlignment> byPhase(const compare::Comparison& comparison) {
  const compare::Alignment& alignment = comparison.alignment;
  if (!alignment.anchor || *alignment.anchor >= alignment.pairs.size()) return {};
  return atPair(AlignBy::phase, alignment, alignment.pairs[*alignment.anchor]);
}

std::optional<TimeAlignment> byTest(const compare::Comparison& comparison, const std::string& near) {
  const compare::Alignment& alignment = comparison.alignment;
  const model::When limit = comparison.divergence ? comparison.divergence->time : model::When();
  std::optional<TimeAlignment> last;
  for (const compare::PhasePair& pair : alignment.pairs) {
    if (!pair.run || alignment.run[*pair.run].kind != compare::PhaseKind::test) continue;
    const auto found = atPair(AlignBy::test, alignment, pair);
    if (!found) continue;
    if (endsWith(near, alignment.run[*pair.run].key)) return found;
    const bool before = !limit.known() || alignment.run[*pair.run].start.utc <= limit.utc;
    if (before && (!last || last->zeroNs <= found->zeroNs)) last = found;
  }
  return last;
}

model::When startOf(const model::Run& run) { return run.clock.zero.known() ? run.clock.zero : run.clock.first; }

}  // namespace

std::optional<TimeAlignment> alignedBy(AlignBy by, const compare::Comparison& comparison, const model::Run& run, const model::Run& baseline, const std::string& near) {
  switch (by) {
    case AlignBy::phase: return byPhase(comparison);
    case AlignBy::test: return byTest(comparison, near);
    case AlignBy::jobStart: return at(by, startOf(run), startOf(baseline), Words::tr("start of the job in both"));
    case AlignBy::hand: break;                   // only the user knows
  }
  return {};
}

TimeAlignment alignedByHand(std::int64_t runNs, std::int64_t baselineNs) {
  return {AlignBy::hand, runNs - baselineNs, runNs, Words::tr("the moments that you chose")};
}

}  // namespace lanescope::ui
