// SPDX-License-Identifier: Apache-2.0
// What the window remembers between runs of the program (QSettings, org.lanescope).
#pragma once

#include "ui/models/keymap.h"
#include "ui/theme/theme.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

namespace lanescope::ui {

enum class ThemeChoice { system, light, dark };

// How the log text is shown; columns as LogColumns::toText(), empty: as they are at first.
struct TextOptions {
  QString columns;
  bool wrap = false, colours = false, folding = true;
  int size = 0;                                  // of the letters, px; 0: as it is at first
};

class Settings {
 public:
  static ThemeChoice theme();
  static void setTheme(ThemeChoice choice);
  // The kind for a choice. The system's is that of the palette the program started with: call once before applyTheme().
  static ThemeKind kindOf(ThemeChoice choice);

  // Runs opened before, newest first; each is the list of its paths.
  static QList<QStringList> recent();
  static void addRecent(const QStringList& paths);   // kept so that they are found from any folder
  static void removeRecent(const QStringList& paths);
  static void clearRecent();

  static TextOptions textOptions();
  static void setTextOptions(const TextOptions& options);

  static bool shiftDragPans();                   // else it measures
  static void setShiftDragPans(bool pans);
  // Tips that are shown once.
  static bool wasShown(const QString& tip);
  static void setShown(const QString& tip);

  // Keys that are not those of the table of commands.
  static Keymap::Changes keys();
  static void setKeys(const Keymap::Changes& keys);

  // Run from the palette, the last one first.
  static QStringList recentCommands();
  static void setRecentCommands(const QStringList& ids);

  static QByteArray geometry();
  static QByteArray docks();
  static void setWindow(const QByteArray& geometry, const QByteArray& docks);

 private:
  static void setRecent(const QList<QStringList>& runs);
};

}  // namespace lanescope::ui
