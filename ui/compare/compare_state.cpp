// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/compare_state.h"

#include "core/compare/spine.h"
#include "ui/timeline/run_index.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr Side kSides[] = {Side::run, Side::baseline};
std::size_t indexOf(Side side) { return static_cast<std::size_t>(side); }

TimeRange shifted(TimeRange range, std::int64_t by) { return {range.begin + by, range.end + by}; }

TimeRange united(TimeRange a, TimeRange b) {
  if (a.length() <= 0) return b;
  if (b.length() <= 0) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

bool exists(const compare::Comparison& comparison, const Difference& difference) {
  const auto rows = differencesOf(comparison, difference.kind == DifferenceKind::message ? DifferenceTab::messages : DifferenceTab::first);
  return std::find(rows.begin(), rows.end(), difference) != rows.end();
}

}  // namespace

CompareState::CompareState(ViewState* opened, ViewState* other, QObject* parent) : QObject(parent), m_opened(opened), m_other(other) {
  for (ViewState* state : {opened, other}) {
    ViewState* const follows = state == opened ? other : opened;
    connect(state, &ViewState::rangeChanged, this, [this, state, follows] {
      if (m_result) couple(state, follows, state == side(Side::run) ? -m_alignment.offsetNs : m_alignment.offsetNs);
    });
    connect(state, &ViewState::selectionChanged, this, [this, state] { onSelection(state); });
    // The result tells of the run as it was.
    connect(state, &ViewState::runChanged, this, [this] {
      if (m_result) clear();
    });
  }
}

void CompareState::setResult(Result result, std::vector<std::shared_ptr<const model::Run>> baselines, bool swapped) {
  const bool same = m_result != nullptr && swapped == m_swapped;
  const TimeAlignment before = m_alignment;
  const auto current = m_current;
  m_result = std::move(result);
  m_baselines = std::move(baselines);
  m_swapped = swapped;
  m_current.reset();
  m_lines = {};
  if (!same) m_pins = {};
  Q_EMIT resultChanged();
  if (m_result == nullptr) return;
  if (same) {
    applyAlignment(before);
    if (current && exists(*m_result, *current)) return choose(*current);
  } else {
    align(AlignBy::phase);
  }
  showAnswer();
}

void CompareState::clear() {
  m_result.reset();
  m_baselines.clear();
  m_swapped = false;
  m_current.reset();
  m_lines = {};
  m_pins = {};
  m_alignment = {};
  m_opened->setReach({});
  Q_EMIT resultChanged();
}

// --- time

bool CompareState::canAlign(AlignBy by) const {
  if (m_result == nullptr) return false;
  if (by == AlignBy::hand) return m_pins[0] && m_pins[1];
  return alignedBy(by, *m_result, *side(Side::run)->run(), *side(Side::baseline)->run(), nearOf()).has_value();
}

// Where the runs do not tell, the next coarser way does.
void CompareState::align(AlignBy by) {
  if (m_result == nullptr) return;
  if (by == AlignBy::hand) {
    if (m_pins[0] && m_pins[1]) applyAlignment(alignedByHand(*m_pins[0], *m_pins[1]));
    return;
  }
  const model::Run &run = *side(Side::run)->run(), &baseline = *side(Side::baseline)->run();
  auto found = alignedBy(by, *m_result, run, baseline, nearOf());
  if (!found && by == AlignBy::phase) found = alignedBy(AlignBy::jobStart, *m_result, run, baseline, {});
  if (found) return applyAlignment(*std::move(found));
  const TimeRange a = side(Side::run)->span(), b = side(Side::baseline)->span();
  const bool timed = a.length() > 0 && b.length() > 0;
  if (by == AlignBy::phase) applyAlignment({AlignBy::jobStart, a.begin - b.begin, a.begin, timed ? tr("first time known in both") : tr("first time known; the lines of one run carry none")});
}

bool CompareState::pin(Side which, std::int64_t ns) {
  m_pins[indexOf(which)] = ns;
  if (!m_pins[0] || !m_pins[1]) {
    Q_EMIT alignmentChanged();
    return false;
  }
  applyAlignment(alignedByHand(*m_pins[0], *m_pins[1]));
  return true;
}

void CompareState::applyAlignment(TimeAlignment alignment) {
  m_alignment = std::move(alignment);
  const std::int64_t offset = m_alignment.offsetNs;
  ViewState *const run = side(Side::run), *const baseline = side(Side::baseline);
  {
    const QScopedValueRollback moving(m_moving, true);
    run->setReach(shifted(baseline->span(), offset));
    baseline->setReach(shifted(run->span(), -offset));
    run->setZero(m_alignment.zeroNs);
    baseline->setZero(m_alignment.zeroNs - offset);
  }
  couple(run, baseline, -offset);
  Q_EMIT alignmentChanged();
}

void CompareState::couple(ViewState* moved, ViewState* follows, std::int64_t shift) {
  if (m_moving) return;
  const QScopedValueRollback moving(m_moving, true);
  follows->setRange(shifted(moved->range(), shift));
}

// --- what is looked at

std::string CompareState::nearOf() const {
  if (m_current && m_current->kind == DifferenceKind::message) return m_result->messages[m_current->index].phase;
  if (m_current && m_current->kind == DifferenceKind::test) return m_result->tests[m_current->index].id;
  return m_result->divergence ? m_result->divergence->phase : std::string();
}

void CompareState::place(Side which, const DifferencePlace& where) {
  Selection selection;
  selection.line = where.line;
  selection.lane = where.lane;
  selection.time = where.time;
  const auto& findings = side(which)->run()->findings;
  for (std::uint32_t i = 0; where.line && i < findings.size() && !selection.finding; ++i) {
    for (const model::Evidence& evidence : findings[i].evidence) {
      if (evidence.source == where.line->source && evidence.line == where.line->line) selection.finding = i;
    }
  }
  side(which)->select(selection);
}

void CompareState::choose(const Difference& difference) {
  if (m_result == nullptr) return;
  m_current = difference;
  Lines lines;
  std::array<DifferencePlace, 2> places;
  for (const Side which : kSides) {
    places[indexOf(which)] = placeOf(*m_result, difference, *side(which)->run(), which);
    lines.line[indexOf(which)] = places[indexOf(which)].line;
    lines.lane[indexOf(which)] = places[indexOf(which)].lane;
  }
  fillCounterparts(lines);
  {
    const QScopedValueRollback moving(m_moving, true);
    for (const Side which : kSides) {
      DifferencePlace& where = places[indexOf(which)];
      if (!where.lane) where.lane = lines.lane[indexOf(which)];
      place(which, where);
    }
  }
  // Brought into view on the clock of the run that has it.
  for (const Side which : kSides) {
    const model::When& time = places[indexOf(which)].time;
    const TimeRange range = side(which)->range();
    if (!time.known()) continue;
    if (time.utc < range.begin || time.utc >= range.end) side(which)->setRange(shifted(range, time.utc - range.begin - range.length() / 3));
    break;
  }
  setLines(lines);
  Q_EMIT currentChanged();
}

void CompareState::chooseLine(Side which, model::LineRef line) { side(which)->selectLine(line); }

void CompareState::onSelection(ViewState* state) {
  if (m_moving || m_result == nullptr) return;
  const Side which = sideOf(state);
  Lines lines;
  lines.line[indexOf(which)] = state->selection().line;
  lines.lane[indexOf(which)] = state->selection().lane;
  if (!state->selection().line && !state->selection().lane) return;
  fillCounterparts(lines);
  setLines(lines);
}

void CompareState::fillCounterparts(Lines& lines) const {
  for (const Side which : kSides) {
    auto& lane = lines.lane[indexOf(which)];
    const auto& other = lines.lane[indexOf(otherSide(which))];
    if (!lane && other) lane = counterpartOf(m_result->alignment, *side(otherSide(which))->run(), *other, otherSide(which), *side(which)->run());
  }
}

void CompareState::setLines(Lines lines) {
  m_lines = std::move(lines);
  Q_EMIT linesChanged();
}

std::optional<std::uint32_t> CompareState::launch(Side which) const {
  const auto& lane = m_lines.lane[indexOf(which)];
  if (lane) return side(which)->run()->lanes[lane->value].launch;
  if (m_result == nullptr) return {};
  // The launch that is compared with the one looked at.
  if (const auto& other = m_lines.lane[indexOf(otherSide(which))]) {
    const std::uint32_t launch = side(otherSide(which))->run()->lanes[other->value].launch;
    const compare::LaunchPairs pairs(m_result->alignment);
    if (const auto paired = which == Side::run ? pairs.ofBaseline(launch) : pairs.ofRun(launch)) return paired;
  }
  const auto& anchor = m_result->alignment.anchor;
  if (!anchor) return {};
  const compare::PhasePair& pair = m_result->alignment.pairs[*anchor];
  const auto phase = which == Side::run ? pair.run : pair.baseline;
  const compare::Spine& spine = which == Side::run ? m_result->alignment.run : m_result->alignment.baseline;
  return phase ? spine[*phase].launch : std::nullopt;
}

// Both launches from their starts, and as much behind the meeting point as the shorter one needs: what one of them waited for half an
// hour would leave no room for the rest.
TimeRange CompareState::answerRange() const {
  TimeRange whole{}, shorter{};
  for (const Side which : kSides) {
    const model::Run& run = *side(which)->run();
    const auto index = launch(which);
    TimeRange extent = index && *index < run.launches.size() ? extentOf(run.launches[*index], run) : side(which)->span();
    if (extent.length() <= 0) continue;
    extent = shifted(extent, which == Side::run ? 0 : m_alignment.offsetNs);
    whole = united(whole, extent);
    if (shorter.length() <= 0 || extent.end < shorter.end) shorter = extent;
  }
  if (whole.length() <= 0) return whole;
  std::int64_t end = std::max(shorter.end, m_alignment.zeroNs + (m_alignment.zeroNs - whole.begin));
  if (m_result->divergence && m_result->divergence->time.known()) {
    end = std::max(end, onAxis(m_result->divergence->inRun ? Side::run : Side::baseline, m_result->divergence->time.utc));
  }
  end = std::min(end, whole.end);
  const std::int64_t margin = (end - whole.begin) / 12;
  return {whole.begin - margin / 3, end + margin};
}

void CompareState::showAnswer() {
  if (m_result == nullptr) return;
  const auto rows = differencesOf(*m_result, DifferenceTab::first);
  if (!rows.empty()) choose(rows.front());
  const TimeRange range = answerRange();
  if (range.length() > 0) side(Side::run)->setRange(range);
}

}  // namespace lanescope::ui
