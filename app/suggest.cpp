// SPDX-License-Identifier: Apache-2.0
#include "app/suggest.h"

#include <algorithm>
#include <cstddef>

namespace lanescope::app {

namespace {

// Levenshtein distance, one row at a time.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row.back();
}

}  // namespace

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kFarthest = 2;
  std::string best;
  std::size_t distance = kFarthest + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t here = editDistance(word, candidate);
    if (here < distance && here < candidate.size()) {
      distance = here;
      best = candidate;
    }
  }
  return best;
}

}  // namespace lanescope::app
