// SPDX-License-Identifier: Apache-2.0
#include "ui/models/note_store.h"

#include "core/session/kept_notes.h"
#include "ui/models/words.h"

#include <QUndoCommand>
#include <QUndoStack>

#include <algorithm>
#include <iterator>

namespace lanescope::ui {

using model::Note;
using model::NotePlace;
using model::Notes;

namespace {

constexpr qsizetype kMostText = 4'000;

bool samePlace(const Note& a, const Note& b) {
  return a.place == b.place && a.source == b.source && a.line == b.line && a.launch == b.launch && a.attempt == b.attempt && a.rank == b.rank &&
         a.time.utc == b.time.utc && a.endNs == b.endNs;
}

std::optional<std::uint32_t> placeOf(const Notes& notes, const Note& note) {
  const auto found = std::find_if(notes.begin(), notes.end(), [&note](const Note& each) { return samePlace(each, note); });
  if (found == notes.end()) return {};
  return static_cast<std::uint32_t>(found - notes.begin());
}

void nameLane(Note& note, const model::Run& run, std::optional<model::LaneId> id) {
  if (!id) return;
  const model::Lane& lane = run.lanes[id->value];
  note.launch = lane.launch;
  note.attempt = lane.attempt;
  note.rank = lane.rank;
}

}  // namespace

class NoteStore::Step : public QUndoCommand {
 public:
  Step(const QString& text, NoteStore* store, Notes before, Notes after)
      : QUndoCommand(text), m_store(store), m_before(std::move(before)), m_after(std::move(after)) {}
  void undo() override { m_store->replace(m_before); }
  void redo() override { m_store->replace(m_after); }

 private:
  NoteStore* m_store;
  Notes m_before, m_after;
};

NoteStore::NoteStore(ViewState* state, QUndoStack* undo, QObject* parent) : QObject(parent), m_state(state), m_undo(undo) {}

bool NoteStore::isChangeable() const { return m_state->run() != nullptr && m_state->run()->complete; }

std::optional<Note> NoteStore::noteOfSelection() const {
  const Selection& selection = m_state->selection();
  if (!isChangeable()) return {};
  Note note;
  if (selection.line) {
    note.place = NotePlace::line;
    note.source = m_state->run()->source(selection.line->source).path;
    note.line = selection.line->line;
    note.time = selection.time;
  } else if (selection.time.known()) {
    note.place = NotePlace::moment;
    note.time = model::When::at(selection.time.utc);
    nameLane(note, *m_state->run(), selection.lane);
  } else {
    return {};
  }
  return note;
}

std::optional<Note> NoteStore::noteOfSpan(TimeRange span, std::optional<model::LaneId> lane) const {
  if (!isChangeable()) return {};
  Note note;
  note.place = NotePlace::span;
  note.time = model::When::at(span.begin);
  note.endNs = span.end;
  nameLane(note, *m_state->run(), lane);
  return note;
}

// Where all of them are marked, those without a text lose their marks.
void NoteStore::markLines(const std::vector<model::LineRef>& lines) {
  if (!isChangeable()) return;
  Notes marks;
  for (const model::LineRef line : lines) {
    Note mark;
    mark.place = NotePlace::line;
    mark.source = m_state->run()->source(line.source).path;
    mark.line = line.line;
    marks.push_back(std::move(mark));
  }
  marks = session::placedNotes(*m_state->run(), std::move(marks));
  Notes next = m_state->notes();
  const auto isMarked = [&next](const Note& mark) { return placeOf(next, mark).has_value(); };
  if (std::all_of(marks.begin(), marks.end(), isMarked)) {
    std::erase_if(next, [&marks](const Note& note) { return note.text.empty() && placeOf(marks, note); });
    if (next.size() < m_state->notes().size()) push(countedText(marks.size(), tr("no mark on 1 line"), tr("no marks on %1 lines")), std::move(next));
    return;
  }
  std::copy_if(marks.begin(), marks.end(), std::back_inserter(next), [&](const Note& mark) { return !isMarked(mark); });
  push(countedText(marks.size(), tr("mark 1 line"), tr("mark %1 lines")), std::move(next));
}

std::optional<std::uint32_t> NoteStore::add(Note note) {
  if (!isChangeable()) return {};
  // As it is placed when the run is read: a line's note has the line's time and lane.
  note = session::placedNotes(*m_state->run(), {std::move(note)}).front();
  if (const auto there = placeOf(m_state->notes(), note)) return there;
  Notes next = m_state->notes();
  next.push_back(note);
  push(note.text.empty() ? tr("mark") : tr("note"), std::move(next));
  return placeOf(m_state->notes(), note);
}

void NoteStore::addAll(const Notes& notes) {
  if (!isChangeable()) return;
  Notes next = m_state->notes();
  for (const Note& note : session::placedNotes(*m_state->run(), notes)) {
    if (!placeOf(next, note)) next.push_back(note);
  }
  if (next.size() > m_state->notes().size()) push(tr("notes of another"), std::move(next));
}

void NoteStore::setText(std::uint32_t index, const QString& text) {
  if (!isChangeable() || index >= m_state->notes().size()) return;
  Notes next = m_state->notes();
  std::string said = text.trimmed().left(kMostText).toStdString();
  if (next[index].text == said) return;
  next[index].text = std::move(said);
  push(tr("text of note %1").arg(index + 1), std::move(next));
}

void NoteStore::remove(std::uint32_t index) {
  if (!isChangeable() || index >= m_state->notes().size()) return;
  Notes next = m_state->notes();
  next.erase(next.begin() + static_cast<std::ptrdiff_t>(index));
  push(tr("remove note %1").arg(index + 1), std::move(next));
}

void NoteStore::push(const QString& text, Notes next) {
  m_undo->push(new Step(text, this, m_state->notes(), std::move(next)));   // calls redo()
}

void NoteStore::replace(const Notes& notes) {
  m_state->setNotes(notes);
  Q_EMIT changed();
}

}  // namespace lanescope::ui
