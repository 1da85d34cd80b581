// SPDX-License-Identifier: Apache-2.0
// The keymap as a tree: contexts, and in each its commands with the keys in force.
#pragma once

#include "ui/models/keymap.h"

#include <QAbstractItemModel>

namespace lanescope::ui {

class ShortcutModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { CommandColumn, KeysColumn, kColumnCount };
  enum Role { IdRole = Qt::UserRole, ChangedRole };

  explicit ShortcutModel(Keymap* keymap, QObject* parent = nullptr);
  QModelIndex indexOf(const QString& id) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const Command* commandAt(const QModelIndex& index) const;   // nullptr: a context
  void tellChanged();

  struct Group {
    Context context = Context::global;
    std::vector<const Command*> commands;
  };
  Keymap* m_keymap;
  std::vector<Group> m_groups;
};

}  // namespace lanescope::ui
