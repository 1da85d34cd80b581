// SPDX-License-Identifier: Apache-2.0
// Which lines of a text are wanted: those that a search found, those of a kind, or both.
#pragma once

#include "core/model/run.h"
#include "ui/logview/line_list.h"
#include "ui/logview/row_map.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lanescope::ui {

// By what was recognised in a line. `tests`: their starts, verdicts and failures.
enum class LineKinds : std::uint8_t { all, warnings, errors, tests };
inline constexpr std::size_t kLineKinds = 4;
bool admits(LineKinds kinds, model::LineClass lineClass);
QString lineKindsName(LineKinds kinds);          // "warnings and above"

struct LinesWanted {
  std::shared_ptr<const model::Run> run;
  LineKinds kinds = LineKinds::all;
  std::vector<model::LineRef> always;            // of every kind: what findings show. Sorted
  // By source, parallel to LineList::sources(), each ascending; nullopt: no search hides anything.
  std::optional<std::vector<std::vector<std::uint32_t>>> hits;
};

// O(lines). Any thread.
RowMap pickRows(const LineList& list, LinesWanted wanted);

}  // namespace lanescope::ui
