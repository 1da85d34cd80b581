// SPDX-License-Identifier: Apache-2.0
#include "ui/export/picture_timeline.h"

#include "ui/export/picture_scene.h"
#include "ui/models/words.h"
#include "ui/timeline/fold_painter.h"
#include "ui/timeline/idle_folds.h"
#include "ui/timeline/lane_table.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kFoldWidth = 52;
constexpr int kLaneHeight = 40, kHighestLane = 56, kLowestLane = 3;
constexpr int kLanesHeight = 720;                // of many lanes together
constexpr std::size_t kFewLanes = 16;            // more: those that behave alike share a row
constexpr double kRangeMargin = 0.03;

HeaderGeometry pictureHeader() {
  HeaderGeometry header;
  header.utcTop = 0;
  header.utcHeight = 30;
  header.relativeHeight = 34;
  header.calloutHeight = 46;
  header.jobHeight = 50;
  return header;
}

SceneStyle pictureStyle(const Theme& theme) {
  SceneStyle style;
  style.theme = &theme;
  style.textSize = style.smallTextSize = kPictureText;
  style.markSize = 24;
  style.calloutSize = 34;
  style.capWidth = 5;
  style.endLabels = false;                       // the list of findings says it
  style.overhang = 0;
  style.rankWords = true;
  return style;
}

// Launches that have lanes to show.
std::vector<std::uint32_t> shownLaunches(const model::Run& run) {
  std::vector<std::uint32_t> shown;
  for (const model::Launch& launch : run.launches) {
    const bool hasLanes = std::any_of(run.lanes.begin(), run.lanes.end(), [&](const model::Lane& l) { return l.launch == launch.index; });
    if (hasLanes && launch.outcome != model::LaunchOutcome::empty) shown.push_back(launch.index);
  }
  return shown;
}

// May the launches share rows? Only where none runs while another does.
bool followEachOther(const model::Run& run, const std::vector<std::uint32_t>& launches) {
  std::vector<TimeRange> extents;
  for (const std::uint32_t launch : launches) extents.push_back(extentOf(run.launches[launch], run));
  std::sort(extents.begin(), extents.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
  for (std::size_t i = 1; i < extents.size(); ++i) {
    if (extents[i].begin < extents[i - 1].end) return false;
  }
  return true;
}

// The job's last moments belong to the picture where they are not far away.
TimeRange withMargin(const model::Run& run, TimeRange range, const std::vector<TimeRange>& folds) {
  std::int64_t visible = range.length();
  for (const TimeRange& fold : folds) visible -= fold.length();
  const auto margin = static_cast<std::int64_t>(static_cast<double>(visible) * kRangeMargin);
  TimeRange wide{range.begin - margin, range.end + margin};
  for (const model::Milestone& milestone : run.milestones) {
    if (!milestone.time.known()) continue;
    const std::int64_t ns = milestone.time.utc;
    if (ns > range.end && ns < range.end + 3 * margin) wide.end = std::max(wide.end, ns + margin);
  }
  return wide;
}

LaneLayout layoutOf(const PictureTimelineRequest& request) {
  const std::vector<std::uint32_t> launches = shownLaunches(request.run);
  LayoutOptions options;
  options.launches = launches;
  options.mergeLaunches = followEachOther(request.run, launches);
  options.labelHeight = kPictureText + 8;
  options.headerHeight = 44;
  options.laneHeight = kLaneHeight;
  LaneLayout whole(request.run, options);
  std::optional<LaneTable> table;
  if (whole.laneCount() > kFewLanes) {
    options.table = &table.emplace(request.run, request.index);
    options.arrangement.folding = LaneFolding::on;
    whole = LaneLayout(request.run, options);
  }
  const int lanes = std::max(1, static_cast<int>(whole.laneCount()));
  options.laneHeight = static_cast<std::size_t>(lanes) <= kFewLanes ? kLaneHeight : std::clamp(kLanesHeight / lanes, kLowestLane, kLaneHeight);
  options.laneHeight += std::clamp(static_cast<int>(request.spareHeight) / lanes, 0, std::max(0, kHighestLane - options.laneHeight));
  return LaneLayout(request.run, options);
}

QStringList notesOf(const LaneLayout& layout) {
  QStringList notes;
  for (const Row& row : layout.rows()) {
    if (row.alike.empty()) continue;
    std::vector<model::Rank> ranks = row.alike;
    ranks.push_back(row.rank);
    std::sort(ranks.begin(), ranks.end());
    notes << QCoreApplication::translate("Picture", "One row stands for %1 ranks that behaved alike: %2.").arg(countText(ranks.size()), rankListText(ranks));
  }
  return notes;
}

double labelWidthOf(const model::Run& run) {
  const TextStyle bold{kPictureText, true, false}, plain{kPictureText, false, false};
  double width = textWidth(u"UTC"_s, bold) + kPictureText * 0.5 + textWidth(u"2026-12-31"_s, plain);
  model::Rank most = 0;
  for (const model::Lane& lane : run.lanes) most = std::max(most, lane.rank);
  return std::max(width, textWidth(u"%1 ranks"_s.arg(countText(most)), bold)) + 18;
}

}  // namespace

TimeRange wholeRange(const model::Run& run) {
  TimeRange range{};
  const auto include = [&](TimeRange other) {
    if (other.end == 0) return;
    if (range.end == 0) range = other;
    range = {std::min(range.begin, other.begin), std::max(range.end, other.end)};
  };
  for (const model::Launch& launch : run.launches) include(extentOf(launch, run));
  for (const model::Finding& finding : run.findings) {
    if (finding.time.known() && finding.time.basis != model::Basis::file) include({finding.time.utc, finding.time.utc});
  }
  if (range.end == 0 && run.clock.first.known() && run.clock.last.known()) range = {run.clock.first.utc, run.clock.last.utc};
  if (range.length() <= 0) range.end = range.begin + 1'000'000'000;
  return range;
}

PictureTimeline pictureTimeline(const PictureTimelineRequest& request) {
  const model::Run& run = request.run;
  const LaneLayout layout = layoutOf(request);
  const bool given = request.range.length() > 0;
  const TimeRange content = given ? request.range : wholeRange(run);
  const std::vector<TimeRange> folds = request.folds ? *request.folds : idleFolds(run, request.index, content);
  const double labels = labelWidthOf(run), lanes = request.width - labels;
  const TimeAxis axis(given ? content : withMargin(run, content, folds), static_cast<int>(lanes * request.scale), folds,
                      static_cast<int>(kFoldWidth * request.scale));
  const SceneStyle style = pictureStyle(request.theme);
  const HeaderGeometry header = pictureHeader();
  const SceneInput input{run, request.index, layout, axis, style, {}, request.callouts, request.scale};

  PictureTimeline result;
  const std::int64_t zero = request.zero ? *request.zero : run.clock.zero.known() ? run.clock.zero.utc : axis.span().begin;
  const double lanesTop = header.height() + 14;
  result.list.append(headerLabelsScene(input, header, labels), {0, 0});
  result.list.append(headerScene(input, header, zero), {labels, 0});
  result.list.append(labelsScene(input, labels), {0, lanesTop});
  result.list.append(lanesScene(input), {labels, lanesTop});
  result.height = lanesTop + layout.height();
  DrawList overlay;
  addFolds(overlay, input, header.jobTop() - 2, result.height);
  result.list.append(overlay, {labels, 0});
  result.notes = notesOf(layout);
  return result;
}

}  // namespace lanescope::ui
