// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/paired_view.h"

#include "ui/compare/compare_accessible.h"
#include "ui/models/current_theme.h"
#include "ui/models/words.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/header_scene.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr Side kSides[] = {Side::run, Side::baseline};
constexpr std::size_t indexOf(Side side) { return static_cast<std::size_t>(side); }

QString letterOf(Side side) { return side == Side::run ? u"A"_s : u"B"_s; }

}  // namespace

PairedView::PairedView(CompareState* compareState, QWidget* parent) : LanesView(compareState->side(Side::run), parent), m_state(compareState) {
  setMinimumSize(kLabelWidth + 160, kPairedRuler + 2 * kBandHeight + 60);
  installCompareAccessibility();
  setAccessibleName(tr("Timelines of both runs"));
  m_style.endLabels = false;
  addCommands();
  connect(m_state, &CompareState::resultChanged, this, &PairedView::onResult);
  connect(m_state, &CompareState::alignmentChanged, this, &PairedView::invalidate);
  connect(m_state, &CompareState::linesChanged, this, &PairedView::followLines);
  for (const Side side : kSides) {
    connect(state(side), &ViewState::rangeChanged, this, &PairedView::invalidate);
    connect(state(side), &ViewState::selectionChanged, this, [this] {
      updateAccessible();
      invalidate();
    });
  }
  onResult();
}

PairedView::~PairedView() = default;

void PairedView::onResult() {
  clearDragged();
  m_focus.reset();
  m_launches = {};
  for (const Side side : kSides) {
    const std::size_t i = indexOf(side);
    auto run = m_state->result() ? state(side)->run() : nullptr;
    if (run == m_runs[i]) continue;
    m_runs[i] = std::move(run);
    const auto prepared = m_runs[i] ? m_preparedRuns->of(m_runs[i]) : nullptr;
    m_indexes[i] = prepared ? std::shared_ptr<const RunIndex>(prepared, &prepared->index) : nullptr;
  }
  followLines();
  rebuildLayout();
}

void PairedView::setOrder(PairOrder order) {
  m_order = order;
  m_focus.reset();
  rebuildLayout();
}

void PairedView::setAllLaunches(bool all) {
  m_all = all;
  m_focus.reset();
  rebuildLayout();
}

// The lanes of the launch that is looked at, and among them those of the rank.
void PairedView::followLines() {
  bool other = false;
  for (const Side side : kSides) {
    const auto launch = m_runs[indexOf(side)] ? m_state->launch(side) : std::nullopt;
    if (!launch || m_launches[indexOf(side)] == launch) continue;
    m_launches[indexOf(side)] = launch;
    other = true;
  }
  if (other) rebuildLayout();
  for (const Side side : kSides) {
    const auto& lane = m_state->lines().lane[indexOf(side)];
    if (!lane || !m_runs[indexOf(side)]) continue;
    const auto row = m_layout->lanes[indexOf(side)].rowOf(*m_runs[indexOf(side)], *lane);
    if (row && (!m_focus || side == m_focus->side)) m_focus = Focus{side, *row};
  }
  revealFocus();
  invalidate();
}

void PairedView::rebuildLayout() {
  if (!m_runs[0] || !m_runs[1]) {
    m_layout = std::make_shared<const PairedLayout>();
    invalidate();
    return;
  }
  std::array<PairedSide, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    const bool exists = m_launches[i] && *m_launches[i] < m_runs[i]->launches.size();
    sides[i] = {m_runs[i].get(), m_indexes[i].get(), m_all || !exists ? std::nullopt : m_launches[i]};
  }
  m_layout = std::make_shared<const PairedLayout>(pairedLayout(sides, m_order, viewport()->height() - headHeight() - 2));
  const int page = std::max(0, viewport()->height() - headHeight());
  verticalScrollBar()->setPageStep(page);
  verticalScrollBar()->setRange(0, std::max(0, m_layout->height + 2 - page));
  invalidate();
}

int PairedView::headHeight() const { return kPairedRuler + (m_order == PairOrder::interleaved ? 2 * kBandHeight : 0); }
QRect PairedView::lanesArea() const { return {0, headHeight(), viewport()->width(), viewport()->height() - headHeight()}; }

TimeAxis PairedView::axis(Side side) const {
  TimeRange range = runState()->range();
  if (side == Side::baseline) range = {range.begin - m_state->alignment().offsetNs, range.end - m_state->alignment().offsetNs};
  return axisOf(range);
}

int PairedView::xOf(Side side, std::int64_t ns) const { return static_cast<int>(std::clamp(xOn(axis(side), ns), -1e6, 1e6)); }

int PairedView::rulerBottom() const { return kPairedRuler; }

QRect PairedView::rowRect(Side side, model::Rank rank) const {
  for (const Row& row : m_layout->lanes[indexOf(side)].rows()) {
    const bool holds = row.kind == Row::Kind::lane && (row.rank == rank || std::binary_search(row.alike.begin(), row.alike.end(), rank));
    if (holds) return {0, headHeight() + row.top - verticalScrollBar()->value(), viewport()->width(), row.height};
  }
  return {};
}

// --- drawing

PairedFrameSide PairedView::frameSide(Side side) const {
  const std::size_t i = indexOf(side);
  const bool timed = state(side)->span().length() > 0;
  return {m_runs[i], m_indexes[i], axis(side), state(side)->selection(), bandText(side), timed ? QString() : tr("no line carries a time")};
}

FrameMaker::Make PairedView::frameToMake() const {
  PairedFrameRequest request{{frameSide(Side::run), frameSide(Side::baseline)}, m_layout, m_style, framePlaces(), headHeight(), m_state->alignment().zeroNs};
  return [request = std::move(request)] { return std::make_shared<const PairedFrame>(request); };
}

bool PairedView::hasMany() const { return m_layout->lanes[0].laneCount() + m_layout->lanes[1].laneCount() > kFewLanes; }

QString PairedView::bandText(Side side) const {
  const model::Run& run = *m_runs[indexOf(side)];
  QStringList parts{letterOf(side)};
  const auto index = m_launches[indexOf(side)];
  if (!m_all && index && *index < run.launches.size()) {
    const model::Launch& launch = run.launches[*index];
    parts[0] += u' ' + tr("launch %1").arg(*index + 1);
    if (!launch.name.empty()) parts << toQt(launch.name);
    parts << launchOutcomeText(launch.outcome);
  } else {
    parts << tr("all launches");
  }
  return parts.join(u" · "_s);
}

void PairedView::paintEvent(QPaintEvent*) {
  m_style.theme = &currentTheme();
  QPainter painter(viewport());
  if (pairs()) {
    paintFrame(painter, hasMany(), lanesArea().adjusted(kLabelWidth, 0, 0, 0));
    return paintOverlay(painter);
  }
  painter.fillRect(viewport()->rect(), m_style.theme->base);
  painter.setPen(m_style.theme->muted);
  painter.setFont(uiFont(13));
  painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("Both timelines appear here when the other run is read."));
}

void PairedView::paintOverlay(QPainter& painter) const {
  painter.setClipRect(lanesArea());
  if (m_focus && hasFocus() && m_focus->row < m_layout->lanes[indexOf(m_focus->side)].rows().size()) {
    const Row& row = m_layout->lanes[indexOf(m_focus->side)].rows()[m_focus->row];
    painter.setPen(QPen(m_style.theme->link, 1));
    painter.drawRect(kPairedStripe + 1, headHeight() + row.top - verticalScrollBar()->value(), kLabelWidth - kPairedStripe - 4, std::max(row.height, 3) - 1);
  }
  painter.setClipping(false);
  if (m_chosen) {
    const int from = std::max(kLabelWidth, xOf(Side::run, m_chosen->begin)), to = xOf(Side::run, m_chosen->end);
    paintChosen(painter, QRectF(from, kPairedRuler, std::max(0, to - from), viewport()->height() - kPairedRuler));
  }
  paintMeasured(painter);
  for (const Side side : kSides) {
    const auto pin = m_state->pinned(side);
    if (!pin) continue;
    painter.setPen(QPen(pairedColour(side, *m_style.theme), 2));
    const int x = xOf(side, *pin);
    if (x >= kLabelWidth) painter.drawLine(x, kPairedRuler - 6, x, kPairedRuler);
  }
  paintCrosshair(painter);
}

// "A 19:38:45Z · B 16:15:19Z · +3s"
QString PairedView::momentText(int x) const {
  const std::int64_t resolution = resolutionOf(axis(Side::run));
  const auto clockOf = [&](Side side) {
    model::When moment = model::When::at(timeAt(side, x));
    if (resolution >= 1'000'000'000) moment.latest += 1'000'000'000;   // no milliseconds that nobody can aim at
    return timeText(moment);
  };
  return tr("A %1 · B %2 · %3").arg(clockOf(Side::run), clockOf(Side::baseline), relativeText(timeAt(Side::run, x) - m_state->alignment().zeroNs, resolution));
}

std::optional<PairedView::Place> PairedView::placeAt(QPoint position) const {
  if (!pairs()) return {};
  return static_cast<const PairedFrame*>(currentFrame(-1))->placeAt(position);
}

bool PairedView::pointsAt(QPoint position) {
  const auto place = placeAt(position);
  return place && place->hit.what != Hit::What::lane;
}

QString PairedView::tooltipAt(QPoint position) {
  const auto place = m_runs[0] ? placeAt(position) : std::nullopt;
  if (!place) return {};
  const std::size_t i = indexOf(place->side);
  return tooltipOf(*m_runs[i], describe(*m_runs[i], *m_indexes[i], place->hit), state(place->side)->zero());
}

QString PairedView::readoutAt(QPoint position) { return m_runs[0] && position.x() >= kLabelWidth ? momentText(position.x()) : QString(); }

void PairedView::revealFocus() {
  if (!m_focus || !isVisible()) return;
  const auto& rows = m_layout->lanes[indexOf(m_focus->side)].rows();
  if (m_focus->row >= rows.size()) return;
  const Row& row = rows[m_focus->row];
  scrollTo(row.top - kBandHeight, row.height + kBandHeight, 0);
}

void PairedView::updateAccessible() {
  QStringList parts;
  for (const Side side : kSides) {
    const auto& run = m_runs[indexOf(side)];
    const Selection& selection = state(side)->selection();
    if (!run || !selection.lane || selection.lane->value >= run->lanes.size()) continue;
    parts << letterOf(side) + u' ' + laneText(*run, *selection.lane) + (selection.time.known() ? u' ' + timeText(selection.time) : QString());
  }
  setAccessibleDescription(parts.join(u"; "_s));
}

}  // namespace lanescope::ui
