// SPDX-License-Identifier: Apache-2.0
// The lines of a text: all of one source, or those of several merged by time. Immutable, any thread may read. A source costs nothing, a
// merged line 2 bytes and at most one more.
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
  // append(which, count): the next `count` lines of sources[which] follow. At most 65,535 sources; each begins with line 1.
  class Merger {
   public:
    explicit Merger(std::vector<model::SourceId> sources);
    void append(std::size_t which, std::uint32_t count);
    LineList finish();

   private:
    friend class LineList;
    std::vector<model::SourceId> m_sources;
    std::vector<std::uint16_t> m_which;
    std::vector<std::uint32_t> m_marks, m_counts;
    std::size_t m_step = 0;
  };

  std::size_t size() const noexcept { return m_size; }
  model::LineRef at(std::size_t row) const;  // O(1024), or 4 steps a source, at worst
  // For each of sources(): its lines before `row`.
  std::vector<std::uint32_t> countsBefore(std::size_t row) const;
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
  static std::size_t stepFor(std::size_t sources);

  std::vector<model::SourceId> m_sources;
  std::vector<std::uint16_t> m_which;  // row -> index into m_sources; empty for one source
  std::vector<std::uint32_t> m_marks;  // for every m_step-th row: lines of each source before it
  std::size_t m_step = 1024;
  std::size_t m_size = 0;
};

}  // namespace lanescope::ui
