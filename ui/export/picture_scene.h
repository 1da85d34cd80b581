// SPDX-License-Identifier: Apache-2.0
// Composes the picture: title, identity, axes, lanes, numbered findings, what is not established, launches, legend, counts, provenance.
// Text is measured and wrapped; at the standard width none is smaller than 22 px, so that it is at least 11 px where an
// issue page shows the picture at half its width. Where room is short details are left out and lanes folded.
#pragma once

#include "ui/export/picture.h"
#include "ui/timeline/draw_list.h"

#include <QImage>

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
  std::string view;                              // as requested
};

// How much is told; each level needs less height than the one before it.
struct PictureDetail {
  std::size_t findings, differences;
  int testLines, identityLines, findingLines, notKnownLines, launchLines, footerLines;
  int laneHeight, lanesHeight;                   // of a lane, where there are few; of many together
};
// The first level that fits. Where an exact size holds none, the same on a page of more units, whose type is smaller.
// compose(detail, units)
PictureScene fittingScene(const PictureRequest& request, const std::function<PictureScene(const PictureDetail&, double)>& compose);

PictureScene pictureScene(const model::Run& run, const PictureRequest& request);

QImage pictureImage(const PictureScene& scene);
// The file's bytes; empty where the image is too large for memory.
QByteArray pictureBytes(const PictureScene& scene, PictureFormat format);

// Checks the request, composes, and writes the file it names. Errors as exportPicture().
base::Result<void> writePicture(const PictureRequest& request, const std::function<PictureScene()>& compose);

}  // namespace lanescope::ui
