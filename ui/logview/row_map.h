// SPDX-License-Identifier: Apache-2.0
// Which lines of a list are shown, as rows: all, some that were picked, or all without those that are folded away. A value; O(log) each way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::ui {

class RowMap {
 public:
  RowMap() = default;
  static RowMap all(std::size_t lines);
  static RowMap picked(std::size_t lines, std::vector<std::uint32_t> shown);     // ascending, each once
  static RowMap without(std::size_t lines, std::vector<std::uint32_t> hidden);   // in any order

  std::size_t size() const noexcept { return m_size; }
  std::size_t lines() const noexcept { return m_lines; }
  bool hidesAny() const noexcept { return m_size != m_lines; }
  // One more line, of a picked map: O(size).
  void include(std::size_t line);
  std::size_t included() const noexcept { return m_included; }
  bool isPicked() const noexcept { return m_isPicked; }
  // The place in the list of a row; `row` < size().
  std::size_t lineOf(std::size_t row) const;
  // The row of a place in the list, none where it is hidden.
  std::optional<std::size_t> rowOf(std::size_t line) const;
  // The row of the last shown line at or before a place; none where there is none.
  std::optional<std::size_t> rowBefore(std::size_t line) const;

 private:
  struct Gap { std::size_t begin = 0, end = 0, before = 0; };          // hidden; lines hidden before it
  const Gap* gapBefore(std::size_t line) const;  // the last that begins at or before

  std::size_t m_lines = 0, m_size = 0, m_included = 0;
  bool m_isPicked = false;
  std::vector<std::uint32_t> m_picked;
  std::vector<Gap> m_gaps;
};

}  // namespace lanescope::ui
