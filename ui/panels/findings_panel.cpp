// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/findings_panel.h"

#include "ui/models/words.h"
#include "ui/panels/empty_text.h"

namespace lanescope::ui {

FindingsPanel::FindingsPanel(ViewState* state, QWidget* parent) : CardList(state, 0, parent) {
  setAccessibleName(tr("What happened"));
  setObjectName(QStringLiteral("findings"));
  new EmptyText(this, [this] { return emptySentence(); });
}

// "None seen" comes with what was looked at.
QString FindingsPanel::emptySentence() const {
  const auto run = state()->run();
  if (run == nullptr) return tr("What happened in a run appears here.");
  if (!run->complete) return tr("What happened appears here when all files are read.");
  QStringList looked;
  for (const model::Checked& checked : run->checked) looked << toQt(checked.what);
  const QString none =
      countedText(run->sources.size(), tr("Nothing was found in 1 source."), tr("Nothing was found in %1 sources."));
  return looked.isEmpty() ? none : none + QLatin1Char('\n') + tr("Looked for: %1.").arg(looked.join(QStringLiteral(", ")));
}

}  // namespace lanescope::ui
