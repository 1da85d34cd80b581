// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/palette_model.h"

#include "ui/models/words.h"

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kRecentBonus = 4, kKeysMatch = 1000;

bool areKeys(const QString& typed, const QString& keys) {
  const QString wanted = typed.trimmed();
  const QStringList all = keys.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  return wanted.contains(QLatin1Char('+')) && all.contains(wanted, Qt::CaseInsensitive);
}

}  // namespace

void PaletteModel::setEntries(std::vector<PaletteEntry> entries, const QStringList& recent) {
  const auto place = [&recent](const PaletteEntry& entry) {
    const qsizetype at = recent.indexOf(entry.id);
    return at < 0 ? recent.size() : at;
  };
  std::stable_sort(entries.begin(), entries.end(), [&](const PaletteEntry& a, const PaletteEntry& b) { return place(a) < place(b); });
  beginResetModel();
  m_entries = std::move(entries);
  m_recent = static_cast<std::size_t>(std::count_if(m_entries.begin(), m_entries.end(), [&](const PaletteEntry& entry) { return recent.contains(entry.id); }));
  m_shown.clear();
  endResetModel();
}

int PaletteModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_shown.size()); }

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const PaletteEntry& entry = at(index.row());
  const QString detail = entry.enabled || entry.why.isEmpty() ? entry.place : entry.why;
  switch (role) {
    case Qt::DisplayRole: return entry.text;
    case Qt::AccessibleTextRole: {
      QStringList parts{entry.text};
      if (!entry.keys.isEmpty()) parts << entry.keys;
      if (!entry.enabled) parts << tr("not available");
      if (!detail.isEmpty()) parts << detail;
      return parts.join(QStringLiteral(", "));
    }
    case DetailRole: return detail;
    case KeysRole: return entry.keys;
    case AvailableRole: return entry.enabled;
    case MatchesRole: {
      const std::vector<int>& places = m_shown[static_cast<std::size_t>(index.row())].match.at;
      return QVariant::fromValue(QList<int>(places.begin(), places.end()));
    }
    default: return {};
  }
}

void PaletteModel::setQuery(const QString& typed) {
  beginResetModel();
  m_shown.clear();
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    const PaletteEntry& entry = m_entries[i];
    auto match = fuzzyMatch(typed, entry.text);
    if (areKeys(typed, entry.keys)) match = FuzzyMatch{kKeysMatch, {}};
    if (!match) continue;
    if (i < m_recent) match->score += kRecentBonus;
    m_shown.push_back({i, std::move(*match)});
  }
  if (!typed.trimmed().isEmpty()) {
    std::stable_sort(m_shown.begin(), m_shown.end(), [](const Shown& a, const Shown& b) { return a.match.score > b.match.score; });
  }
  endResetModel();
}

QString PaletteModel::sentence() const {
  if (m_shown.empty()) return tr("No command is called like that.");
  return countedText(m_shown.size(), tr("1 command"), tr("%1 commands"));
}

}  // namespace lanescope::ui
