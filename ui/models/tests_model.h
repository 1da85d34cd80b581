// SPDX-License-Identifier: Apache-2.0
// The tests that did not pass everywhere, one row for each test and attempt.
#pragma once

#include "ui/models/run_table_model.h"

namespace lanescope::ui {

class TestsModel : public RunTableModel {
  Q_OBJECT
 public:
  enum ColumnId { OutcomeColumn, LaunchColumn, TestColumn, PhaseColumn, FailedColumn, StalledColumn, StartColumn, OtherColumn };
  explicit TestsModel(ViewState* state, QObject* parent = nullptr);
  std::optional<std::size_t> rowOf(const Selection& selection) const override;

 protected:
  std::size_t countRows(const model::Run& run) const override;
  Cell cell(std::size_t row, int column) const override;
  std::optional<model::LineRef> target(std::size_t row, int column) const override;
  std::optional<model::LineRef> lineOf(const model::TestReport& test, model::LaneId lane) const;
};

}  // namespace lanescope::ui
