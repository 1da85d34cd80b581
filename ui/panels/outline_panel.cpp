// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/outline_panel.h"

#include "ui/panels/empty_text.h"
#include "ui/panels/outline_delegate.h"

namespace lanescope::ui {

OutlinePanel::OutlinePanel(ViewState* state, QWidget* parent)
    : WrappedListView(parent), m_state(state), m_model(new OutlineModel(state, this)) {
  setModel(m_model);
  setItemDelegate(new OutlineDelegate(this));
  setAccessibleName(tr("Outline of the run"));
  new EmptyText(this, [] { return tr("Launches, tests and coverage of a run appear here."); });
  connect(this, &QListView::clicked, this, &OutlinePanel::choose);
  connect(this, &QListView::activated, this, &OutlinePanel::choose);
}

void OutlinePanel::choose(const QModelIndex& index) {
  const auto run = m_state->run();
  if (run == nullptr) return;
  if (static_cast<OutlineModel::Kind>(index.data(OutlineModel::KindRole).toInt()) == OutlineModel::Kind::count)
    Q_EMIT testsRequested();
  const int launch = index.data(OutlineModel::LaunchRole).toInt();
  if (launch < 0 || static_cast<std::size_t>(launch) >= run->launches.size()) return;
  const model::Launch& chosen = run->launches[static_cast<std::size_t>(launch)];
  if (!chosen.start.known() || !chosen.end.known()) return;
  const std::int64_t margin = (chosen.end.utc - chosen.start.utc) / 50;
  m_state->setRange({chosen.start.utc - margin, chosen.end.utc + margin});
}

}  // namespace lanescope::ui
