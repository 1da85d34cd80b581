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
};
PictureTimeline pictureTimeline(const PictureTimelineRequest& request);

}  // namespace lanescope::ui
