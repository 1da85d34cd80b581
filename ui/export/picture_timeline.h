// SPDX-License-Identifier: Apache-2.0
// The timeline of a picture: axes, job row, lanes and folded gaps, in units of the picture.
#pragma once

#include "ui/export/picture.h"
#include "ui/timeline/header_scene.h"

#include <QStringList>

namespace lanescope::ui {

struct PictureTimeline {
  DrawList list;                                 // from (0, 0)
  double height = 0;
  QStringList notes;                             // which lanes share a row
  QStringList hidden;                            // launches and ranks that have none
};

struct PictureTimelineRequest {
  const model::Run& run;
  const RunIndex& index;
  const Theme& theme;
  std::vector<Callout> callouts;
  TimeRange range;                               // empty: all launches
  double width = 0;
  double scale = 1;                              // device pixels for one unit
  double spareHeight = 0;                        // to make lanes higher, where there are few
  int laneHeight = 40, lanesHeight = 720;        // of a lane, where there are few; of many together
  // Of two timelines on one axis: the same gaps fold in both, and T+ counts from where both meet. nullopt: as the run says.
  std::optional<std::vector<TimeRange>> folds = {};
  std::optional<std::int64_t> zero = {};
};
// All launches and findings of the run: what a picture shows where no range is given.
TimeRange wholeRange(const model::Run& run);
PictureTimeline pictureTimeline(const PictureTimelineRequest& request);

}  // namespace lanescope::ui
