// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/line_list.h"

namespace lanescope::ui {

LineList LineList::ofSource(model::SourceId source, std::uint32_t lines) {
  LineList list;
  list.m_sources = {source};
  list.m_size = lines;
  return list;
}

LineList LineList::ofMerged(const std::vector<model::SourceId>& sources, const std::vector<model::LineRef>& merged) {
  LineList list;
  list.m_sources = sources;
  list.m_size = merged.size();
  list.m_which.reserve(merged.size());
  list.m_marks.reserve((merged.size() / kStep + 1) * sources.size());
  std::vector<std::uint32_t> counts(sources.size(), 0);
  for (std::size_t row = 0; row < merged.size(); ++row) {
    if (row % kStep == 0) list.m_marks.insert(list.m_marks.end(), counts.begin(), counts.end());
    const auto which = std::find(sources.begin(), sources.end(), merged[row].source) - sources.begin();
    list.m_which.push_back(static_cast<std::uint16_t>(which));
    ++counts[static_cast<std::size_t>(which)];
  }
  return list;
}

std::vector<std::uint32_t> LineList::countsBefore(std::size_t row) const {
  if (m_which.empty()) return {static_cast<std::uint32_t>(row)};
  const std::size_t mark = row / kStep;
  const auto first = m_marks.begin() + static_cast<std::ptrdiff_t>(mark * m_sources.size());
  std::vector<std::uint32_t> counts(first, first + static_cast<std::ptrdiff_t>(m_sources.size()));
  for (std::size_t i = mark * kStep; i < row; ++i) ++counts[m_which[i]];
  return counts;
}

model::LineRef LineList::at(std::size_t row) const {
  if (m_which.empty()) return {m_sources.front(), static_cast<std::uint32_t>(row + 1)};
  const std::size_t which = m_which[row];
  return {m_sources[which], countsBefore(row)[which] + 1};
}

std::optional<std::size_t> LineList::rowOf(model::LineRef line) const {
  const auto found = std::find(m_sources.begin(), m_sources.end(), line.source);
  if (found == m_sources.end() || line.line == 0) return {};
  if (m_which.empty()) return line.line <= m_size ? std::optional<std::size_t>(line.line - 1) : std::nullopt;
  const auto which = static_cast<std::size_t>(found - m_sources.begin());
  // The last mark with fewer than `line` lines of the source before it.
  std::size_t low = 0, high = m_marks.size() / m_sources.size();
  while (low + 1 < high) {
    const std::size_t middle = (low + high) / 2;
    (m_marks[middle * m_sources.size() + which] < line.line ? low : high) = middle;
  }
  if (high == 0) return {};
  std::uint32_t seen = m_marks[low * m_sources.size() + which];
  for (std::size_t row = low * kStep; row < m_size; ++row) {
    if (m_which[row] == which && ++seen == line.line) return row;
  }
  return {};
}

}  // namespace lanescope::ui
