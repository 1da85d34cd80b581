// SPDX-License-Identifier: Apache-2.0
// The picture of a comparison: both timelines on one axis, the first divergence and the differences that matter most.
#pragma once

#include "core/compare/comparison.h"
#include "ui/compare/time_alignment.h"
#include "ui/export/picture_scene.h"

namespace lanescope::ui {

struct ComparedPicture {
  const model::Run& run;
  const model::Run& baseline;                    // the first of the comparison's
  const compare::Comparison& comparison;
  std::optional<TimeAlignment> alignment;        // nullopt: by the phase in which the runs first differ, else by the starts of the jobs
};

PictureScene comparisonScene(const ComparedPicture& compared, const PictureRequest& request);

// As exportPicture(). The request's range is on the run's clock; without one, all launches of both runs.
base::Result<void> exportComparisonPicture(const ComparedPicture& compared, const PictureRequest& request);

}  // namespace lanescope::ui
