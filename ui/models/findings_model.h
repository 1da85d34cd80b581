// SPDX-License-Identifier: Apache-2.0
// The findings of a Run in time order, one row each. Follows the ViewState; a run that is still being read shows none.
#pragma once

#include "ui/models/view_state.h"

#include <QAbstractListModel>

namespace lanescope::ui {

class FindingsModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum DataRole {
    RoleRole = Qt::UserRole + 1,  // int: model::Role
    ClassRole,                    // int: model::FindingClass
    RoleTextRole,                 // "First failure"
    TimeRole,                     // "19:38:42 – 49 Z · 2 ranks"
    EvidenceRole,                 // "stdout.log:199 rank 5", empty where none
    NumberRole,                   // int, from 1
    RelationRole,                 // "from 1 · led to 2, 4 · order undecided with 3", empty where nothing of it is known
    KnownRole,                    // "seen before in 3 runs: look at the NVLink first", empty where nobody has named it
    LedToRole                     // QVariantList of rows
  };
  explicit FindingsModel(ViewState* state, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  void reload();
  QString relationText(std::size_t row) const;

  ViewState* m_state;
  std::shared_ptr<const model::Run> m_run;  // what the rows are of: swapped inside a reset
  std::vector<std::vector<int>> m_from, m_ledTo, m_undecidedWith;   // rows, by row
};

}  // namespace lanescope::ui
