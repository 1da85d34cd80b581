// SPDX-License-Identifier: Apache-2.0
#include "core/model/run.h"

#include "core/text/clean.h"

#include <algorithm>
#include <tuple>

namespace lanescope::model {

std::string SourceText::lineText(std::uint32_t number, std::size_t maxBytes) const {
  text::LineReader reader(*bytes, lines);
  return text::display(reader.line(number), maxBytes);
}

std::uint64_t SourceText::columnBytes() const noexcept {
  return lines.memoryBytes() + tags.capacity() * sizeof(tags[0]) + classes.capacity() * sizeof(classes[0]) +
         stampsMs.capacity() * sizeof(stampsMs[0]);
}

When Event::when() const noexcept {
  if (basis == Basis::none) return {};
  constexpr std::int64_t kMs = 1'000'000;
  return {utc, utc - std::int64_t{beforeMs} * kMs, utc + std::int64_t{afterMs} * kMs, basis};
}

std::optional<LaneId> Run::laneOf(std::uint32_t launch, std::uint32_t attempt, Rank rank) const noexcept {
  const auto key = std::make_tuple(launch, attempt, rank);
  const auto less = [](const Lane& lane, const auto& k) { return std::make_tuple(lane.launch, lane.attempt, lane.rank) < k; };
  const auto it = std::lower_bound(lanes.begin(), lanes.end(), key, less);
  if (it == lanes.end() || std::make_tuple(it->launch, it->attempt, it->rank) != key) return std::nullopt;
  return LaneId{static_cast<std::uint32_t>(it - lanes.begin())};
}

}  // namespace lanescope::model
