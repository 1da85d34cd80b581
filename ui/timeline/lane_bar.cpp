// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_bar.h"

#include "ui/models/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

LaneBar::LaneBar(TimelineView* view, QWidget* parent)
    : QWidget(parent), m_view(view), m_grouping(new QComboBox(this)), m_order(new QComboBox(this)), m_ranks(new QLineEdit(this)),
      m_troubled(new QCheckBox(tr("Only failed or stopped"), this)), m_sentence(new QLabel(this)), m_all(new QToolButton(this)) {
  m_grouping->addItems({tr("By launch"), tr("By host"), tr("By behaviour"), tr("Not grouped")});
  m_grouping->setAccessibleName(tr("Group lanes"));
  m_order->addItems({tr("Rank"), tr("First failure"), tr("Last line"), tr("Severity")});
  m_order->setAccessibleName(tr("Sort lanes by"));
  m_ranks->setPlaceholderText(tr("Ranks: 0-7, 13"));
  m_ranks->setAccessibleName(tr("Ranks to show"));
  m_ranks->setClearButtonEnabled(true);
  m_ranks->setMaximumWidth(180);
  m_all->setText(tr("Show all"));
  auto* close = new QToolButton(this);
  close->setText(u"\u00D7"_s);
  close->setAutoRaise(true);
  close->setToolTip(tr("Close; lanes stay as they are"));
  close->setAccessibleName(tr("Close the bar of lanes"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 3, 8, 3);
  row->setSpacing(8);
  for (QWidget* part : {static_cast<QWidget*>(m_grouping), static_cast<QWidget*>(m_order), static_cast<QWidget*>(m_ranks), static_cast<QWidget*>(m_troubled)}) row->addWidget(part);
  row->addWidget(m_sentence, 1);
  row->addWidget(m_all);
  row->addWidget(close);
  connect(m_grouping, &QComboBox::activated, this, [this](int index) { change([](LaneArrangement& a, int value) { a.grouping = static_cast<LaneGrouping>(value); }, index); });
  connect(m_order, &QComboBox::activated, this, [this](int index) { change([](LaneArrangement& a, int value) { a.order = static_cast<LaneOrder>(value); }, index); });
  connect(m_troubled, &QCheckBox::toggled, this, [this](bool on) { change([](LaneArrangement& a, int value) { a.onlyTroubled = value != 0; }, on ? 1 : 0); });
  connect(m_ranks, &QLineEdit::textChanged, this, &LaneBar::applyRanks);
  connect(m_all, &QToolButton::clicked, this, [this] {
    m_ranks->clear();
    m_view->showAllLanes();
  });
  connect(close, &QToolButton::clicked, this, [this] {
    m_open = false;
    refresh();
    m_view->setFocus();
  });
  connect(view, &TimelineView::arrangementChanged, this, &LaneBar::refresh);
  refresh();
}

void LaneBar::open() {
  m_open = true;
  refresh();
  m_ranks->setFocus();
  m_ranks->selectAll();
}

void LaneBar::change(void (*how)(LaneArrangement&, int), int value) {
  LaneArrangement arrangement = m_view->arrangement();
  how(arrangement, value);
  m_view->setArrangement(std::move(arrangement));
}

// A list that is not understood, perhaps not yet, changes nothing.
void LaneBar::applyRanks() {
  std::size_t errorAt = 0;
  if (auto spans = parseRankList(m_ranks->text().toStdString(), errorAt)) {
    LaneArrangement arrangement = m_view->arrangement();
    arrangement.ranks = std::move(*spans);
    m_view->setArrangement(std::move(arrangement));
  }
  refresh();
}

QString LaneBar::sentence() const {
  std::size_t errorAt = 0;
  const std::string text = m_ranks->text().toStdString();
  if (!parseRankList(text, errorAt)) {
    const QString rest = QString::fromStdString(text.substr(std::min(errorAt, text.size())));
    return rest.isEmpty() ? tr("the list of ranks goes on") : tr("\u201C%1\u201D is no rank").arg(rest);
  }
  if (!m_view->hidesLanes()) return {};
  const QString hidden = tr("%1 of %2 lanes are hidden").arg(countText(m_view->hiddenLanes()), countText(m_view->allLanes()));
  if (!m_view->showsOnlyHits()) return hidden;
  return m_view->arrangement().hides() ? tr("%1, also those without a hit of the search").arg(hidden) : tr("%1: those without a hit of the search").arg(hidden);
}

void LaneBar::refresh() {
  const LaneArrangement& arrangement = m_view->arrangement();
  const QSignalBlocker grouping(m_grouping), order(m_order), troubled(m_troubled), ranks(m_ranks);
  m_grouping->setCurrentIndex(static_cast<int>(arrangement.grouping));
  m_order->setCurrentIndex(static_cast<int>(arrangement.order));
  m_troubled->setChecked(arrangement.onlyTroubled);
  std::size_t errorAt = 0;
  // Somebody else chose the ranks, or showed all lanes again.
  const auto typed = parseRankList(m_ranks->text().toStdString(), errorAt);
  if (typed && *typed != arrangement.ranks) m_ranks->setText(rankListText(arrangement.ranks));
  m_sentence->setText(sentence());
  m_all->setVisible(m_view->hidesLanes());
  setVisible(m_open || m_view->hidesLanes());
}

void LaneBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QWidget::keyPressEvent(event);
  m_open = false;
  refresh();
  m_view->setFocus();
}

}  // namespace lanescope::ui
