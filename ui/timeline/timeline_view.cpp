// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_view.h"

#include "ui/models/current_theme.h"
#include "ui/models/words.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/lane_bins.h"
#include "ui/timeline/painter.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRightMargin = 12;                 // so that marks at the end of the run are whole
constexpr int kLeftMargin = 8;
constexpr int kRevealMargin = 40;
constexpr int kSmallestFocus = 12;                // lower rows show their selection as ground only

}  // namespace

TimelineView::TimelineView(ViewState* state, QWidget* parent) : QAbstractScrollArea(parent), m_state(state) {
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
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
    m_chosen.reset();
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
  verticalScrollBar()->setSingleStep(24);
  verticalScrollBar()->setRange(0, std::max(0, m_layout.height() + 4 - page));
  updateGeometry();
  invalidate();
}

void TimelineView::invalidate() {
  m_stale = true;
  viewport()->update();
}

int TimelineView::axisWidth() const { return std::max(1, viewport()->width() - kLabelWidth - kLeftMargin - kRightMargin); }

TimeAxis TimelineView::axis() const {
  return TimeAxis(m_state->range(), static_cast<int>(axisWidth() * viewport()->devicePixelRatioF()));
}

QRect TimelineView::lanesArea() const {
  return {kLabelWidth, m_header.height(), viewport()->width() - kLabelWidth, viewport()->height() - m_header.height()};
}

std::int64_t TimelineView::timeAt(int x) const {
  const TimeRange column = axis().range(static_cast<int>((x - kLabelWidth - kLeftMargin) * viewport()->devicePixelRatioF()));
  return column.begin + column.length() / 2;
}

void TimelineView::rebuildScenes() {
  m_stale = false;
  m_style.theme = &currentTheme();
  m_content = QPixmap(viewport()->size() * viewport()->devicePixelRatioF());
  m_content.setDevicePixelRatio(viewport()->devicePixelRatioF());
  m_content.fill(m_style.theme->base);
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
  const auto part = [&](const DrawList& list, const QRect& area, QPointF origin) {
    painter.save();
    painter.setClipRect(area);
    painter.translate(origin);
    replay(painter, list, QRectF(area).translated(-origin));
    painter.restore();
  };
  const int width = viewport()->width();
  part(m_lanes, lanesArea(), QPointF(kLabelWidth + kLeftMargin, header - top));
  part(m_labels, QRect(0, header, kLabelWidth, viewport()->height() - header), QPointF(0, header - top));
  part(m_headerLabels, QRect(0, 0, kLabelWidth, header), QPointF(0, 0));
  part(m_headerScene, QRect(kLabelWidth, 0, width - kLabelWidth, header), QPointF(kLabelWidth + kLeftMargin, 0));
  painter.setPen(m_style.theme->hairline);
  painter.drawLine(0, header - 1, kLabelWidth, header - 1);
  painter.drawLine(kLabelWidth, header - 1, width, header - 1);
}

void TimelineView::paintEvent(QPaintEvent*) {
  if (m_stale || m_content.size() != viewport()->size() * viewport()->devicePixelRatioF()) rebuildScenes();
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

void TimelineView::paintOverlay(QPainter& painter) const {
  painter.setClipRect(0, 0, viewport()->width(), viewport()->height());
  if (m_focusRow && hasFocus() && m_layout.rows()[*m_focusRow].height >= kSmallestFocus) {
    const Row& row = m_layout.rows()[*m_focusRow];
    const int top = m_header.height() + row.top - verticalScrollBar()->value();
    if (top + row.height > m_header.height()) {
      painter.setPen(QPen(m_style.theme->link, 1));
      painter.setBrush(Qt::NoBrush);
      const int from = std::max(top, m_header.height());
      painter.drawRect(1, from, kLabelWidth - 3, top + std::max(row.height, 3) - from - 1);
    }
  }
  paintChosen(painter);
  if (m_pointer && m_drag != Drag::pan) paintCrosshair(painter);
}

void TimelineView::paintChosen(QPainter& painter) const {
  if (!m_chosen) return;
  const TimeAxis mapping = axis();
  const double scale = viewport()->devicePixelRatioF(), left = kLabelWidth + kLeftMargin;
  const double x0 = left + mapping.column(m_chosen->begin) / scale, x1 = left + mapping.column(m_chosen->end) / scale;
  const QRectF area = QRectF(x0, m_header.relativeTop(), x1 - x0, viewport()->height()).intersected(
      QRectF(kLabelWidth, 0, viewport()->width() - kLabelWidth, viewport()->height()));
  QColor tint = m_style.theme->link;
  tint.setAlpha(32);
  painter.fillRect(area, tint);
  painter.setPen(QPen(m_style.theme->link, 1));
  painter.drawLine(area.topLeft(), area.bottomLeft());
  painter.drawLine(area.topRight(), area.bottomRight());
  const TextStyle style{11, true, false};
  const QString text = durationText(static_cast<double>(m_chosen->length()) / 1e9);
  QRectF label(0, 0, textWidth(text, style) + 12, 18);
  label.moveCenter({area.center().x(), m_header.height() + 14.0});
  label.moveLeft(std::clamp(label.left(), double(kLabelWidth), std::max<double>(kLabelWidth, viewport()->width() - label.width())));
  painter.setBrush(m_style.theme->raised);
  painter.drawRoundedRect(label.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  painter.setFont(fontOf(style));
  painter.setPen(m_style.theme->text);
  painter.drawText(label, Qt::AlignCenter, text);
}

void TimelineView::paintCrosshair(QPainter& painter) const {
  const int x = m_pointer->x();
  if (x < kLabelWidth) return;
  QColor line = m_style.theme->muted;
  line.setAlpha(120);
  painter.setPen(line);
  painter.drawLine(x, m_header.relativeTop(), x, viewport()->height());
  const std::int64_t ns = timeAt(x);
  model::When moment = model::When::at(ns);
  if (resolutionOf(axis()) >= 1'000'000'000) moment.latest += 1'000'000'000;   // no milliseconds that nobody can aim at
  const TextStyle style{11, false, false};
  const QString text = timeText(moment) + u"  T"_s + relativeText(ns - m_state->zero(), resolutionOf(axis()));
  QRectF label(x + 6, 3, textWidth(text, style) + 10, 17);
  if (label.right() > viewport()->width()) label.moveRight(x - 6);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(m_style.theme->hairline);
  painter.setBrush(m_style.theme->raised);
  painter.drawRoundedRect(label.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(fontOf(style));
  painter.setPen(m_style.theme->text);
  painter.drawText(label, Qt::AlignCenter, text);
}

std::optional<Hit> TimelineView::hitAt(QPoint position) const {
  const bool labels = position.x() < kLabelWidth;
  const QPointF origin(labels ? 0 : kLabelWidth + kLeftMargin, position.y() < m_header.height() ? 0 : m_header.height() - verticalScrollBar()->value());
  if (position.y() < m_header.height()) return (labels ? m_headerLabels : m_headerScene).hitAt(position - origin);
  auto hit = (labels ? m_labels : m_lanes).hitAt(position - origin);
  // A bar may stand for several tests: the one under the pointer is meant.
  if (hit && hit->what == Hit::What::interval && hit->lane.valid() && m_index->testValue(hit->index) > 0) {
    const auto test = testAt(*m_index, hit->lane, axis(), static_cast<int>((position.x() - kLabelWidth - kLeftMargin) * viewport()->devicePixelRatioF()));
    if (test) hit->index = *test;
  }
  return hit;
}

bool TimelineView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip && m_run) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto hit = hitAt(help->pos());
    const QString text = hit ? tooltipOf(*m_run, describeHit(*hit), m_state->zero()) : QString();
    if (text.isEmpty()) QToolTip::hideText();
    else QToolTip::showText(help->globalPos(), text, viewport());
    return true;
  }
  if (event->type() == QEvent::Leave) {
    m_pointer.reset();
    Q_EMIT cursorMoved({});
    viewport()->update();
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  rebuildLayout();
}

void TimelineView::scrollContentsBy(int, int) { invalidate(); }

void TimelineView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) invalidate();
}

void TimelineView::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void TimelineView::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

void TimelineView::showEvent(QShowEvent* event) {
  QAbstractScrollArea::showEvent(event);
  // What was selected before there was a size to scroll in.
  if (const auto lane = m_state->selection().lane; m_run && lane) revealLane(*lane);
}

void TimelineView::revealRow(std::size_t index) {
  if (!isVisible()) return;
  const Row& row = m_layout.rows()[index];
  const int top = verticalScrollBar()->value(), page = lanesArea().height();
  if (row.top < top) verticalScrollBar()->setValue(row.top - kRevealMargin);
  else if (row.top + row.height > top + page) verticalScrollBar()->setValue(row.top + row.height - page + kRevealMargin);
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
