// SPDX-License-Identifier: Apache-2.0
// A launcher's tee writes what one rank prints into the job log, where each line gets the CI runner's stamp. The same text
// stands in the rank's own files without one. Both are read in step: each teed piece is the next text of stdout or of stderr.
#include "core/clock/place.h"

#include "core/recognise/layers.h"
#include "core/recognise/plain_line.h"
#include "core/text/clean.h"

#include <algorithm>
#include <set>

namespace lanescope::clock {
namespace {

using model::Basis;
using model::Draft;
using model::Segment;
using model::When;

constexpr std::int64_t kReadDelayNs = 1'000'000'000;   // poll of the tee, pipes, the runner
constexpr std::uint32_t kResyncLines = 64;             // how far a file is searched for a piece that does not follow directly

std::string_view rightTrimmed(std::string_view text) {
  const auto end = text.find_last_not_of(" \t\r");
  return text.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

// Reads a rank's file as the tee did: line by line, and within a line piece by piece.
class FileCursor {
 public:
  explicit FileCursor(const model::Source& source) : m_source(&source), m_reader(*source.text->bytes, source.text->lines) { load(); }

  // The line that `piece` is (part of), which the cursor then stands behind; 0 where it is none of the next ones.
  std::uint32_t match(std::string_view piece) {
    if (m_line > m_source->text->lineCount()) return 0;
    if (m_offset > 0) {
      std::string_view rest = std::string_view(m_text).substr(m_offset);
      const auto skip = rest.find_first_not_of(' ');
      if (skip != std::string_view::npos && rest.substr(skip).starts_with(piece)) return consume(m_offset + skip, piece);
    }
    const std::uint32_t first = m_offset > 0 ? m_line + 1 : m_line;
    const std::uint32_t last = std::min(m_source->text->lineCount(), first + kResyncLines);
    std::string clean;
    for (std::uint32_t line = first; line <= last; ++line) {
      clean.clear();
      text::stripControl(m_reader.line(line), clean);
      const std::string_view shown = rightTrimmed(clean);
      if (shown.empty() || !shown.starts_with(piece)) continue;
      m_line = line;
      m_text = clean;
      return consume(0, piece);
    }
    return 0;
  }

 private:
  void load() {
    m_offset = 0;
    m_text.clear();
    if (m_line <= m_source->text->lineCount()) text::stripControl(m_reader.line(m_line), m_text);
  }
  std::uint32_t consume(std::size_t at, std::string_view piece) {
    const std::uint32_t line = m_line;
    m_offset = at + piece.size();
    if (rightTrimmed(std::string_view(m_text).substr(m_offset)).empty()) {
      ++m_line;
      load();
    }
    return line;
  }

  const model::Source* m_source;
  text::LineReader m_reader;
  std::uint32_t m_line = 1;
  std::size_t m_offset = 0;
  std::string m_text;
};

// What stands behind the tee's header in this piece, inner heads included; empty where the piece is another rank's.
std::string_view teedText(const recognise::Piece& piece, std::int32_t local) {
  const recognise::Layer* tee = piece.find(recognise::LayerKind::tee);
  if (!tee || tee->number != local) return {};
  const char* end = piece.message.data() + piece.message.size();
  const char* begin = tee->name.data() + tee->name.size();
  while (begin < end && *begin != ']') ++begin;
  if (end - begin < 2) return {};
  return rightTrimmed({begin + 2, static_cast<std::size_t>(end - begin - 2)});
}

void joinRank(Draft& draft, const Segment& segment, std::int32_t local, const model::Lane& lane, AnchorMap& anchors) {
  const model::Source& carrier = draft.run.sources[segment.source];
  std::vector<FileCursor> files;
  for (const model::SourceId id : lane.sources) files.emplace_back(draft.run.source(id));
  const recognise::LineForm& form = draft.scans[segment.source].form;
  text::LineReader reader(*carrier.text->bytes, carrier.text->lines);
  std::string clean;
  std::vector<recognise::Piece> pieces;
  const auto tag = static_cast<std::uint16_t>(local);
  std::int64_t previous = When::kOpenEarly;
  for (std::uint32_t line = segment.firstLine; line <= segment.lastLine; ++line) {
    if (carrier.text->tags.empty() || carrier.text->tags[line - 1] != tag) continue;
    if (carrier.text->stampsMs.empty() || carrier.text->stampsMs[line - 1] == model::SourceText::kNoStamp) continue;
    const std::int64_t stamp = carrier.text->stampBaseNs + std::int64_t{carrier.text->stampsMs[line - 1]} * 1'000'000;
    clean.clear();
    recognise::appendPlain(reader.line(line), form, clean);
    recognise::splitPieces(clean, form, pieces);
    struct Joined { std::size_t file; std::uint32_t line; };
    std::vector<Joined> joined;
    for (const recognise::Piece& piece : pieces) {
      const std::string_view text = teedText(piece, local);
      if (text.empty()) continue;
      for (std::size_t f = 0; f < files.size(); ++f) {
        if (const std::uint32_t at = files[f].match(text)) {
          joined.push_back({f, at});
          break;
        }
      }
    }
    // The stamp is that of the line's end. What stands first in it may be as old as the line before.
    for (std::size_t i = 0; i < joined.size(); ++i) {
      const bool last = i + 1 == joined.size() || (joined.back().file == joined[i].file && joined.back().line == joined[i].line);
      When when{stamp, stamp - kReadDelayNs, stamp, Basis::joined};
      if (!last) when = {previous == When::kOpenEarly ? stamp : previous, previous, stamp, Basis::joined};
      anchors[lane.sources[joined[i].file].value][joined[i].line] = when;
    }
    previous = stamp;
  }
}

}  // namespace

void joinTeedLines(Draft& draft, AnchorMap& anchors) {
  for (const Segment& segment : draft.segments) {
    std::map<model::Rank, std::int32_t> teed;    // rank -> local rank
    for (const recognise::Writer& writer : draft.scans[segment.source].writers) {
      if (writer.key.local < 0 || writer.firstLine > segment.lastLine || writer.lastLine < segment.firstLine) continue;
      if (const auto rank = draft.rankOfWriter(segment, writer)) teed[*rank] = writer.key.local;
    }
    for (const model::Lane& lane : draft.run.lanes) {
      if (lane.launch != segment.launch || lane.sources.empty()) continue;
      if (const auto known = teed.find(lane.rank); known != teed.end()) joinRank(draft, segment, known->second, lane, anchors);
    }
  }
}

}  // namespace lanescope::clock
