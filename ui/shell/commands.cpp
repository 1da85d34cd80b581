// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/commands.h"

#include <QCoreApplication>
#include <QMap>
#include <QStringList>

#include <algorithm>
#include <cstring>

namespace lanescope::ui {

namespace {

constexpr const char* kTranslation = "Commands";

// NOLINTNEXTLINE(bugprone-easily-swappable-parameters): a table
const std::vector<Command> kCommands = {
    {"file.open", Context::global, "Ctrl+O", QT_TRANSLATE_NOOP("Commands", "Open…")},
    {"file.openFolder", Context::global, "Ctrl+Alt+O", QT_TRANSLATE_NOOP("Commands", "Open folder…")},
    {"file.add", Context::global, "", QT_TRANSLATE_NOOP("Commands", "Add to this run…")},
    {"file.compare", Context::global, "Ctrl+Shift+O", QT_TRANSLATE_NOOP("Commands", "Compare with…")},
    {"file.compareFolder", Context::global, "", QT_TRANSLATE_NOOP("Commands", "Compare with a folder…")},
    {"file.export", Context::global, "Ctrl+E", QT_TRANSLATE_NOOP("Commands", "Export…")},
    {"file.copyBoth", Context::global, "Ctrl+Shift+C", QT_TRANSLATE_NOOP("Commands", "Copy picture and Markdown for an issue")},
    {"file.copyPicture", Context::global, "", QT_TRANSLATE_NOOP("Commands", "Copy picture")},
    {"file.copyText", Context::global, "", QT_TRANSLATE_NOOP("Commands", "Copy Markdown")},
    {"file.quit", Context::global, "Ctrl+Q", QT_TRANSLATE_NOOP("Commands", "Quit")},
    {"edit.undo", Context::global, "Ctrl+Z", QT_TRANSLATE_NOOP("Commands", "Undo")},
    {"edit.redo", Context::global, "Ctrl+Shift+Z", QT_TRANSLATE_NOOP("Commands", "Redo")},
    {"go.answer", Context::global, "Ctrl+G", QT_TRANSLATE_NOOP("Commands", "Go to the first failure")},
    {"go.all", Context::global, "Ctrl+0", QT_TRANSLATE_NOOP("Commands", "Show the whole run")},
    {"go.back", Context::global, "Alt+Left", QT_TRANSLATE_NOOP("Commands", "Back to where one looked before")},
    {"go.forward", Context::global, "Alt+Right", QT_TRANSLATE_NOOP("Commands", "Forward again")},
    {"go.next", Context::global, "E", QT_TRANSLATE_NOOP("Commands", "Next finding")},
    {"go.previous", Context::global, "Shift+E", QT_TRANSLATE_NOOP("Commands", "Previous finding")},
    {"first.candidate", Context::global, "C", QT_TRANSLATE_NOOP("Commands", "Next candidate for the first failure")},
    {"first.choose", Context::global, "Ctrl+1 Ctrl+9", QT_TRANSLATE_NOOP("Commands", "Finding 1 to 9 is the first failure, as you see it"), true},
    {"first.tool", Context::global, "", QT_TRANSLATE_NOOP("Commands", "As the log shows it")},
    {"note.mark", Context::global, "M", QT_TRANSLATE_NOOP("Commands", "Mark the selected line or moment")},
    {"note.write", Context::global, "Shift+M", QT_TRANSLATE_NOOP("Commands", "Write a note on it, or on the time chosen by dragging")},
    {"note.previous", Context::global, "[", QT_TRANSLATE_NOOP("Commands", "Previous note")},
    {"note.next", Context::global, "]", QT_TRANSLATE_NOOP("Commands", "Next note")},
    {"note.remove", Context::global, "Del", QT_TRANSLATE_NOOP("Commands", "Remove the note")},
    {"known.name", Context::global, "", QT_TRANSLATE_NOOP("Commands", "Write down what is known of this failure…")},
    {"known.forget", Context::global, "", QT_TRANSLATE_NOOP("Commands", "Forget that this failure is known")},
    {"view.save", Context::global, "", QT_TRANSLATE_NOOP("Commands", "Save view as…")},
    {"view.open", Context::global, "", QT_TRANSLATE_NOOP("Commands", "Open view…")},
    {"find.open", Context::global, "Ctrl+F /", QT_TRANSLATE_NOOP("Commands", "Search all sources")},
    {"pane.next", Context::global, "F6", QT_TRANSLATE_NOOP("Commands", "Next pane")},
    {"pane.previous", Context::global, "Shift+F6", QT_TRANSLATE_NOOP("Commands", "Previous pane")},
    {"step.out", Context::global, "Esc", QT_TRANSLATE_NOOP("Commands", "Step out: close, then the whole run"), true},
    {"help.keys", Context::global, "? F1", QT_TRANSLATE_NOOP("Commands", "Keys")},
    {"help.about", Context::global, "", QT_TRANSLATE_NOOP("Commands", "About Lanescope")},

    {"timeline.zoomIn", Context::timeline, "W", QT_TRANSLATE_NOOP("Commands", "Zoom in (also Ctrl+wheel)"), true},
    {"timeline.zoomOut", Context::timeline, "S", QT_TRANSLATE_NOOP("Commands", "Zoom out"), true},
    {"timeline.left", Context::timeline, "A Left", QT_TRANSLATE_NOOP("Commands", "Pan left"), true},
    {"timeline.right", Context::timeline, "D Right", QT_TRANSLATE_NOOP("Commands", "Pan right"), true},
    {"timeline.fit", Context::timeline, "F", QT_TRANSLATE_NOOP("Commands", "Fit the selection"), true},
    {"timeline.chosen", Context::timeline, "Z", QT_TRANSLATE_NOOP("Commands", "Zoom to the time chosen by dragging (Shift+drag measures, Alt+drag zooms)"), true},
    {"timeline.home", Context::timeline, "Home 0", QT_TRANSLATE_NOOP("Commands", "The whole run"), true},
    {"timeline.rows", Context::timeline, "Up Down", QT_TRANSLATE_NOOP("Commands", "Walk the lanes"), true},
    {"timeline.events", Context::timeline, ", .", QT_TRANSLATE_NOOP("Commands", "Previous, next event on the lane"), true},
    {"timeline.open", Context::timeline, "Return",
     QT_TRANSLATE_NOOP("Commands", "Go to the line; open or close a launch, a group, a band of alike lanes"), true},
    {"timeline.phases", Context::timeline, "Ctrl+Left Ctrl+Right",
     QT_TRANSLATE_NOOP("Commands", "Previous, next launch, test or iteration that is wide enough to see"), true},
    {"timeline.zero", Context::timeline, "K", QT_TRANSLATE_NOOP("Commands", "Count T+ from the selected moment, again: from the start"), true},
    {"timeline.lanes", Context::global, "Ctrl+P", QT_TRANSLATE_NOOP("Commands", "Group, sort and filter lanes")},
    {"timeline.pin", Context::timeline, "P", QT_TRANSLATE_NOOP("Commands", "Pin the lane to the top"), true},
    {"timeline.hide", Context::timeline, "H", QT_TRANSLATE_NOOP("Commands", "Hide the lane"), true},
    {"timeline.showAll", Context::timeline, "Shift+H", QT_TRANSLATE_NOOP("Commands", "Show all lanes"), true},
    {"timeline.troubled", Context::timeline, "U", QT_TRANSLATE_NOOP("Commands", "Only lanes that failed or stopped"), true},
    {"timeline.group", Context::timeline, "G", QT_TRANSLATE_NOOP("Commands", "Group lanes by launch, host, behaviour, not at all"), true},
    {"timeline.order", Context::timeline, "O", QT_TRANSLATE_NOOP("Commands", "Sort lanes by rank, first failure, last line, severity"), true},
    {"timeline.followers", Context::timeline, "T", QT_TRANSLATE_NOOP("Commands", "Marks of what followed from another failure, and of teardown"), true},
    {"timeline.minor", Context::timeline, "Shift+T", QT_TRANSLATE_NOOP("Commands", "Minor warnings, notes and starts (above 64 lanes they are left out)"), true},
    {"timeline.list", Context::timeline, "L", QT_TRANSLATE_NOOP("Commands", "List what the selected mark with a number stands for"), true},
    {"timeline.idle", Context::timeline, "I", QT_TRANSLATE_NOOP("Commands", "Fold idle time"), true},

    {"text.copy", Context::text, "Ctrl+C", QT_TRANSLATE_NOOP("Commands", "Copy with provenance"), true},
    {"text.copyBare", Context::text, "Ctrl+Alt+Shift+C", QT_TRANSLATE_NOOP("Commands", "Copy bare")},
    {"text.copyEvidence", Context::text, "Ctrl+Alt+C", QT_TRANSLATE_NOOP("Commands", "Copy as evidence, in Markdown")},
    {"text.everything", Context::global, "Ctrl+Shift+A", QT_TRANSLATE_NOOP("Commands", "The text of all ranks by time, and back")},
    {"text.hit.next", Context::text, "N", QT_TRANSLATE_NOOP("Commands", "Next hit, then those of the next rank"), true},
    {"text.hit.previous", Context::text, "Shift+N", QT_TRANSLATE_NOOP("Commands", "Previous hit"), true},
    {"text.onlyHits", Context::text, "H", QT_TRANSLATE_NOOP("Commands", "Hide the lines that do not match the search, or show them"), true},
    {"text.mark", Context::text, "D", QT_TRANSLATE_NOOP("Commands", "Count differences of time from this line"), true},
    {"text.fold", Context::text, "Space", QT_TRANSLATE_NOOP("Commands", "Open or close a folded block"), true},
    {"text.wrap", Context::text, "Alt+Z", QT_TRANSLATE_NOOP("Commands", "Wrap long lines")},
    {"text.rows", Context::text, "Up Down PgUp PgDown Home End",
     QT_TRANSLATE_NOOP("Commands", "Walk the lines (with Shift: choose several)"), true},
    {"text.timeline", Context::text, "Return", QT_TRANSLATE_NOOP("Commands", "Show the line in the timeline"), true},

    {"compare.next", Context::compare, "F8 Alt+Down", QT_TRANSLATE_NOOP("Commands", "Next difference")},
    {"compare.previous", Context::compare, "Shift+F8 Alt+Up", QT_TRANSLATE_NOOP("Commands", "Previous difference")},
    {"compare.walk", Context::compare, "N Shift+N", QT_TRANSLATE_NOOP("Commands", "The same, in the list of differences"), true},
    {"compare.swap", Context::compare, "X", QT_TRANSLATE_NOOP("Commands", "Swap the two runs")},
    {"compare.pin", Context::compare, "K", QT_TRANSLATE_NOOP("Commands", "Align by the selected event of either run"), true},
    {"compare.copy", Context::compare, "", QT_TRANSLATE_NOOP("Commands", "Copy this difference as Markdown")},
    {"compare.copyAll", Context::compare, "", QT_TRANSLATE_NOOP("Commands", "Copy the comparison as Markdown")},
    {"compare.export", Context::compare, "Ctrl+Shift+E", QT_TRANSLATE_NOOP("Commands", "Export the comparison…")},
    {"compare.ignore", Context::compare, "", QT_TRANSLATE_NOOP("Commands", "Ignore this difference in this project, or no longer")},
    {"compare.close", Context::compare, "Ctrl+Shift+W", QT_TRANSLATE_NOOP("Commands", "Close the comparison")},

    {"lists.open", Context::lists, "Return", QT_TRANSLATE_NOOP("Commands", "Go to the line"), true},
    {"lists.hit", Context::lists, "N Shift+N", QT_TRANSLATE_NOOP("Commands", "Next, previous hit in the results of a search"), true},
    {"lists.edit", Context::lists, "F2", QT_TRANSLATE_NOOP("Commands", "Set rank, launch, zone or layout of a source"), true},
    {"lists.menu", Context::lists, "Menu", QT_TRANSLATE_NOOP("Commands", "What can be said of the sources chosen"), true},
};

QStringList portableKeys(const Command& command) {
  return QString::fromLatin1(command.keys).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

}  // namespace

QString contextName(Context context) {
  const auto tr = [](const char* text) { return QCoreApplication::translate(kTranslation, text); };
  switch (context) {
    case Context::global:
      return tr("Everywhere");
    case Context::timeline:
      return tr("Timeline");
    case Context::text:
      return tr("Log text");
    case Context::lists:
      return tr("Lists");
    case Context::compare:
      break;
  }
  return tr("Compare");
}

const std::vector<Command>& commandTable() { return kCommands; }

const Command& command(const char* id) {
  const auto found =
      std::find_if(kCommands.begin(), kCommands.end(), [id](const Command& entry) { return std::strcmp(entry.id, id) == 0; });
  Q_ASSERT_X(found != kCommands.end(), "command", id);
  return *found;
}

QString commandText(const Command& command) { return QCoreApplication::translate(kTranslation, command.text); }

QList<QKeySequence> commandKeys(const Command& command) {
  QList<QKeySequence> keys;
  for (const QString& key : portableKeys(command)) keys << QKeySequence::fromString(key, QKeySequence::PortableText);
  return keys;
}

QStringList keyConflicts(const std::vector<Command>& commands) {
  QStringList conflicts;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    for (std::size_t k = i + 1; k < commands.size(); ++k) {
      const Command &a = commands[i], &b = commands[k];
      const bool meet = a.context == b.context || a.context == Context::global || b.context == Context::global;
      if (!meet) continue;
      for (const QKeySequence& key : commandKeys(a)) {
        if (!commandKeys(b).contains(key)) continue;
        conflicts << QStringLiteral("%1: %2, %3").arg(key.toString(), QLatin1String(a.id), QLatin1String(b.id));
      }
    }
  }
  return conflicts;
}

}  // namespace lanescope::ui
