// SPDX-License-Identifier: Apache-2.0
// Which differences are listed: by kind, rank and phase; folded ones only where asked for.
#pragma once

#include <QSet>
#include <QSortFilterProxyModel>

#include <optional>

namespace lanescope::ui {

class DifferenceFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  // Empty: all.
  void setKind(const QString& kind);
  void setPhase(const QString& phase);
  void setRanks(const QSet<int>& ranks);
  void setFolded(bool shown);
  const QString& kind() const { return m_kind; }
  const QString& phase() const { return m_phase; }
  bool isActive() const { return !m_kind.isEmpty() || !m_phase.isEmpty() || !m_ranks.isEmpty(); }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QString m_kind, m_phase;
  QSet<int> m_ranks;
  bool m_folded = false;
};

// "5, 7-9" as numbers; what cannot be read is left out. At most a thousand.
QSet<int> ranksOfText(const QString& text);

}  // namespace lanescope::ui
