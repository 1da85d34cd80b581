// SPDX-License-Identifier: Apache-2.0
// The one table of what the window can be told: command -> keys at first, in a context. Which keys are in force, the Keymap says.
// A key that is heard everywhere must not exist in a pane, because two actions on one key fire neither (tested).
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <vector>

namespace lanescope::ui {

enum class Context { global, box, timeline, text, lists, compare };  // box: the search box
QString contextName(Context context);

struct Command {
  const char* id;
  Context context;
  const char* keys;                // portable, several separated by a space; "" for none
  const char* text;                // English, translated by commandText()
  bool paneHandles = false;        // the pane's own key handling (PaneCommands); no QAction is made
  const char* together = nullptr;  // one line of the sheet for neighbours that share this text
};

const std::vector<Command>& commandTable();
// nullptr where there is no such command.
const Command* findCommand(const QString& id);
// Ends the program in a debug build where there is no such command.
const Command& command(const char* id);
QString commandText(const Command& command);
QString togetherText(const Command& command);
// As they are before anybody changes them.
QList<QKeySequence> commandKeys(const Command& command);
// Both can be heard at once, so they may not share a key.
bool meet(const Command& a, const Command& b);
// Esc steps out, whatever else is changed.
bool isFixed(const Command& command);

}  // namespace lanescope::ui
