// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/line_list.h"

namespace lanescope::ui {

LineList LineList::ofSource(model::SourceId source, std::uint32_t lines) {
  LineList list;
  list.m_sources = {source};
  list.m_size = lines;
  return list;
}

// A row of marks costs 4 bytes a source: with many of them they stand further apart.
std::size_t LineList::stepFor(std::size_t sources) { return std::max<std::size_t>(1024, 4 * sources); }

LineList::Merger::Merger(std::vector<model::SourceId> sources)
    : m_sources(std::move(sources)), m_counts(m_sources.size(), 0), m_step(stepFor(m_sources.size())) {}

void LineList::Merger::append(std::size_t which, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (m_which.size() % m_step == 0) m_marks.insert(m_marks.end(), m_counts.begin(), m_counts.end());
    m_which.push_back(static_cast<std::uint16_t>(which));
    ++m_counts[which];
  }
}

LineList LineList::Merger::finish() {
  LineList list;
  list.m_sources = std::move(m_sources);
  list.m_size = m_which.size();
  list.m_which = std::move(m_which);
  list.m_which.shrink_to_fit();
  list.m_marks = std::move(m_marks);
  list.m_step = m_step;
  return list;
}

std::vector<std::uint32_t> LineList::countsBefore(std::size_t row) const {
  if (m_sources.empty()) return {};
  if (m_which.empty()) return m_sources.size() == 1 ? std::vector{static_cast<std::uint32_t>(row)} : std::vector<std::uint32_t>(m_sources.size(), 0);
  const std::size_t mark = std::min(row / m_step, m_marks.size() / m_sources.size() - 1);
  const auto first = m_marks.begin() + static_cast<std::ptrdiff_t>(mark * m_sources.size());
  std::vector<std::uint32_t> counts(first, first + static_cast<std::ptrdiff_t>(m_sources.size()));
  for (std::size_t i = mark * m_step; i < row; ++i) ++counts[m_which[i]];
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
  for (std::size_t row = low * m_step; row < m_size; ++row) {
    if (m_which[row] == which && ++seen == line.line) return row;
  }
  return {};
}

}  // namespace lanescope::ui
