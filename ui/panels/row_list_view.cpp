// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/row_list_view.h"

#include <QPainter>
#include <QPaintEvent>
#include <QScrollBar>

#include <algorithm>

namespace lanescope::ui {

RowListView::RowListView(int rowHeight, QWidget* parent) : QAbstractItemView(parent), m_rowHeight(rowHeight) {
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSelectionMode(SingleSelection);
  setEditTriggers(NoEditTriggers);
  setFrameShape(QFrame::NoFrame);
}

int RowListView::fullRows() const { return std::max(1, viewport()->height() / m_rowHeight); }

// The scroll bar counts rows: pixels of that many would not fit into its numbers.
int RowListView::verticalOffset() const { return verticalScrollBar()->value(); }

QRect RowListView::visualRect(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const qint64 top = (qint64{index.row()} - verticalOffset()) * m_rowHeight;
  if (top < -m_rowHeight || top > viewport()->height()) return {};
  return {0, static_cast<int>(top), viewport()->width(), m_rowHeight};
}

QModelIndex RowListView::indexAt(const QPoint& point) const {
  if (point.y() < 0 || model() == nullptr) return {};
  const int row = verticalOffset() + point.y() / m_rowHeight;
  return row < rows() ? model()->index(row, 0) : QModelIndex();
}

void RowListView::scrollTo(const QModelIndex& index, ScrollHint hint) {
  if (!index.isValid()) return;
  const int row = index.row(), first = verticalOffset(), page = fullRows();
  if (hint == EnsureVisible && row >= first && row < first + page) return;
  if (hint == PositionAtCenter) verticalScrollBar()->setValue(row - page / 2);
  else if (hint == PositionAtBottom || (hint == EnsureVisible && row >= first + page)) verticalScrollBar()->setValue(row - page + 1);
  else verticalScrollBar()->setValue(row);
}

QModelIndex RowListView::moveCursor(CursorAction action, Qt::KeyboardModifiers) {
  if (rows() == 0) return {};
  const int row = currentIndex().isValid() ? currentIndex().row() : -1;
  int next = row;
  switch (action) {
    case MoveUp:
    case MovePrevious: next = row - 1; break;
    case MoveDown:
    case MoveNext: next = row + 1; break;
    case MovePageUp: next = row - fullRows(); break;
    case MovePageDown: next = row + fullRows(); break;
    case MoveHome: next = 0; break;
    case MoveEnd: next = rows() - 1; break;
    case MoveLeft:
    case MoveRight: break;
  }
  return model()->index(std::clamp(next, 0, rows() - 1), 0);
}

void RowListView::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command) {
  const QModelIndex index = indexAt(rect.topLeft());
  if (index.isValid()) selectionModel()->select(index, command);
}

QRegion RowListView::visualRegionForSelection(const QItemSelection& selection) const {
  QRegion region;
  for (const QItemSelectionRange& range : selection) {
    const int first = std::max(range.top(), verticalOffset()), last = std::min(range.bottom(), verticalOffset() + fullRows() + 1);
    for (int row = first; row <= last; ++row) region += visualRect(model()->index(row, 0));
  }
  return region;
}

void RowListView::scrollContentsBy(int, int) { viewport()->update(); }

void RowListView::reset() {
  QAbstractItemView::reset();
  updateGeometries();
}

void RowListView::rowsInserted(const QModelIndex& parent, int start, int end) {
  QAbstractItemView::rowsInserted(parent, start, end);
  updateGeometries();
  viewport()->update();
}

void RowListView::rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) {
  QAbstractItemView::rowsAboutToBeRemoved(parent, start, end);
  viewport()->update();
  QMetaObject::invokeMethod(this, &RowListView::updateGeometries, Qt::QueuedConnection);
}

void RowListView::updateGeometries() {
  verticalScrollBar()->setPageStep(fullRows());
  verticalScrollBar()->setRange(0, std::max(0, rows() - fullRows()));
  QAbstractItemView::updateGeometries();
}

void RowListView::resizeEvent(QResizeEvent* event) {
  QAbstractItemView::resizeEvent(event);
  updateGeometries();
}

void RowListView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const int first = verticalOffset(), last = std::min(rows(), first + viewport()->height() / m_rowHeight + 1);
  QStyleOptionViewItem option;
  initViewItemOption(&option);
  for (int row = first; row < last; ++row) {
    const QModelIndex index = model()->index(row, 0);
    QStyleOptionViewItem own = option;
    own.rect = visualRect(index);
    own.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
    own.state.setFlag(QStyle::State_HasFocus, hasFocus() && index == currentIndex());
    itemDelegateForIndex(index)->paint(&painter, own, index);
  }
}

}  // namespace lanescope::ui
