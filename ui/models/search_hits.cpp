// SPDX-License-Identifier: Apache-2.0
#include "ui/models/search_hits.h"

#include "ui/models/words.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::uint64_t kFirstSource = std::uint64_t{1} << 32;   // keys of what is nobody's stand behind those of lanes

}  // namespace

model::LineRef HitGroup::at(std::size_t index) const {
  for (const Part& part : parts) {
    if (index < part.lines.size()) return {part.source, part.lines[index]};
    index -= part.lines.size();
  }
  return {};
}

void SearchHits::reset(std::vector<std::shared_ptr<const model::Run>> runs) {
  m_sides.clear();
  m_groups.clear();
  m_places.clear();
  m_total = 0;
  for (auto& run : runs) {
    const std::size_t sources = run ? run->sources.size() : 0;
    m_sides.push_back({std::move(run), std::vector<std::vector<std::uint32_t>>(sources), 0});
  }
}

HitGroup& SearchHits::groupOf(std::size_t side, const search::Hit& hit) {
  const Key key{side, hit.lane.valid() ? hit.lane.value : kFirstSource + hit.line.source.value};
  const auto known = m_places.find(key);
  if (known != m_places.end()) return m_groups[known->second];
  const auto next = m_places.emplace(key, 0).first;
  const auto place = static_cast<std::size_t>(std::distance(m_places.begin(), next));
  HitGroup group;
  group.side = side;
  group.key = key.second;
  group.lane = hit.lane;
  m_groups.insert(m_groups.begin() + static_cast<std::ptrdiff_t>(place), std::move(group));
  std::size_t index = 0;
  for (auto& entry : m_places) entry.second = index++;
  return m_groups[place];
}

void SearchHits::add(std::size_t side, std::span<const search::Hit> hits) {
  for (std::size_t i = 0; i < hits.size();) {
    // Neighbours mostly have one writer.
    std::size_t end = i + 1;
    while (end < hits.size() && hits[end].lane == hits[i].lane && hits[end].line.source == hits[i].line.source) ++end;
    HitGroup& group = groupOf(side, hits[i]);
    const model::SourceId source = hits[i].line.source;
    if (group.parts.empty() || group.parts.back().source != source) group.parts.push_back({source, {}});
    std::vector<std::uint32_t>& own = group.parts.back().lines;
    std::vector<std::uint32_t>& all = m_sides[side].lines[source.value];
    for (; i < end; ++i) {
      own.push_back(hits[i].line.line);
      all.push_back(hits[i].line.line);
      ++group.count;
    }
  }
  m_sides[side].total += hits.size();
  m_total += hits.size();
}

const HitGroup* SearchHits::find(std::size_t side, std::uint64_t key) const {
  const auto known = m_places.find({side, key});
  return known == m_places.end() ? nullptr : &m_groups[known->second];
}

QString SearchHits::titleOf(const HitGroup& group) const {
  const model::Run& run = *m_sides[group.side].run;
  QString title = group.lane.valid() ? laneText(run, group.lane) : toQt(run.source(group.parts.front().source).path);
  if (m_sides.size() < 2) return title;
  return (group.side == 0 ? QStringLiteral("A · ") : QStringLiteral("B · ")) + title;
}

std::span<const std::uint32_t> SearchHits::linesOf(const model::Run* run, model::SourceId source) const {
  for (const Side& side : m_sides) {
    if (side.run.get() == run && run != nullptr && source.value < side.lines.size()) return side.lines[source.value];
  }
  return {};
}

bool SearchHits::holds(const model::Run* run, model::LineRef line) const {
  const auto lines = linesOf(run, line.source);
  return std::binary_search(lines.begin(), lines.end(), line.line);
}

std::vector<model::LaneId> SearchHits::lanesWithHits() const {
  std::vector<model::LaneId> lanes;
  for (const HitGroup& group : m_groups) {
    if (group.side == 0 && group.lane.valid()) lanes.push_back(group.lane);
  }
  return lanes;
}

}  // namespace lanescope::ui
