// SPDX-License-Identifier: Apache-2.0
#include "ui/models/commands.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstring>

namespace lanescope::ui {

namespace {

constexpr const char* kTranslation = "Commands";
constexpr const char* kStepOut = "step.out";

constexpr const char* kChoose = QT_TRANSLATE_NOOP("Commands", "Finding 1 to 9 is the first failure, as you see it");
constexpr const char* kRows = QT_TRANSLATE_NOOP("Commands", "Walk the lanes");
constexpr const char* kEvents = QT_TRANSLATE_NOOP("Commands", "Previous, next event on the lane");
constexpr const char* kPhases = QT_TRANSLATE_NOOP("Commands", "Previous, next launch, test or iteration that is wide enough to see");
constexpr const char* kLines = QT_TRANSLATE_NOOP("Commands", "Walk the lines (with Shift: choose several)");
constexpr const char* kSizes = QT_TRANSLATE_NOOP("Commands", "Larger, smaller letters (also Ctrl+wheel)");
constexpr const char* kListed = QT_TRANSLATE_NOOP("Commands", "Next, previous hit or difference of the list");

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
    {"first.choose.1", Context::global, "Ctrl+1", QT_TRANSLATE_NOOP("Commands", "Finding 1 is the first failure, as you see it"), false, kChoose},
    {"first.choose.2", Context::global, "Ctrl+2", QT_TRANSLATE_NOOP("Commands", "Finding 2 is the first failure, as you see it"), false, kChoose},
    {"first.choose.3", Context::global, "Ctrl+3", QT_TRANSLATE_NOOP("Commands", "Finding 3 is the first failure, as you see it"), false, kChoose},
    {"first.choose.4", Context::global, "Ctrl+4", QT_TRANSLATE_NOOP("Commands", "Finding 4 is the first failure, as you see it"), false, kChoose},
    {"first.choose.5", Context::global, "Ctrl+5", QT_TRANSLATE_NOOP("Commands", "Finding 5 is the first failure, as you see it"), false, kChoose},
    {"first.choose.6", Context::global, "Ctrl+6", QT_TRANSLATE_NOOP("Commands", "Finding 6 is the first failure, as you see it"), false, kChoose},
    {"first.choose.7", Context::global, "Ctrl+7", QT_TRANSLATE_NOOP("Commands", "Finding 7 is the first failure, as you see it"), false, kChoose},
    {"first.choose.8", Context::global, "Ctrl+8", QT_TRANSLATE_NOOP("Commands", "Finding 8 is the first failure, as you see it"), false, kChoose},
    {"first.choose.9", Context::global, "Ctrl+9", QT_TRANSLATE_NOOP("Commands", "Finding 9 is the first failure, as you see it"), false, kChoose},
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
    {"find.open", Context::global, "/", QT_TRANSLATE_NOOP("Commands", "Search all sources")},
    {"find.here", Context::global, "Ctrl+F", QT_TRANSLATE_NOOP("Commands", "Search what the pane shows: this text, the visible lanes")},
    {"panel.bottom", Context::global, "Q", QT_TRANSLATE_NOOP("Commands", "Hide the panel below the timeline, or show it")},
    {"pane.next", Context::global, "F6", QT_TRANSLATE_NOOP("Commands", "Next pane")},
    {"pane.previous", Context::global, "Shift+F6", QT_TRANSLATE_NOOP("Commands", "Previous pane")},
    {kStepOut, Context::global, "Esc", QT_TRANSLATE_NOOP("Commands", "Step out: close, then the whole run"), true},
    {"palette.open", Context::global, "Ctrl+Shift+P", QT_TRANSLATE_NOOP("Commands", "All commands…")},
    {"lanes.find", Context::global, "Ctrl+P", QT_TRANSLATE_NOOP("Commands", "Go to a lane: rank, host, GPU, or a list of ranks…")},
    {"help.keys", Context::global, "? F1", QT_TRANSLATE_NOOP("Commands", "Keys")},
    {"keys.change", Context::global, "", QT_TRANSLATE_NOOP("Commands", "Change keys…")},
    {"help.sample", Context::global, "", QT_TRANSLATE_NOOP("Commands", "Open the sample run")},
    {"help.about", Context::global, "", QT_TRANSLATE_NOOP("Commands", "About Lanescope")},

    {"box.case", Context::box, "Alt+C", QT_TRANSLATE_NOOP("Commands", "Match upper and lower case"), true},
    {"box.word", Context::box, "Alt+W", QT_TRANSLATE_NOOP("Commands", "Whole words only"), true},
    {"box.regex", Context::box, "Alt+R", QT_TRANSLATE_NOOP("Commands", "Regular expression"), true},
    {"box.scope", Context::box, "Alt+S", QT_TRANSLATE_NOOP("Commands", "Search elsewhere: everything, visible lanes, time shown, this text"), true},

    {"timeline.zoomIn", Context::timeline, "W", QT_TRANSLATE_NOOP("Commands", "Zoom in (also Ctrl+wheel)"), true},
    {"timeline.zoomOut", Context::timeline, "S", QT_TRANSLATE_NOOP("Commands", "Zoom out"), true},
    {"timeline.left", Context::timeline, "A Left", QT_TRANSLATE_NOOP("Commands", "Pan left"), true},
    {"timeline.right", Context::timeline, "D Right", QT_TRANSLATE_NOOP("Commands", "Pan right"), true},
    {"timeline.fit", Context::timeline, "F", QT_TRANSLATE_NOOP("Commands", "Fit the selection"), true},
    {"timeline.chosen", Context::timeline, "Z", QT_TRANSLATE_NOOP("Commands", "Zoom to the time chosen by dragging, or to the next drag (also Alt+drag; Shift+drag measures)"), true},
    {"timeline.home", Context::timeline, "Home 0", QT_TRANSLATE_NOOP("Commands", "The whole run"), true},
    {"timeline.row.previous", Context::timeline, "Up", QT_TRANSLATE_NOOP("Commands", "The lane above"), true, kRows},
    {"timeline.row.next", Context::timeline, "Down", QT_TRANSLATE_NOOP("Commands", "The lane below"), true, kRows},
    {"timeline.event.previous", Context::timeline, ",", QT_TRANSLATE_NOOP("Commands", "Previous event on the lane"), true, kEvents},
    {"timeline.event.next", Context::timeline, ".", QT_TRANSLATE_NOOP("Commands", "Next event on the lane"), true, kEvents},
    {"timeline.open", Context::timeline, "Return",
     QT_TRANSLATE_NOOP("Commands", "Go to the line; open or close a launch, a group, a band of alike lanes"), true},
    {"timeline.phase.previous", Context::timeline, "Ctrl+Left", QT_TRANSLATE_NOOP("Commands", "Previous launch, test or iteration"), true, kPhases},
    {"timeline.phase.next", Context::timeline, "Ctrl+Right", QT_TRANSLATE_NOOP("Commands", "Next launch, test or iteration"), true, kPhases},
    {"timeline.span", Context::timeline, "R", QT_TRANSLATE_NOOP("Commands", "Choose the time that the selected event, test or wait takes"), true},
    {"timeline.zero", Context::timeline, "K",
     QT_TRANSLATE_NOOP("Commands", "Count T+ from the selected moment, again: from the start; of two runs: align by it"), true},
    {"timeline.lanes", Context::global, "Ctrl+L", QT_TRANSLATE_NOOP("Commands", "Group, sort and filter lanes")},
    {"timeline.tick", Context::timeline, "Space",
     QT_TRANSLATE_NOOP("Commands", "Tick the lane, or no longer (also Ctrl+click; Shift+click: up to there; Space+drag pans)"), true},
    {"timeline.untick", Context::timeline, "", QT_TRANSLATE_NOOP("Commands", "Tick no lane"), true},
    {"timeline.only", Context::timeline, "Shift+U", QT_TRANSLATE_NOOP("Commands", "Show only the ticked lanes"), true},
    {"timeline.read", Context::timeline, "Shift+Return", QT_TRANSLATE_NOOP("Commands", "The text of the ticked lanes by time"), true},
    {"timeline.pin", Context::timeline, "P", QT_TRANSLATE_NOOP("Commands", "Pin the lane, or the ticked ones, to the top"), true},
    {"timeline.hide", Context::timeline, "H", QT_TRANSLATE_NOOP("Commands", "Hide the lane, or the ticked ones"), true},
    {"timeline.showAll", Context::timeline, "Shift+H", QT_TRANSLATE_NOOP("Commands", "Show all lanes"), true},
    {"timeline.troubled", Context::timeline, "U", QT_TRANSLATE_NOOP("Commands", "Only lanes that failed or stopped"), true},
    {"timeline.group", Context::timeline, "G", QT_TRANSLATE_NOOP("Commands", "Group lanes by launch, host, behaviour, not at all"), true},
    {"timeline.order", Context::timeline, "O", QT_TRANSLATE_NOOP("Commands", "Sort lanes by rank, first failure, last line, severity"), true},
    {"timeline.followers", Context::timeline, "T", QT_TRANSLATE_NOOP("Commands", "Marks of what followed from another failure, and of teardown"), true},
    {"timeline.minor", Context::timeline, "Shift+T", QT_TRANSLATE_NOOP("Commands", "Minor warnings, notes and starts (above 64 lanes they are left out)"), true},
    {"timeline.list", Context::timeline, "L", QT_TRANSLATE_NOOP("Commands", "List what the selected mark with a number stands for"), true},
    {"timeline.hit.next", Context::timeline, "N", QT_TRANSLATE_NOOP("Commands", "Next hit of the search")},
    {"timeline.hit.previous", Context::timeline, "Shift+N", QT_TRANSLATE_NOOP("Commands", "Previous hit of the search")},
    {"timeline.idle", Context::timeline, "I", QT_TRANSLATE_NOOP("Commands", "Fold idle time"), true},

    {"text.copy", Context::text, "Ctrl+C", QT_TRANSLATE_NOOP("Commands", "Copy with provenance"), true},
    {"text.copyBare", Context::text, "Ctrl+Alt+Shift+C", QT_TRANSLATE_NOOP("Commands", "Copy bare")},
    {"text.copyEvidence", Context::text, "Ctrl+Alt+C", QT_TRANSLATE_NOOP("Commands", "Copy as evidence, in Markdown")},
    {"text.everything", Context::global, "Ctrl+Shift+A", QT_TRANSLATE_NOOP("Commands", "The text of all ranks by time, and back")},
    {"text.hit.next", Context::text, "N", QT_TRANSLATE_NOOP("Commands", "Next hit, then those of the next rank"), true},
    {"text.hit.previous", Context::text, "Shift+N", QT_TRANSLATE_NOOP("Commands", "Previous hit"), true},
    {"text.onlyHits", Context::text, "H", QT_TRANSLATE_NOOP("Commands", "Hide the lines that do not match the search, or show them"), true},
    {"text.kinds", Context::text, "V", QT_TRANSLATE_NOOP("Commands", "Show every line, warnings and above, errors and above, tests"), true},
    {"text.warning.next", Context::text, "W", QT_TRANSLATE_NOOP("Commands", "Next warning or error"), true},
    {"text.warning.previous", Context::text, "Shift+W", QT_TRANSLATE_NOOP("Commands", "Previous warning or error"), true},
    {"text.mark", Context::text, "D", QT_TRANSLATE_NOOP("Commands", "Count differences of time from this line"), true},
    {"text.fold", Context::text, "Space", QT_TRANSLATE_NOOP("Commands", "Open or close a folded block"), true},
    {"text.wrap", Context::text, "Alt+Z", QT_TRANSLATE_NOOP("Commands", "Wrap long lines")},
    {"text.larger", Context::text, "Ctrl++ Ctrl+=", QT_TRANSLATE_NOOP("Commands", "Larger letters (also Ctrl+wheel)"), true, kSizes},
    {"text.smaller", Context::text, "Ctrl+-", QT_TRANSLATE_NOOP("Commands", "Smaller letters (also Ctrl+wheel)"), true, kSizes},
    {"text.colours", Context::text, "", QT_TRANSLATE_NOOP("Commands", "Colours of the terminal, or none"), true},
    {"text.folding", Context::text, "", QT_TRANSLATE_NOOP("Commands", "Fold tracebacks and failure reports, or show them whole"), true},
    {"text.row.previous", Context::text, "Up", QT_TRANSLATE_NOOP("Commands", "The line above"), true, kLines},
    {"text.row.next", Context::text, "Down", QT_TRANSLATE_NOOP("Commands", "The line below"), true, kLines},
    {"text.page.previous", Context::text, "PgUp", QT_TRANSLATE_NOOP("Commands", "A page of lines up"), true, kLines},
    {"text.page.next", Context::text, "PgDown", QT_TRANSLATE_NOOP("Commands", "A page of lines down"), true, kLines},
    {"text.first", Context::text, "Home", QT_TRANSLATE_NOOP("Commands", "The first line"), true, kLines},
    {"text.last", Context::text, "End", QT_TRANSLATE_NOOP("Commands", "The last line"), true, kLines},
    {"text.timeline", Context::text, "Return", QT_TRANSLATE_NOOP("Commands", "Show the line in the timeline"), true},

    {"compare.next", Context::compare, "F8 Alt+Down", QT_TRANSLATE_NOOP("Commands", "Next difference")},
    {"compare.previous", Context::compare, "Shift+F8 Alt+Up", QT_TRANSLATE_NOOP("Commands", "Previous difference")},
    {"compare.swap", Context::compare, "X", QT_TRANSLATE_NOOP("Commands", "Swap the two runs")},
    {"compare.copy", Context::compare, "", QT_TRANSLATE_NOOP("Commands", "Copy this difference as Markdown")},
    {"compare.copyAll", Context::compare, "", QT_TRANSLATE_NOOP("Commands", "Copy the comparison as Markdown")},
    {"compare.export", Context::compare, "Ctrl+Shift+E", QT_TRANSLATE_NOOP("Commands", "Export the comparison…")},
    {"compare.ignore", Context::compare, "", QT_TRANSLATE_NOOP("Commands", "Ignore this difference in this project, or no longer")},
    {"compare.close", Context::compare, "Ctrl+Shift+W", QT_TRANSLATE_NOOP("Commands", "Close the comparison")},

    {"lists.open", Context::lists, "Return", QT_TRANSLATE_NOOP("Commands", "Go to the line"), true},
    {"lists.next", Context::lists, "N", QT_TRANSLATE_NOOP("Commands", "Next hit or difference of the list"), true, kListed},
    {"lists.previous", Context::lists, "Shift+N", QT_TRANSLATE_NOOP("Commands", "Previous hit or difference of the list"), true, kListed},
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
    case Context::box:
      return tr("Search box");
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

const Command* findCommand(const QString& id) {
  const auto found = std::find_if(kCommands.begin(), kCommands.end(), [&id](const Command& entry) { return id == QLatin1String(entry.id); });
  return found == kCommands.end() ? nullptr : &*found;
}

const Command& command(const char* id) {
  const Command* found = findCommand(QLatin1String(id));
  Q_ASSERT_X(found != nullptr, "command", id);
  return *found;
}

QString commandText(const Command& command) { return QCoreApplication::translate(kTranslation, command.text); }

QString togetherText(const Command& command) {
  return QCoreApplication::translate(kTranslation, command.together ? command.together : command.text);
}

QList<QKeySequence> commandKeys(const Command& command) {
  QList<QKeySequence> keys;
  for (const QString& key : portableKeys(command)) keys << QKeySequence::fromString(key, QKeySequence::PortableText);
  return keys;
}

bool meet(const Command& a, const Command& b) {
  // The actions of a comparison are heard in the whole window.
  const auto everywhere = [](const Command& command) { return command.context == Context::global || (command.context == Context::compare && !command.paneHandles); };
  return a.context == b.context || everywhere(a) || everywhere(b);
}

bool isFixed(const Command& command) { return std::strcmp(command.id, kStepOut) == 0; }

}  // namespace lanescope::ui
