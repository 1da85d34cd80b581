// SPDX-License-Identifier: Apache-2.0
// The words in which two lines differ. Pure functions, any thread.
#pragma once

#include <QString>

#include <utility>
#include <vector>

namespace lanescope::ui {

struct WordSpan {
  qsizetype from = 0, length = 0;
  bool operator==(const WordSpan&) const = default;
};
// Of two lines, what the other one does not have; neighbours are one span. Lines of more words than are compared one by one differ from
// the first word that does to the last.
std::pair<std::vector<WordSpan>, std::vector<WordSpan>> differingSpans(const QString& a, const QString& b);

// Words that both have in the same order, as a share of the longer line's; 0 to 1.
double likenessOf(const QString& a, const QString& b);

}  // namespace lanescope::ui
