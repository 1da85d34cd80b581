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

constexpr int kRulerHeight = 22;
constexpr int kStripe = 4;
constexpr double kTickGap = 22;
constexpr Side kSides[] = {Side::run, Side::baseline};
constexpr std::size_t indexOf(Side side) { return static_cast<std::size_t>(side); }

const QColor& tintOf(Side side, const Theme& theme) { return side == Side::run ? theme.runTint : theme.baselineTint; }
const QColor& colourOf(Side side, const Theme& theme) { return side == Side::run ? theme.runText : theme.baselineText; }
QString letterOf(Side side) { return side == Side::run ? u"A"_s : u"B"_s; }

}  // namespace

PairedView::PairedView(CompareState* compareState, QWidget* parent) : LanesView(compareState->side(Side::run), parent), m_state(compareState) {
  setMinimumSize(kLabelWidth + 160, kRulerHeight + 2 * kBandHeight + 60);
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
    const auto row = m_layout.lanes[indexOf(side)].rowOf(*m_runs[indexOf(side)], *lane);
    if (row && (!m_focus || side == m_focus->side)) m_focus = Focus{side, *row};
  }
  revealFocus();
  invalidate();
}

void PairedView::rebuildLayout() {
  if (!m_runs[0] || !m_runs[1]) {
    m_layout = {};
    invalidate();
    return;
  }
  std::array<PairedSide, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    const bool exists = m_launches[i] && *m_launches[i] < m_runs[i]->launches.size();
    sides[i] = {m_runs[i].get(), m_indexes[i].get(), m_all || !exists ? std::nullopt : m_launches[i]};
  }
  m_layout = pairedLayout(sides, m_order, viewport()->height() - headHeight() - 2);
  const int page = std::max(0, viewport()->height() - headHeight());
  verticalScrollBar()->setPageStep(page);
  verticalScrollBar()->setRange(0, std::max(0, m_layout.height + 2 - page));
  invalidate();
}

int PairedView::headHeight() const { return kRulerHeight + (m_order == PairOrder::interleaved ? 2 * kBandHeight : 0); }
QRect PairedView::lanesArea() const { return {0, headHeight(), viewport()->width(), viewport()->height() - headHeight()}; }

TimeAxis PairedView::axis(Side side) const {
  TimeRange range = runState()->range();
  if (side == Side::baseline) range = {range.begin - m_state->alignment().offsetNs, range.end - m_state->alignment().offsetNs};
  return axisOf(range);
}

int PairedView::xOf(Side side, std::int64_t ns) const { return static_cast<int>(std::clamp(xOn(axis(side), ns), -1e6, 1e6)); }

int PairedView::rulerBottom() const { return kRulerHeight; }

QRect PairedView::rowRect(Side side, model::Rank rank) const {
  for (const Row& row : m_layout.lanes[indexOf(side)].rows()) {
    const bool holds = row.kind == Row::Kind::lane && (row.rank == rank || std::binary_search(row.alike.begin(), row.alike.end(), rank));
    if (holds) return {0, headHeight() + row.top - verticalScrollBar()->value(), viewport()->width(), row.height};
  }
  return {};
}

// --- drawing

void PairedView::rebuildScenes() {
  startContent();
  m_lanes = m_labels = {};
  if (!m_runs[0] || !m_runs[1]) return;
  for (const Side side : kSides) {
    const std::size_t i = indexOf(side);
    const TimeAxis mapping = axis(side);
    SceneInput input{*m_runs[i], *m_indexes[i], m_layout.lanes[i], mapping, m_style, state(side)->selection(), calloutsFor(*m_runs[i]), viewport()->devicePixelRatioF(), 0, 0};
    input.top = verticalScrollBar()->value();
    input.bottom = input.top + lanesArea().height();
    m_lanes[i] = lanesScene(input);
    m_labels[i] = labelsScene(input, kLabelWidth);
  }
  QPainter painter(&m_content);
  paintContent(painter);
}

void PairedView::paintContent(QPainter& painter) const {
  for (const Side side : kSides) paintSide(painter, side);
  const int scroll = verticalScrollBar()->value();
  for (const Side side : kSides) {
    const int top = m_layout.bandTop[indexOf(side)];
    if (top >= 0) {
      painter.setClipRect(lanesArea());
      paintBand(painter, side, headHeight() + top - scroll);
    } else {
      painter.setClipping(false);
      paintBand(painter, side, kRulerHeight + static_cast<int>(indexOf(side)) * kBandHeight);
    }
  }
  painter.setClipping(false);
  paintRuler(painter);
}

void PairedView::paintSide(QPainter& painter, Side side) const {
  const std::size_t i = indexOf(side);
  const int scroll = verticalScrollBar()->value();
  const QRect area = lanesArea();
  painter.setClipRect(area);
  for (const Row& row : m_layout.lanes[i].rows()) {
    const QRect label(0, area.top() + row.top - scroll, kLabelWidth, row.height);
    if (!label.intersects(area)) continue;
    painter.fillRect(label, tintOf(side, *m_style.theme));
    painter.fillRect(QRect(0, label.top(), kStripe, label.height()), colourOf(side, *m_style.theme));
  }
  replayPart(painter, m_lanes[i], QRect(kLabelWidth, area.top(), area.width() - kLabelWidth, area.height()), QPointF(kLabelWidth + kLeftMargin, area.top() - scroll));
  replayPart(painter, m_labels[i], QRect(0, area.top(), kLabelWidth, area.height()), QPointF(0, area.top() - scroll));
}

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

// The strip of a run: its name, and its own clock.
void PairedView::paintBand(QPainter& painter, Side side, int top) const {
  const Theme& theme = *m_style.theme;
  const QRect band(0, top, viewport()->width(), kBandHeight);
  painter.fillRect(band, tintOf(side, theme));
  painter.fillRect(QRect(0, top, kStripe, kBandHeight), colourOf(side, theme));
  const TextStyle title{12, true, false}, small{m_style.smallTextSize, false, false};
  const QString text = bandText(side);
  const double textEnd = 14 + textWidth(text, title);
  painter.setFont(fontOf(title));
  painter.setPen(colourOf(side, theme));
  painter.drawText(band.adjusted(14, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text);
  painter.setFont(fontOf(small));
  painter.setPen(theme.muted);
  // Without any time there is no clock to show.
  if (state(side)->span().length() <= 0) return painter.drawText(band.adjusted(static_cast<int>(textEnd) + 16, 0, -kRightMargin, 0), Qt::AlignVCenter | Qt::AlignRight, tr("no line carries a time"));
  const double scale = viewport()->devicePixelRatioF();
  const TimeAxis mapping = axis(side);
  const auto widthOf = [&](const QString& label) { return textWidth(label, small) * scale; };
  for (const Tick& tick : ticks(mapping, TickKind::utc, 0, widthOf, kTickGap * 2 * scale)) {
    const double half = textWidth(tick.label, small) / 2, x = kLabelWidth + kLeftMargin + tick.column / scale;
    if (x - half < textEnd + 16) continue;
    painter.drawText(QRectF(x - half, top, 2 * half + 2, kBandHeight), Qt::AlignVCenter | Qt::AlignLeft, tick.label);
    painter.drawLine(QPointF(std::floor(x) + 0.5, top + kBandHeight - 3), QPointF(std::floor(x) + 0.5, top + kBandHeight));
  }
}

// The common axis: time from where both runs meet.
void PairedView::paintRuler(QPainter& painter) const {
  const Theme& theme = *m_style.theme;
  painter.fillRect(QRect(0, 0, viewport()->width(), kRulerHeight), theme.base);
  const TimeAxis mapping = axis(Side::run);
  const TextStyle plain{m_style.textSize, false, false}, bold{m_style.textSize, true, false};
  const double scale = viewport()->devicePixelRatioF();
  const std::int64_t zero = m_state->alignment().zeroNs;
  const auto widthOf = [&](const QString& label) { return textWidth(label, plain) * scale; };
  for (const Tick& tick : ticks(mapping, TickKind::relative, zero, widthOf, kTickGap * scale)) {
    const bool origin = tick.ns == zero;
    const double half = textWidth(tick.label, origin ? bold : plain) / 2, x = kLabelWidth + kLeftMargin + tick.column / scale;
    painter.setFont(fontOf(origin ? bold : plain));
    painter.setPen(origin ? theme.text : theme.muted);
    painter.drawText(QRectF(x - half, 0, 2 * half + 2, kRulerHeight - 3), Qt::AlignVCenter | Qt::AlignLeft, tick.label);
    painter.setPen(theme.faint);
    painter.drawLine(QPointF(std::floor(x) + 0.5, kRulerHeight - 4), QPointF(std::floor(x) + 0.5, kRulerHeight - 1));
  }
  const int x = xOf(Side::run, zero);
  if (x >= kLabelWidth && x < viewport()->width()) {
    painter.setPen(QPen(theme.muted, 1, Qt::DashLine));
    painter.drawLine(x, kRulerHeight, x, std::min(viewport()->height(), headHeight() + m_layout.height - verticalScrollBar()->value()));
  }
  painter.setPen(theme.hairline);
  painter.drawLine(0, kRulerHeight - 1, viewport()->width(), kRulerHeight - 1);
}

void PairedView::paintEvent(QPaintEvent*) {
  if (m_stale || m_content.size() != viewport()->size() * viewport()->devicePixelRatioF()) rebuildScenes();
  QPainter painter(viewport());
  painter.drawPixmap(0, 0, m_content);
  if (m_runs[0] && m_runs[1]) return paintOverlay(painter);
  painter.setPen(m_style.theme->muted);
  painter.setFont(uiFont(13));
  painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("Both timelines appear here when the other run is read."));
}

void PairedView::paintOverlay(QPainter& painter) const {
  painter.setClipRect(lanesArea());
  if (m_focus && hasFocus() && m_focus->row < m_layout.lanes[indexOf(m_focus->side)].rows().size()) {
    const Row& row = m_layout.lanes[indexOf(m_focus->side)].rows()[m_focus->row];
    painter.setPen(QPen(m_style.theme->link, 1));
    painter.drawRect(kStripe + 1, headHeight() + row.top - verticalScrollBar()->value(), kLabelWidth - kStripe - 4, std::max(row.height, 3) - 1);
  }
  painter.setClipping(false);
  if (m_chosen) {
    const int from = std::max(kLabelWidth, xOf(Side::run, m_chosen->begin)), to = xOf(Side::run, m_chosen->end);
    paintChosen(painter, QRectF(from, kRulerHeight, std::max(0, to - from), viewport()->height() - kRulerHeight));
  }
  paintMeasured(painter);
  for (const Side side : kSides) {
    const auto pin = m_state->pinned(side);
    if (!pin) continue;
    painter.setPen(QPen(colourOf(side, *m_style.theme), 2));
    const int x = xOf(side, *pin);
    if (x >= kLabelWidth) painter.drawLine(x, kRulerHeight - 6, x, kRulerHeight);
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

std::optional<PairedView::Place> PairedView::placeAt(QPoint position) {
  if (m_stale) rebuildScenes();
  if (!lanesArea().contains(position)) return {};
  const bool labels = position.x() < kLabelWidth;
  const QPointF origin(labels ? 0 : kLabelWidth + kLeftMargin, headHeight() - verticalScrollBar()->value());
  const int y = position.y() - headHeight() + verticalScrollBar()->value();
  for (const Side side : kSides) {
    if (m_layout.lanes[indexOf(side)].rowAt(y) == nullptr) continue;
    auto hit = (labels ? m_labels : m_lanes)[indexOf(side)].hitAt(position - origin);
    if (hit) resolveTest(*hit, *m_indexes[indexOf(side)], axis(side), position.x());
    return hit ? std::optional<Place>(Place{side, *hit}) : std::nullopt;
  }
  return {};
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
  const auto& rows = m_layout.lanes[indexOf(m_focus->side)].rows();
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
