// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_states.h"

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kGlyph = 10, kGlyphLeft = 4;
constexpr int kLeastGlyphRow = 10;               // lower rows show a block of the colour

// In at most four characters.
QString shortCount(std::uint32_t count) {
  constexpr std::uint32_t kThousand = 1'000, kMillion = 1'000'000;
  if (count < kThousand) return QString::number(count);
  return count < kMillion ? u"%1k"_s.arg(count / kThousand) : u"%1M"_s.arg(count / kMillion);
}

ShapeLook lookOf(const SceneInput& in, const RunProfile::State& state) {
  if (!state.test) return markOf(in.run, in.event(state.item), *in.style.theme).look;
  return {Shape::cross, in.style.theme->testFailure, in.style.theme->base, false, false};
}

void addState(DrawList& list, const SceneInput& in, const Row& row, double width) {
  std::vector<model::LaneId> lanes = row.lanes;
  lanes.insert(lanes.end(), row.alikeLanes.begin(), row.alikeLanes.end());
  if (lanes.empty()) return;
  list.rect(Layer::ground, {QRectF(0, row.top, width, row.height), {}, {}, 0}, {Hit::What::lane, lanes.front().value, lanes.front()});
  const RunProfile::State state = in.profile->stateOf(lanes);
  if (state.worst == MarkRank::none) return;
  const model::LaneId lane = state.test ? in.run.intervals[state.item].lane : in.event(state.item).lane;
  const Hit hit{state.test ? Hit::What::interval : Hit::What::event, state.item, lane};
  const ShapeLook look = lookOf(in, state);
  const double middle = row.top + row.height / 2.0;
  if (row.height < kLeastGlyphRow) {
    list.rect(Layer::mark, {QRectF(kGlyphLeft, row.top, kGlyph, row.height), look.colour, {}, 0}, hit);
    return;
  }
  list.mark(Layer::mark, {look, {kGlyphLeft + kGlyph / 2, middle}, std::min<double>(kGlyph, row.height - 1)}, hit);
  const TextStyle style{in.style.smallTextSize, false, false};
  if (row.height < style.pixelSize) return;
  const QRectF box(kGlyphLeft + kGlyph + 4, row.top, width - kGlyphLeft - kGlyph - 4, row.height);
  list.text(Layer::label, box, Qt::AlignLeft, shortCount(state.count), style, in.style.theme->muted, hit);
}

}  // namespace

DrawList statesScene(const SceneInput& in, double width) {
  DrawList list;
  if (in.profile == nullptr) return list;
  const LaneLayout::Slice visible = in.layout.visible(in.top, in.bottom);
  for (std::size_t i = visible.first; i < visible.last; ++i) {
    if (in.layout.rows()[i].kind == Row::Kind::lane) addState(list, in, in.layout.rows()[i], width);
  }
  return list;
}

}  // namespace lanescope::ui
