// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_accessible.h"

#include "ui/models/leaf_accessible.h"
#include "ui/timeline/overview.h"
#include "ui/timeline/timeline_view.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

// A cell of a row. It asks the view each time, so that it is never out of date; one whose row is gone is not valid.
class CellAccessible : public LeafAccessible, public QAccessibleActionInterface, public QAccessibleTableCellInterface {
 public:
  CellAccessible(TimelineView* view, int row, LaneColumn column) : m_view(view), m_row(row), m_column(column) {}

  bool isValid() const override { return m_view && index() < m_view->layoutOfRows().rows().size(); }
  QAccessibleInterface* parent() const override { return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr; }
  QAccessible::Role role() const override { return QAccessible::Cell; }
  QString text(QAccessible::Text kind) const override {
    if (!isValid()) return {};
    if (kind == QAccessible::Name) return isFirst() ? m_view->rowName(index()) : m_view->rowCell(index(), m_column);
    return kind == QAccessible::Description && isFirst() ? m_view->rowDescription(index()) : QString();
  }
  // Nobody sees columns: the first cell is the whole row, the others are read with it.
  QRect rect() const override {
    if (!isValid()) return {};
    const QRect row = m_view->rowRect(index());
    return {m_view->viewport()->mapToGlobal(row.topLeft()), isFirst() ? row.size() : QSize()};
  }
  QAccessible::State state() const override {
    QAccessible::State state;
    if (!isValid()) {
      state.invalid = true;
      return state;
    }
    const Row& row = m_view->layoutOfRows().rows()[index()];
    state.focusable = isFirst();
    state.selectable = true;
    state.selected = m_view->focusedRow() == index();
    state.focused = isFirst() && m_view->hasFocus() && state.selected;
    const bool opens = row.kind == Row::Kind::launch || row.kind == Row::Kind::group || !row.alike.empty();
    state.expandable = opens;
    state.collapsed = opens && (row.collapsed || !row.alike.empty());
    state.expanded = opens && !state.collapsed;
    state.offscreen = !m_view->viewport()->rect().intersects(m_view->rowRect(index()));
    return state;
  }
  void* interface_cast(QAccessible::InterfaceType type) override {
    if (type == QAccessible::ActionInterface) return static_cast<QAccessibleActionInterface*>(this);
    return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this) : nullptr;
  }

  QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
  void doAction(const QString& name) override {
    if (!isValid()) return;
    m_view->focusRow(index());
    if (name == pressAction()) m_view->activateFocusedRow();
  }
  QStringList keyBindingsForAction(const QString& name) const override { return name == pressAction() ? QStringList{u"Return"_s} : QStringList(); }

  bool isSelected() const override { return state().selected; }
  QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
  QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
  int columnIndex() const override { return static_cast<int>(m_column); }
  int rowIndex() const override { return m_row; }
  int columnExtent() const override { return 1; }
  int rowExtent() const override { return 1; }
  QAccessibleInterface* table() const override { return parent(); }

 private:
  std::size_t index() const { return static_cast<std::size_t>(m_row); }
  bool isFirst() const { return m_column == LaneColumn::lane; }

  QPointer<TimelineView> m_view;
  int m_row;
  LaneColumn m_column;
};

class TimelineAccessible : public QAccessibleWidget, public QAccessibleTableInterface {
 public:
  explicit TimelineAccessible(TimelineView* view) : QAccessibleWidget(view, QAccessible::Table) {}
  ~TimelineAccessible() override {
    for (const QAccessible::Id id : m_cells) QAccessible::deleteAccessibleInterface(id);
  }
  void* interface_cast(QAccessible::InterfaceType type) override {
    return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this) : QAccessibleWidget::interface_cast(type);
  }

  int childCount() const override { return rowCount() * kLaneColumns; }
  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= childCount()) return nullptr;
    auto known = m_cells.find(index);
    if (known == m_cells.end()) known = m_cells.insert(index, QAccessible::registerAccessibleInterface(new CellAccessible(view(), index / kLaneColumns, static_cast<LaneColumn>(index % kLaneColumns))));
    return QAccessible::accessibleInterface(*known);
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    const auto* cell = child != nullptr && child->role() == QAccessible::Cell ? dynamic_cast<const CellAccessible*>(child) : nullptr;
    return cell == nullptr || cell->parent() != this ? -1 : cell->rowIndex() * kLaneColumns + cell->columnIndex();
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    const QPoint at = view()->viewport()->mapFromGlobal(QPoint(x, y));
    for (int row = 0; row < rowCount(); ++row) {
      if (at.y() >= view()->headerHeight() && view()->rowRect(static_cast<std::size_t>(row)).contains(at)) return cellAt(row, 0);
    }
    return nullptr;
  }
  QAccessibleInterface* focusChild() const override {
    const auto row = view()->focusedRow();
    return view()->hasFocus() && row ? cellAt(static_cast<int>(*row), 0) : nullptr;
  }

  QAccessibleInterface* caption() const override { return nullptr; }
  QAccessibleInterface* summary() const override { return nullptr; }
  QAccessibleInterface* cellAt(int row, int column) const override { return row < 0 || column < 0 || column >= kLaneColumns ? nullptr : child(row * kLaneColumns + column); }
  int columnCount() const override { return kLaneColumns; }
  int rowCount() const override { return static_cast<int>(view()->layoutOfRows().rows().size()); }
  QString columnDescription(int column) const override { return column < 0 || column >= kLaneColumns ? QString() : laneColumnName(static_cast<LaneColumn>(column)); }
  QString rowDescription(int row) const override { return row < 0 || row >= rowCount() ? QString() : view()->rowName(static_cast<std::size_t>(row)); }
  int selectedCellCount() const override { return selectedRowCount() * kLaneColumns; }
  int selectedColumnCount() const override { return 0; }
  int selectedRowCount() const override { return view()->focusedRow() ? 1 : 0; }
  QList<int> selectedColumns() const override { return {}; }
  QList<int> selectedRows() const override { return view()->focusedRow() ? QList<int>{static_cast<int>(*view()->focusedRow())} : QList<int>(); }
  QList<QAccessibleInterface*> selectedCells() const override {
    QList<QAccessibleInterface*> cells;
    for (const int row : selectedRows()) {
      for (int column = 0; column < kLaneColumns; ++column) cells << cellAt(row, column);
    }
    return cells;
  }
  bool isColumnSelected(int) const override { return false; }
  bool isRowSelected(int row) const override { return selectedRows().contains(row); }
  bool selectRow(int row) override {
    if (row < 0 || row >= rowCount()) return false;
    view()->focusRow(static_cast<std::size_t>(row));
    return true;
  }
  bool selectColumn(int) override { return false; }
  bool unselectRow(int) override { return false; }
  bool unselectColumn(int) override { return false; }
  // Children are made when they are asked for, and know themselves whether they are still there.
  void modelChange(QAccessibleTableModelChangeEvent*) override {}

 private:
  TimelineView* view() const { return static_cast<TimelineView*>(widget()); }
  mutable QHash<int, QAccessible::Id> m_cells;   // those that were asked for
};

QAccessibleInterface* make(const QString& className, QObject* object) {
  if (auto* overview = className == "lanescope::ui::Overview"_L1 ? qobject_cast<Overview*>(object) : nullptr) return new QAccessibleWidget(overview, QAccessible::Chart);
  auto* view = className == "lanescope::ui::TimelineView"_L1 ? qobject_cast<TimelineView*>(object) : nullptr;
  return view != nullptr ? new TimelineAccessible(view) : nullptr;
}

}  // namespace

void installTimelineAccessibility() { QAccessible::installFactory(make); }

}  // namespace lanescope::ui
