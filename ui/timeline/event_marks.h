// SPDX-License-Identifier: Apache-2.0
// Which shape an event is drawn with: shape first, then colour; what it means, not where it stands.
#pragma once

#include "core/model/run.h"
#include "ui/theme/shapes.h"

#include <QString>

namespace lanescope::ui {

// From least to worst; the worst wins where marks would overlap.
enum class MarkRank : std::uint8_t { none, lifecycle, advice, teardown, warning, ncclWarning, restart, error, exception,
                                     testFailure, timeout, fatal, firstFailure };

struct EventMark {
  MarkRank rank = MarkRank::none;                // none: not drawn
  ShapeLook look;
};

EventMark markOf(const model::Run& run, const model::Event& event, const Theme& theme);
MarkRank markRankOf(const model::Run& run, const model::Event& event);
// The same for a finding as a whole; its shape is that of its card.
EventMark markOf(const model::Finding& finding, const Theme& theme);
// "first failure", "time-out", ... : the words of the legend.
QString markWords(MarkRank rank);

}  // namespace lanescope::ui
