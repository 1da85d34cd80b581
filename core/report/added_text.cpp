// SPDX-License-Identifier: Apache-2.0
#include "core/report/added_text.h"

#include "core/base/counted.h"
#include "core/report/time_text.h"
#include "core/text/clean.h"

#include <fmt/format.h>
#include <algorithm>

namespace lanescope::report {

using namespace model;

namespace {

constexpr std::size_t kMostHosts = 4;            // named; of more, the number

// What a user wrote, or a side file holds, made as harmless as the lines of a log.
std::string oneLine(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  return text::visible(text::display(text));
}

std::string datesText(const std::vector<std::string>& dates) {
  if (dates.empty()) return {};
  return dates.size() == 1 ? ", " + dates.front() : fmt::format(", {} to {}", dates.front(), dates.back());
}

std::string hostsText(const std::vector<std::string>& hosts) {
  if (hosts.empty()) return {};
  if (hosts.size() > kMostHosts) return fmt::format(", on {} hosts", hosts.size());
  std::string text = ", on " + hosts.front();
  for (std::size_t i = 1; i < hosts.size(); ++i) text += (i + 1 < hosts.size() ? ", " : " and ") + hosts[i];
  return text;
}

std::string laneOf(const Run& run, const Note& note) {
  if (!note.rank) return {};
  const std::string launch = run.launches.size() > 1 && note.launch ? fmt::format(" of launch {}", *note.launch + 1) : "";
  return fmt::format(", rank {}{}", *note.rank, launch);
}

}  // namespace

std::string notePlaceText(const Run& run, const Note& note) {
  switch (note.place) {
    case NotePlace::run:
      return "the run";
    case NotePlace::line:
      return fmt::format("{}:{}", note.source, note.line);
    case NotePlace::moment:
      return whenText(note.time) + laneOf(run, note);
    case NotePlace::span:
      break;
  }
  return fmt::format("{} – {} Z{}", clockText(note.time.utc), clockText(note.endNs), laneOf(run, note));
}

std::string noteText(const Note& note) { return note.text.empty() ? "marked" : oneLine(note.text); }

std::string noteLine(const Run& run, const Note& note, std::size_t mostBytes) {
  if (note.place != NotePlace::line || !note.problem.empty()) return {};
  const auto source = std::find_if(run.sources.begin(), run.sources.end(), [&](const Source& each) { return each.path == note.source; });
  return source == run.sources.end() ? std::string() : source->lineText(note.line, mostBytes);
}

std::string sightingsText(const SeenBefore& seen) {
  if (seen.thisRun && seen.count == 1) return "named by the user in this run";
  const std::string own = seen.thisRun ? ", this one among them" : "";
  return fmt::format("seen before in {}{}{}{}", base::counted(seen.count, "run"), own, datesText(seen.dates), hostsText(seen.hosts));
}

std::string seenBeforeText(const SeenBefore& seen) {
  const std::string note = seen.note.empty() ? "" : ": " + oneLine(seen.note);
  return sightingsText(seen) + note + (seen.url.empty() ? "" : fmt::format(" ({})", oneLine(seen.url)));
}

const SeenBefore* seenBeforeOf(const Run& run, const Finding& finding) {
  const auto found = std::find_if(run.seenBefore.begin(), run.seenBefore.end(), [&](const SeenBefore& seen) { return seen.finding == finding.id; });
  return found == run.seenBefore.end() ? nullptr : &*found;
}

}  // namespace lanescope::report
