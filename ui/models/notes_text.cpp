// SPDX-License-Identifier: Apache-2.0
#include "ui/models/notes_text.h"

#include "core/report/added_text.h"
#include "ui/models/words.h"
#include "ui/theme/clipped_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::size_t kTipBytes = 400;

}  // namespace

std::optional<model::LineRef> lineOfNote(const model::Run& run, const model::Note& note) {
  if (note.place != model::NotePlace::line || !note.problem.empty()) return {};
  for (std::uint32_t i = 0; i < run.sources.size(); ++i) {
    if (run.sources[i].path == note.source) return model::LineRef{model::SourceId{i}, note.line};
  }
  return {};
}

std::optional<model::LaneId> laneOf(const model::Run& run, const model::Note& note) {
  if (const auto line = lineOfNote(run, note)) return laneOf(run, *line);
  if (!note.launch || !note.rank) return {};
  return run.laneOf(*note.launch, note.attempt.value_or(0), *note.rank);
}

QString noteTip(const ViewState& state, std::uint32_t index) {
  const auto run = state.run();
  if (run == nullptr || index >= state.notes().size()) return {};
  const model::Note& note = state.notes()[index];
  const QString text = clippedText(toQt(report::noteText(note))).toHtmlEscaped(), place = toQt(report::notePlaceText(*run, note)).toHtmlEscaped();
  const QString line = toQt(report::noteLine(*run, note, kTipBytes)).toHtmlEscaped();
  const QString head = QStringLiteral("<p><b>%1</b> %2</p><p>%3</p>").arg(QString::number(index + 1), text, place);
  return line.isEmpty() ? head : head + QStringLiteral("<p><tt>%1</tt></p>").arg(line);
}

QString noteSpoken(const ViewState& state, std::uint32_t index) {
  const auto run = state.run();
  if (run == nullptr || index >= state.notes().size()) return {};
  const model::Note& note = state.notes()[index];
  return QCoreApplication::translate("Notes", "Note %1: %2, %3").arg(QString::number(index + 1), toQt(report::noteText(note)), toQt(report::notePlaceText(*run, note)));
}

void selectNote(ViewState& state, std::uint32_t index) {
  const auto run = state.run();
  if (run == nullptr || index >= state.notes().size()) return;
  const model::Note note = state.notes()[index];
  if (const auto line = lineOfNote(*run, note)) return state.selectLine(*line);
  if (!note.time.known()) return;
  const TimeRange seen = state.range();
  const std::int64_t end = note.place == model::NotePlace::span ? note.endNs : note.time.utc;
  if (note.time.utc < seen.begin || end > seen.end) {
    const std::int64_t length = std::max(seen.length(), (end - note.time.utc) * 6 / 5), middle = note.time.utc + (end - note.time.utc) / 2;
    state.setRange({middle - length / 2, middle - length / 2 + length});
  }
  Selection selection;
  selection.lane = laneOf(*run, note);
  selection.time = note.time;
  state.select(selection);
}

std::optional<std::uint32_t> noteAt(const ViewState& state) {
  const auto run = state.run();
  const Selection& selection = state.selection();
  if (run == nullptr) return {};
  for (std::uint32_t i = 0; i < state.notes().size(); ++i) {
    const model::Note& note = state.notes()[i];
    const bool line = note.place == model::NotePlace::line;
    if (line && selection.line && lineOfNote(*run, note) == selection.line) return i;
    if (line || selection.line || note.place == model::NotePlace::run) continue;
    if (selection.time.known() && note.time.utc == selection.time.utc && laneOf(*run, note) == selection.lane) return i;
  }
  return {};
}

}  // namespace lanescope::ui
