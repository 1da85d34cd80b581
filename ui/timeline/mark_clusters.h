// SPDX-License-Identifier: Apache-2.0
// Marks that would overlap become one, with the number of those it stands for: on a lane those closer than kReach, over many lanes of a
// launch those of one finding within kTogether. The worst gives the glyph. Pure functions; any thread.
#pragma once

#include "ui/timeline/timeline_scene.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lanescope::ui {

inline constexpr double kClusterReach = 14;      // px, where marks are not larger
inline constexpr std::int64_t kClusterTogether = 2'000'000'000;
inline constexpr std::size_t kManyLanes = 64;    // above, minor warnings are left out unless they are asked for

bool showsMinor(const MarkChoice& choice, std::size_t lanes);

// A mark that is drawn on a lane, and the stretch [first, last) of RunIndex::events() of that lane that it stands for.
struct MarkCluster {
  double x = 0;
  std::uint32_t event = 0;                       // the worst, of equal ones the first
  MarkRank rank = MarkRank::none;
  std::size_t first = 0, last = 0;
};
struct LaneMarks { std::vector<MarkCluster> clusters, ticks; };   // ticks: lifecycle, at most one every other pixel
// Of the events in view, in order of time. Those nearer than `reach` pixels are one.
LaneMarks laneMarks(const SceneInput& in, model::LaneId lane, double reach);
inline double clusterReach(const SceneStyle& style) { return std::max(kClusterReach, style.markSize); }

// The events that a cluster on `row` stands for, in order of time; on a row of many lanes also those of the same findings on the others.
std::vector<std::uint32_t> membersOf(const SceneInput& in, const Row& row, model::LaneId lane, const MarkCluster& cluster);

// One finding on many lanes of a launch at about the same time.
struct MarkStack { std::uint32_t event = 0; std::vector<std::uint32_t> members; };   // its worst; by time
std::vector<MarkStack> stacksOf(const SceneInput& in, std::uint32_t launch);

// What a drawn Hit::What::cluster stands for.
std::vector<std::uint32_t> membersOf(const SceneInput& in, const Hit& cluster);

}  // namespace lanescope::ui
