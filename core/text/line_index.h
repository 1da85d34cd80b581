// SPDX-License-Identifier: Apache-2.0
// Where lines start. A line is the bytes up to LF (a CR before it is stripped), numbered from 1; bytes after the last LF
// are a line too. Costs about 2.1 bytes a line: a 16-bit length each and a 64-bit offset for every 64 lines.
#pragma once

#include "core/input/byte_source.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::text {

class LineIndex {
 public:
  // Appends a line of `bytes` bytes, its LF included. Builder use, one writer.
  void append(std::uint64_t bytes);
  // Appends the lines of the bytes that follow directly in the source (another block's index, never this one). The
  // result is the same as that of one pass.
  void append(const LineIndex& tail);

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(m_lengths.size()); }
  // Bytes of line `number` (1-based), its LF included; empty, at the end, for a number that no line has. O(64).
  input::ByteRange range(std::uint32_t number) const noexcept;
  // The 1-based number of the line that holds byte `offset`; size() for what lies behind the end. O(log n).
  std::uint32_t lineAt(std::uint64_t offset) const noexcept;
  std::uint64_t bytes() const noexcept { return m_bytes; }
  std::uint64_t memoryBytes() const noexcept;
  void shrink();
  void reserve(std::size_t lines);
  // Without lines, its memory kept.
  void clear() noexcept;

 private:
  std::uint64_t length(std::uint32_t index) const noexcept;

  static constexpr std::uint16_t kLong = 0xFFFF;  // real length in m_long
  std::vector<std::uint16_t> m_lengths;
  std::vector<std::uint64_t> m_base;                            // offset of lines 1, 65, 129 ...
  std::vector<std::pair<std::uint32_t, std::uint64_t>> m_long;  // (index, length), sorted
  std::uint64_t m_bytes = 0;
};

// Reads lines by number through a window over the source, so that neighbours cost one read. One for each thread.
class LineReader {
 public:
  LineReader(const input::ByteSource& source, const LineIndex& index) : m_source(&source), m_index(&index) {}
  // The raw bytes of line `number` without LF or CRLF; empty where it cannot be read. Valid until the next call.
  std::string_view line(std::uint32_t number);

 private:
  // A window grows while lines are read one after the other; single lines here and there cost a small read each.
  static constexpr std::uint64_t kSmallWindow = 4 << 10, kLargeWindow = 64 << 10;  // a longer line is a window of its own

  bool load(input::ByteRange line);

  const input::ByteSource* m_source;
  const LineIndex* m_index;
  input::Scratch m_scratch;
  std::uint64_t m_size = kSmallWindow;           // of the next window
  input::ByteRange m_window;
  std::string_view m_view;
};

}  // namespace lanescope::text
