// SPDX-License-Identifier: Apache-2.0
// The list behind a mark with a number: templates, and under each the ranks; Return or a click goes to the line. GUI thread only.
#pragma once

#include "ui/timeline/mark_groups.h"

#include <QAbstractItemModel>
#include <QFrame>

#include <memory>

class QTreeView;

namespace lanescope::ui {

class MarkListModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { what, count, when, columns };

  using QAbstractItemModel::QAbstractItemModel;
  void setGroups(std::shared_ptr<const model::Run> run, std::shared_ptr<const RunIndex> index, std::vector<MarkGroup> groups);
  // The event that a row stands for.
  std::optional<std::uint32_t> eventAt(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString textOf(const MarkRanks& ranks) const;

  std::shared_ptr<const model::Run> m_run;
  std::shared_ptr<const RunIndex> m_index;
  std::vector<MarkGroup> m_groups;
};

// Beside the mark, until something is chosen or Esc.
class MarkList : public QFrame {
  Q_OBJECT
 public:
  explicit MarkList(QWidget* parent);
  void open(std::shared_ptr<const model::Run> run, std::shared_ptr<const RunIndex> index, std::vector<MarkGroup> groups, QPoint global);
  MarkListModel* model() const { return m_model; }
  QTreeView* tree() const { return m_tree; }

 Q_SIGNALS:
  void chosen(std::uint32_t event);

 private:
  void choose(const QModelIndex& index);

  MarkListModel* m_model;
  QTreeView* m_tree;
};

}  // namespace lanescope::ui
