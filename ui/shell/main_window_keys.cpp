// SPDX-License-Identifier: Apache-2.0
// Keys in the main window: actions and lists follow the keymap.
#include "ui/compare/difference_panel.h"
#include "ui/models/keymap.h"
#include "ui/models/pane_commands.h"
#include "ui/panels/row_list_view.h"
#include "ui/search/search_panel.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QDockWidget>
#include <QHeaderView>

namespace lanescope::ui {

void MainWindow::makeKeys() {
  for (const QDockWidget* dock : findChildren<QDockWidget*>()) {
    for (QAbstractItemView* view : dock->findChildren<QAbstractItemView*>()) {
      const bool ofBox = view->window() != this || qobject_cast<QHeaderView*>(view) != nullptr;
      if (ofBox) continue;
      auto* commands = new ListCommands(view);
      const auto walkable = [commands](auto* panel) {
        commands->add("lists.next", [panel] { panel->walk(1); });
        commands->add("lists.previous", [panel] { panel->walk(-1); });
      };
      if (m_differences->isAncestorOf(view)) walkable(m_differences);
      if (view == m_searchPanel->list()) walkable(m_searchPanel);
    }
  }
  connect(&Keymap::inForce(), &Keymap::changed, this, &MainWindow::followKeymap);
}

void MainWindow::followKeymap() {
  for (auto each = m_actions.begin(); each != m_actions.end(); ++each) each.value()->setShortcuts(Keymap::inForce().keys(each.key()));
  updateCursor({});
  if (m_remembers) Settings::setKeys(Keymap::inForce().changes());
}

}  // namespace lanescope::ui
