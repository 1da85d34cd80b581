// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/shortcut_model.h"

#include <QFont>

#include <algorithm>

namespace lanescope::ui {

ShortcutModel::ShortcutModel(Keymap* keymap, QObject* parent) : QAbstractItemModel(parent), m_keymap(keymap) {
  for (const Context context : {Context::global, Context::box, Context::timeline, Context::text, Context::lists, Context::compare}) {
    Group group;
    group.context = context;
    for (const Command& command : keymap->commands()) {
      if (command.context == context) group.commands.push_back(&command);
    }
    m_groups.push_back(std::move(group));
  }
  connect(keymap, &Keymap::changed, this, &ShortcutModel::tellChanged);
}

// A command's internal id is one more than the row of its context; a context's is 0.
QModelIndex ShortcutModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= kColumnCount || row >= rowCount(parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex ShortcutModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  return createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr{0});
}

int ShortcutModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_groups.size());
  if (parent.internalId() != 0 || parent.column() != 0) return 0;
  return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].commands.size());
}

int ShortcutModel::columnCount(const QModelIndex&) const { return kColumnCount; }

const Command* ShortcutModel::commandAt(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return nullptr;
  return m_groups[index.internalId() - 1].commands[static_cast<std::size_t>(index.row())];
}

QModelIndex ShortcutModel::indexOf(const QString& id) const {
  for (int group = 0; group < rowCount(); ++group) {
    const QModelIndex parent = index(group, 0);
    for (int row = 0; row < rowCount(parent); ++row) {
      const QModelIndex each = index(row, 0, parent);
      if (each.data(IdRole).toString() == id) return each;
    }
  }
  return {};
}

QVariant ShortcutModel::data(const QModelIndex& index, int role) const {
  const Command* command = commandAt(index);
  if (command == nullptr) {
    const bool named = index.isValid() && index.column() == CommandColumn && role == Qt::DisplayRole;
    return named ? QVariant(contextName(m_groups[static_cast<std::size_t>(index.row())].context)) : QVariant();
  }
  const QString id = QLatin1String(command->id);
  switch (role) {
    case Qt::DisplayRole: return index.column() == CommandColumn ? commandText(*command) : keysText(m_keymap->keys(id));
    case Qt::ToolTipRole: return commandText(*command);
    case Qt::AccessibleDescriptionRole: return m_keymap->isChanged(id) ? tr("changed") : QString();
    case Qt::FontRole: {
      QFont font;
      font.setBold(m_keymap->isChanged(id));
      return font;
    }
    case IdRole: return id;
    case ChangedRole: return m_keymap->isChanged(id);
    default: return {};
  }
}

QVariant ShortcutModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == CommandColumn ? tr("Command") : tr("Keys");
}

void ShortcutModel::tellChanged() {
  for (int group = 0; group < rowCount(); ++group) {
    const QModelIndex parent = index(group, 0);
    if (const int rows = rowCount(parent); rows > 0) Q_EMIT dataChanged(index(0, 0, parent), index(rows - 1, kColumnCount - 1, parent));
  }
}

}  // namespace lanescope::ui
