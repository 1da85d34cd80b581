// SPDX-License-Identifier: Apache-2.0
// Where the lanes of two runs stand above each other: the run's and below them the baseline's, or each rank's two side by side. Logical
// pixels from the top of the scrolled area.
#pragma once

#include "ui/compare/difference.h"
#include "ui/timeline/lane_layout.h"
#include "ui/timeline/run_index.h"

#include <array>

namespace lanescope::ui {

enum class PairOrder : std::uint8_t { stacked, interleaved };

struct PairedSide {
  const model::Run* run = nullptr;
  const RunIndex* index = nullptr;
  std::optional<std::uint32_t> launch;           // only this one; nullopt: all
};

struct PairedLayout {
  std::array<LaneLayout, 2> lanes;               // by Side
  std::array<int, 2> bandTop{};                  // of the strip that names a run; interleaved: -1, the strips do not scroll
  int height = 0;
};

inline constexpr int kBandHeight = 20;

// `available`: the height that is there; lanes are made to fit it where that leaves them legible.
PairedLayout pairedLayout(const std::array<PairedSide, 2>& sides, PairOrder order, int available);

}  // namespace lanescope::ui
