// SPDX-License-Identifier: Apache-2.0
// What the palette lists: what panes do, and every action of the window and its menus.
#pragma once

#include "ui/shell/palette_model.h"

#include <QHash>

class QAction;
class QMenuBar;

namespace lanescope::ui {

class PaneCommands;

struct PaletteSources {
  QMenuBar* menus = nullptr;
  QHash<QString, QAction*> actions;              // by command
  QList<PaneCommands*> panes;                    // the one that had the keyboard first
  std::function<QString(const QString& id)> why; // a command is not enabled
};

// Each thing once. Running one that belongs to a pane gives that pane the keyboard.
std::vector<PaletteEntry> paletteEntries(const PaletteSources& sources);

}  // namespace lanescope::ui
