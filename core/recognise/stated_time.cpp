// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/stated_time.h"

#include "core/recognise/digits.h"

#include <array>
#include <utility>

namespace lanescope::recognise {
namespace {

constexpr std::string_view kSlurm = "slurmstepd: error: *** ";
constexpr std::size_t kLeast = 24, kMost = 120;   // of a line that ends with a date
constexpr std::int64_t kSecond = 1'000'000'000;

std::string_view withoutEnd(std::string_view text) noexcept {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
  return text;
}

// The last word of `text`, which loses it and the spaces before it.
std::string_view takeLastWord(std::string_view& text) noexcept {
  const auto space = text.rfind(' ');
  const std::string_view word = text.substr(space == std::string_view::npos ? 0 : space + 1);
  text = withoutEnd(text.substr(0, text.size() - word.size()));
  return word;
}

// Index of `word` among names of three letters, from 1; 0 where it is none.
int indexOf(std::string_view word, std::string_view names) noexcept {
  if (word.size() != 3) return 0;
  const auto at = names.find(word);
  return at == std::string_view::npos || at % 3 != 0 ? 0 : static_cast<int>(at / 3) + 1;
}

int numberOf(std::string_view word, std::size_t mostDigits) noexcept {
  if (word.empty() || word.size() > mostDigits || countDigits(word, 0, mostDigits) != word.size()) return -1;
  return static_cast<int>(digitsAt(word, 0, word.size()));
}

// Hours east of UTC of the abbreviations that mean one zone wherever they are used.
std::optional<int> hoursOf(std::string_view zone) noexcept {
  constexpr std::array<std::pair<std::string_view, int>, 10> kZones = {{{"UTC", 0}, {"GMT", 0}, {"CET", 1}, {"CEST", 2}, {"EET", 2}, {"JST", 9},
                                                                        {"KST", 9}, {"EDT", -4}, {"MDT", -6}, {"PDT", -7}}};
  for (const auto& entry : kZones) {
    if (entry.first == zone) return entry.second;
  }
  return std::nullopt;
}

bool isAbbreviation(std::string_view word) noexcept {
  if (word.size() < 3 || word.size() > 5) return false;
  for (const char c : word) {
    if (c < 'A' || c > 'Z') return false;
  }
  return true;
}

// What may stand before a date that says when the line was written.
bool isLabel(std::string_view text) noexcept {
  if (text.empty()) return true;
  constexpr std::array<std::string_view, 5> kWords = {"tart", "egin", "egan", "end", "inish"};
  constexpr std::size_t kLongest = 60;
  if (text.size() > kLongest || text.find('[') != std::string_view::npos) return false;
  for (const std::string_view word : kWords) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return text.find("END") != std::string_view::npos || text.find("START") != std::string_view::npos;
}

// The last words of a line, from the right: year, zone, half of the day, time, and day and month in either order, weekday.
std::optional<Stamp> dateAtEnd(std::string_view text) noexcept {
  const int year = numberOf(takeLastWord(text), 4);
  if (year < 2000 || year > 2099) return std::nullopt;
  std::string_view word = takeLastWord(text);
  std::optional<int> hours;
  if (isAbbreviation(word)) {
    hours = hoursOf(word);
    word = takeLastWord(text);
  }
  const bool half = word == "AM" || word == "PM", afternoon = word == "PM";
  if (half) word = takeLastWord(text);
  std::size_t used = 0;
  auto stamp = parseTimeOfDay(word, used);
  if (!stamp || used != word.size()) return std::nullopt;
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec", kDays = "MonTueWedThuFriSatSun";
  const std::string_view right = takeLastWord(text), left = takeLastWord(text);
  const bool dayFirst = indexOf(right, kMonths) > 0;
  const int month = indexOf(dayFirst ? right : left, kMonths), day = numberOf(dayFirst ? left : right, 2);
  if (month == 0 || day < 1 || day > 31 || indexOf(takeLastWord(text), kDays) == 0 || !isLabel(text)) return std::nullopt;
  constexpr std::int64_t kDayNs = 86'400 * kSecond;
  std::int64_t ofDay = stamp->ns % kDayNs;
  if (half) ofDay = ofDay % (12 * 3600 * kSecond) + (afternoon ? 12 * 3600 * kSecond : 0);
  stamp->ns = daysFromCivil(year, month, day) * kDayNs + ofDay - hours.value_or(0) * 3600 * kSecond;
  stamp->hasDate = stamp->hasYear = true;
  stamp->hasZone = hours.has_value();
  return stamp;
}

// The unix seconds of a GitLab section's marker; 0 where the line is none.
std::int64_t sectionSeconds(std::string_view line) noexcept {
  constexpr std::string_view kStart = "section_start:", kEnd = "section_end:";
  const std::size_t at = line.starts_with(kStart) ? kStart.size() : line.starts_with(kEnd) ? kEnd.size() : 0;
  constexpr std::size_t kDigits = 10;
  if (at == 0 || countDigits(line, at, kDigits) != kDigits || !hasAt(line, at + kDigits, ':')) return 0;
  return digitsAt(line, at, kDigits);
}

// Where the daemon's words begin: at the start, or behind a progress bar that was left open.
std::size_t slurmAt(std::string_view line) noexcept {
  constexpr std::size_t kLongest = 300;
  if (!line.ends_with("***")) return std::string_view::npos;
  const std::size_t from = line.size() > kLongest ? line.size() - kLongest : 0;
  return line.find(kSlurm, from);
}

}  // namespace

bool mayStateTime(std::string_view line) noexcept {
  if (line.empty()) return false;
  if (line.front() == 's' && sectionSeconds(line) > 0) return true;
  std::size_t end = line.size();
  while (end > 0 && (line[end - 1] == '\n' || line[end - 1] == '\r')) --end;
  if (end < kLeast) return false;
  if (line[end - 1] == '*') return slurmAt(line.substr(0, end)) != std::string_view::npos;
  return line.size() <= kMost && line[end - 4] == '2' && line[end - 3] == '0' && isDigit(line[end - 2]) && isDigit(line[end - 1]) && line[end - 5] == ' ';
}

std::optional<Stamp> statedTime(std::string_view message) noexcept {
  if (const std::int64_t seconds = sectionSeconds(message); seconds > 0) return parseUnix(message.substr(message.find(':') + 1, 10));
  message = withoutEnd(message);
  const auto slurm = slurmAt(message);
  if (slurm == std::string_view::npos) return mayStateTime(message) ? dateAtEnd(message) : std::nullopt;
  message.remove_prefix(slurm);
  const auto at = message.find(" AT ");
  if (at == std::string_view::npos || message.substr(0, at).find('[') != std::string_view::npos) return std::nullopt;
  std::size_t used = 0;
  return parseIso(message.substr(at + 4), used);
}

}  // namespace lanescope::recognise
