// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_accessible.h"

#include "ui/timeline/timeline_view.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

// One row. It asks the view each time, so that it is never out of date; a row that is gone is not valid.
class RowAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
 public:
  RowAccessible(TimelineView* view, int row) : m_view(view), m_row(row) {}

  bool isValid() const override { return m_view && index() < m_view->layoutOfRows().rows().size(); }
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* parent() const override { return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr; }
  QAccessibleInterface* child(int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  QAccessible::Role role() const override { return QAccessible::ListItem; }
  QString text(QAccessible::Text kind) const override {
    if (!isValid()) return {};
    if (kind == QAccessible::Name) return m_view->rowName(index());
    return kind == QAccessible::Description ? m_view->rowDescription(index()) : QString();
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    if (!isValid()) return {};
    const QRect row = m_view->rowRect(index());
    return {m_view->viewport()->mapToGlobal(row.topLeft()), row.size()};
  }
  QAccessible::State state() const override {
    QAccessible::State state;
    if (!isValid()) {
      state.invalid = true;
      return state;
    }
    const Row& row = m_view->layoutOfRows().rows()[index()];
    state.focusable = state.selectable = true;
    state.focused = m_view->hasFocus() && m_view->focusedRow() == index();
    state.selected = m_view->focusedRow() == index();
    const bool opens = row.kind == Row::Kind::launch || row.kind == Row::Kind::group || !row.alike.empty();
    state.expandable = opens;
    state.collapsed = opens && (row.collapsed || !row.alike.empty());
    state.expanded = opens && !state.collapsed;
    state.offscreen = !m_view->viewport()->rect().intersects(m_view->rowRect(index()));
    return state;
  }
  void* interface_cast(QAccessible::InterfaceType type) override {
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
  }

  QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
  void doAction(const QString& name) override {
    if (!isValid()) return;
    m_view->focusRow(index());
    if (name == pressAction()) m_view->activateFocusedRow();
  }
  QStringList keyBindingsForAction(const QString& name) const override { return name == pressAction() ? QStringList{u"Return"_s} : QStringList(); }
  int row() const { return m_row; }

 private:
  std::size_t index() const { return static_cast<std::size_t>(m_row); }

  QPointer<TimelineView> m_view;
  int m_row;
};

class TimelineAccessible : public QAccessibleWidget {
 public:
  explicit TimelineAccessible(TimelineView* view) : QAccessibleWidget(view, QAccessible::List) {}
  ~TimelineAccessible() override {
    for (const QAccessible::Id id : m_rows) QAccessible::deleteAccessibleInterface(id);
  }

  int childCount() const override { return static_cast<int>(view()->layoutOfRows().rows().size()); }
  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= childCount()) return nullptr;
    auto known = m_rows.find(index);
    if (known == m_rows.end()) known = m_rows.insert(index, QAccessible::registerAccessibleInterface(new RowAccessible(view(), index)));
    return QAccessible::accessibleInterface(*known);
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    for (auto row = m_rows.begin(); row != m_rows.end(); ++row) {
      if (QAccessible::accessibleInterface(*row) == child) return row.key();
    }
    return -1;
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    const QPoint at = view()->viewport()->mapFromGlobal(QPoint(x, y));
    const auto& rows = view()->layoutOfRows().rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (at.y() >= view()->headerHeight() && view()->rowRect(i).contains(at)) return child(static_cast<int>(i));
    }
    return nullptr;
  }
  QAccessibleInterface* focusChild() const override {
    const auto row = view()->focusedRow();
    return view()->hasFocus() && row ? child(static_cast<int>(*row)) : nullptr;
  }

 private:
  TimelineView* view() const { return static_cast<TimelineView*>(widget()); }
  mutable QHash<int, QAccessible::Id> m_rows;    // those that were asked for
};

QAccessibleInterface* make(const QString& className, QObject* object) {
  auto* view = className == "lanescope::ui::TimelineView"_L1 ? qobject_cast<TimelineView*>(object) : nullptr;
  return view != nullptr ? new TimelineAccessible(view) : nullptr;
}

}  // namespace

void installTimelineAccessibility() { QAccessible::installFactory(make); }

}  // namespace lanescope::ui
