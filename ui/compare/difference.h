// SPDX-License-Identifier: Apache-2.0
// Any difference that a comparison lists, under one name, and what a row says of it. Pure functions over a Comparison.
#pragma once

#include "core/compare/comparison.h"

#include <QString>
#include <QStringList>

namespace lanescope::ui {

// The run of the comparison and what it is compared with: roles, not windows.
enum class Side : std::uint8_t { run, baseline };
constexpr Side otherSide(Side side) noexcept { return side == Side::run ? Side::baseline : Side::run; }

enum class DifferenceKind : std::uint8_t { message, test, end, block, duration, environment, file, changedFile };
struct Difference {
  DifferenceKind kind = DifferenceKind::message;
  std::uint32_t index = 0;                       // in the Comparison's list of its kind
  bool operator==(const Difference&) const = default;
};

enum class DifferenceTab : std::uint8_t { first, messages, tests, durations, environment, files };
inline constexpr int kDifferenceTabs = 6;

// The rows of a tab, most relevant first. `first` holds all that happened: the first divergence, then the rest by relevance.
std::vector<Difference> differencesOf(const compare::Comparison& comparison, DifferenceTab tab);

struct DifferenceText {
  QString kind;                                  // "only in A", "outcome", "ranks", ...
  QString what;                                  // a template, a test, a key, a path
  QString run, baseline;                         // what stands in either, "–" for nothing
  QString phase, time;
  QString toolTip, phaseToolTip;
};
DifferenceText textOf(const compare::Comparison& comparison, const Difference& difference);

// What filters ask.
QString kindOf(const compare::Comparison& comparison, const Difference& difference);
QString phaseOf(const compare::Comparison& comparison, const Difference& difference);   // its launch or step; empty where not known
std::vector<model::Rank> ranksOf(const compare::Comparison& comparison, const Difference& difference);
// What follows from stopping early, what rules leave out, and where the baselines differ among themselves: shown when asked for.
bool isFolded(const compare::Comparison& comparison, const Difference& difference);
// A rule of the ignore list leaves it out.
bool isIgnored(const compare::Comparison& comparison, const Difference& difference);
// Has no counterpart at all: drawn in the colour of the run that has it.
std::optional<Side> onlySide(const compare::Comparison& comparison, const Difference& difference);

// Where it stands in one of the runs. Parts that are not known are empty.
struct DifferencePlace {
  std::optional<model::LineRef> line;
  std::optional<model::LaneId> lane;
  model::When time;
};
DifferencePlace placeOf(const compare::Comparison& comparison, const Difference& difference, const model::Run& run, Side side);

// The same lane in the other run: the same rank of the launch and attempt that are compared with each other.
std::optional<model::LaneId> counterpartOf(const compare::Alignment& alignment, const model::Run& from, model::LaneId lane, Side side, const model::Run& to);

}  // namespace lanescope::ui
