// SPDX-License-Identifier: Apache-2.0
// A timeline's look as a view keeps it, and back. A word that this version does not know is as if nobody had chosen.
#pragma once

#include "core/session/kept_look.h"
#include "ui/timeline/lane_arrangement.h"

namespace lanescope::ui {

session::KeptRows keptRows(const TimelineLook& look);
TimelineLook lookOf(const session::KeptRows& rows);

}  // namespace lanescope::ui
