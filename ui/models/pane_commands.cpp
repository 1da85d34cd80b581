// SPDX-License-Identifier: Apache-2.0
#include "ui/models/pane_commands.h"

#include "ui/models/keymap.h"

#include <QAbstractItemView>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QScopedValueRollback>

namespace lanescope::ui {

namespace {

struct NativeKey {
  const char* id;
  Qt::Key key;
};

constexpr NativeKey kNativeKeys[] = {{"lists.open", Qt::Key_Return}, {"lists.edit", Qt::Key_F2}, {"lists.menu", Qt::Key_Menu}};

}  // namespace

PaneCommands::PaneCommands(QWidget* pane) : QObject(pane) {}

PaneCommands* PaneCommands::of(QWidget* widget) {
  for (; widget != nullptr; widget = widget->parentWidget()) {
    if (auto* commands = widget->findChild<PaneCommands*>(QString(), Qt::FindDirectChildrenOnly)) return commands;
  }
  return nullptr;
}

QWidget* PaneCommands::pane() const { return qobject_cast<QWidget*>(parent()); }

void PaneCommands::add(const char* id, std::function<void()> run) {
  command(id);                                   // there is such a command
  if (!m_runs.contains(QLatin1String(id))) m_ids << QLatin1String(id);
  m_runs.insert(QLatin1String(id), std::move(run));
}

bool PaneCommands::run(const QString& id) const {
  const std::function<void()> run = m_runs.value(id);
  if (run) run();
  return run != nullptr;
}

std::optional<QString> PaneCommands::meant(const QKeyEvent& event) const {
  for (const QString& id : m_ids) {
    if (Keymap::inForce().means(id, event)) return id;
  }
  return {};
}

bool PaneCommands::handle(const QKeyEvent& event) const {
  const auto id = meant(event);
  return id && run(*id);
}

ListCommands::ListCommands(QAbstractItemView* view) : PaneCommands(view), m_view(view) {
  for (const NativeKey& native : kNativeKeys) add(native.id, [this, key = native.key] { press(key); });
  view->installEventFilter(this);
}

bool ListCommands::eventFilter(QObject*, QEvent* event) {
  if (event->type() != QEvent::KeyPress || m_pressing) return false;
  const auto& key = static_cast<const QKeyEvent&>(*event);
  for (const NativeKey& native : kNativeKeys) {
    if (keyOf(key) != QKeySequence(native.key)) continue;
    if (Keymap::inForce().means(QLatin1String(native.id), key)) return false;
    handle(key);                                 // another command's now, or nobody's
    return true;
  }
  return handle(key);
}

void ListCommands::press(int key) {
  const QScopedValueRollback pressing(m_pressing, true);
  if (key == Qt::Key_Menu) {
    const QPoint at = m_view->visualRect(m_view->currentIndex()).center();
    QContextMenuEvent menu(QContextMenuEvent::Keyboard, at, m_view->viewport()->mapToGlobal(at));
    QCoreApplication::sendEvent(m_view->viewport(), &menu);
    return;
  }
  QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier);
  QCoreApplication::sendEvent(m_view, &press);
}

}  // namespace lanescope::ui
