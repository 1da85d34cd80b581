// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/fuzzy_match.h"

#include <QStringList>

#include <algorithm>
#include <limits>

namespace lanescope::ui {

namespace {

constexpr int kLetter = 1, kWordStart = 8, kNextTo = 7, kGap = 2, kOtherOrder = 6;
constexpr int kNever = std::numeric_limits<int>::min() / 2;

bool startsWord(const QString& text, int at) {
  return at == 0 || (text[at].isLetterOrNumber() && !text[at - 1].isLetterOrNumber());
}

// The best way to find the letters of `typed` in `text`, in this order; both in one case. Row by row of a table: what the best way is that
// has letter i at place k.
std::optional<FuzzyMatch> inOrder(const QString& typed, const QString& text) {
  const int letters = static_cast<int>(typed.size()), places = static_cast<int>(text.size());
  if (letters == 0) return FuzzyMatch();
  if (letters > places) return std::nullopt;
  std::vector<int> before(static_cast<std::size_t>(places)), now(before.size());
  std::vector<std::vector<int>> from(static_cast<std::size_t>(letters), std::vector<int>(before.size(), -1));
  for (int i = 0; i < letters; ++i) {
    int best = kNever, bestAt = -1;              // of the letter before, further left than next to this one
    for (int k = 0; k < places; ++k) {
      const auto place = static_cast<std::size_t>(k);
      now[place] = kNever;
      if (k >= 2 && before[place - 2] > best) best = before[place - 2], bestAt = k - 2;
      if (typed[i] != text[k]) continue;
      const int own = kLetter + (startsWord(text, k) ? kWordStart : 0);
      if (i == 0) {
        now[place] = own;
        continue;
      }
      const int nextTo = k >= 1 ? before[place - 1] + kNextTo : kNever, apart = best - kGap;
      if (std::max(nextTo, apart) <= kNever / 2) continue;
      now[place] = own + std::max(nextTo, apart);
      from[static_cast<std::size_t>(i)][place] = nextTo >= apart ? k - 1 : bestAt;
    }
    std::swap(before, now);
  }
  const auto end = std::max_element(before.begin(), before.end());
  if (*end <= kNever / 2) return std::nullopt;
  FuzzyMatch match;
  match.score = *end;
  int at = static_cast<int>(end - before.begin());
  for (int i = letters - 1; i >= 0; --i) {
    match.at.push_back(at);
    at = from[static_cast<std::size_t>(i)][static_cast<std::size_t>(at)];
  }
  std::reverse(match.at.begin(), match.at.end());
  return match;
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text) {
  const QStringList words = typed.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  const QString folded = text.toCaseFolded();
  if (folded.size() != text.size()) return std::nullopt;   // places would not be those of the text
  std::optional<FuzzyMatch> match = inOrder(words.join(QString()), folded);
  if (words.size() < 2) return match;
  FuzzyMatch each;
  each.score = -kOtherOrder;
  for (const QString& word : words) {
    const auto found = inOrder(word, folded);
    if (!found) return match;
    each.score += found->score;
    each.at.insert(each.at.end(), found->at.begin(), found->at.end());
  }
  if (match && match->score >= each.score) return match;
  std::sort(each.at.begin(), each.at.end());
  each.at.erase(std::unique(each.at.begin(), each.at.end()), each.at.end());
  return each;
}

}  // namespace lanescope::ui
