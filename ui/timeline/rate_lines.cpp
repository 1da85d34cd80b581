// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/rate_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope::ui {

namespace {

constexpr int kLeastRow = 24;                    // px; in lower ones nothing is free below the bar
constexpr double kHeight = 5;

struct Rates { const Row* row; std::vector<std::uint32_t> lines; };   // by column

std::vector<Rates> ratesInView(const SceneInput& in) {
  std::vector<Rates> found;
  const LaneLayout::Slice visible = in.layout.visible(in.top, in.bottom);
  for (std::size_t i = visible.first; i < visible.last; ++i) {
    const Row& row = in.layout.rows()[i];
    if (row.kind != Row::Kind::lane || row.height < kLeastRow) continue;
    Rates rates{&row, std::vector<std::uint32_t>(static_cast<std::size_t>(in.axis.columns()))};
    for (int column = 0; column < in.axis.columns(); ++column) {
      for (const model::LaneId lane : row.lanes) rates.lines[static_cast<std::size_t>(column)] += in.profile->linesOf(lane, in.axis.range(column));
    }
    found.push_back(std::move(rates));
  }
  return found;
}

// A stroke over each stretch in which the lane wrote, with a step where the rate changes; nothing where it did not.
void addRateLine(DrawList& list, const SceneInput& in, const Rates& rates, std::uint32_t most) {
  const double foot = rates.row->top + rates.row->height - 0.5;
  std::vector<QPointF> points;
  for (std::size_t i = 0; i <= rates.lines.size(); ++i) {
    const double x = static_cast<double>(i) / in.columnsPerPixel;
    const std::uint32_t lines = i < rates.lines.size() ? rates.lines[i] : 0;
    const double share = std::sqrt(static_cast<double>(lines) / most);   // as in the overview: few lines stay visible beside many
    const double y = foot - std::max(lines > 0 ? 1.0 : 0.0, std::round(share * kHeight));
    if (lines > 0 && points.empty()) points.emplace_back(x, foot);
    if (!points.empty() && points.back().y() != y) {
      points.emplace_back(x, points.back().y());
      points.emplace_back(x, y);
    }
    if (lines > 0 || points.empty()) continue;
    list.line(Layer::band, {std::exchange(points, {}), in.style.theme->faint, 1, false});
  }
}

}  // namespace

void addRateLines(DrawList& list, const SceneInput& in) {
  if (in.profile == nullptr) return;
  const std::vector<Rates> rates = ratesInView(in);
  std::uint32_t most = 0;
  for (const Rates& lane : rates) most = std::max(most, *std::max_element(lane.lines.begin(), lane.lines.end()));
  if (most == 0) return;
  for (const Rates& lane : rates) addRateLine(list, in, lane, most);
}

}  // namespace lanescope::ui
