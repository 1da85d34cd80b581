// SPDX-License-Identifier: Apache-2.0
// The one table of what the window can be told: command -> keys, in a context. A key that is global must not exist in a
// pane, because two actions on one key fire neither (tested).
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <vector>

namespace lanescope::ui {

enum class Context { global, timeline, text, lists, compare };
QString contextName(Context context);

struct Command {
  const char* id;
  Context context;
  const char* keys;          // portable, several separated by a space; "" for none
  const char* text;          // English, translated by commandText()
  bool paneHandles = false;  // the pane's own key handling; no QAction is made
};

const std::vector<Command>& commandTable();
// Ends the program in a debug build where there is no such command.
const Command& command(const char* id);
QString commandText(const Command& command);
QList<QKeySequence> commandKeys(const Command& command);
// "context: key: a, b" for each key that two commands claim at once.
QStringList keyConflicts(const std::vector<Command>& commands);

}  // namespace lanescope::ui
