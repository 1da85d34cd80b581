// SPDX-License-Identifier: Apache-2.0
// What a user has added to a run beside settings: notes at places in it, and what is known of failures that were named before. Plain
// data; core/session keeps and finds it.
#pragma once

#include "core/model/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::model {

// What a note is about.
enum class NotePlace : std::uint8_t { run, line, moment, span };
const char* toString(NotePlace place) noexcept;  // run|line|moment|span

// A note's number, as pictures and reports show it, is its place in the list, counted from 1.
struct Note {
  NotePlace place = NotePlace::run;
  std::string text;                              // "": a bare mark
  std::string source;                            // line: a Source::path; as it was kept where no source of the run is meant
  std::uint32_t line = 0;                        // line: from 1
  std::optional<std::uint32_t> launch, attempt;  // moment, span: of the lane, where it is about one
  std::optional<Rank> rank;
  When time;                                     // line: its own; moment; span: the begin
  std::int64_t endNs = 0;                        // span: behind its last moment, unix ns
  std::string problem;                           // why it has no place in this run; "" where it has
  bool operator==(const Note&) const = default;
};
using Notes = std::vector<Note>;

// Notes by time, those without one last, then by source and line: the order in which they are numbered.
void sortNotes(Notes& notes);

// A finding whose fingerprint the user has named, in this run or another one.
struct SeenBefore {
  std::string finding;                           // Finding::id
  std::string fingerprint;
  std::string note, url;
  std::uint32_t count = 0;                       // runs: those before this one, and this one where it was named in it
  bool thisRun = false;                          // this run is among them
  std::vector<std::string> dates;                // "2026-03-14", sorted, each once
  std::vector<std::string> hosts;                // sorted, each once
  bool operator==(const SeenBefore&) const = default;
};

}  // namespace lanescope::model
