// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/line_words.h"

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::size_t kMostWords = 120;          // of a line that is compared word by word

bool isWord(QChar c) { return c.isLetterOrNumber() || c == QLatin1Char('_') || c == QLatin1Char('.'); }

// Words, and every other character but blanks on its own.
std::vector<WordSpan> wordsOf(const QString& text) {
  std::vector<WordSpan> words;
  for (qsizetype i = 0; i < text.size();) {
    qsizetype end = i + 1;
    if (isWord(text[i])) {
      while (end < text.size() && isWord(text[end])) ++end;
    }
    if (!text[i].isSpace()) words.push_back({i, end - i});
    i = end;
  }
  return words;
}

struct Lines {
  const QString &a, &b;
  std::vector<WordSpan> wordsA = wordsOf(a), wordsB = wordsOf(b);
  std::vector<bool> keptA = std::vector<bool>(wordsA.size(), false), keptB = std::vector<bool>(wordsB.size(), false);
  std::size_t common = 0;

  bool same(std::size_t i, std::size_t k) const {
    return QStringView(a).mid(wordsA[i].from, wordsA[i].length) == QStringView(b).mid(wordsB[k].from, wordsB[k].length);
  }
  void keep(std::size_t i, std::size_t k) {
    keptA[i] = keptB[k] = true;
    ++common;
  }

  void match() {
    std::size_t head = 0, endA = wordsA.size(), endB = wordsB.size();
    while (head < std::min(endA, endB) && same(head, head)) keep(head, head), ++head;
    while (endA > head && endB > head && same(endA - 1, endB - 1)) --endA, --endB, keep(endA, endB);
    if (endA - head <= kMostWords && endB - head <= kMostWords) matchBetween(head, endA, endB);
  }

  void matchBetween(std::size_t head, std::size_t endA, std::size_t endB) {
    const std::size_t rows = endA - head, columns = endB - head;
    std::vector<std::uint8_t> length((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t i, std::size_t k) -> std::uint8_t& { return length[i * (columns + 1) + k]; };
    for (std::size_t i = rows; i-- > 0;) {
      for (std::size_t k = columns; k-- > 0;) at(i, k) = same(head + i, head + k) ? static_cast<std::uint8_t>(at(i + 1, k + 1) + 1) : std::max(at(i + 1, k), at(i, k + 1));
    }
    for (std::size_t i = 0, k = 0; i < rows && k < columns;) {
      if (same(head + i, head + k)) keep(head + i++, head + k++);
      else if (at(i + 1, k) >= at(i, k + 1)) ++i;
      else ++k;
    }
  }
};

std::vector<WordSpan> spansOf(const std::vector<WordSpan>& words, const std::vector<bool>& kept) {
  std::vector<WordSpan> spans;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (kept[i]) continue;
    if (!spans.empty() && i > 0 && !kept[i - 1]) spans.back().length = words[i].from + words[i].length - spans.back().from;
    else spans.push_back(words[i]);
  }
  return spans;
}

}  // namespace

std::pair<std::vector<WordSpan>, std::vector<WordSpan>> differingSpans(const QString& a, const QString& b) {
  Lines lines{a, b};
  lines.match();
  return {spansOf(lines.wordsA, lines.keptA), spansOf(lines.wordsB, lines.keptB)};
}

double likenessOf(const QString& a, const QString& b) {
  Lines lines{a, b};
  const std::size_t most = std::max(lines.wordsA.size(), lines.wordsB.size());
  if (most == 0) return 0;
  lines.match();
  return static_cast<double>(lines.common) / static_cast<double>(most);
}

}  // namespace lanescope::ui
