// SPDX-License-Identifier: Apache-2.0
// How well what somebody typed fits a text: its letters in their order, best at the starts of words and next to each other.
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace lanescope::ui {

struct FuzzyMatch {
  int score = 0;                                 // the higher the better; comparable between texts
  std::vector<int> at;                           // places of the text, ascending
};

// nullopt where it does not fit. Case does not count; words may stand in another order than typed.
std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text);

}  // namespace lanescope::ui
