// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/row_map.h"

#include <algorithm>

namespace lanescope::ui {

RowMap RowMap::all(std::size_t lines) {
  RowMap map;
  map.m_lines = map.m_size = lines;
  return map;
}

RowMap RowMap::picked(std::size_t lines, std::vector<std::uint32_t> shown) {
  RowMap map;
  map.m_isPicked = true;
  map.m_lines = lines;
  map.m_size = shown.size();
  map.m_picked = std::move(shown);
  return map;
}

void RowMap::include(std::size_t line) {
  const auto at = std::lower_bound(m_picked.begin(), m_picked.end(), line);
  if (!m_isPicked || line >= m_lines || (at != m_picked.end() && *at == line)) return;
  m_picked.insert(at, static_cast<std::uint32_t>(line));
  ++m_size;
  ++m_included;
}

RowMap RowMap::without(std::size_t lines, std::vector<std::uint32_t> hidden) {
  std::sort(hidden.begin(), hidden.end());
  hidden.erase(std::unique(hidden.begin(), hidden.end()), hidden.end());
  RowMap map = all(lines);
  for (const std::uint32_t line : hidden) {
    if (line >= lines) break;
    if (!map.m_gaps.empty() && map.m_gaps.back().end == line) {
      ++map.m_gaps.back().end;
    } else {
      map.m_gaps.push_back({line, line + std::size_t{1}, lines - map.m_size});
    }
    --map.m_size;
  }
  return map;
}

const RowMap::Gap* RowMap::gapBefore(std::size_t line) const {
  const auto next = std::upper_bound(m_gaps.begin(), m_gaps.end(), line, [](std::size_t at, const Gap& gap) { return at < gap.begin; });
  return next == m_gaps.begin() ? nullptr : &*std::prev(next);
}

std::size_t RowMap::lineOf(std::size_t row) const {
  if (m_isPicked) return m_picked[row];
  // The gaps before which at most `row` lines are shown.
  const auto next = std::upper_bound(m_gaps.begin(), m_gaps.end(), row, [](std::size_t at, const Gap& gap) { return at < gap.begin - gap.before; });
  return next == m_gaps.begin() ? row : row + std::prev(next)->before + (std::prev(next)->end - std::prev(next)->begin);
}

std::optional<std::size_t> RowMap::rowOf(std::size_t line) const {
  if (m_isPicked) {
    const auto found = std::lower_bound(m_picked.begin(), m_picked.end(), line);
    if (found == m_picked.end() || *found != line) return {};
    return static_cast<std::size_t>(found - m_picked.begin());
  }
  if (line >= m_lines) return {};
  const Gap* gap = gapBefore(line);
  if (gap == nullptr) return line;
  if (line < gap->end) return {};
  return line - gap->before - (gap->end - gap->begin);
}

std::optional<std::size_t> RowMap::rowBefore(std::size_t line) const {
  if (m_isPicked) {
    const auto next = std::upper_bound(m_picked.begin(), m_picked.end(), line);
    if (next == m_picked.begin()) return {};
    return static_cast<std::size_t>(next - m_picked.begin()) - 1;
  }
  if (m_size == 0) return {};
  line = std::min(line, m_lines - 1);
  const Gap* gap = gapBefore(line);
  if (gap == nullptr) return line;
  if (line >= gap->end) return line - gap->before - (gap->end - gap->begin);
  if (gap->begin == 0) return {};
  return gap->begin - gap->before - 1;
}

}  // namespace lanescope::ui
