// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_view.h"

#include "ui/models/current_theme.h"
#include "ui/models/words.h"
#include "ui/timeline/note_flags.h"
#include "ui/timeline/timeline_accessible.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QPainter>
#include <QPointer>
#include <QScrollBar>
#include <QThreadPool>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRevealMargin = 40;
constexpr int kPhaseHeight = 19;

}  // namespace

TimelineView::TimelineView(ViewState* state, QWidget* parent)
    : LanesView(state, parent), m_state(state), m_layout(std::make_shared<const LaneLayout>()), m_ticks(std::make_shared<const TickList>()) {
  setMinimumSize(kLabelWidth + 160, m_header.height() + 60);
  installTimelineAccessibility();                // before anything is said of this widget: its interface is made once
  setAccessibleName(tr("Timeline"));
  connect(state, &ViewState::runChanged, this, &TimelineView::onRun);
  connect(state, &ViewState::rangeChanged, this, &TimelineView::invalidate);
  connect(state, &ViewState::zeroChanged, this, &TimelineView::invalidate);
  connect(state, &ViewState::selectionChanged, this, &TimelineView::onSelection);
  connect(state, &ViewState::notesChanged, this, &TimelineView::invalidate);
  connect(state, &ViewState::hoveredChanged, viewport(), qOverload<>(&QWidget::update));
  addCommands();
  onRun();
}

TimelineView::~TimelineView() = default;

QSize TimelineView::sizeHint() const { return {900, std::clamp(wholeHeight(), 260, 560)}; }
int TimelineView::wholeHeight() const { return m_header.height() + m_layout->height() + 4; }

void TimelineView::onRun() {
  // A newer Run of the same input may add launches: what the user opened or closed stays so.
  const auto& now = m_state->run();
  const bool opened = m_run == nullptr || now == nullptr || m_run->id != now->id || now->launches.size() < m_run->launches.size();
  if (opened) {
    m_moved.clear();
    m_closedGroups.clear();
    m_arrangement.hidden.clear();
    m_arrangement.pinned.clear();
    m_arrangement.opened.clear();
    m_ticked.clear();
    m_tickedLast.reset();
    Q_EMIT tickedChanged();
    clearDragged();
    m_focusRow.reset();
    m_ticks = std::make_shared<const TickList>();   // lanes have other numbers now
  }
  m_run = now;
  m_prepared = m_run ? m_preparedRuns->of(m_run) : nullptr;
  m_index = m_prepared ? std::shared_ptr<const RunIndex>(m_prepared, &m_prepared->index) : nullptr;
  makeBand();
  std::set<std::uint32_t> collapsed = m_run ? collapsedAtFirst(*m_run) : std::set<std::uint32_t>();
  for (const std::uint32_t launch : m_moved) {
    if (m_collapsed.count(launch) > 0) collapsed.insert(launch);
    else collapsed.erase(launch);
  }
  m_collapsed = std::move(collapsed);
  rebuildLayout();
}

// The phases of a run with millions of tests take a second: they come when they are known, and not for a Run that is soon another.
void TimelineView::makeBand() {
  setBand(std::make_shared<const PhaseBand>());
  if (m_run == nullptr) return;
  if (m_prepared->band) return setBand(m_prepared->band);
  if (!m_run->complete) return;
  const QPointer<TimelineView> self(this);
  QThreadPool::globalInstance()->start([self, run = m_run] {
    auto band = std::make_shared<const PhaseBand>(*run);
    QMetaObject::invokeMethod(qApp, [self, run, band] {
      if (self.isNull() || self->m_run != run) return;
      self->setBand(band);
      self->rebuildLayout();
    });
  });
}

void TimelineView::setBand(std::shared_ptr<const PhaseBand> band) {
  m_band = std::move(band);
  m_header.phaseHeight = m_band->empty() ? 0 : kPhaseHeight;
  Q_EMIT bandChanged(m_band);
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

void TimelineView::setArrangement(LaneArrangement arrangement) {
  if (arrangement == m_arrangement) return;
  m_arrangement = std::move(arrangement);
  m_focusRow.reset();
  rebuildLayout();
  const auto& lane = m_state->selection().lane;
  if (m_run && lane && lane->value < m_run->lanes.size()) revealLane(*lane);
}

void TimelineView::setFoldsIdleTime(bool folds) {
  m_foldsIdle = folds;
  invalidate();
  Q_EMIT arrangementChanged();
}

void TimelineView::setTicks(std::vector<TimelineTick> ticks) {
  m_ticks = std::make_shared<const TickList>(std::move(ticks));
  invalidate();
}

void TimelineView::rebuildLayout() {
  LayoutOptions options;
  options.collapsed = m_collapsed;
  options.closedGroups = m_closedGroups;
  options.arrangement = m_arrangement;
  options.only = m_withHits ? &*m_withHits : nullptr;
  options.available = viewport()->height() - m_header.height() - 4;
  options.table = m_prepared ? &m_prepared->table : nullptr;
  m_layout = m_run ? std::make_shared<const LaneLayout>(*m_run, options) : std::make_shared<const LaneLayout>();
  if (m_focusRow && *m_focusRow >= m_layout->rows().size()) m_focusRow.reset();
  m_areaRows = {};
  dropLostTicks();
  const int page = std::max(0, viewport()->height() - m_header.height());
  verticalScrollBar()->setPageStep(page);
  verticalScrollBar()->setRange(0, std::max(0, m_layout->height() + 4 - page));
  updateGeometry();
  invalidate();
  if (QAccessible::isActive()) {
    QAccessibleTableModelChangeEvent reset(this, QAccessibleTableModelChangeEvent::ModelReset);
    QAccessible::updateAccessibility(&reset);
  }
  Q_EMIT arrangementChanged();
}

TimeAxis TimelineView::axis() const {
  return axisOf(m_state->range(), m_foldsIdle && m_prepared ? m_prepared->gaps.folds(m_state->range()) : std::vector<TimeRange>());
}

QRect TimelineView::lanesArea() const {
  return {kLabelWidth, m_header.height(), viewport()->width() - kLabelWidth, viewport()->height() - m_header.height()};
}

int TimelineView::layoutY(int y) const {
  const int below = y - m_header.height();
  return below < m_layout->pinnedHeight() ? below : below + verticalScrollBar()->value();
}

QRect TimelineView::rowRect(std::size_t index) const {
  const Row& row = m_layout->rows()[index];
  return {0, m_header.height() + row.top - (row.pinned ? 0 : verticalScrollBar()->value()), viewport()->width(), row.height};
}

// --- frames

FrameRequest TimelineView::frameRequest() const {
  FrameRequest request{m_run, m_index, m_layout, m_ticks, m_band, axis(), m_style, m_state->selection(), m_header, m_state->zero(), {}};
  request.style.theme = &currentTheme();
  request.places = framePlaces();
  if (!m_foldsIdle) request.idle = m_prepared->gaps.folds(m_state->range());
  request.profile = std::shared_ptr<const RunProfile>(m_prepared, &m_prepared->profile);
  request.marks = m_arrangement.marks;
  request.flags = flagsFor(*m_run, m_state->notes());
  request.ticked = m_ticked;
  return request;
}

FrameMaker::Make TimelineView::frameToMake() const {
  return [request = frameRequest()] { return std::make_shared<const TimelineFrame>(request); };
}

const TimelineFrame* TimelineView::frame(int patienceMs) const {
  return m_run ? static_cast<const TimelineFrame*>(currentFrame(patienceMs)) : nullptr;
}

void TimelineView::paintEvent(QPaintEvent*) {
  m_style.theme = &currentTheme();
  QPainter painter(viewport());
  if (m_run == nullptr) {
    painter.fillRect(viewport()->rect(), m_style.theme->base);
    return paintEmpty(painter);
  }
  paintFrame(painter, m_layout->laneCount() > kFewLanes, lanesArea().adjusted(0, m_layout->pinnedHeight(), -kEdgeWidth, 0));
  if (m_run->lanes.empty()) return paintEmpty(painter);
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
  const TimelineFrame* now = frame(-1);
  return now != nullptr ? now->hitAt(position) : std::nullopt;
}

void TimelineView::showEvent(QShowEvent* event) {
  LanesView::showEvent(event);
  // What was selected before there was a size to scroll in.
  if (const auto lane = m_state->selection().lane; m_run && lane) revealLane(*lane);
}

void TimelineView::revealRow(std::size_t index) {
  const Row& row = m_layout->rows()[index];
  if (!isVisible() || row.pinned) return;
  // What pinned rows cover is not in view.
  scrollTo(row.top - m_layout->pinnedHeight(), row.height + m_layout->pinnedHeight(), kRevealMargin);
}

void TimelineView::revealLane(model::LaneId lane) {
  const auto row = m_layout->rowOf(*m_run, lane);
  if (!row) return;
  m_focusRow = row;
  revealRow(*row);
}

}  // namespace lanescope::ui
