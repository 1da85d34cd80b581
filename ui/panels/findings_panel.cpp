// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/findings_panel.h"

#include "ui/models/words.h"
#include "ui/panels/card_delegate.h"
#include "ui/panels/empty_text.h"

#include <QScopedValueRollback>

namespace lanescope::ui {

FindingsPanel::FindingsPanel(ViewState* state, QWidget* parent)
    : WrappedListView(parent), m_state(state), m_model(new FindingsModel(state, this)) {
  setModel(m_model);
  setItemDelegate(new CardDelegate(this));
  setAccessibleName(tr("What happened"));
  setObjectName(QStringLiteral("findings"));
  new EmptyText(this, [this] { return emptySentence(); });
  connect(state, &ViewState::selectionChanged, this, &FindingsPanel::followSelection);
  connect(m_model, &QAbstractItemModel::modelReset, this, &FindingsPanel::followSelection);
  connect(this, &QListView::activated, this, &FindingsPanel::openRequested);
  connect(this, &QListView::clicked, this,
          [this](const QModelIndex& index) { m_state->selectFinding(static_cast<std::uint32_t>(index.row())); });
}

void FindingsPanel::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  WrappedListView::currentChanged(current, previous);
  if (!m_following && current.isValid()) m_state->selectFinding(static_cast<std::uint32_t>(current.row()));
}

void FindingsPanel::followSelection() {
  const QScopedValueRollback following(m_following, true);
  const auto finding = m_state->selection().finding;
  const QModelIndex index = finding ? m_model->index(static_cast<int>(*finding)) : QModelIndex();
  if (!index.isValid()) {
    selectionModel()->clear();
    return;
  }
  setCurrentIndex(index);
  if (isVisible()) scrollTo(index);              // else when it is shown: cards nobody sees are not laid out
}

// "None seen" comes with what was looked at.
QString FindingsPanel::emptySentence() const {
  const auto run = m_state->run();
  if (run == nullptr) return tr("What happened in a run appears here.");
  if (!run->complete) return tr("What happened appears here when all files are read.");
  QStringList looked;
  for (const model::Checked& checked : run->checked) looked << toQt(checked.what);
  const QString none =
      countedText(run->sources.size(), tr("Nothing was found in 1 source."), tr("Nothing was found in %1 sources."));
  return looked.isEmpty() ? none : none + QLatin1Char('\n') + tr("Looked for: %1.").arg(looked.join(QStringLiteral(", ")));
}

}  // namespace lanescope::ui
