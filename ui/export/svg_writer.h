// SPDX-License-Identifier: Apache-2.0
// A draw list as SVG 1.1: real text with a font stack, no scripts, no outside references, a title and a description for
// screen readers. Made by hand because QSvgGenerator does not escape titles, ignores clips and emits a group for each
// change of state.
#pragma once

#include "ui/timeline/draw_list.h"

#include <QByteArray>
#include <QSizeF>

namespace lanescope::ui {

struct SvgDocument {
  QSizeF size;                                   // in the list's units
  double scale = 1;                              // of the stated width and height
  QColor background;
  QString title, description;
};
QByteArray writeSvg(const DrawList& list, const SvgDocument& document);

}  // namespace lanescope::ui
