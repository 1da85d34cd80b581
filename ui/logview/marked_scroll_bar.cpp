// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/marked_scroll_bar.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>

namespace lanescope::ui {

namespace {

constexpr int kMarkHeight = 2;
constexpr int kReach = 3;                        // px from a mark that still mean it
constexpr std::size_t kMostTips = 8;

}  // namespace

MarkedScrollBar::MarkedScrollBar(QWidget* parent) : QScrollBar(Qt::Vertical, parent) {}

void MarkedScrollBar::setMarks(Marks kind, std::vector<Mark> marks) {
  m_marks[static_cast<std::size_t>(kind)] = std::move(marks);
  update();
}

int MarkedScrollBar::yOf(const Mark& mark) const { return static_cast<int>(mark.at * (height() - kMarkHeight)); }

std::vector<const MarkedScrollBar::Mark*> MarkedScrollBar::marksAt(int y) const {
  std::vector<const Mark*> found;
  for (const std::vector<Mark>& marks : m_marks) {
    for (const Mark& mark : marks) {
      if (std::abs(yOf(mark) + kMarkHeight / 2 - y) <= kReach) found.push_back(&mark);
    }
  }
  return found;
}

QString MarkedScrollBar::tipAt(int y) const {
  QStringList tips;
  for (const Mark* mark : marksAt(y)) {
    if (tips.size() == static_cast<qsizetype>(kMostTips)) return tips.join(QLatin1Char('\n')) + QStringLiteral("\n…");
    tips << mark->tip;
  }
  return tips.join(QLatin1Char('\n'));
}

bool MarkedScrollBar::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QScrollBar::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = tipAt(help->pos().y());
  if (tip.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(help->globalPos(), tip, this);
  return true;
}

// On the handle one drags, marks or not.
void MarkedScrollBar::mousePressEvent(QMouseEvent* event) {
  QStyleOptionSlider option;
  initStyleOption(&option);
  const QPoint at = event->position().toPoint();
  const bool onHandle = style()->hitTestComplexControl(QStyle::CC_ScrollBar, &option, at, this) == QStyle::SC_ScrollBarSlider;
  const std::vector<const Mark*> marks = onHandle || event->button() != Qt::LeftButton ? std::vector<const Mark*>() : marksAt(at.y());
  if (marks.empty()) return QScrollBar::mousePressEvent(event);
  const auto nearer = [&](const Mark* a, const Mark* b) { return std::abs(yOf(*a) - at.y()) < std::abs(yOf(*b) - at.y()); };
  const double row = (*std::min_element(marks.begin(), marks.end(), nearer))->at * (maximum() + pageStep());
  setValue(static_cast<int>(row) - pageStep() / 3);
}

void MarkedScrollBar::paintEvent(QPaintEvent* event) {
  QScrollBar::paintEvent(event);
  QPainter painter(this);
  const int lane = width() / static_cast<int>(m_marks.size());
  for (std::size_t kind = 0; kind < m_marks.size(); ++kind) {
    for (const Mark& mark : m_marks[kind]) painter.fillRect(QRect(static_cast<int>(kind) * lane, yOf(mark), lane, kMarkHeight), mark.colour);
  }
}

}  // namespace lanescope::ui
