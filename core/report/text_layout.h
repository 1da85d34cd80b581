// SPDX-License-Identifier: Apache-2.0
// Plain text for a terminal: wrapped paragraphs and aligned columns. One code point counts as one cell. Internal to
// core/report.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::report {

inline constexpr std::size_t kTextWidth = 100;

// Cells that `text` takes.
std::size_t cells(std::string_view text) noexcept;
// `text` cut to `width` cells, its last one "…" where something was cut.
std::string fit(std::string_view text, std::size_t width);
// The same from the left, for paths, whose end tells most: "…/5/stderr.log:9".
std::string fitLeft(std::string_view text, std::size_t width);
// Filled with blanks on the right.
std::string pad(std::string_view text, std::size_t width);

// Appends `text`, wrapped at blanks to kTextWidth: the first line behind `first`, the others behind as many blanks. A
// word longer than a line stands alone, whole: what one copies is never broken.
void appendWrapped(std::string& out, std::string_view first, std::string_view text);

// Rows of cells under a heading, each column as wide as its widest cell; the last column is not padded.
class Table {
 public:
  explicit Table(std::vector<std::string> heading) { m_rows.push_back(std::move(heading)); }
  void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
  // Columns without any content are left out. Every line starts with `indent`.
  void appendTo(std::string& out, std::string_view indent) const;

 private:
  std::vector<std::vector<std::string>> m_rows;
};

}  // namespace lanescope::report
