// SPDX-License-Identifier: Apache-2.0
// The shapes of the product's language (shape before colour) and how they are painted: on lanes, in legends, on cards,
// as icons and, as outlines, in SVG files. Sizes are in the painter's units; a shape fills a square of that size.
#pragma once

#include "ui/theme/theme.h"

#include <QIcon>
#include <QPainterPath>

class QPainter;

namespace lanescope::ui {

enum class Shape : std::uint8_t { none, tick, dot, triangle, cross, hourglass, square, diamond, restart, check, bang };

struct ShapeLook {
  Shape shape = Shape::none;
  QColor colour;
  QColor ground;          // under a hollow shape, between a diamond and its ring, and as a thin seam around any other
  bool hollow = false;    // outline only: cascades, teardown, minor warnings
  bool ring = false;      // a second outline around it: the first failure, one in a run
};

// The outline, to be filled (or stroked where hollow).
QPainterPath shapePath(Shape shape, QPointF centre, double size);
// The outline of the ring around a shape of `size`.
QPainterPath ringPath(Shape shape, QPointF centre, double size);
inline constexpr double kRingWidth = 1.5;
inline constexpr double kHollowWidth = 1.5;
inline constexpr double kSeamWidth = 2;           // of which half is outside: keeps a mark apart from the bar it stands on
inline constexpr double kRingScale = 1.5;         // size of the ring relative to its shape

void paintShape(QPainter& painter, const ShapeLook& look, QPointF centre, double size);

// For cards, lists and actions; sharp at every scale.
QIcon shapeIcon(const ShapeLook& look);

}  // namespace lanescope::ui
