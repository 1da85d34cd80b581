// SPDX-License-Identifier: Apache-2.0
// Which rows stand where: pinned lanes at the top; for each launch a header that can be collapsed, and its lanes in the order and under
// the headings that the arrangement asks for; below them the hosts whose kernel has its say. Logical pixels from the top. A value type.
#pragma once

#include "core/model/run.h"
#include "ui/timeline/lane_arrangement.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace lanescope::ui {

struct Row {
  enum class Kind : std::uint8_t { launch, group, lane, host };
  Kind kind = Kind::lane;
  int top = 0, height = 0;
  std::uint32_t launch = 0;
  model::Rank rank = 0;                          // lane
  std::uint32_t host = 0;                        // host: index into Run::hostLanes
  std::vector<model::LaneId> lanes;              // lane: those drawn in this row, in time order; empty: a rank without any file
  std::vector<model::Rank> alike;                // lane: other ranks that this row stands for, sorted
  std::vector<model::LaneId> alikeLanes;         // their lanes
  std::string name;                              // group: what its lanes have in common, where that has a name (a host)
  std::string key;                               // group: names it over Runs
  std::size_t members = 0;                       // group: how many ranks
  bool collapsed = false;                        // launch, group
  bool labelled = true;                          // lane: carries a label (every nth where lanes are low)
  bool pinned = false;                           // lane: does not scroll
  bool pulledOut = false;                        // lane: stands above the others of its group, higher than they are
  bool namesLaunch = false;                      // lane: no header above says which launch
  LaneKey laneKey() const { return {launch, rank}; }
  bool contains(int y) const { return y >= top && y < top + height; }
};

class LaneTable;

struct LayoutOptions {
  std::set<std::uint32_t> collapsed;             // launches
  bool headers = true;
  // One row for a rank in all of `launches` (pictures): attempts and retries of the same ranks lie side by side.
  bool mergeLaunches = false;
  std::optional<std::vector<std::uint32_t>> launches;   // only these
  LaneArrangement arrangement;
  const std::set<LaneKey>* only = nullptr;       // in which a search found something, and pinned ones; nullptr: all
  const LaneTable* table = nullptr;              // needed for any folding, order or grouping but the simplest
  std::set<std::string> closedGroups;            // by Row::key
  int laneHeight = 0;                            // 0: by the number of lanes ...
  int available = 0;                             // ... and more, up to 30 px, where this height has room for it
  int labelHeight = 14;                          // of one line of label text
  int headerHeight = 26, collapsedHeight = 38, groupHeight = 20;
};

// Where there is no height to fit into: 24 px for up to 16 lanes, 14 up to 64, then less and less down to 3.
int laneHeightFor(std::size_t lanes);
// Launches that passed, are empty or never ran open collapsed, unless they are all there is.
std::set<std::uint32_t> collapsedAtFirst(const model::Run& run);

class LaneLayout {
 public:
  LaneLayout() = default;
  LaneLayout(const model::Run& run, const LayoutOptions& options);

  const std::vector<Row>& rows() const { return m_rows; }
  int height() const { return m_height; }
  int laneHeight() const { return m_laneHeight; }
  std::size_t laneCount() const { return m_laneCount; }      // rows of kind lane
  std::size_t hiddenCount() const { return m_hiddenCount; }  // lanes that the arrangement leaves out, or LayoutOptions::only
  std::size_t allCount() const { return m_allCount; }        // lanes of open launches and groups, hidden ones too
  int pinnedHeight() const { return m_pinnedHeight; }        // of the rows at the top that do not scroll
  const Row* rowAt(int y) const;                             // nullptr below the last
  // Index of the row that shows `lane`, or of its collapsed launch.
  std::optional<std::size_t> rowOf(const model::Run& run, model::LaneId lane) const;
  // The same rows elsewhere: `tops` ascend, one for each row. What lies between them is nobody's.
  LaneLayout placedAt(const std::vector<int>& tops) const;
  // Rows that touch [top, bottom).
  struct Slice { std::size_t first = 0, last = 0; };
  Slice visible(int top, int bottom) const;

 private:
  friend class LayoutBuilder;
  void addLanes(std::vector<Row> rows, const LayoutOptions& options, int height);
  void addPulledOut(std::vector<Row> rows);
  void addHosts(std::size_t hosts);
  void push(Row row, int height);

  std::vector<Row> m_rows;
  int m_height = 0;
  int m_laneHeight = 24;
  std::size_t m_laneCount = 0, m_hiddenCount = 0, m_allCount = 0;
  int m_pinnedHeight = 0;
};

}  // namespace lanescope::ui
