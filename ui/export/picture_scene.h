// SPDX-License-Identifier: Apache-2.0
// Composes the picture: title, identity, axes, lanes, numbered findings, what is not established, legend, provenance.
// Text is measured and wrapped; at the standard width none is smaller than 22 px, so that it is at least 11 px where an
// issue page shows the picture at half its width.
#pragma once

#include "ui/export/picture.h"
#include "ui/timeline/draw_list.h"

#include <functional>

namespace lanescope::ui {

inline constexpr double kPictureWidth = 1720;    // the units of the scene; other widths scale all of it
inline constexpr int kPictureText = 22;          // the smallest type

struct PictureScene {
  DrawList list;
  QSizeF size;
  double scale = 1;                              // pixels for one unit
  QColor background;
  QString title, description, software;
};

// Checks the request, composes, and writes the file it names. Errors as exportPicture().
base::Result<void> writePicture(const PictureRequest& request, const std::function<PictureScene()>& compose);

PictureScene pictureScene(const model::Run& run, const PictureRequest& request);

}  // namespace lanescope::ui
