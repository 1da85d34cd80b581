// SPDX-License-Identifier: Apache-2.0
// Rows that narrow to what is typed: commands, lanes.
#pragma once

#include <QAbstractListModel>

namespace lanescope::ui {

class QuickModel : public QAbstractListModel {
  Q_OBJECT
 public:
  // Display: what it is. Detail: more about it, or why it cannot be had. Keys: at the far end. Matches: QList<int>, places of the text.
  // Available: whether it can be chosen; what cannot may be current all the same, so that one hears why.
  enum Role { DetailRole = Qt::UserRole, KeysRole, MatchesRole, AvailableRole };

  using QAbstractListModel::QAbstractListModel;
  virtual void setQuery(const QString& typed) = 0;
  // Below the rows: how many there are, or what to type instead.
  virtual QString sentence() const = 0;
};

}  // namespace lanescope::ui
