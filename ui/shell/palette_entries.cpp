// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/palette_entries.h"

#include "ui/models/keymap.h"
#include "ui/models/pane_commands.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QSet>
#include <QWidgetAction>

namespace lanescope::ui {

namespace {

// Without what marks the letter of a menu: "&File", "C && D".
QString plain(QString text) {
  text = text.section(QLatin1Char('\t'), 0, 0);
  text.replace(QLatin1String("&&"), QLatin1String("\x01"));
  text.remove(QLatin1Char('&'));
  return text.replace(QLatin1Char('\x01'), QLatin1Char('&'));
}

class Collector {
 public:
  explicit Collector(const PaletteSources& sources) : m_sources(sources) {
    for (auto each = sources.actions.begin(); each != sources.actions.end(); ++each) m_ids.insert(each.value(), each.key());
  }

  std::vector<PaletteEntry> collect() {
    for (PaneCommands* pane : m_sources.panes) addPane(pane);
    for (QAction* action : m_sources.menus->actions()) {
      if (action->menu() != nullptr) addMenu(action->menu(), {});
    }
    for (const Command& command : commandTable()) {
      if (QAction* action = m_sources.actions.value(QLatin1String(command.id))) addAction(action, {});
    }
    return std::move(m_entries);
  }

 private:
  void addPane(PaneCommands* pane) {
    for (const QString& id : pane->ids()) {
      const Command* command = findCommand(id);
      if (command == nullptr || m_seen.contains(id)) continue;
      m_seen.insert(id);
      PaletteEntry entry;
      entry.id = id;
      entry.text = commandText(*command);
      entry.place = contextName(command->context);
      entry.keys = keysText(Keymap::inForce().keys(id));
      entry.run = [pane = QPointer<PaneCommands>(pane), id] {
        if (pane.isNull()) return;
        pane->pane()->setFocus(Qt::OtherFocusReason);
        pane->run(id);
      };
      m_entries.push_back(std::move(entry));
    }
  }

  void addMenu(QMenu* menu, QStringList path) {
    Q_EMIT menu->aboutToShow();                  // some are filled then
    path << plain(menu->title());
    for (QAction* action : menu->actions()) {
      if (action->isSeparator() || qobject_cast<QWidgetAction*>(action) != nullptr) continue;
      if (action->menu() != nullptr) addMenu(action->menu(), path);
      else addAction(action, path);
    }
  }

  // What is no command of the table is named with its menus: "View › Theme: Dark".
  void addAction(QAction* action, const QStringList& path) {
    const QString id = m_ids.value(action);
    const QString text = plain(action->text());
    PaletteEntry entry;
    entry.id = id.isEmpty() ? (path + QStringList{text}).join(QLatin1Char('/')) : id;
    if (m_seen.contains(entry.id)) return;
    m_seen.insert(entry.id);
    const bool named = id.isEmpty() || text != plain(commandText(*findCommand(id)));
    entry.text = named && !path.isEmpty() ? path.mid(id.isEmpty() ? 0 : 1).join(QStringLiteral(" › ")) : QString();
    entry.text = entry.text.isEmpty() ? text : QStringLiteral("%1: %2").arg(entry.text, text);
    if (action->isCheckable() && action->isChecked()) entry.text += QStringLiteral(" ✓");
    entry.place = path.isEmpty() ? contextName(findCommand(id)->context) : path.front();
    entry.keys = keysText(action->shortcuts());
    entry.enabled = action->isEnabled();
    if (!entry.enabled && m_sources.why) entry.why = m_sources.why(id);
    entry.run = [action = QPointer<QAction>(action)] {
      if (!action.isNull()) action->trigger();
    };
    m_entries.push_back(std::move(entry));
  }

  const PaletteSources& m_sources;
  QHash<QAction*, QString> m_ids;
  QSet<QString> m_seen;
  std::vector<PaletteEntry> m_entries;
};

}  // namespace

std::vector<PaletteEntry> paletteEntries(const PaletteSources& sources) { return Collector(sources).collect(); }

}  // namespace lanescope::ui
