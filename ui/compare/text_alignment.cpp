// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/text_alignment.h"

#include <algorithm>
#include <unordered_map>

namespace lanescope::ui {

namespace {

constexpr std::size_t kSmallTable = 250'000;     // cells of an exact comparison
constexpr int kDeepest = 24;                     // of the search for entries that occur once
constexpr std::size_t kLookAhead = 64;           // where nothing occurs once
constexpr std::size_t kMostPairs = 2'500;        // of lines whose likeness is asked for
constexpr double kAlike = 0.5;
constexpr std::uint32_t kContext = 3, kFewestFolded = 4;

using Entries = std::span<const std::uint64_t>;

class Common {
 public:
  Common(Entries a, Entries b) : m_a(a), m_b(b) {}
  std::vector<std::pair<std::uint32_t, std::uint32_t>> find() {
    between(0, m_a.size(), 0, m_b.size(), 0);
    return std::move(m_pairs);
  }

 private:
  void add(std::size_t i, std::size_t k) { m_pairs.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k)); }

  void between(std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1, int depth) {
    while (a0 < a1 && b0 < b1 && m_a[a0] == m_b[b0]) add(a0++, b0++);
    std::size_t tail = 0;
    while (a1 > a0 && b1 > b0 && m_a[a1 - 1] == m_b[b1 - 1]) --a1, --b1, ++tail;
    if (a0 < a1 && b0 < b1) {
      if ((a1 - a0) * (b1 - b0) <= kSmallTable) exactly(a0, a1, b0, b1);
      else throughRare(a0, a1, b0, b1, depth);
    }
    for (std::size_t i = 0; i < tail; ++i) add(a1 + i, b1 + i);
  }

  void exactly(std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1) {
    const std::size_t rows = a1 - a0, columns = b1 - b0;
    std::vector<std::uint32_t> length((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t i, std::size_t k) -> std::uint32_t& { return length[i * (columns + 1) + k]; };
    for (std::size_t i = rows; i-- > 0;) {
      for (std::size_t k = columns; k-- > 0;) at(i, k) = m_a[a0 + i] == m_b[b0 + k] ? at(i + 1, k + 1) + 1 : std::max(at(i + 1, k), at(i, k + 1));
    }
    for (std::size_t i = 0, k = 0; i < rows && k < columns;) {
      if (m_a[a0 + i] == m_b[b0 + k]) add(a0 + i++, b0 + k++);
      else if (at(i + 1, k) >= at(i, k + 1)) ++i;
      else ++k;
    }
  }

  void throughRare(std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1, int depth) {
    const auto anchors = depth < kDeepest ? rarest(a0, a1, b0, b1) : std::vector<std::pair<std::size_t, std::size_t>>();
    if (anchors.empty()) return greedily(a0, a1, b0, b1);
    for (const auto& [i, k] : anchors) {
      between(a0, i, b0, k, depth + 1);
      add(i, k);
      a0 = i + 1;
      b0 = k + 1;
    }
    between(a0, a1, b0, b1, depth + 1);
  }

  // Entries that occur once in either, as many as ascend in both.
  std::vector<std::pair<std::size_t, std::size_t>> rarest(std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1) const {
    struct Seen { std::size_t inA = 0, inB = 0, a = 0, b = 0; };
    std::unordered_map<std::uint64_t, Seen> seen;
    for (std::size_t i = a0; i < a1; ++i) {
      Seen& entry = seen[m_a[i]];
      ++entry.inA;
      entry.a = i;
    }
    for (std::size_t k = b0; k < b1; ++k) {
      const auto found = seen.find(m_b[k]);
      if (found == seen.end()) continue;
      ++found->second.inB;
      found->second.b = k;
    }
    std::vector<std::pair<std::size_t, std::size_t>> once;
    for (const auto& [hash, entry] : seen) {
      if (entry.inA == 1 && entry.inB == 1) once.emplace_back(entry.a, entry.b);
    }
    std::sort(once.begin(), once.end());
    return ascending(once);
  }

  static std::vector<std::pair<std::size_t, std::size_t>> ascending(const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
    std::vector<std::size_t> tails, before(pairs.size(), pairs.size());   // indices into pairs
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto place = std::lower_bound(tails.begin(), tails.end(), pairs[i].second, [&](std::size_t t, std::size_t b) { return pairs[t].second < b; });
      if (place != tails.begin()) before[i] = *(place - 1);
      if (place == tails.end()) tails.push_back(i);
      else *place = i;
    }
    std::vector<std::pair<std::size_t, std::size_t>> result;
    for (std::size_t i = tails.empty() ? pairs.size() : tails.back(); i < pairs.size(); i = before[i]) result.push_back(pairs[i]);
    std::reverse(result.begin(), result.end());
    return result;
  }

  void greedily(std::size_t a0, std::size_t a1, std::size_t b0, std::size_t b1) {
    while (a0 < a1 && b0 < b1) {
      std::size_t ahead = 0;
      bool found = false;
      for (; ahead < kLookAhead && !found; ++ahead) {
        if (b0 + ahead < b1 && m_a[a0] == m_b[b0 + ahead]) {
          b0 += ahead;
          found = true;
        } else if (a0 + ahead < a1 && m_a[a0 + ahead] == m_b[b0]) {
          a0 += ahead;
          found = true;
        }
      }
      if (found) add(a0, b0);
      ++a0;
      ++b0;
    }
  }

  Entries m_a, m_b;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> m_pairs;
};

// Rows of a stretch without equal lines: those that are alike stand beside each other.
void addDifferent(std::vector<PairedRow>& rows, std::uint32_t a0, std::uint32_t a1, std::uint32_t b0, std::uint32_t b1, const Likeness& likeness) {
  const std::size_t height = a1 - a0, width = b1 - b0;
  std::vector<double> best;
  const auto at = [&](std::size_t i, std::size_t k) -> double& { return best[i * (width + 1) + k]; };
  std::vector<double> alike;
  if (height > 0 && width > 0 && height * width <= kMostPairs) {
    best.assign((height + 1) * (width + 1), 0);
    alike.assign(height * width, 0);
    for (std::size_t i = height; i-- > 0;) {
      for (std::size_t k = width; k-- > 0;) {
        const double value = likeness(a0 + static_cast<std::uint32_t>(i), b0 + static_cast<std::uint32_t>(k));
        alike[i * width + k] = value;
        at(i, k) = std::max(at(i + 1, k), at(i, k + 1));
        if (value >= kAlike) at(i, k) = std::max(at(i, k), value + at(i + 1, k + 1));
      }
    }
  }
  std::size_t i = 0, k = 0;
  while (i < height || k < width) {
    const bool both = i < height && k < width && !best.empty();
    if (both && alike[i * width + k] >= kAlike && at(i, k) <= alike[i * width + k] + at(i + 1, k + 1)) {
      rows.push_back({PairedKind::changed, a0 + static_cast<std::uint32_t>(i++), b0 + static_cast<std::uint32_t>(k++)});
    } else if (i < height && (!both || at(i, k) == at(i + 1, k))) {
      rows.push_back({PairedKind::onlyRun, a0 + static_cast<std::uint32_t>(i++), kNoLine});
    } else {
      rows.push_back({PairedKind::onlyBaseline, kNoLine, b0 + static_cast<std::uint32_t>(k++)});
    }
  }
}

}  // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> commonEntries(Entries a, Entries b) { return Common(a, b).find(); }

std::vector<PairedRow> pairLines(Entries run, Entries baseline, const Likeness& likeness) {
  std::vector<PairedRow> rows;
  std::uint32_t a = 0, b = 0;
  for (const auto& [i, k] : commonEntries(run, baseline)) {
    addDifferent(rows, a, i, b, k, likeness);
    rows.push_back({PairedKind::same, i, k});
    a = i + 1;
    b = k + 1;
  }
  addDifferent(rows, a, static_cast<std::uint32_t>(run.size()), b, static_cast<std::uint32_t>(baseline.size()), likeness);
  return rows;
}

std::vector<ShownRow> foldSame(const std::vector<PairedRow>& rows, std::optional<std::uint32_t> keep, const std::vector<std::uint32_t>& opened) {
  const auto size = static_cast<std::uint32_t>(rows.size());
  std::vector<bool> kept(size, false);
  const auto keepAround = [&](std::uint32_t row) {
    const std::uint32_t from = row < kContext ? 0 : row - kContext, to = std::min(size, row + kContext + 1);
    for (std::uint32_t i = from; i < to; ++i) kept[i] = true;
  };
  for (std::uint32_t i = 0; i < size; ++i) {
    if (rows[i].kind != PairedKind::same) keepAround(i);
  }
  if (keep && *keep < size) keepAround(*keep);
  std::vector<ShownRow> shown;
  for (std::uint32_t i = 0; i < size;) {
    std::uint32_t end = i;
    while (end < size && !kept[end]) ++end;
    const bool folds = end - i >= kFewestFolded && std::find(opened.begin(), opened.end(), i) == opened.end();
    if (folds) shown.push_back({i, end - i});
    else for (std::uint32_t k = i; k < end; ++k) shown.push_back({k, 1});
    i = end;
    while (i < size && kept[i]) shown.push_back({i++, 1});
  }
  return shown;
}

}  // namespace lanescope::ui
