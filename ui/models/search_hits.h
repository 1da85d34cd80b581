// SPDX-License-Identifier: Apache-2.0
// What a search found: by source, for the text, and by whose the lines are, for a list. About 8 bytes a hit.
#pragma once

#include "core/search/search.h"

#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lanescope::ui {

// The lines of one writer: a lane, or what is nobody's in one source.
struct HitGroup {
  struct Part { model::SourceId source; std::vector<std::uint32_t> lines; };   // ascending
  std::size_t side = 0;                          // 0: the run shown, 1: the one beside it
  std::uint64_t key = 0;                         // names it, with the side, as long as the search lasts
  model::LaneId lane;                            // invalid: nobody's
  std::vector<Part> parts;                       // in the order of the run's sources
  std::size_t count = 0;
  model::LineRef at(std::size_t index) const;    // index < count
};

class SearchHits {
 public:
  // Forgets everything. `runs` are those that are searched; more than one: a comparison.
  void reset(std::vector<std::shared_ptr<const model::Run>> runs);
  // `hits` follow all that were added for this side before, by source and line.
  void add(std::size_t side, std::span<const search::Hit> hits);

  std::uint64_t total() const { return m_total; }
  std::uint64_t total(std::size_t side) const { return side < m_sides.size() ? m_sides[side].total : 0; }
  const std::shared_ptr<const model::Run>& run(std::size_t side) const { return m_sides[side].run; }
  std::size_t sides() const { return m_sides.size(); }
  // Lanes first, then what is nobody's, by source; the second run behind the first.
  const std::vector<HitGroup>& groups() const { return m_groups; }
  // nullptr: there is none.
  const HitGroup* find(std::size_t side, std::uint64_t key) const;
  QString titleOf(const HitGroup& group) const;
  // Lines of one source, ascending; empty where the run is another one than that which was searched.
  std::span<const std::uint32_t> linesOf(const model::Run* run, model::SourceId source) const;
  bool holds(const model::Run* run, model::LineRef line) const;
  // Lanes of the run shown that have a hit, sorted.
  std::vector<model::LaneId> lanesWithHits() const;

 private:
  struct Side {
    std::shared_ptr<const model::Run> run;
    std::vector<std::vector<std::uint32_t>> lines;   // by source
    std::uint64_t total = 0;
  };
  using Key = std::pair<std::size_t, std::uint64_t>;   // side, and lane or (behind all lanes) source
  HitGroup& groupOf(std::size_t side, const search::Hit& hit);

  std::vector<Side> m_sides;
  std::vector<HitGroup> m_groups;
  std::map<Key, std::size_t> m_places;           // in m_groups
  std::uint64_t m_total = 0;
};

}  // namespace lanescope::ui
