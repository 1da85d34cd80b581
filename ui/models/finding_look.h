// SPDX-License-Identifier: Apache-2.0
// The shape and colour of a finding on cards, stripes and strips: shape before colour, the accent for the first failure only.
#pragma once

#include "core/model/finding.h"
#include "ui/theme/shapes.h"

namespace lanescope::ui {

ShapeLook findingLook(model::Role role, model::FindingClass findingClass, const Theme& theme);
// Ground of the card's number.
QColor findingBadge(model::Role role, model::FindingClass findingClass, const Theme& theme);

}  // namespace lanescope::ui
