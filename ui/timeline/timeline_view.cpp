// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_view.h"

#include "ui/models/current_theme.h"
#include "ui/models/words.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRevealMargin = 40;

}  // namespace

TimelineView::TimelineView(ViewState* state, QWidget* parent) : LanesView(state, parent), m_state(state) {
  setMinimumSize(kLabelWidth + 160, m_header.height() + 60);
  setAccessibleName(tr("Timeline"));
  connect(state, &ViewState::runChanged, this, &TimelineView::onRun);
  connect(state, &ViewState::rangeChanged, this, &TimelineView::invalidate);
  connect(state, &ViewState::zeroChanged, this, &TimelineView::invalidate);
  connect(state, &ViewState::selectionChanged, this, &TimelineView::onSelection);
  onRun();
}

TimelineView::~TimelineView() = default;

QSize TimelineView::sizeHint() const { return {900, std::clamp(wholeHeight(), 260, 560)}; }
int TimelineView::wholeHeight() const { return m_header.height() + m_layout.height() + 4; }

void TimelineView::onRun() {
  // A newer Run of the same input may add launches: what the user opened or closed stays so.
  const bool opened = m_run == nullptr || m_state->run() == nullptr || m_run->id != m_state->run()->id || m_state->run()->launches.size() < m_run->launches.size();
  if (opened) {
    m_moved.clear();
    clearDragged();
    m_focusRow.reset();
    m_ticks = {};                                // lanes have other numbers now
  }
  m_run = m_state->run();
  m_index = m_run ? std::make_unique<RunIndex>(*m_run) : nullptr;
  std::set<std::uint32_t> collapsed = m_run ? collapsedAtFirst(*m_run) : std::set<std::uint32_t>();
  for (const std::uint32_t launch : m_moved) {
    if (m_collapsed.count(launch) > 0) collapsed.insert(launch);
    else collapsed.erase(launch);
  }
  m_collapsed = std::move(collapsed);
  rebuildLayout();
}

void TimelineView::onSelection() {
  const auto lane = m_state->selection().lane;
  if (m_run && lane && lane->value < m_run->lanes.size()) revealLane(*lane);
  updateAccessible();
  invalidate();
}

void TimelineView::setCollapsed(std::uint32_t launch, bool collapsed) {
  m_moved.insert(launch);
  if (collapsed) m_collapsed.insert(launch);
  else m_collapsed.erase(launch);
  rebuildLayout();
}

void TimelineView::setTicks(TimelineTick::Kind kind, std::vector<TimelineTick> ticks) {
  m_ticks[static_cast<std::size_t>(kind)] = TickList(std::move(ticks));
  invalidate();
}

Description TimelineView::describeHit(const Hit& hit) const {
  for (const auto& [what, kind] : {std::pair(Hit::What::searchHit, TimelineTick::Kind::hit), std::pair(Hit::What::note, TimelineTick::Kind::note)}) {
    const TickList& list = m_ticks[static_cast<std::size_t>(kind)];
    if (hit.what == what) return hit.index < list.size() ? describe(*m_run, list.at(hit.index)) : Description();
  }
  return describe(*m_run, *m_index, hit);
}

void TimelineView::rebuildLayout() {
  LayoutOptions options;
  options.collapsed = m_collapsed;
  options.available = viewport()->height() - m_header.height() - 4;
  m_layout = m_run ? LaneLayout(*m_run, options) : LaneLayout();
  if (m_focusRow && *m_focusRow >= m_layout.rows().size()) m_focusRow.reset();
  const int page = std::max(0, viewport()->height() - m_header.height());
  verticalScrollBar()->setPageStep(page);
  verticalScrollBar()->setRange(0, std::max(0, m_layout.height() + 4 - page));
  updateGeometry();
  invalidate();
}

TimeAxis TimelineView::axis() const { return axisOf(m_state->range()); }

QRect TimelineView::lanesArea() const {
  return {kLabelWidth, m_header.height(), viewport()->width() - kLabelWidth, viewport()->height() - m_header.height()};
}

int TimelineView::layoutY(int y) const { return y - m_header.height() + verticalScrollBar()->value(); }

void TimelineView::rebuildScenes() {
  startContent();
  m_headerScene = m_headerLabels = m_lanes = m_labels = DrawList();
  if (m_run == nullptr) return;
  const TimeAxis mapping = axis();
  SceneInput input{*m_run, *m_index, m_layout, mapping, m_style, m_state->selection(), calloutsFor(*m_run),
                   viewport()->devicePixelRatioF(), 0, 0};
  input.top = verticalScrollBar()->value();
  input.bottom = input.top + lanesArea().height();
  input.ticks = &m_ticks;
  m_headerScene = headerScene(input, m_header, m_state->zero());
  m_headerLabels = headerLabelsScene(input, m_header, kLabelWidth);
  m_lanes = lanesScene(input);
  m_labels = labelsScene(input, kLabelWidth);
  QPainter painter(&m_content);
  paintContent(painter);
}

void TimelineView::paintContent(QPainter& painter) const {
  const int top = verticalScrollBar()->value(), header = m_header.height();
  const int width = viewport()->width();
  replayPart(painter, m_lanes, lanesArea(), QPointF(kLabelWidth + kLeftMargin, header - top));
  replayPart(painter, m_labels, QRect(0, header, kLabelWidth, viewport()->height() - header), QPointF(0, header - top));
  replayPart(painter, m_headerLabels, QRect(0, 0, kLabelWidth, header), QPointF(0, 0));
  replayPart(painter, m_headerScene, QRect(kLabelWidth, 0, width - kLabelWidth, header), QPointF(kLabelWidth + kLeftMargin, 0));
  painter.setPen(m_style.theme->hairline);
  painter.drawLine(0, header - 1, kLabelWidth, header - 1);
  painter.drawLine(kLabelWidth, header - 1, width, header - 1);
}

void TimelineView::paintEvent(QPaintEvent*) {
  if (isStale()) rebuildScenes();
  QPainter painter(viewport());
  painter.drawPixmap(0, 0, m_content);
  if (m_run == nullptr || m_run->lanes.empty()) return paintEmpty(painter);
  paintOverlay(painter);
}

void TimelineView::paintEmpty(QPainter& painter) const {
  painter.setPen(m_style.theme->muted);
  painter.setFont(uiFont(13));
  const QString text = m_run == nullptr ? tr("Nothing is open. Drop an artifact or a log here.")
                       : m_run->complete ? tr("No rank was found in this run. Its text is below.")
                                         : tr("Reading. Lanes appear as ranks are found.");
  painter.drawText(lanesArea(), Qt::AlignCenter | Qt::TextWordWrap, text);
}

std::optional<Hit> TimelineView::hitAt(QPoint position) const {
  const bool labels = position.x() < kLabelWidth;
  const QPointF origin(labels ? 0 : kLabelWidth + kLeftMargin, position.y() < m_header.height() ? 0 : m_header.height() - verticalScrollBar()->value());
  if (position.y() < m_header.height()) return (labels ? m_headerLabels : m_headerScene).hitAt(position - origin);
  auto hit = (labels ? m_labels : m_lanes).hitAt(position - origin);
  if (hit) resolveTest(*hit, *m_index, axis(), position.x());
  return hit;
}

QString TimelineView::tooltipAt(QPoint position) {
  const auto hit = m_run ? hitAt(position) : std::nullopt;
  return hit ? tooltipOf(*m_run, describeHit(*hit), m_state->zero()) : QString();
}

void TimelineView::showEvent(QShowEvent* event) {
  LanesView::showEvent(event);
  // What was selected before there was a size to scroll in.
  if (const auto lane = m_state->selection().lane; m_run && lane) revealLane(*lane);
}

void TimelineView::revealRow(std::size_t index) {
  if (!isVisible()) return;
  const Row& row = m_layout.rows()[index];
  scrollTo(row.top, row.height, kRevealMargin);
}

void TimelineView::revealLane(model::LaneId lane) {
  const auto row = m_layout.rowOf(*m_run, lane);
  if (!row) return;
  m_focusRow = row;
  revealRow(*row);
}

void TimelineView::updateAccessible() {
  if (m_run == nullptr) return setAccessibleDescription({});
  const Selection& selection = m_state->selection();
  QStringList parts;
  if (selection.finding && *selection.finding < m_run->findings.size()) parts << toQt(m_run->findings[*selection.finding].title);
  if (selection.lane && selection.lane->value < m_run->lanes.size()) parts << laneText(*m_run, *selection.lane);
  if (selection.time.known()) parts << timeText(selection.time);
  setAccessibleDescription(parts.join(u", "_s));
}

}  // namespace lanescope::ui
