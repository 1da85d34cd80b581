// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/closing_line.h"

#include "core/recognise/digits.h"

#include <algorithm>
#include <array>

namespace lanescope::recognise {
namespace {

constexpr std::size_t kLongest = 400;            // a longer line is data, not a sentence

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool equalWord(std::string_view word, std::string_view wanted) noexcept {
  return word.size() == wanted.size() && std::equal(word.begin(), word.end(), wanted.begin(), [](char a, char b) { return lower(a) == b; });
}

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words) noexcept {
  return std::any_of(words.begin(), words.end(), [word](std::string_view wanted) { return equalWord(word, wanted); });
}

constexpr std::array<std::string_view, 5> kDone = {"done", "finished", "completed", "complete", "ended"};
constexpr std::array<std::string_view, 6> kTraining = {"training", "pretraining", "finetuning", "train", "job", "run"};
constexpr std::array<std::string_view, 4> kFill = {"is", "has", "was", "successfully"};

// Takes the last word off; words are letters and digits. Whatever stands behind it is skipped.
std::string_view takeLastWord(std::string_view& text) noexcept {
  while (!text.empty() && !isWord(text.back())) text.remove_suffix(1);
  std::size_t at = text.size();
  while (at > 0 && isWord(text[at - 1])) --at;
  const std::string_view word = text.substr(at);
  text.remove_suffix(word.size());
  return word;
}

bool isNumber(std::string_view word) noexcept { return !word.empty() && std::all_of(word.begin(), word.end(), isDigit); }

// "rank3", and the "3" of "rank 3".
bool isRank(std::string_view word, std::string_view before) noexcept {
  constexpr std::string_view kRank = "rank";
  if (isNumber(word)) return equalWord(takeLastWord(before), kRank);
  return word.size() > kRank.size() && equalWord(word.substr(0, kRank.size()), kRank) && isNumber(word.substr(kRank.size()));
}

// A sentence that ends with "done": of the training, of a rank, or of nothing that it names. "Loading weights done" is none.
Closing byItsEnd(std::string_view line) noexcept {
  std::string_view word = takeLastWord(line);
  if (equalWord(word, "successfully")) word = takeLastWord(line);
  if (!isOneOf(word, kDone)) return Closing::none;
  word = takeLastWord(line);
  while (isOneOf(word, kFill)) word = takeLastWord(line);
  if (isOneOf(word, kTraining)) return Closing::job;
  return word.empty() || isRank(word, line) ? Closing::own : Closing::none;
}

constexpr std::array<std::string_view, 6> kForms = {"'train_runtime':", "`Trainer.fit` stopped: `max_", "[after training is done]", "[exiting program at iteration ", "[exiting program after ",
                                                    "Training completed. Do not forget to share your model"};

bool statesTrainingTime(std::string_view line) noexcept {
  constexpr std::string_view kTime = "Training time ";
  const auto at = line.find(kTime);
  return at != std::string_view::npos && at + kTime.size() < line.size() && isDigit(line[at + kTime.size()]);
}

}  // namespace

Closing closingOf(std::string_view line) noexcept {
  if (line.size() > kLongest) return Closing::none;
  const bool known = std::any_of(kForms.begin(), kForms.end(), [line](std::string_view form) { return line.find(form) != std::string_view::npos; });
  return known || statesTrainingTime(line) ? Closing::job : byItsEnd(line);
}

}  // namespace lanescope::recognise
