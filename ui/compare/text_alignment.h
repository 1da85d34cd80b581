// SPDX-License-Identifier: Apache-2.0
// Two texts side by side: which line stands beside which, and what is folded. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lanescope::ui {

// Pairs of equal entries in ascending order of both: a longest common subsequence where that is cheap, else one through the entries that
// occur once in either. O((a + b) log) beside short stretches.
std::vector<std::pair<std::uint32_t, std::uint32_t>> commonEntries(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

enum class PairedKind : std::uint8_t { same, changed, onlyRun, onlyBaseline };
inline constexpr std::uint32_t kNoLine = 0xFFFFFFFF;
struct PairedRow {
  PairedKind kind = PairedKind::same;
  std::uint32_t run = kNoLine, baseline = kNoLine;   // indices into the two texts
  bool operator==(const PairedRow&) const = default;
};

// How alike two lines of the texts are, 0 to 1; asked only for short stretches without equal lines.
using Likeness = std::function<double(std::uint32_t run, std::uint32_t baseline)>;
std::vector<PairedRow> pairLines(std::span<const std::uint64_t> run, std::span<const std::uint64_t> baseline, const Likeness& likeness);

// What is shown: a row, or a stretch of `count` rows folded behind the first of them.
struct ShownRow {
  std::uint32_t row = 0;
  std::uint32_t count = 1;
  bool folded() const noexcept { return count > 1; }
};
// Stretches of rows that are the same fold, but for a few lines beside what differs and around `keep`. Stretches that begin at one of
// `opened` stay open.
std::vector<ShownRow> foldSame(const std::vector<PairedRow>& rows, std::optional<std::uint32_t> keep, const std::vector<std::uint32_t>& opened);

}  // namespace lanescope::ui
