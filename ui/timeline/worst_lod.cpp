// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/worst_lod.h"

#include <algorithm>
#include <bit>

namespace lanescope::ui {

namespace {

constexpr std::size_t kMostCells = 8'192, kMostFineCells = 131'072;
constexpr std::size_t kFineCells = 4;            // an item: a window in which cells are longer than columns shows few items

}  // namespace

void WorstLod::start(TimeRange extent, std::uint32_t count, Detail detail) {
  // Half as many cells as items: a window that shows fewer items than cells is drawn from the items.
  m_cells = detail == Detail::fine ? std::min<std::size_t>(std::bit_floor(kFineCells * count), kMostFineCells)
                                   : std::min<std::size_t>(std::bit_floor(count / 2), kMostCells);
  m_origin = extent.begin;
  m_cellNs = (extent.end - extent.begin) / static_cast<std::int64_t>(m_cells) + 1;
  m_values.assign(2 * m_cells, 0);
  if (detail == Detail::coarse) m_items.assign(2 * m_cells, 0);
}

void WorstLod::combine() {
  std::size_t from = 0, to = m_cells;
  for (std::size_t cells = m_cells / 2; cells > 0; cells /= 2) {
    for (std::size_t i = 0; i < cells; ++i) {
      const std::size_t left = from + 2 * i;
      const std::size_t worse = m_values[left + 1] > m_values[left] ? left + 1 : left;
      m_values[to + i] = m_values[worse];
      if (!m_items.empty()) m_items[to + i] = m_items[worse];
    }
    from = to;
    to += cells;
  }
}

std::optional<WorstLod::Level> WorstLod::level(std::int64_t nsPerColumn) const {
  if (m_cells == 0 || m_cellNs > nsPerColumn) return std::nullopt;
  std::size_t at = 0, cells = m_cells;
  std::int64_t cellNs = m_cellNs;
  while (cells > 1 && 2 * cellNs <= nsPerColumn) {
    at += cells;
    cells /= 2;
    cellNs *= 2;
  }
  return Level{m_origin, cellNs, cells, m_values.data() + at, m_items.empty() ? nullptr : m_items.data() + at};
}

}  // namespace lanescope::ui
