// SPDX-License-Identifier: Apache-2.0
// Blocks of lines that are one thing to a reader, and shown as one row until they are opened: a Python traceback up to its last frame
// (the exception stays), the frames of a C++ stack, the report of a failed test, torchrun's failure block.
#pragma once

#include "core/model/run.h"
#include "ui/logview/line_list.h"

#include <QString>

#include <stop_token>

namespace lanescope::ui {

struct Fold {
  enum class Kind : std::uint8_t { traceback, stack, test, launcher };
  Kind kind = Kind::traceback;
  model::SourceId source;
  std::uint32_t first = 0, last = 0;             // lines of the source; the first stays, as the row that stands for all
  std::string at;                                // the innermost frame, the test; may be empty
  std::uint32_t lines() const { return last - first + 1; }
};

// The folds of some sources, by source and first line; they do not overlap. Reads what a search for their first lines finds: on a pool
// thread. Blocks of more than 4,000 lines are folded as far as that.
std::vector<Fold> findFolds(const model::Run& run, const std::vector<model::SourceId>& sources, std::stop_token stop);

// For each fold the places of its hidden lines in `list`.
std::vector<std::vector<std::uint32_t>> hiddenBy(const std::vector<Fold>& folds, const LineList& list);

// "▸ 18 lines of traceback · mappings.py:150 in _gather"
QString foldText(const Fold& fold);

}  // namespace lanescope::ui
