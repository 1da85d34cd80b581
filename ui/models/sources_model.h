// SPDX-License-Identifier: Apache-2.0
// One row for each source: how it was read and placed in time, and what of it could not be read.
#pragma once

#include "ui/models/run_table_model.h"

namespace lanescope::ui {

class SourcesModel : public RunTableModel {
  Q_OBJECT
 public:
  enum ColumnId {
    PathColumn,
    LayoutColumn,
    LaunchColumn,
    RankColumn,
    LinesColumn,
    BytesColumn,
    BasisColumn,
    ZoneColumn,
    DamageColumn
  };
  explicit SourcesModel(ViewState* state, QObject* parent = nullptr);
  std::optional<std::size_t> rowOf(const Selection& selection) const override;

 protected:
  std::size_t countRows(const model::Run& run) const override;
  Cell cell(std::size_t row, int column) const override;
  std::optional<model::LineRef> target(std::size_t row, int column) const override;
};

}  // namespace lanescope::ui
