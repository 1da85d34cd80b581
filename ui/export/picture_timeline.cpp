// SPDX-License-Identifier: Apache-2.0
#include "ui/export/picture_timeline.h"

#include "ui/export/picture_scene.h"
#include "ui/models/words.h"
#include "ui/timeline/fold_painter.h"
#include "ui/timeline/host_brackets.h"
#include "ui/timeline/idle_folds.h"
#include "ui/timeline/lane_table.h"
#include "ui/timeline/note_flags.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kFoldWidth = 52, kWideFold = 94;   // with one line of text, with two
constexpr int kHighestLane = 56, kLowestLane = 3;
constexpr std::size_t kFewLanes = 16;            // more: those that behave alike share a row
constexpr double kRangeMargin = 0.03;

HeaderGeometry pictureHeader(bool callouts) {
  HeaderGeometry header;
  header.utcTop = 0;
  header.utcHeight = 30;
  header.relativeHeight = 34;
  header.calloutHeight = callouts ? 46 : 8;
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
  options.labelHeight = kPictureText + 2;
  options.headerHeight = 44;
  options.laneHeight = request.laneHeight;
  LaneLayout whole(request.run, options);
  std::optional<LaneTable> table;
  if (whole.laneCount() > kFewLanes) {
    options.table = &table.emplace(request.run, request.index);
    options.arrangement.folding = LaneFolding::on;
    whole = LaneLayout(request.run, options);
  }
  const int lanes = std::max(1, static_cast<int>(whole.laneCount()));
  options.laneHeight = static_cast<std::size_t>(lanes) <= kFewLanes ? request.laneHeight : std::clamp(request.lanesHeight / lanes, kLowestLane, request.laneHeight);
  options.laneHeight += std::clamp(static_cast<int>(request.spareHeight) / lanes, 0, std::max(0, kHighestLane - options.laneHeight));
  return LaneLayout(request.run, options);
}

double foldWidthFor(const PictureTimelineRequest& request, const std::vector<TimeRange>& folds, double height) {
  if (request.folds) return kWideFold;           // the other timeline's axis has the same columns
  for (const TimeRange& fold : folds) {
    if (foldLines(request.run, request.index, fold, {kPictureText, false, false}, height, 2).size() > 1) return kWideFold;
  }
  return kFoldWidth;
}

// Launches and ranks without a row, in words.
QStringList hiddenOf(const model::Run& run, const std::vector<std::uint32_t>& shown) {
  QStringList hidden;
  for (const model::Launch& launch : run.launches) {
    if (std::find(shown.begin(), shown.end(), launch.index) != shown.end()) continue;
    const auto lanes = std::count_if(run.lanes.begin(), run.lanes.end(), [&](const model::Lane& lane) { return lane.launch == launch.index; });
    if (lanes == 0) continue;
    hidden << QCoreApplication::translate("Picture", "%1 lanes of launch %2 (%3) are not drawn")
                  .arg(countText(static_cast<std::uint64_t>(lanes)))
                  .arg(launch.index + 1)
                  .arg(launchOutcomeText(launch.outcome).toLower());
  }
  return hidden;
}

// Which ranks share a row. Of many such rows the largest is told: most ranks are in it.
QStringList notesOf(const LaneLayout& layout) {
  constexpr std::size_t kFewNotes = 2;
  std::vector<std::vector<model::Rank>> groups;
  for (const Row& row : layout.rows()) {
    if (row.alike.empty()) continue;
    groups.push_back(row.alike);
    groups.back().push_back(row.rank);
    std::sort(groups.back().begin(), groups.back().end());
  }
  const auto tell = [](const char* words, const std::vector<model::Rank>& ranks) {
    return QCoreApplication::translate("Picture", words).arg(countText(ranks.size()), rankListText(ranks));
  };
  QStringList notes;
  if (groups.size() <= kFewNotes) {
    for (const auto& ranks : groups) notes << tell(QT_TRANSLATE_NOOP("Picture", "One row stands for %1 ranks that behaved alike: %2."), ranks);
    return notes;
  }
  const auto largest = std::max_element(groups.begin(), groups.end(), [](const auto& x, const auto& y) { return x.size() < y.size(); });
  notes << QCoreApplication::translate("Picture", "%1 rows stand for several ranks each that behaved alike; ").arg(countText(groups.size())) +
               tell(QT_TRANSLATE_NOOP("Picture", "the largest for %1: %2."), *largest);
  return notes;
}

// Where lanes are lower than their labels, those that matter have a second column.
double labelWidthOf(const model::Run& run, bool low) {
  const TextStyle bold{kPictureText, true, false}, plain{kPictureText, false, false};
  double width = textWidth(u"UTC"_s, bold) + kPictureText * 0.5 + textWidth(u"2026-12-31"_s, plain);
  model::Rank most = 0;
  for (const model::Lane& lane : run.lanes) most = std::max(most, lane.rank);
  const double label = textWidth(u"%1 ranks"_s.arg(countText(most)), bold);
  return std::max(width, low ? 2 * label + 20 : label) + 18;
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
  const double labels = labelWidthOf(run, layout.laneHeight() < kPictureText), lanes = request.width - labels;
  const SceneStyle style = pictureStyle(request.theme);
  const HeaderGeometry header = pictureHeader(!request.callouts.empty());
  const double lanesTop = header.height() + 14, foldTop = header.jobTop() - 2, bottom = lanesTop + layout.height();
  const TimeAxis axis(given ? content : withMargin(run, content, folds), static_cast<int>(lanes * request.scale), folds,
                      static_cast<int>(foldWidthFor(request, folds, bottom - foldTop - 8) * request.scale));
  SceneInput input{run, request.index, layout, axis, style, {}, request.callouts, request.scale};
  input.flags = flagsFor(run, run.notes);

  PictureTimeline result;
  const std::int64_t zero = request.zero ? *request.zero : run.clock.zero.known() ? run.clock.zero.utc : axis.span().begin;
  result.list.append(headerLabelsScene(input, header, labels), {0, 0});
  result.list.append(headerScene(input, header, zero), {labels, 0});
  const DrawList lanesLabels = labelsScene(input, labels);
  result.list.append(lanesLabels, {0, lanesTop});
  result.list.append(lanesScene(input), {labels, lanesTop});
  // Labels of low lanes may stand below the last one.
  result.height = bottom;
  for (const DrawList::Entry& entry : lanesLabels.ordered()) {
    if (entry.kind == DrawList::Kind::text) result.height = std::max(result.height, lanesTop + lanesLabels.bounds(entry).bottom());
  }
  if (hasHostBrackets(input)) {
    DrawList brackets;
    addHostBrackets(brackets, input, 0);
    result.list.append(brackets, {0, lanesTop});
  }
  DrawList overlay;
  addFolds(overlay, input, foldTop, bottom);
  result.list.append(overlay, {labels, 0});
  result.notes = notesOf(layout);
  result.hidden = hiddenOf(run, shownLaunches(run));
  return result;
}

}  // namespace lanescope::ui
