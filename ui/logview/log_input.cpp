// SPDX-License-Identifier: Apache-2.0
// Keys, mouse and menu of LogView.
#include "core/clock/line_time.h"
#include "ui/logview/log_view.h"
#include "ui/models/pane_commands.h"
#include "ui/models/words.h"
#include "ui/theme/clipped_text.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <limits>

namespace lanescope::ui {

namespace {

constexpr double kNotch = 120;                    // of a wheel, in eighths of a degree

}  // namespace

void LogView::chooseRow(std::size_t row, bool extend) {
  if (row >= rowCount()) return;
  m_current = row;
  if (!extend) m_anchor = row;
  const std::size_t anchor = m_anchor;
  showRow(row, false);
  viewport()->update();
  if (m_run == m_state->run()) m_state->selectLine(*lineAt(row));
  m_anchor = anchor;
  QAccessibleEvent moved(this, QAccessible::Focus);
  moved.setChild(static_cast<int>(std::min<std::size_t>(row, std::numeric_limits<int>::max())));
  QAccessible::updateAccessibility(&moved);
  Q_EMIT hitsChanged();
}

std::vector<model::LineRef> LogView::chosenLines(std::size_t most) const {
  std::vector<model::LineRef> lines;
  if (!m_current) return lines;
  for (std::size_t row = std::min(m_anchor, *m_current); row <= std::max(m_anchor, *m_current) && lines.size() < most; ++row) {
    if (const auto line = lineAt(row)) lines.push_back(*line);
  }
  return lines;
}

void LogView::markRow(std::size_t row) {
  const auto line = lineAt(row);
  if (!line) return;
  m_mark = m_mark == line ? std::nullopt : line;
  if (m_mark && !m_columns.has(LogColumn::sinceMark)) {
    LogColumns columns = m_columns;
    columns.set(LogColumn::sinceMark, true);
    setColumns(columns);
  }
  viewport()->update();
}

void LogView::addCommands() {
  m_commands->add("text.copy", [this] { copy(true); });
  m_commands->add("text.hit.next", [this] { nextHit(); });
  m_commands->add("text.hit.previous", [this] { previousHit(); });
  m_commands->add("text.onlyHits", [this] { setOnlyHits(!showsOnlyHits()); });
  m_commands->add("text.kinds", [this] { setKinds(static_cast<LineKinds>((static_cast<std::size_t>(m_kinds) + 1) % kLineKinds)); });
  m_commands->add("text.warning.next", [this] { goToWarning(1); });
  m_commands->add("text.warning.previous", [this] { goToWarning(-1); });
  m_commands->add("text.mark", [this] { markRow(rowInHand()); });
  m_commands->add("text.fold", [this] { toggleFold(rowInHand()); });
  m_commands->add("text.larger", [this] { setTextSize(m_textSize + 1); });
  m_commands->add("text.smaller", [this] { setTextSize(m_textSize - 1); });
  m_commands->add("text.colours", [this] { setColours(!m_colours); });
  m_commands->add("text.folding", [this] { setFolding(!m_folding); });
  m_commands->add("text.timeline", [this] { Q_EMIT showInTimelineRequested(); });
  const auto page = [this] { return static_cast<std::ptrdiff_t>(fullRowsOnScreen()); };
  m_commands->add("text.row.previous", [this] { walkRows(-1); });
  m_commands->add("text.row.next", [this] { walkRows(m_current ? 1 : 0); });
  m_commands->add("text.page.previous", [this, page] { walkRows(-page()); });
  m_commands->add("text.page.next", [this, page] { walkRows(page()); });
  m_commands->add("text.first", [this] { chooseRow(0, m_extends); });
  m_commands->add("text.last", [this] { chooseRow(rowCount() - 1, m_extends); });
}

// The current one, else the first on screen.
std::size_t LogView::rowInHand() const { return m_current.value_or(visibleRows().first); }

void LogView::walkRows(std::ptrdiff_t rows) {
  if (rowCount() == 0) return;
  const auto last = static_cast<std::ptrdiff_t>(rowCount()) - 1;
  chooseRow(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(rowInHand()) + rows, 0, last)), m_extends);
}

void LogView::keyPressEvent(QKeyEvent* event) {
  if (m_commands->handle(*event)) return;
  if (event->modifiers().testFlag(Qt::ShiftModifier)) {
    // Shift with what walks: the lines between are chosen too.
    const QScopedValueRollback extends(m_extends, true);
    if (m_commands->handle(QKeyEvent(event->type(), event->key(), event->modifiers() & ~Qt::ShiftModifier))) return;
  }
  const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
  if (plain && event->key() == Qt::Key_Left) return horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
  if (plain && event->key() == Qt::Key_Right) return horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
  QAbstractScrollArea::keyPressEvent(event);
}

void LogView::mousePressEvent(QMouseEvent* event) {
  const auto row = rowAtY(static_cast<int>(event->position().y()));
  if (event->button() != Qt::LeftButton || !row) return;
  const auto line = lineAt(*row);
  // A folded block opens where one reads what is folded.
  if (line && closedFoldAt(*line) && event->position().x() >= m_textLeft && toggleFold(*row)) return;
  chooseRow(*row, event->modifiers().testFlag(Qt::ShiftModifier));
}

// With Ctrl the wheel changes the size of the letters, as in other viewers of logs.
void LogView::wheelEvent(QWheelEvent* event) {
  if (!event->modifiers().testFlag(Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
  m_wheeled += event->angleDelta().y() / kNotch;
  const int whole = static_cast<int>(m_wheeled);
  m_wheeled -= whole;
  setTextSize(m_textSize + whole);
  event->accept();
}

void LogView::tellHovered() {
  const auto row = m_pointerY && m_run == m_state->run() ? rowAtY(*m_pointerY) : std::nullopt;
  m_state->setHoveredLine(row ? lineAt(*row) : std::nullopt);
}

void LogView::mouseMoveEvent(QMouseEvent* event) {
  m_pointerY = static_cast<int>(event->position().y());
  tellHovered();
  if (!event->buttons().testFlag(Qt::LeftButton) || !m_current) return;
  const int y = std::clamp(static_cast<int>(event->position().y()), 0, viewport()->height() - 1);
  const auto row = rowAtY(y);
  if (row && row != m_current) chooseRow(*row, true);
}

void LogView::contextMenuEvent(QContextMenuEvent* event) {
  const auto row = rowAtY(event->pos().y());
  const bool inside = row && m_current && *row >= std::min(m_anchor, *m_current) && *row <= std::max(m_anchor, *m_current);
  if (row && !inside && event->reason() == QContextMenuEvent::Mouse) chooseRow(*row, false);
  if (!m_current) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Copy with provenance"), this, [this] { copy(true); });
  menu->addAction(tr("Copy bare"), this, [this] { copy(false); });
  menu->addAction(tr("Copy as evidence (Markdown)"), this, &LogView::copyEvidence);
  menu->addSeparator();
  const auto line = lineAt(*m_current);
  menu->addAction(line && m_mark == line ? tr("Take the mark away") : tr("Count time from this line"), this, [this] { markRow(*m_current); });
  if (!m_folds.empty() && !filters()) menu->addAction(tr("Open or close the block"), this, [this] { toggleFold(*m_current); });
  menu->addSeparator();
  menu->addAction(tr("Show in timeline"), this, &LogView::showInTimelineRequested);
  menu->addAction(tr("Search…"), this, &LogView::searchRequested);
  menu->popup(event->globalPos());
}

bool LogView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) {
    m_pointerY.reset();
    tellHovered();
  }
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = toolTipAt(help->pos());
  if (tip.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), clippedText(tip), viewport());
  return true;
}

QString LogView::toolTipAt(QPoint position) {
  const auto row = rowAtY(position.y());
  const auto line = row ? lineAt(*row) : std::nullopt;
  if (!line || position.x() >= m_textLeft) return {};
  const model::Source& source = m_run->source(line->source);
  const Place& place = placeOf(LogColumn::place);
  if (place.left >= 0 && position.x() >= place.left) return toQt(source.path) + QLatin1Char(':') + QString::number(line->line);
  const model::When when = clock::whenOf(source, line->line);
  return QStringList{timeText(when, true), basisText(when), errorText(when)}.join(QLatin1Char(' ')).simplified();
}

}  // namespace lanescope::ui
