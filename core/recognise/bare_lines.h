// SPDX-License-Identifier: Apache-2.0
// A program that puts its rank before a message as a whole leaves the message's other lines bare: `[rank3]: Traceback ..` and, below it,
// `  File ..`. They are that rank's as long as nobody else's line comes between.
#pragma once

#include "core/recognise/source_scan.h"

#include <algorithm>

namespace lanescope::recognise {

class BareLines {
 public:
  // A traceback of `writer` begins. Behind two ranks' headers in a row nobody knows whose the bare lines are.
  void begin(std::uint16_t writer, const WriterKey& key, std::uint32_t line) noexcept {
    const bool rival = m_lastHeader > 0 && line <= m_lastHeader + 1;
    m_lastHeader = line;
    m_line = key.global >= 0 && !rival ? line : 0;
    m_writer = writer;
    m_key = key;
  }
  bool mayHold(std::uint32_t line) const noexcept { return m_line > 0 && line == m_line + 1; }
  // `key` is that of the piece: an envelope's at most, and that of the same node.
  bool isBare(const Piece& piece, const WriterKey& key) const noexcept {
    const bool envelopes = std::all_of(piece.layers.begin(), piece.layers.end(), [](const Layer& layer) { return isEnvelope(layer.kind); });
    return envelopes && key.local < 0 && key.global < 0 && key.origin < 0 && key.node == m_key.node;
  }
  void take(std::uint32_t line) noexcept { m_line = line; }
  // Always false: the line is somebody else's.
  bool end() noexcept {
    m_line = 0;
    return false;
  }
  std::uint16_t writer() const noexcept { return m_writer; }
  const WriterKey& key() const noexcept { return m_key; }

 private:
  std::uint16_t m_writer = 0;
  WriterKey m_key;
  std::uint32_t m_line = 0;                      // the last that is known to be the traceback's; 0: none is open
  std::uint32_t m_lastHeader = 0;
};

}  // namespace lanescope::recognise
