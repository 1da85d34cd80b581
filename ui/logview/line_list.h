// SPDX-License-Identifier: Apache-2.0
// The rows of a text view: all lines of one source, or those of several merged by time. Immutable, any thread may read.
// A source costs nothing, a merged row 2 bytes and a little for every 1024th.
#pragma once

#include "core/model/source.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::ui {

class LineList {
 public:
  LineList() = default;
  static LineList ofSource(model::SourceId source, std::uint32_t lines);
  // `merged` holds, for each of `sources`, lines 1, 2, 3 ... in this order; at most 65,535 sources.
  static LineList ofMerged(const std::vector<model::SourceId>& sources, const std::vector<model::LineRef>& merged);

  std::size_t size() const noexcept { return m_size; }
  model::LineRef at(std::size_t row) const;  // O(1024) at worst
  // The row of a line; none where it is not in the list. O(log rows + 1024).
  std::optional<std::size_t> rowOf(model::LineRef line) const;
  const std::vector<model::SourceId>& sources() const noexcept { return m_sources; }

  // Calls visit(row, line) for rows [from, to) until it returns false. O(1) a row.
  template <class Visit>
  void forEach(std::size_t from, std::size_t to, Visit visit) const {
    if (from >= m_size) return;
    to = std::min(to, m_size);
    std::vector<std::uint32_t> counts = countsBefore(from);
    for (std::size_t row = from; row < to; ++row) {
      const std::size_t which = m_which.empty() ? 0 : m_which[row];
      if (!visit(row, model::LineRef{m_sources[which], ++counts[which]})) return;
    }
  }

 private:
  static constexpr std::size_t kStep = 1024;  // rows between two rows of m_marks
  std::vector<std::uint32_t> countsBefore(std::size_t row) const;

  std::vector<model::SourceId> m_sources;
  std::vector<std::uint16_t> m_which;  // row -> index into m_sources; empty for one source
  std::vector<std::uint32_t> m_marks;  // for every kStep-th row: lines of each source before it
  std::size_t m_size = 0;
};

}  // namespace lanescope::ui
