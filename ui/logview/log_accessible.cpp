// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/log_accessible.h"

#include "ui/logview/log_view.h"
#include "ui/models/leaf_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <algorithm>
#include <deque>
#include <limits>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kMostKept = 256;           // more than a screen holds

class LineAccessible : public LeafAccessible, public QAccessibleActionInterface {
 public:
  LineAccessible(LogView* view, std::size_t row) : m_view(view), m_row(row) {}
  std::size_t row() const { return m_row; }

  bool isValid() const override { return m_view && m_row < m_view->rowCount(); }
  QAccessibleInterface* parent() const override { return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr; }
  QAccessible::Role role() const override { return QAccessible::ListItem; }
  QString text(QAccessible::Text kind) const override {
    if (!isValid()) return {};
    if (kind == QAccessible::Name) return m_view->rowText(m_row);
    return kind == QAccessible::Description ? m_view->rowOrigin(m_row) : QString();
  }
  QRect rect() const override {
    if (!isValid()) return {};
    const QRect row = m_view->rowRect(m_row);
    return row.isEmpty() ? QRect() : QRect(m_view->viewport()->mapToGlobal(row.topLeft()), row.size());
  }
  QAccessible::State state() const override {
    QAccessible::State state;
    if (!isValid()) {
      state.invalid = true;
      return state;
    }
    state.focusable = state.selectable = true;
    state.selected = m_view->currentRow() == m_row;
    state.focused = state.selected && m_view->hasFocus();
    state.offscreen = m_view->rowRect(m_row).isEmpty();
    return state;
  }
  void* interface_cast(QAccessible::InterfaceType type) override { return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr; }

  QStringList actionNames() const override { return {setFocusAction()}; }
  void doAction(const QString& name) override {
    if (isValid() && name == setFocusAction()) m_view->goToRow(m_row);
  }
  QStringList keyBindingsForAction(const QString&) const override { return {}; }

 private:
  QPointer<LogView> m_view;
  std::size_t m_row;
};

class LogAccessible : public QAccessibleWidget {
 public:
  explicit LogAccessible(LogView* view) : QAccessibleWidget(view, QAccessible::List) {}
  ~LogAccessible() override {
    for (const Kept& kept : m_rows) QAccessible::deleteAccessibleInterface(kept.id);
  }

  int childCount() const override { return static_cast<int>(std::min<std::size_t>(view()->rowCount(), std::numeric_limits<int>::max())); }
  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= childCount()) return nullptr;
    const auto row = static_cast<std::size_t>(index);
    const auto known = std::find_if(m_rows.begin(), m_rows.end(), [row](const Kept& kept) { return kept.row == row; });
    if (known != m_rows.end()) return QAccessible::accessibleInterface(known->id);
    if (m_rows.size() == kMostKept) {
      QAccessible::deleteAccessibleInterface(m_rows.front().id);
      m_rows.pop_front();
    }
    m_rows.push_back({row, QAccessible::registerAccessibleInterface(new LineAccessible(view(), row))});
    return QAccessible::accessibleInterface(m_rows.back().id);
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    const auto* line = dynamic_cast<const LineAccessible*>(child);
    return line == nullptr || line->parent() != this ? -1 : static_cast<int>(line->row());
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    const auto rows = view()->visibleRows();
    const QPoint at = view()->viewport()->mapFromGlobal(QPoint(x, y));
    for (std::size_t row = rows.first; row < rows.second; ++row) {
      if (view()->rowRect(row).contains(at)) return child(static_cast<int>(row));
    }
    return nullptr;
  }
  QAccessibleInterface* focusChild() const override {
    const auto row = view()->currentRow();
    return view()->hasFocus() && row ? child(static_cast<int>(*row)) : nullptr;
  }

 private:
  struct Kept {
    std::size_t row = 0;
    QAccessible::Id id = 0;
  };
  LogView* view() const { return static_cast<LogView*>(widget()); }
  mutable std::deque<Kept> m_rows;               // those asked for last
};

QAccessibleInterface* make(const QString& className, QObject* object) {
  auto* view = className == "lanescope::ui::LogView"_L1 ? qobject_cast<LogView*>(object) : nullptr;
  return view != nullptr ? new LogAccessible(view) : nullptr;
}

}  // namespace

void installLogAccessibility() { QAccessible::installFactory(make); }

}  // namespace lanescope::ui
