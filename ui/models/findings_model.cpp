// SPDX-License-Identifier: Apache-2.0
#include "ui/models/findings_model.h"

#include "ui/models/words.h"

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

}  // namespace

FindingsModel::FindingsModel(ViewState* state, QObject* parent) : QAbstractListModel(parent), m_state(state) {
  connect(state, &ViewState::runChanged, this, &FindingsModel::reload);
  reload();
}

void FindingsModel::reload() {
  beginResetModel();
  m_run = m_state->run();
  endResetModel();
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
      return finding.why.empty() ? toQt(finding.title) : toQt(finding.title + "\n" + finding.why);
    case Qt::AccessibleTextRole:
      return QStringLiteral("%1: %2, %3").arg(roleText(finding.role), toQt(finding.title), when(*m_run, finding));
    case RoleRole:
      return static_cast<int>(finding.role);
    case ClassRole:
      return static_cast<int>(finding.findingClass);
    case RoleTextRole:
      return roleText(finding.role);
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
