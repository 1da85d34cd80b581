// SPDX-License-Identifier: Apache-2.0
// The texts of a rank in two runs, laid beside each other by the templates of their lines. Made on a pool thread, then immutable.
#pragma once

#include "ui/compare/compare_state.h"
#include "ui/compare/text_alignment.h"

#include <array>
#include <memory>
#include <stop_token>

namespace lanescope::ui {

// One of the two texts: lines of a source, of one rank alone where the source holds several.
struct TextSide {
  std::shared_ptr<const model::Run> run;
  model::SourceId source;                        // invalid: this run has no such text
  std::optional<model::LaneId> lane;             // whose lines; nullopt: all of the source
  std::uint32_t around = 0;                      // a line that has to be in it; 0: from the beginning
  bool operator==(const TextSide&) const = default;
};
using TextSides = std::array<TextSide, 2>;       // by Side

struct PairedText {
  TextSides sides;
  std::array<std::vector<std::uint32_t>, 2> lines;   // line numbers of the sources
  std::array<bool, 2> cut{};                     // only a stretch around the line was read
  std::vector<PairedRow> rows;                   // indices into `lines`
  std::optional<std::uint32_t> rowOf(Side side, std::uint32_t line) const;
  model::LineRef lineOf(Side side, std::uint32_t index) const { return {sides[static_cast<std::size_t>(side)].source, lines[static_cast<std::size_t>(side)][index]}; }
};

// Lines of either source that are looked at.
inline constexpr std::uint32_t kMostPairedLines = 40'000;

// Which texts belong beside each other: the line's own source, and in the other run the counterpart's source of the same name. A text
// that is not known stays invalid.
TextSides textSidesOf(const CompareState& state);

// Null where `stop` was requested.
std::shared_ptr<const PairedText> pairText(const TextSides& sides, std::stop_token stop);

}  // namespace lanescope::ui
