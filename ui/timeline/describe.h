// SPDX-License-Identifier: Apache-2.0
// What a drawn thing is, in words: tooltips and screen readers.
#pragma once

#include "ui/timeline/draw_list.h"
#include "ui/timeline/lane_layout.h"
#include "ui/timeline/run_index.h"
#include "ui/timeline/timeline_ticks.h"

namespace lanescope::ui {

struct Description {
  QString what;                                  // "waiting 1,800 s · ALLREDUCE 4127"
  QString where;                                 // "rank 5 · launch 1"
  model::When time;
  std::optional<model::LineRef> line;
  QString text;                                  // the line as it stands in the log
  QString rank{};                                // how the lane's rank is known; empty where it is of no lane
};
Description describe(const model::Run& run, const RunIndex& index, const Hit& hit);

Description describe(const model::Run& run, const TimelineTick& tick);

// What the lanes under a group's header have in common: "node-07", "alike · ended SIGABRT".
QString groupText(const model::Run& run, const Row& group);

// In the order: what, rank, UTC, T+, source and line, certainty, local time, text. Rich text; everything from the log is escaped.
QString tooltipOf(const model::Run& run, const Description& description, std::int64_t zero);
// One line, plain.
QString spokenOf(const model::Run& run, const Description& description);
// What a click selects.
Selection selectionOf(const model::Run& run, const RunIndex& index, const Description& description, const Hit& hit);

}  // namespace lanescope::ui
