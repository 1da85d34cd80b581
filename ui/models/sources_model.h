// SPDX-License-Identifier: Apache-2.0
// The files of a run in two groups: those that were read, with how each was taken and placed in time, and those that were
// skipped, with why. Cells that the user has set say so, also to those who do not see colours; what is set here goes to the
// OverrideStore.
#pragma once

#include "ui/models/override_store.h"
#include "ui/models/run_table_model.h"

#include <QAbstractItemModel>

namespace lanescope::ui {

class SourcesModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum ColumnId {
    PathColumn,
    FormatColumn,
    LaunchColumn,
    RankColumn,
    LinesColumn,
    BytesColumn,
    FirstColumn,
    LastColumn,
    BasisColumn,
    ZoneColumn,
    DamageColumn,
    ColumnCount
  };
  enum Group { ReadGroup, SkippedGroup, GroupCount };
  // Beside those of RunTableModel.
  enum DataRole {
    SetByUserRole = RunTableModel::TargetRole + 1,  // bool
    ProblemRole,                                    // QString: why what is set does not apply
    SourceRole,                                     // QString: Source::path; of a group empty
    GroupRole                                       // bool: a heading
  };

  SourcesModel(ViewState* state, OverrideStore* store, QObject* parent = nullptr);

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  // As the OverrideStore wants it: a number, a zone, a format; empty takes back what was set. False where that cannot be.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

  static int columnWidth(int column);
  // What a column's cells set ("rank", "zone"); "" where they set nothing.
  static const char* settingOf(int column);
  // The first cell of a source that was read.
  QModelIndex indexOf(model::SourceId source) const;
  QModelIndex indexOf(const QString& path) const;

 private:
  struct Cell {
    QString text{};
    QVariant sort{};  // invalid: by text
    QString toolTip{};
    bool mono = false;
    RunTableModel::Tone tone = RunTableModel::Tone::plain;
  };
  void reload();
  void refresh();
  Cell readCell(std::size_t row, int column) const;
  Cell skippedCell(std::size_t row, int column) const;
  QString headingText(Group group) const;
  const model::Override* saidOf(const QModelIndex& index) const;
  std::string pathAt(const QModelIndex& index) const;
  QString valueText(int column, const model::Override& said) const;
  QVariant cellData(const QModelIndex& index, int role) const;
  QVariant groupData(const QModelIndex& index, int role) const;

  ViewState* m_state;
  OverrideStore* m_store;
  std::shared_ptr<const model::Run> m_run;
};

}  // namespace lanescope::ui
