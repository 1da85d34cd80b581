// SPDX-License-Identifier: Apache-2.0
// How lanes and text are shown, as a view keeps it. Kinds of grouping, sorting and columns are words that the window makes and reads; one
// that it does not know counts as none.
#pragma once

#include "core/model/run.h"
#include "core/session/side_file.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::session {

struct KeptLane {
  std::uint32_t launch = 0, attempt = 0;         // rows are of launches: their attempt is 0
  model::Rank rank = 0;
  auto operator<=>(const KeptLane&) const = default;
};

struct KeptRows {
  std::string grouping, order, folding;          // "": as it is where nobody chose
  std::string ranks;                             // "0-7,13": only these
  bool onlyTroubled = false;
  std::vector<KeptLane> hidden, pinned, opened;  // sorted
  std::vector<std::uint32_t> closed;             // launches that are shown as one row, sorted
  std::vector<std::string> closedGroups;         // sorted
  bool foldsIdle = false;
  bool hidesFollowers = false;                   // marks of what followed from another failure
  std::string minor;                             // minor marks; "": as it is where nobody chose
  bool operator==(const KeptRows&) const = default;
};

// Whose lines are read: those of everything, of lanes, of a source; of nothing named: those that the selection wants.
struct KeptText {
  bool everything = false;
  std::vector<KeptLane> lanes;
  std::string source;                            // Source::path
  std::optional<std::string> columns;            // "time,rank"
  bool wrap = false, colours = false, folding = false;
  bool operator==(const KeptText&) const = default;
};

// Members `rows` and `text` of a view. Keys of other versions stay.
KeptRows readRows(const SideFile::Json& rows);
void writeRows(const KeptRows& kept, SideFile::Json& rows);
KeptText readText(const SideFile::Json& text, const model::Run& run);
void writeText(const KeptText& kept, const model::Run& run, SideFile::Json& text);

}  // namespace lanescope::session
