// SPDX-License-Identifier: Apache-2.0
// Level of detail for one lane: of many items along time the worst in each of a row of cells, in levels of half as many cells each.
// Cells stand at absolute times, so that what falls together does not change while panning. Immutable; any thread may read.
#pragma once

#include "ui/models/view_state.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::ui {

class WorstLod {
 public:
  // A row of cells of equal length, side by side from `origin` on. `values[c]` is the greatest value of any item that touches cell c,
  // 0 where none does, and `items[c]` the first such item.
  struct Level {
    std::int64_t origin = 0, cellNs = 1;
    std::size_t cells = 0;
    const std::uint8_t* values = nullptr;
    const std::uint32_t* items = nullptr;        // nullptr where only values were wanted
  };
  // Coarse: half as many cells as items, each with its item. Fine: several cells an item, values alone.
  enum class Detail { coarse, fine };

  WorstLod() = default;                          // no level: too few items for it to pay
  // Of items [0, count): rangeOf(i) is when (begin <= end), valueOf(i) its value, greater is worse; items of value 0 are left out.
  // Items are named by `firstItem` + i.
  template <class RangeOf, class ValueOf>
  static WorstLod of(std::uint32_t count, std::uint32_t firstItem, RangeOf rangeOf, ValueOf valueOf, Detail detail = Detail::coarse);

  // The coarsest level whose cells are no longer than a column.
  std::optional<Level> level(std::int64_t nsPerColumn) const;
  std::uint64_t memoryBytes() const { return m_values.capacity() + m_items.capacity() * sizeof(m_items[0]); }

 private:
  static constexpr std::uint32_t kFewest = 1'024, kFewestFine = 64;   // items
  static constexpr std::size_t kWritesPerCell = 16;  // items that overlap more than so cost more than they show

  void start(TimeRange extent, std::uint32_t count, Detail detail);
  void combine();

  std::int64_t m_origin = 0, m_cellNs = 1;
  std::size_t m_cells = 0;                       // of the finest level, a power of two; 0: none
  std::vector<std::uint8_t> m_values;            // level after level, the finest first
  std::vector<std::uint32_t> m_items;            // empty where only values were wanted
};

template <class RangeOf, class ValueOf>
WorstLod WorstLod::of(std::uint32_t count, std::uint32_t firstItem, RangeOf rangeOf, ValueOf valueOf, Detail detail) {
  WorstLod lod;
  if (count < (detail == Detail::fine ? kFewestFine : kFewest)) return lod;
  std::optional<TimeRange> extent;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (valueOf(i) == 0) continue;
    const TimeRange range = rangeOf(i);
    if (!extent) extent = range;
    extent->begin = std::min(extent->begin, range.begin);
    extent->end = std::max(extent->end, range.end);
  }
  if (!extent) return lod;
  lod.start(*extent, count, detail);
  std::size_t writes = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint8_t value = valueOf(i);
    if (value == 0) continue;
    const TimeRange range = rangeOf(i);
    const auto first = static_cast<std::size_t>((range.begin - lod.m_origin) / lod.m_cellNs);
    const auto last = static_cast<std::size_t>((std::max(range.begin, range.end - 1) - lod.m_origin) / lod.m_cellNs);
    writes += last - first + 1;
    if (writes > kWritesPerCell * lod.m_cells + count) return WorstLod();
    for (std::size_t cell = first; cell <= last; ++cell) {
      if (value <= lod.m_values[cell]) continue;
      lod.m_values[cell] = value;
      if (!lod.m_items.empty()) lod.m_items[cell] = firstItem + i;
    }
  }
  lod.combine();
  return lod;
}

}  // namespace lanescope::ui
