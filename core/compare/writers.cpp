// SPDX-License-Identifier: Apache-2.0
#include "core/compare/writers.h"

#include <algorithm>

namespace lanescope::compare {
namespace {

constexpr Owner kSeveral = 0xFFFFFFFF;
// Numbers in a tee's form without end are no ranks.
constexpr std::size_t kMostKnown = 65'536;

}  // namespace

WriterFinder::WriterFinder(const model::Run& run, model::SourceId source) : m_run(run), m_source(run.source(source)), m_owners(run) {
  for (std::size_t i = 0; i < run.lanes.size(); ++i) {
    const std::vector<model::SourceId>& own = run.lanes[i].sources;
    if (std::find(own.begin(), own.end(), source) != own.end()) m_only = static_cast<Owner>(i);
  }
  if (!m_only && m_source.rank && m_source.launch) {
    if (const auto lane = run.laneOf(*m_source.launch, m_source.attempt.value_or(0), *m_source.rank)) m_only = lane->value;
  }
}

void WriterFinder::knowPids() {
  m_laneOfPid.emplace(-1, kSeveral);
  for (std::size_t i = 0; i < m_run.lanes.size(); ++i) {
    if (!m_run.lanes[i].pid) continue;
    const auto known = m_laneOfPid.try_emplace(static_cast<std::int32_t>(*m_run.lanes[i].pid), static_cast<Owner>(i));
    if (!known.second) known.first->second = kSeveral;
  }
}

const model::Stretch* WriterFinder::stretchAt(std::uint32_t line) const noexcept {
  if (m_stretch && line >= m_stretch->firstLine && line <= m_stretch->lastLine) return m_stretch;
  for (const model::Stretch& stretch : m_source.stretches) {
    if (line >= stretch.firstLine && line <= stretch.lastLine) return &stretch;
  }
  return nullptr;
}

WriterFinder::Writer WriterFinder::lane(std::optional<model::LaneId> lane, Owner otherwise) const noexcept {
  if (!lane) return {otherwise, false};
  return {lane->value, !m_run.lanes[lane->value].sources.empty()};
}

std::int32_t WriterFinder::originOf(const recognise::WriterTags& tags) {
  if (tags.origin.empty()) return -1;
  recognise::nameOrigin(tags, m_origin);
  const auto found = std::find(m_source.origins.begin(), m_source.origins.end(), m_origin);
  return found == m_source.origins.end() ? -1 : static_cast<std::int32_t>(found - m_source.origins.begin());
}

WriterFinder::Writer WriterFinder::find(const model::Stretch& stretch, std::uint32_t line, const recognise::WriterTags& tags, std::int32_t teeOfLine) {
  recognise::WriterKey key;
  key.node = tags.node;
  key.local = tags.local >= 0 ? tags.local : tags.global >= 0 ? teeOfLine : -1;
  if (key.local < 0) key.global = tags.global;
  if (key.global < 0) key.origin = originOf(tags);
  const std::uint32_t attempt = stretch.attemptAt(line);
  const Owner launcher = m_owners.launcher(stretch.launch);
  if (stretch.soleFirst > 0 && line >= stretch.soleFirst && line <= stretch.soleLast) return lane(m_run.laneOf(stretch.launch, stretch.firstAttempt, 0), launcher);
  const auto remembered = std::make_tuple(&stretch, attempt, key.node, key.local, tags.global, key.origin);
  if (const auto known = m_known.find(remembered); known != m_known.end()) return known->second;
  // A rank that the line states, where there is such a lane; else whose the numbers are.
  std::optional<model::LaneId> found;
  if (tags.global >= 0) found = m_run.laneOf(stretch.launch, attempt, static_cast<model::Rank>(tags.global));
  for (const model::Stretch::Known& known : stretch.ranks) {
    if (!found && known.writer == key) found = m_run.laneOf(stretch.launch, attempt, known.rank);
  }
  const Writer writer = lane(found, launcher);
  if (m_known.size() < kMostKnown) m_known.emplace(remembered, writer);
  return writer;
}

WriterFinder::Writer WriterFinder::usual(const model::Stretch& stretch, std::uint32_t line, const recognise::WriterTags& tags, std::int32_t teeOfLine) {
  const bool plain = tags.global < 0 && tags.origin.empty() && tags.node <= 0 && tags.local < kUsual && stretch.restartLines.empty() && stretch.soleFirst == 0;
  if (!plain) return find(stretch, line, tags, teeOfLine);
  if (m_stretch != &stretch) {
    m_stretch = &stretch;
    m_usual.clear();
  }
  const auto slot = static_cast<std::size_t>((tags.local + 1) * 2 + tags.node + 1);
  if (slot >= m_usual.size()) m_usual.resize(slot + 1);
  if (!m_usual[slot]) m_usual[slot] = find(stretch, line, tags, teeOfLine);
  return *m_usual[slot];
}

WriterFinder::Writer WriterFinder::of(std::uint32_t line, const recognise::WriterTags& tags, std::int32_t ncclPid, std::int32_t teeOfLine) {
  if (m_only) return {*m_only, false};
  Writer writer{m_owners.job(), false};
  if (const model::Stretch* stretch = stretchAt(line)) writer = usual(*stretch, line, tags, teeOfLine);
  if (m_owners.isLane(writer.owner) || ncclPid < 0) return writer;
  if (m_laneOfPid.empty()) knowPids();
  const auto known = m_laneOfPid.find(ncclPid);
  if (known != m_laneOfPid.end() && known->second != kSeveral) writer.owner = known->second;
  return writer;
}

}  // namespace lanescope::compare
