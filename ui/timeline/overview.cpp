// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/overview.h"

#include "ui/models/current_theme.h"
#include "ui/models/in_background.h"
#include "ui/models/notes_text.h"
#include "ui/timeline/event_marks.h"
#include "ui/timeline/moves.h"
#include "ui/timeline/run_index.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

namespace {

constexpr int kMargin = 8;                       // as that of the timeline above
constexpr int kRightMargin = 12;
constexpr int kGripReach = 5;
constexpr int kSmallestWindow = 4;
constexpr int kNoteSize = 6;

}  // namespace

Overview::Overview(ViewState* state, QString label, int labelWidth, int edgeWidth, std::shared_ptr<PreparedRuns> prepared, QWidget* parent)
    : QWidget(parent), m_state(state), m_label(std::move(label)), m_labelWidth(labelWidth), m_edgeWidth(edgeWidth), m_preparedRuns(std::move(prepared)) {
  setLayoutDirection(Qt::LeftToRight);           // as time goes
  setFixedHeight(kHeight);
  setMouseTracking(true);
  setFocusPolicy(Qt::TabFocus);
  setAccessibleName(tr("Overview of the whole run"));
  connect(state, &ViewState::runChanged, this, &Overview::onRun);
  connect(state, &ViewState::notesChanged, this, &Overview::forget);
  connect(state, &ViewState::rangeChanged, this, qOverload<>(&Overview::update));
  onRun();
}

QRect Overview::strip() const { return {m_labelWidth + kMargin, 4, std::max(1, width() - m_labelWidth - kMargin - kRightMargin - m_edgeWidth), kHeight - 8}; }

TimeAxis Overview::axis() const {
  return TimeAxis(m_state->span(), static_cast<int>(strip().width() * devicePixelRatioF()));
}

std::int64_t Overview::timeAt(int x) const {
  return axis().range(static_cast<int>((x - strip().left()) * devicePixelRatioF())).begin;
}

QRectF Overview::window() const {
  const TimeAxis mapping = axis();
  const double scale = devicePixelRatioF();
  const double x0 = std::max<double>(strip().left() - 2, strip().left() + mapping.column(m_state->range().begin) / scale);
  const double x1 = std::min<double>(strip().right() + 2, strip().left() + mapping.column(m_state->range().end) / scale);
  return {x0, strip().top() - 2.0, std::max<double>(x1 - x0, kSmallestWindow), strip().height() + 3.0};
}

void Overview::setTicks(std::vector<TimelineTick> ticks) {
  m_ticks = std::move(ticks);
  forget();
}

void Overview::setLabel(const QString& label) {
  if (label == m_label) return;
  m_label = label;
  forget();
}

void Overview::setBand(std::shared_ptr<const PhaseBand> band) {
  m_band = std::move(band);
  forget();
}

double Overview::xOf(const TimeAxis& mapping, std::int64_t ns) const { return strip().left() + mapping.column(ns) / devicePixelRatioF(); }

void Overview::onRun() {
  const auto run = m_state->run();
  m_prepared = run && m_preparedRuns ? m_preparedRuns->of(run) : nullptr;
  forget();
  if (run == nullptr || m_prepared) return;
  inBackground(this, [run] { return std::make_shared<const PreparedRun>(run); }, [this, run](const std::shared_ptr<const PreparedRun>& made) {
    if (m_state->run() != run) return;
    m_prepared = made;
    forget();
  });
}

void Overview::forget() {
  m_content = {};
  update();
}

void Overview::rebuild() {
  const Theme& theme = currentTheme();
  m_content = QPixmap(size() * devicePixelRatioF());
  m_content.setDevicePixelRatio(devicePixelRatioF());
  m_content.fill(theme.window);
  QPainter painter(&m_content);
  painter.setPen(theme.hairline);
  painter.drawLine(0, 0, width(), 0);
  painter.setPen(theme.muted);
  painter.setFont(uiFont(11));
  painter.drawText(QRect(12, 0, m_labelWidth - 12, height()), Qt::AlignVCenter, m_label);
  if (m_state->run() == nullptr || m_state->span().length() <= 0) return;
  const TimeAxis mapping = axis();
  paintLaunches(painter, mapping);
  if (m_prepared) paintProfile(painter, mapping);
  if (m_band) paintPhases(painter, mapping);
  paintTicks(painter, mapping);
  paintNotes(painter, mapping);
}

// Strokes at the foot.
void Overview::paintTicks(QPainter& painter, const TimeAxis& mapping) const {
  const QRect area = strip();
  for (const TimelineTick& tick : m_ticks) {
    const int column = mapping.column(tick.utc);
    if (column >= 0 && column < mapping.columns()) painter.fillRect(QRectF(xOf(mapping, tick.utc), area.bottom() - 5, 1, 6), currentTheme().link);
  }
}

// Squares at the top, as on the lanes, without their numbers.
void Overview::paintNotes(QPainter& painter, const TimeAxis& mapping) const {
  const Theme& theme = currentTheme();
  painter.setPen(QPen(theme.link, 1.5));
  painter.setBrush(theme.base);
  for (const model::Note& note : m_state->notes()) {
    if (!note.time.known()) continue;
    painter.drawRect(QRectF(xOf(mapping, note.time.utc) - kNoteSize / 2.0, strip().top() + 0.5, kNoteSize, kNoteSize));
  }
}

std::optional<std::uint32_t> Overview::noteAt(QPoint position) const {
  if (position.y() > strip().top() + kNoteSize + 1) return {};
  const TimeAxis mapping = axis();
  for (std::uint32_t i = 0; i < m_state->notes().size(); ++i) {
    const model::When& time = m_state->notes()[i].time;
    if (time.known() && std::abs(position.x() - xOf(mapping, time.utc)) <= kNoteSize / 2.0 + 1) return i;
  }
  return {};
}

void Overview::paintLaunches(QPainter& painter, const TimeAxis& mapping) const {
  const Theme& theme = currentTheme();
  const model::Run& run = *m_state->run();
  for (const model::Launch& launch : run.launches) {
    const TimeRange extent = extentOf(launch, run);
    if (extent.length() <= 0) continue;
    const QColor tint = launch.outcome == model::LaunchOutcome::failed ? theme.launchFailed
                        : launch.outcome == model::LaunchOutcome::passed ? theme.launchPassed : theme.launchOther;
    const double x0 = xOf(mapping, extent.begin), x1 = xOf(mapping, extent.end);
    painter.fillRect(QRectF(x0, strip().bottom() - 2, std::max(1.0, x1 - x0), 3), tint);
  }
}

// Where phases begin, as far as they can be told apart.
void Overview::paintPhases(QPainter& painter, const TimeAxis& mapping) const {
  constexpr double kGap = 5;
  double free = 0;
  for (const std::uint32_t i : m_band->visible(mapping.span())) {
    const double x = xOf(mapping, m_band->at(i).extent.begin);
    if (x < free) continue;
    painter.fillRect(QRectF(x, strip().bottom() - 2, 1, 3), currentTheme().muted);
    free = x + kGap;
  }
}

// The rate of lines as an area, and over it the worst of each pixel, at least 3 px wide; what is worse lies in front.
void Overview::paintProfile(QPainter& painter, const TimeAxis& mapping) const {
  const Theme& theme = currentTheme();
  const model::Run& run = *m_state->run();
  const std::vector<RunDensity::Bin> bins = m_prepared->density.columns(run, m_prepared->index, mapping);
  const double scale = devicePixelRatioF();
  const QRect area = strip();
  std::vector<std::uint32_t> lines;
  for (int column = 0; column < mapping.columns(); ++column) lines.push_back(m_prepared->profile.lines(mapping.range(column)));
  const std::uint32_t most = std::max(1U, *std::max_element(lines.begin(), lines.end()));
  QColor density = theme.faint;
  density.setAlpha(150);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == 0) continue;
    // Square root: one line of a quiet minute stays visible beside a burst.
    const double height = std::max(1.0, (area.height() - 6) * std::sqrt(double(lines[i]) / most));
    painter.fillRect(QRectF(area.left() + double(i) / scale, area.bottom() - 3 - height, 1 / scale, height), density);
  }
  for (const MarkRank level : {MarkRank::warning, MarkRank::ncclWarning, MarkRank::restart, MarkRank::error, MarkRank::exception,
                               MarkRank::testFailure, MarkRank::timeout, MarkRank::fatal, MarkRank::firstFailure}) {
    for (std::size_t i = 0; i < bins.size(); ++i) {
      if (bins[i].worst != level) continue;
      painter.fillRect(QRectF(area.left() + double(i) / scale - 1, area.top(), 3, area.height() - 2), markOf(run, m_prepared->index.event(run, bins[i].event), theme).look.colour);
    }
  }
}

void Overview::paintEvent(QPaintEvent*) {
  if (m_content.size() != size() * devicePixelRatioF()) rebuild();
  QPainter painter(this);
  painter.drawPixmap(0, 0, m_content);
  if (m_state->run() == nullptr || m_state->span().length() <= 0) return;
  const QRectF visible = window();
  const Theme& theme = currentTheme();
  QColor veil = theme.window;
  veil.setAlpha(140);
  const QRectF area = QRectF(strip()).adjusted(-2, -1, 2, 1);
  painter.fillRect(QRectF(area.left(), area.top(), visible.left() - area.left(), area.height()), veil);
  painter.fillRect(QRectF(visible.right(), area.top(), area.right() - visible.right(), area.height()), veil);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.link, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(visible.adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
}

void Overview::resizeEvent(QResizeEvent*) { forget(); }

void Overview::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) forget();
}

void Overview::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Left) m_state->setRange(panned(m_state->range(), -kKeyPan));
  else if (event->key() == Qt::Key_Right) m_state->setRange(panned(m_state->range(), kKeyPan));
  else QWidget::keyPressEvent(event);
}

bool Overview::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || m_state->run() == nullptr) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto note = noteAt(help->pos());
  if (!note && !hasTimes(*m_state->run())) return QWidget::event(event);
  const QString text = note ? noteTip(*m_state, *note) : timeText(model::When::at(timeAt(help->pos().x())), true);
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

Overview::Grip Overview::gripAt(int x) const {
  const QRectF visible = window();
  if (std::abs(x - visible.left()) <= kGripReach) return Grip::left;
  if (std::abs(x - visible.right()) <= kGripReach) return Grip::right;
  return x > visible.left() && x < visible.right() ? Grip::whole : Grip::fresh;
}

void Overview::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_state->run() == nullptr) return;
  if (const auto note = noteAt(event->pos())) return selectNote(*m_state, *note);
  m_grip = gripAt(event->pos().x());
  m_pressedAt = timeAt(event->pos().x());
  m_rangeAtPress = m_state->range();
  if (m_grip != Grip::fresh) return;
  // A click beside the window brings the window there.
  const std::int64_t half = m_rangeAtPress.length() / 2;
  m_state->setRange({m_pressedAt - half, m_pressedAt - half + m_rangeAtPress.length()});
  m_rangeAtPress = m_state->range();
  m_grip = Grip::whole;
}

void Overview::drag(int x) {
  const std::int64_t moved = timeAt(x) - m_pressedAt;
  TimeRange range = m_rangeAtPress;
  if (m_grip != Grip::right) range.begin += moved;
  if (m_grip != Grip::left) range.end += moved;
  if (range.length() > 0) m_state->setRange(range);
}

void Overview::mouseMoveEvent(QMouseEvent* event) {
  if (m_grip != Grip::none) return drag(event->pos().x());
  const Grip grip = gripAt(event->pos().x());
  const bool edge = grip == Grip::left || grip == Grip::right;
  setCursor(edge ? Qt::SizeHorCursor : grip == Grip::whole ? Qt::OpenHandCursor : Qt::ArrowCursor);
}

void Overview::mouseReleaseEvent(QMouseEvent*) { m_grip = Grip::none; }

}  // namespace lanescope::ui
