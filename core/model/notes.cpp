// SPDX-License-Identifier: Apache-2.0
#include "core/model/notes.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace lanescope::model {

const char* toString(NotePlace place) noexcept {
  static constexpr std::array names = {"run", "line", "moment", "span"};
  return names[static_cast<std::size_t>(place)];
}

void sortNotes(Notes& notes) {
  const auto key = [](const Note& note) {
    return std::tuple(!note.time.known(), note.time.known() ? note.time.utc : 0, std::string_view(note.source), note.line);
  };
  std::stable_sort(notes.begin(), notes.end(), [&key](const Note& a, const Note& b) { return key(a) < key(b); });
}

}  // namespace lanescope::model
