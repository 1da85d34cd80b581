// SPDX-License-Identifier: Apache-2.0
#include "core/session/kept_notes.h"

#include "core/clock/line_time.h"
#include "core/report/time_text.h"
#include "core/session/kept_json.h"
#include "core/session/stable_names.h"
#include "core/text/clean.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace lanescope::session {
namespace {

using Json = SideFile::Json;
using model::Note;
using model::NotePlace;

constexpr const char* kSection = "notes";
constexpr std::size_t kMostNotes = 10'000;

std::optional<Note> readNote(const Json& entry) {
  if (!entry.is_object()) return std::nullopt;
  const auto text = textAt(entry, "text");
  if (!text) return std::nullopt;
  Note note;
  note.text = *text;
  const auto has = [&entry](const char* key) { return entry.contains(key); };
  if (has("line")) {
    const auto source = textAt(entry, "source");
    const auto line = numberAt(entry, "line");
    if (!source || !line || *line == 0) return std::nullopt;
    note.place = NotePlace::line;
    note.source = *source;
    note.line = *line;
    return note;
  }
  note.launch = numberAt(entry, "launch");
  note.attempt = numberAt(entry, "attempt");
  note.rank = numberAt(entry, "rank");
  if (has("time")) {
    const auto at = timeAt(entry, "time");
    if (!at) return std::nullopt;
    note.place = NotePlace::moment;
    note.time = model::When::at(*at);
  } else if (has("from")) {
    const auto from = timeAt(entry, "from"), to = timeAt(entry, "to");
    if (!from || !to || *to <= *from) return std::nullopt;
    note.place = NotePlace::span;
    note.time = model::When::at(*from);
    note.endNs = *to;
  }
  return note;
}

// Whether an entry and a note are about the same place: what of it this version does not know stays with it.
bool samePlace(const Note& a, const Note& b) {
  if (a.place != b.place || a.launch != b.launch || a.attempt != b.attempt || a.rank != b.rank) return false;
  switch (a.place) {
    case NotePlace::run:
      return a.text == b.text;
    case NotePlace::line:
      return a.source == b.source && a.line == b.line;
    case NotePlace::moment:
      return a.time.utc == b.time.utc;
    case NotePlace::span:
      return a.time.utc == b.time.utc && a.endNs == b.endNs;
  }
  return false;
}

void writeNote(const Note& note, Json& entry) {
  const auto number = [&entry](const char* key, const std::optional<std::uint32_t>& value) {
    if (value) entry[key] = *value;
  };
  entry["text"] = text::toUtf8(note.text);
  if (note.place == NotePlace::line) {
    entry["source"] = text::toUtf8(note.source);
    entry["line"] = note.line;
    return;
  }
  if (note.place == NotePlace::moment) entry["time"] = report::isoTime(note.time.utc);
  if (note.place == NotePlace::span) {
    entry["from"] = report::isoTime(note.time.utc);
    entry["to"] = report::isoTime(note.endNs);
  }
  number("launch", note.launch);
  number("attempt", note.attempt);
  number("rank", note.rank);
}

// Says in `note` where it stands, or why it stands nowhere.
void place(const model::Run& run, const StableNames& names, Note& note) {
  note.problem.clear();
  if (note.place != NotePlace::line) return;
  note.time = {};
  const std::string path = names.pathOf(note.source);
  const auto source = std::find_if(run.sources.begin(), run.sources.end(), [&path](const model::Source& each) { return each.path == path; });
  if (path.empty() || source == run.sources.end()) {
    note.problem = "no source of the run has this name";
    return;
  }
  note.source = path;
  if (!source->text || note.line > source->text->lineCount()) {
    note.problem = "the source has no such line";
    return;
  }
  note.time = clock::whenOf(*source, note.line);
  note.launch = source->launch;
  note.attempt = source->attempt;
  note.rank = source->rank;
}

const Note* find(const model::Notes& notes, const Note& note) {
  const auto found = std::find_if(notes.begin(), notes.end(), [&note](const Note& each) { return samePlace(each, note); });
  return found == notes.end() ? nullptr : &*found;
}

// What was changed from `before` to `now`, made with those that are `there`.
model::Notes merged(model::Notes there, const model::Notes& before, const model::Notes& now) {
  std::erase_if(there, [&](const Note& note) { return find(before, note) && !find(now, note); });
  for (const Note& note : now) {
    const Note* old = find(before, note);
    if (old && old->text == note.text) continue;
    const auto same = std::find_if(there.begin(), there.end(), [&note](const Note& each) { return samePlace(each, note); });
    if (same == there.end()) there.push_back(note);
    else same->text = note.text;
  }
  model::sortNotes(there);
  return there;
}

}  // namespace

model::Notes readNotes(const Json& list) {
  model::Notes notes;
  if (!list.is_array()) return notes;
  for (const Json& entry : list) {
    if (notes.size() == kMostNotes) break;
    if (auto note = readNote(entry)) notes.push_back(*std::move(note));
  }
  return notes;
}

model::Notes readNotes(const SideFile& file) {
  const Json* section = file.section(kSection);
  return section ? readNotes(*section) : model::Notes();
}

void writeNotes(const model::Notes& notes, const model::Run& run, Json& list) {
  const StableNames names(run);
  std::vector<std::pair<Note, Json>> before;
  Json after = Json::array();
  if (!list.is_array()) list = Json::array({list});
  for (const Json& entry : list) {
    if (auto note = readNote(entry)) before.emplace_back(*std::move(note), entry);
    else after.push_back(entry);
  }
  for (Note note : notes) {
    if (note.place == NotePlace::line) {
      note.source = names.of(note.source);
      note.launch = note.attempt = note.rank = std::nullopt;   // the source's own
    }
    const auto old = std::find_if(before.begin(), before.end(), [&note](const auto& pair) { return samePlace(pair.first, note); });
    Json entry = old == before.end() ? Json::object() : old->second;
    writeNote(note, entry);
    after.push_back(std::move(entry));
  }
  list = std::move(after);
}

void writeNotes(const model::Notes& notes, const model::Run& run, SideFile& file) {
  Json list = file.section(kSection) ? *file.section(kSection) : Json::array();
  writeNotes(notes, run, list);
  file.setSection(kSection, list);
}

model::Notes placedNotes(const model::Run& run, model::Notes notes) {
  if (notes.empty()) return notes;
  const StableNames names(run);
  for (Note& note : notes) place(run, names, note);
  model::sortNotes(notes);
  return notes;
}

base::Result<std::string> keepNotes(const std::vector<std::string>& paths, const model::Run& run, const model::Notes& before, const model::Notes& now) {
  const auto file = SideFile::change(paths.empty() ? std::string() : paths.front(), run.id, [&](SideFile& kept) { writeNotes(merged(placedNotes(run, readNotes(kept)), before, now), run, kept); });
  if (!file) return tl::make_unexpected(file.error());
  return file->shown();
}

}  // namespace lanescope::session
