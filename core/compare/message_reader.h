// SPDX-License-Identifier: Apache-2.0
// The messages of a source's lines, each with its writer: heads are peeled as everywhere (core/recognise), copies of what a rank's own
// file holds are left out.
#pragma once

#include "core/compare/writers.h"
#include "core/recognise/layer_heads.h"
#include "core/recognise/logical_line.h"
#include "core/recognise/plain_line.h"

#include <cstring>

namespace lanescope::compare {

class MessageReader {
 public:
  enum class Copies : bool { leftOut, taken };
  MessageReader(const model::Run& run, model::SourceId source, Copies copies = Copies::leftOut);

  // A look at all of the lines to come at once is cheaper than one at each. Optional; holds until the next.
  void expect(std::string_view lines) noexcept {
    const auto holds = [lines](char c) { return std::memchr(lines.data(), c, lines.size()) != nullptr; };
    m_looks = {holds('\x1B'), holds('\0'), holds('\r'), holds('\xEF')};
  }

  // Whether lines may be put together from several: they have to be fed in order, from the first on.
  bool joinsLines() const noexcept { return m_joins; }

  struct From {
    Owner owner = 0;
    std::uint32_t line = 0;
    recognise::Severity severity = recognise::Severity::none;   // as its heads state it
  };
  // A physical line without its end; take(message, from) for each message. A message is one line of text, valid until the next.
  template <class Take>
  void line(std::string_view raw, std::uint32_t number, Take take) {
    if (m_shared && m_looks.nul && std::memchr(raw.data(), '\0', raw.size()) != nullptr) return;   // torn: what is left was never printed so
    std::string_view text = raw;
    m_raw = raw.data();
    if (needsPlaining(raw)) {
      m_plain.clear();
      recognise::appendPlain(raw, m_source.form, m_plain);
      text = m_plain;
    }
    if (!m_joins) return segments(text, number, take);
    m_joiner.add(text, number, [&](const recognise::LogicalLine& line) { segments(line.text, line.parts.front().line, take); });
  }
  // Behind the last line.
  template <class Take>
  void finish(Take take) {
    if (m_joins) m_joiner.flush([&](const recognise::LogicalLine& line) { segments(line.text, line.parts.front().line, take); });
  }

 private:
  bool needsPlaining(std::string_view raw) const noexcept {
    if (!m_looks.escape && !m_looks.nul && !m_looks.bom) return recognise::mayHoldRecord(raw);
    return recognise::needsPlaining(raw) || std::memchr(raw.data(), '\x1B', raw.size()) != nullptr;
  }

  // A bar is painted over and over behind CRs; a record may hold several lines.
  template <class Take>
  void segments(std::string_view text, std::uint32_t number, Take take) {
    m_teeOfLine = -1;
    const bool mayHoldLines = text.data() != m_raw;   // only what was made of a record
    if ((!m_looks.cr || std::memchr(text.data(), '\r', text.size()) == nullptr) && !(mayHoldLines && std::memchr(text.data(), '\n', text.size()) != nullptr)) return pieces(text, number, take);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
      pieces(text.substr(0, end), number, take);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  template <class Take>
  void pieces(std::string_view text, std::uint32_t number, Take take) {
    recognise::WriterTags tags;
    std::int32_t pid = -1;
    bool restarts = false;
    From from{0, number, recognise::Severity::none};
    const auto note = [&](const recognise::Layer& layer) {
      from.severity = std::max(from.severity, layer.severity);
      tags.take(layer, m_source.form);
      if (layer.kind == recognise::LayerKind::nccl) pid = layer.pid;
      restarts = restarts || layer.kind == recognise::LayerKind::task || layer.kind == recognise::LayerKind::mpi || layer.kind == recognise::LayerKind::actor ||
                 layer.kind == recognise::LayerKind::host;
    };
    const std::size_t at = recognise::peelLineStart(text, m_source.form, note);
    if (!restarts && !mayHoldHead(text.substr(at))) return give(text.substr(at), tags, pid, from, take);
    recognise::splitPieces(text, m_source.form, m_pieces);
    for (const recognise::Piece& piece : m_pieces) {
      tags = {};
      pid = -1;
      from.severity = recognise::Severity::none;
      for (const recognise::Layer& layer : piece.layers) note(layer);
      give(piece.message, tags, pid, from, take);
    }
  }

  template <class Take>
  void give(std::string_view message, const recognise::WriterTags& tags, std::int32_t pid, From from, Take take) {
    if (tags.local >= 0) m_teeOfLine = tags.local;
    if (message.empty() || (m_shared && pid < 0)) return;
    const WriterFinder::Writer writer = m_finder.of(from.line, tags, pid, m_teeOfLine);
    from.owner = writer.owner;
    if (!writer.copy || m_copies == Copies::taken) take(message, static_cast<const From&>(from));
  }

  // Every head that may stand in the middle of a line ends with a bracket behind a digit.
  static bool mayHoldHead(std::string_view text) noexcept;

  struct Looks { bool escape = true, nul = true, cr = true, bom = true; };   // what lines may hold

  const model::Source& m_source;
  WriterFinder m_finder;
  Copies m_copies;
  Looks m_looks;
  bool m_joins = false;
  bool m_shared = false;                         // NCCL's file: its writers overwrite each other, what has no head is a torn rest
  recognise::LineJoiner m_joiner;
  const char* m_raw = nullptr;                   // the bytes of the line being read
  std::string m_plain;
  std::vector<recognise::Piece> m_pieces;
  std::int32_t m_teeOfLine = -1;
};

}  // namespace lanescope::compare
