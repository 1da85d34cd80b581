// SPDX-License-Identifier: Apache-2.0
#include "core/text/line_index.h"

#include <algorithm>

namespace lanescope::text {
namespace {

constexpr std::uint32_t kLinesPerBase = 64;

std::string_view withoutLineEnd(std::string_view line) noexcept {
  if (line.ends_with('\n')) {
    line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  return line;
}

}  // namespace

void LineIndex::append(std::uint64_t bytes) {
  if (m_lengths.size() % kLinesPerBase == 0) m_base.push_back(m_bytes);
  if (bytes < kLong) {
    m_lengths.push_back(static_cast<std::uint16_t>(bytes));
  } else {
    m_long.emplace_back(size(), bytes);
    m_lengths.push_back(kLong);
  }
  m_bytes += bytes;
}

void LineIndex::append(const LineIndex& tail) {
  // The tail's own bases stand at other lines than ours would. In stretches up to the next base, so that the sums are simple loops.
  auto longLine = tail.m_long.begin();
  for (std::size_t at = 0; at < tail.m_lengths.size();) {
    if (m_lengths.size() % kLinesPerBase == 0) m_base.push_back(m_bytes);
    const std::size_t end = std::min(tail.m_lengths.size(), at + kLinesPerBase - m_lengths.size() % kLinesPerBase);
    for (std::size_t i = at; i < end; ++i) m_bytes += tail.m_lengths[i];
    for (; longLine != tail.m_long.end() && longLine->first < end; ++longLine) {
      m_bytes += longLine->second - kLong;
      m_long.emplace_back(static_cast<std::uint32_t>(m_lengths.size() + longLine->first - at), longLine->second);
    }
    m_lengths.insert(m_lengths.end(), tail.m_lengths.begin() + static_cast<std::ptrdiff_t>(at), tail.m_lengths.begin() + static_cast<std::ptrdiff_t>(end));
    at = end;
  }
}

std::uint64_t LineIndex::length(std::uint32_t index) const noexcept {
  const std::uint16_t length = m_lengths[index];
  if (length != kLong) return length;
  return std::lower_bound(m_long.begin(), m_long.end(), std::pair<std::uint32_t, std::uint64_t>{index, 0})->second;
}

input::ByteRange LineIndex::range(std::uint32_t number) const noexcept {
  if (number == 0 || number > size()) return {m_bytes, m_bytes};
  const std::uint32_t index = number - 1;
  std::uint64_t begin = m_base[index / kLinesPerBase];
  for (std::uint32_t i = index - index % kLinesPerBase; i < index; ++i) begin += length(i);
  return {begin, begin + length(index)};
}

std::uint32_t LineIndex::lineAt(std::uint64_t offset) const noexcept {
  if (offset >= m_bytes) return size();
  const auto base = std::upper_bound(m_base.begin(), m_base.end(), offset) - 1;
  auto index = static_cast<std::uint32_t>(base - m_base.begin()) * kLinesPerBase;
  for (std::uint64_t end = *base + length(index); end <= offset; end += length(index)) ++index;
  return index + 1;
}

std::uint64_t LineIndex::memoryBytes() const noexcept {
  return m_lengths.capacity() * sizeof(m_lengths[0]) + m_base.capacity() * sizeof(m_base[0]) +
         m_long.capacity() * sizeof(m_long[0]);
}

void LineIndex::shrink() {
  m_lengths.shrink_to_fit();
  m_base.shrink_to_fit();
  m_long.shrink_to_fit();
}

void LineIndex::reserve(std::size_t lines) {
  m_lengths.reserve(lines);
  m_base.reserve(lines / kLinesPerBase + 1);
}

void LineIndex::clear() noexcept {
  m_lengths.clear();
  m_base.clear();
  m_long.clear();
  m_bytes = 0;
}

std::string_view LineReader::line(std::uint32_t number) {
  const input::ByteRange range = m_index->range(number);
  if (range.size() == 0) return {};
  if (!m_window.holds(range) && !load(range)) return {};
  return withoutLineEnd(m_view.substr(range.begin - m_window.begin, range.size()));
}

bool LineReader::load(input::ByteRange line) {
  // Whoever reads upwards needs what stands before the line next.
  const bool upwards = line.begin < m_window.begin;
  const std::uint64_t gap = upwards ? m_window.begin - std::min(line.end, m_window.begin) : line.begin - std::min(m_window.end, line.begin);
  m_size = gap < m_size ? std::min(2 * m_size, kLargeWindow) : kSmallWindow;
  input::ByteRange window = line;
  if (line.size() < m_size) {
    if (upwards) {
      window.begin = line.end - std::min(line.end, m_size);
    } else {
      window.end = std::max(line.end, std::min(line.begin + m_size, m_source->size()));
    }
  }
  m_window = {};
  m_view = {};
  const auto view = m_source->view(window, m_scratch);
  if (!view || view->size() != window.size()) return false;
  m_window = window;
  m_view = *view;
  return true;
}

}  // namespace lanescope::text
