// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/ticked_bar.h"

#include "ui/models/keymap.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTextSize = 12;

}  // namespace

TickedBar::TickedBar(TimelineView* view) : QFrame(view), m_view(view), m_sentence(new QLabel(this)) {
  m_sentence->setFont(uiFont(kTextSize));
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  setFont(uiFont(kTextSize));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 3, 4, 3);
  row->setSpacing(4);
  row->addWidget(m_sentence);
  addButton(tr("Pin"), "timeline.pin");
  addButton(tr("Hide"), "timeline.hide");
  addButton(tr("Only these"), "timeline.only");
  addButton(tr("Text"), "timeline.read");
  addButton(tr("None"), "timeline.untick");
  view->viewport()->installEventFilter(this);
  connect(view, &TimelineView::tickedChanged, this, &TickedBar::refresh);
  refresh();
}

// A button takes no focus: arrows and letters still mean the lanes.
void TickedBar::addButton(const QString& text, const char* id) {
  auto* button = new QToolButton(this);
  button->setText(text);
  button->setFont(uiFont(kTextSize));
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::NoFocus);
  button->setToolTip(withKeys(commandText(command(id)), id));
  button->setAccessibleName(commandText(command(id)));
  layout()->addWidget(button);
  connect(button, &QToolButton::clicked, this, [this, id] { PaneCommands::of(m_view)->run(QLatin1String(id)); });
}

QString TickedBar::sentence() const {
  constexpr std::size_t kFew = 8;
  std::vector<model::Rank> ranks;
  for (const LaneKey& key : m_view->tickedLanes()) ranks.push_back(key.rank);
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  const QString count = countedText(m_view->tickedLanes().size(), tr("1 lane ticked"), tr("%1 lanes ticked"));
  return ranks.size() <= kFew ? tr("%1: %2").arg(count, ranksText(ranks)) : count;
}

void TickedBar::refresh() {
  setVisible(!m_view->tickedLanes().empty());
  m_sentence->setText(sentence());
  place();
}

void TickedBar::place() {
  constexpr int kMargin = 6;
  adjustSize();
  const QRect around = m_view->viewport()->geometry();
  move(std::max(around.left(), around.right() - TimelineView::kEdgeWidth - width() - kMargin), around.bottom() - height() - kMargin);
}

bool TickedBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) place();
  return QFrame::eventFilter(watched, event);
}

}  // namespace lanescope::ui
