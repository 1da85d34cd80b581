// SPDX-License-Identifier: Apache-2.0
#include "core/search/line_writers.h"

#include <algorithm>

namespace lanescope::search {

namespace {

constexpr std::uint16_t kNoTag = model::SourceText::kNoTag;
// A line's head stands at its start: what follows is not looked at.
constexpr std::size_t kHeadBytes = 4096;

}  // namespace

LineWriters::LineWriters(const model::Run& run, model::SourceId source)
    : m_run(run), m_source(run.source(source)), m_messages(run, source, compare::MessageReader::Copies::taken) {
  for (std::uint32_t i = 0; i < run.lanes.size() && !m_only; ++i) {
    const std::vector<model::SourceId>& own = run.lanes[i].sources;
    if (std::find(own.begin(), own.end(), source) != own.end()) m_only = LineWriter{model::LaneId{i}, run.lanes[i].rank};
  }
  if (!m_only && m_source.rank) {
    m_only = LineWriter{{}, m_source.rank};
    if (m_source.launch) m_only->lane = run.laneOf(*m_source.launch, m_source.attempt.value_or(0), *m_source.rank).value_or(model::LaneId{});
  }
  if (!m_only && m_source.text) m_lines.emplace(*m_source.text->bytes, m_source.text->lines);
}

const model::Stretch* LineWriters::stretchAt(std::uint32_t line) const noexcept {
  const auto holds = [line](const model::Stretch& stretch) { return line >= stretch.firstLine && line <= stretch.lastLine; };
  if (m_numbers.stretch && holds(*m_numbers.stretch)) return m_numbers.stretch;
  const auto found = std::find_if(m_source.stretches.begin(), m_source.stretches.end(), holds);
  return found == m_source.stretches.end() ? nullptr : &*found;
}

LineWriter LineWriters::laneOf(const model::Stretch& stretch, std::uint32_t attempt, model::Rank rank) const {
  return {m_run.laneOf(stretch.launch, attempt, rank).value_or(model::LaneId{}), rank};
}

// Which numbers of lines are one rank's alone.
void LineWriters::number(const model::Stretch& stretch, std::uint32_t attempt) {
  if (m_numbers.stretch == &stretch && m_numbers.attempt == attempt) return;
  m_numbers = {&stretch, attempt, {}, {}};
  std::vector<bool> several;
  for (const model::Stretch::Known& known : stretch.ranks) {
    for (const std::int32_t printed : {known.writer.local, known.writer.global}) {
      if (printed < 0 || printed >= kNoTag) continue;
      const auto at = static_cast<std::size_t>(printed);
      if (at >= m_numbers.ranks.size()) {
        m_numbers.ranks.resize(at + 1);
        m_numbers.known.resize(at + 1);
        several.resize(at + 1);
      }
      if (m_numbers.known[at] && m_numbers.ranks[at].rank != known.rank) several[at] = true;
      m_numbers.known[at] = true;
      m_numbers.ranks[at] = laneOf(stretch, attempt, known.rank);
    }
  }
  for (std::size_t at = 0; at < several.size(); ++at) m_numbers.known[at] = m_numbers.known[at] && !several[at];
}

LineWriter LineWriters::read(std::uint32_t line) {
  LineWriter writer;
  const compare::Owners owners(m_run);
  const auto take = [&](std::string_view, const compare::MessageReader::From& from) {
    if (!writer.lane.valid() && owners.isLane(from.owner)) writer = {model::LaneId{from.owner}, m_run.lanes[from.owner].rank};
  };
  m_messages.line(m_lines->line(line).substr(0, kHeadBytes), line, take);
  m_messages.finish(take);
  return writer;
}

LineWriter LineWriters::of(std::uint32_t line) {
  if (m_only) return *m_only;
  if (!m_source.text) return {};
  const auto& tags = m_source.text->tags;
  const std::uint16_t tag = tags.empty() ? kNoTag : tags[line - 1];
  const model::Stretch* const stretch = stretchAt(line);
  if (tag == kNoTag && m_run.lanes.empty()) return {};
  if (stretch == nullptr) return tag == kNoTag ? read(line) : LineWriter{{}, tag};
  if (tag != kNoTag) {
    number(*stretch, stretch->attemptAt(line));
    if (tag < m_numbers.known.size() && m_numbers.known[tag]) return m_numbers.ranks[tag];
  }
  const LineWriter writer = read(line);
  if (writer.rank || tag == kNoTag) return writer;
  // A number that nobody is known by: it is what the line says.
  return stretch->ranks.empty() ? laneOf(*stretch, stretch->attemptAt(line), tag) : LineWriter{};
}

}  // namespace lanescope::search
