// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/difference_filter.h"

#include "ui/compare/difference_model.h"

#include <QRegularExpression>

#include <algorithm>

namespace lanescope::ui {

namespace {
constexpr qsizetype kMostRanks = 1'000;
}

void DifferenceFilter::setKind(const QString& kind) {
  m_kind = kind;
  invalidateFilter();
}

void DifferenceFilter::setPhase(const QString& phase) {
  m_phase = phase;
  invalidateFilter();
}

void DifferenceFilter::setRanks(const QSet<int>& ranks) {
  m_ranks = ranks;
  invalidateFilter();
}

void DifferenceFilter::setFolded(bool shown) {
  m_folded = shown;
  invalidateFilter();
}

bool DifferenceFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex index = sourceModel()->index(row, 0, parent);
  if (!m_folded && index.data(DifferenceModel::FoldedRole).toBool()) return false;
  if (!m_kind.isEmpty() && index.data(DifferenceModel::KindRole).toString() != m_kind) return false;
  if (!m_phase.isEmpty() && index.data(DifferenceModel::PhaseRole).toString() != m_phase) return false;
  if (m_ranks.isEmpty()) return true;
  const auto ranks = index.data(DifferenceModel::RanksRole).value<QList<int>>();
  return std::any_of(ranks.begin(), ranks.end(), [this](int rank) { return m_ranks.contains(rank); });
}

QSet<int> ranksOfText(const QString& text) {
  static const QRegularExpression part(QStringLiteral("(\\d{1,7})(?:\\s*[-–]\\s*(\\d{1,7}))?"));
  QSet<int> ranks;
  auto parts = part.globalMatch(text.left(1'000));
  while (parts.hasNext()) {
    const auto match = parts.next();
    const int from = match.captured(1).toInt(), to = match.capturedLength(2) > 0 ? match.captured(2).toInt() : from;
    for (int rank = from; rank <= to && ranks.size() < kMostRanks; ++rank) ranks.insert(rank);
  }
  return ranks;
}

}  // namespace lanescope::ui
