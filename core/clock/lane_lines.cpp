// SPDX-License-Identifier: Apache-2.0
// The first and the last line of each lane. In a log of several ranks a line is a rank's where a piece of it carries the rank's own heads;
// what others print between them, or a wrapper behind the last, is not.
#include "core/clock/line_time.h"
#include "core/clock/place.h"

#include "core/recognise/plain_line.h"
#include "core/recognise/writer_tags.h"

#include <algorithm>

namespace lanescope::clock {
namespace {

using model::Draft;
using model::Source;
using recognise::Writer;
using recognise::WriterKey;

// Beyond as many lines looked at in one direction, the first and the last that were read as facts have to do.
constexpr std::size_t kMostLooked = 50'000;

bool isBlank(std::string_view text) noexcept { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

class LineLooker {
 public:
  LineLooker(const Source& source, const recognise::SourceScan& scan)
      : m_scan(scan), m_form(scan.form), m_reader(*source.text->bytes, source.text->lines) {}

  // Whether anything but heads stands there.
  bool saysAnything(std::uint32_t line) {
    split(line);
    return std::any_of(m_pieces.begin(), m_pieces.end(), [](const recognise::Piece& piece) { return !isBlank(piece.message); });
  }
  // Of whom something stands there; valid until the next call.
  const std::vector<WriterKey>& writersOf(std::uint32_t line) {
    split(line);
    m_keys.clear();
    std::int32_t teeOfLine = -1;
    for (const recognise::Piece& piece : m_pieces) {
      recognise::WriterTags tags;
      for (const recognise::Layer& layer : piece.layers) tags.take(layer, m_form);
      if (tags.local >= 0) teeOfLine = tags.local;
      WriterKey key;
      key.node = tags.node;
      key.local = tags.local < 0 && tags.global >= 0 ? teeOfLine : tags.local;
      if (key.local < 0) key.global = tags.global;
      if (key.global < 0 && !tags.origin.empty()) key.origin = originOf(tags);
      if (!isBlank(piece.message)) m_keys.push_back(key);
    }
    return m_keys;
  }

 private:
  void split(std::uint32_t line) {
    m_clean.clear();
    recognise::appendPlain(m_reader.line(line), m_form, m_clean);
    recognise::splitPieces(m_clean, m_form, m_pieces);
  }
  std::int32_t originOf(const recognise::WriterTags& tags) {
    nameOrigin(tags, m_origin);
    const auto known = std::find(m_scan.origins.begin(), m_scan.origins.end(), m_origin);
    return known == m_scan.origins.end() ? -1 : static_cast<std::int32_t>(known - m_scan.origins.begin());
  }

  const recognise::SourceScan& m_scan;
  const recognise::LineForm& m_form;
  text::LineReader m_reader;
  std::string m_clean, m_origin;
  std::vector<recognise::Piece> m_pieces;
  std::vector<WriterKey> m_keys;
};

std::uint32_t lastOfFile(const Draft& draft, model::SourceId id) {
  const Source& source = draft.run.source(id);
  LineLooker looker(source, draft.scans[id.value]);
  std::uint32_t line = source.text->lineCount();
  for (std::size_t looked = 0; line > 1 && looked < kMostLooked && !looker.saysAnything(line); ++looked) --line;
  return line;
}

void setLast(const Draft& draft, model::Lane& lane, std::uint32_t source, std::uint32_t line) {
  lane.last = whenOf(draft.run.sources[source], line);
  lane.lastLine = draft.evidenceAt(source, line, lane.rank);
  lane.lastLine->time = lane.last;
}

void placeOwnFiles(const Draft& draft, model::Lane& lane) {
  std::optional<model::LineRef> last;
  model::When lastTime;
  for (const model::SourceId id : lane.sources) {
    const Source& source = draft.run.source(id);
    if (!source.text || source.text->lineCount() == 0) continue;
    if (source.first.known() && (!lane.first.known() || source.first.utc < lane.first.utc)) lane.first = source.first;
    const std::uint32_t line = lastOfFile(draft, id);
    const model::When when = whenOf(source, line);
    if (lastTime.known() && (!when.known() || when.utc < lastTime.utc)) continue;
    last = model::LineRef{id, line};
    lastTime = when;
  }
  if (last) setLast(draft, lane, last->source.value, last->line);
}

// A carrier's lines of one attempt, and those of its ranks whose line in one direction is not found yet.
class Stretch {
 public:
  Stretch(Draft& draft, const model::Segment& segment, std::uint32_t attempt, std::uint32_t first, std::uint32_t last)
      : m_draft(draft), m_scan(draft.scans[segment.source]), m_source(draft.run.sources[segment.source]), m_segment(segment), m_first(first), m_last(last) {
    for (const Writer& writer : m_scan.writers) {
      if (!writer.isRank() || writer.firstLine > last || writer.lastLine < first) continue;
      const auto rank = draft.rankOfWriter(segment, writer);
      const auto lane = rank ? draft.run.laneOf(segment.launch, attempt, *rank) : std::nullopt;
      if (lane && draft.run.lanes[lane->value].sources.empty()) m_writers.push_back({&writer, *lane});
    }
  }

  void place() {
    for (const Found& found : look(true)) seeFirst(found);
    for (const Found& found : look(false)) seeLast(found);
  }

 private:
  struct Known { const Writer* writer; model::LaneId lane; };
  struct Found { model::LaneId lane; std::uint32_t line; };

  // The number that the column holds for a writer's lines; those of a named origin have none.
  static std::uint16_t tagOf(const Writer& writer) {
    const std::int32_t number = writer.key.local >= 0 ? writer.key.local : writer.key.global;
    return number >= 0 ? static_cast<std::uint16_t>(number) : model::SourceText::kNoTag;
  }

  std::vector<Found> look(bool forward) const {
    std::vector<Known> wanted = m_writers;
    std::vector<Found> found;
    std::vector<std::uint32_t> wantedOfTag(std::size_t{model::SourceText::kNoTag} + 1, 0);
    for (const Known& known : wanted) ++wantedOfTag[tagOf(*known.writer)];
    LineLooker looker(m_source, m_scan);
    const auto& tags = m_source.text->tags;
    std::size_t looked = 0;
    for (std::uint32_t n = 0; n <= m_last - m_first && !wanted.empty() && looked < kMostLooked; ++n) {
      const std::uint32_t line = forward ? m_first + n : m_last - n;
      if (!tags.empty() && wantedOfTag[tags[line - 1]] == 0) continue;
      ++looked;
      for (const WriterKey& key : looker.writersOf(line)) {
        const auto known = std::find_if(wanted.begin(), wanted.end(), [&](const Known& one) { return one.writer->key == key; });
        if (known == wanted.end()) continue;
        found.push_back({known->lane, line});
        --wantedOfTag[tagOf(*known->writer)];
        wanted.erase(known);
      }
    }
    for (const Known& known : wanted) {
      const std::uint32_t line = forward ? known.writer->firstLine : known.writer->lastLine;
      if (line >= m_first && line <= m_last) found.push_back({known.lane, line});
    }
    return found;
  }
  // A rank may have several writers: its tee's and lines that name it themselves.
  void seeFirst(const Found& found) {
    model::Lane& lane = m_draft.run.lanes[found.lane.value];
    const model::When when = whenOf(m_source, found.line);
    if (when.known() && (!lane.first.known() || when.utc < lane.first.utc)) lane.first = when;
  }
  void seeLast(const Found& found) {
    model::Lane& lane = m_draft.run.lanes[found.lane.value];
    const bool same = lane.lastLine && lane.lastLine->source.value == m_segment.source;
    if (same && lane.lastLine->line >= found.line) return;
    const model::When when = whenOf(m_source, found.line);
    if (!same && lane.last.known() && (!when.known() || when.utc < lane.last.utc)) return;
    setLast(m_draft, lane, m_segment.source, found.line);
  }

  Draft& m_draft;
  const recognise::SourceScan& m_scan;
  const Source& m_source;
  const model::Segment& m_segment;
  std::uint32_t m_first, m_last;
  std::vector<Known> m_writers;
};

}  // namespace

void placeLaneLines(Draft& draft) {
  for (model::Lane& lane : draft.run.lanes) placeOwnFiles(draft, lane);
  for (const model::Segment& segment : draft.segments) {
    std::uint32_t first = segment.firstLine;
    for (std::uint32_t attempt = segment.firstAttempt; attempt <= segment.lastAttempt(); ++attempt) {
      const std::size_t index = attempt - segment.firstAttempt;
      const std::uint32_t last = index < segment.restartLines.size() ? segment.restartLines[index] : segment.lastLine;
      if (last >= first) Stretch(draft, segment, attempt, first, last).place();
      first = last + 1;
    }
  }
}

}  // namespace lanescope::clock
