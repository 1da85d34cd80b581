// SPDX-License-Identifier: Apache-2.0
#include "ui/models/findings_model.h"

#include "core/report/added_text.h"
#include "ui/models/words.h"
#include "ui/theme/clipped_text.h"

#include <QHash>

#include <algorithm>

namespace lanescope::ui {

namespace {

// "09:39:27.003 Z · ALLREDUCE seq 4127"; the launch where it is not that of the first failure.
QString when(const model::Run& run, const model::Finding& finding) {
  QStringList parts{columnTimeText(finding.time)};
  if (parts.front().isEmpty()) parts.front() = FindingsModel::tr("time not known");
  const auto& collective = finding.attributes.collective;
  if (collective && !collective->op.empty()) {
    parts << toQt(collective->op) + (collective->seq ? FindingsModel::tr(" seq %1").arg(*collective->seq) : QString());
  } else if (!finding.attributes.testPhase.empty()) {
    parts << FindingsModel::tr("%1 phase").arg(toQt(finding.attributes.testPhase));
  }
  const bool elsewhere = !run.firstFailure || run.findings[*run.firstFailure].launch != finding.launch;
  if (finding.launch && elsewhere) parts << FindingsModel::tr("launch %1").arg(*finding.launch + 1);
  return parts.join(QStringLiteral(" · "));
}

// The user's own choice is said wherever the role is.
QString roleWords(const model::Run& run, const model::Finding& finding) {
  const bool chosen = run.firstFailureByUser && finding.role == model::Role::firstFailure;
  return chosen ? FindingsModel::tr("%1, your choice").arg(roleText(finding.role)) : roleText(finding.role);
}

}  // namespace

FindingsModel::FindingsModel(ViewState* state, QObject* parent) : QAbstractListModel(parent), m_state(state) {
  connect(state, &ViewState::runChanged, this, &FindingsModel::reload);
  connect(state, &ViewState::seenBeforeChanged, this, [this] {
    if (const int rows = rowCount(); rows > 0) Q_EMIT dataChanged(index(0), index(rows - 1), {KnownRole, Qt::AccessibleTextRole});
  });
  reload();
}

void FindingsModel::reload() {
  beginResetModel();
  m_run = m_state->run();
  const std::size_t rows = m_run ? m_run->findings.size() : 0;
  m_from.assign(rows, {});
  m_ledTo.assign(rows, {});
  m_undecidedWith.assign(rows, {});
  QHash<QString, int> rowOf;
  for (std::size_t i = 0; i < rows; ++i) rowOf.insert(toQt(m_run->findings[i].id), static_cast<int>(i));
  for (std::size_t i = 0; i < rows; ++i) {
    for (const std::string& id : m_run->findings[i].causedBy) {
      const auto from = rowOf.constFind(toQt(id));
      if (from == rowOf.constEnd() || *from == static_cast<int>(i)) continue;
      m_from[i].push_back(*from);
      m_ledTo[static_cast<std::size_t>(*from)].push_back(static_cast<int>(i));
    }
    for (const std::string& id : m_run->findings[i].orderUndecidedWith) {
      if (const auto other = rowOf.constFind(toQt(id)); other != rowOf.constEnd()) m_undecidedWith[i].push_back(*other);
    }
    std::sort(m_undecidedWith[i].begin(), m_undecidedWith[i].end());
  }
  endResetModel();
}

// By the numbers on the cards.
QString FindingsModel::relationText(std::size_t row) const {
  const auto numbers = [](const std::vector<int>& rows) {
    QStringList texts;
    for (const int each : rows) texts << QString::number(each + 1);
    return texts.join(QStringLiteral(", "));
  };
  QStringList parts;
  if (!m_from[row].empty()) parts << tr("from %1").arg(numbers(m_from[row]));
  if (!m_ledTo[row].empty()) parts << tr("led to %1").arg(numbers(m_ledTo[row]));
  if (!m_undecidedWith[row].empty()) parts << tr("order undecided with %1").arg(numbers(m_undecidedWith[row]));
  return parts.join(QStringLiteral(" · "));
}

int FindingsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || m_run == nullptr || !m_run->complete ? 0 : static_cast<int>(m_run->findings.size());
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const model::Finding& finding = m_run->findings[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return toQt(finding.title);
    case Qt::ToolTipRole:
      return clippedText(toQt(finding.why.empty() ? finding.title : finding.title + "\n" + finding.why));
    case Qt::AccessibleTextRole: {
      QStringList parts{QStringLiteral("%1: %2, %3").arg(roleWords(*m_run, finding), toQt(finding.title), when(*m_run, finding))};
      for (const int also : {RelationRole, KnownRole}) parts << data(index, also).toString();
      parts.removeAll(QString());
      return parts.join(QStringLiteral(", "));
    }
    case RelationRole:
      return relationText(static_cast<std::size_t>(index.row()));
    case KnownRole: {
      const model::SeenBefore* seen = m_state->seenBefore(finding);
      return seen == nullptr ? QString() : toQt(report::seenBeforeText(*seen));
    }
    case LedToRole: {
      QVariantList rows;
      for (const int row : m_ledTo[static_cast<std::size_t>(index.row())]) rows << row;
      return rows;
    }
    case RoleRole:
      return static_cast<int>(finding.role);
    case ClassRole:
      return static_cast<int>(finding.findingClass);
    case RoleTextRole:
      return roleWords(*m_run, finding);
    case TimeRole:
      return when(*m_run, finding);
    case EvidenceRole:
      return finding.evidence.empty() ? QString() : evidenceText(*m_run, finding.evidence.front());
    case NumberRole:
      return index.row() + 1;
    default:
      return {};
  }
}

}  // namespace lanescope::ui
