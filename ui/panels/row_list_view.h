// SPDX-License-Identifier: Apache-2.0
// A list whose rows are all of one height, for models of many millions of rows: it keeps nothing for a row, and asks only for those on
// screen. One row is current; choosing and walking are those of any list.
#pragma once

#include <QAbstractItemView>

namespace lanescope::ui {

class RowListView : public QAbstractItemView {
  Q_OBJECT
 public:
  explicit RowListView(int rowHeight, QWidget* parent = nullptr);
  int rowHeight() const { return m_rowHeight; }

  QRect visualRect(const QModelIndex& index) const override;
  void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
  QModelIndex indexAt(const QPoint& point) const override;
  // Would read every row.
  void keyboardSearch(const QString&) override {}

 public Q_SLOTS:
  void reset() override;

 protected Q_SLOTS:
  void rowsInserted(const QModelIndex& parent, int start, int end) override;
  void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;
  void updateGeometries() override;

 protected:
  QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
  int horizontalOffset() const override { return 0; }
  int verticalOffset() const override;
  bool isIndexHidden(const QModelIndex&) const override { return false; }
  void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command) override;
  QRegion visualRegionForSelection(const QItemSelection& selection) const override;
  void scrollContentsBy(int dx, int dy) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  int rows() const { return model() ? model()->rowCount() : 0; }
  int fullRows() const;

  int m_rowHeight;
};

}  // namespace lanescope::ui
