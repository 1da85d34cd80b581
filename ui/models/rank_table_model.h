// SPDX-License-Identifier: Apache-2.0
// One row for each lane: what a rank last printed, when, where it stood, and how it ended.
#pragma once

#include "ui/models/run_table_model.h"

namespace lanescope::ui {

class RankTableModel : public RunTableModel {
  Q_OBJECT
 public:
  enum ColumnId {
    LaunchColumn,
    AttemptColumn,
    RankColumn,
    HostColumn,
    GpuColumn,
    WhenColumn,
    LastLineColumn,
    TestColumn,
    EnqueuedColumn,
    CompletedColumn,
    EndColumn,
    ByColumn
  };
  explicit RankTableModel(ViewState* state, QObject* parent = nullptr);
  std::optional<std::size_t> rowOf(const Selection& selection) const override;

 protected:
  std::size_t countRows(const model::Run& run) const override;
  Cell cell(std::size_t row, int column) const override;
  std::optional<model::LineRef> target(std::size_t row, int column) const override;
};

}  // namespace lanescope::ui
