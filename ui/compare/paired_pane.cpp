// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/paired_pane.h"

#include "ui/theme/clipped_text.h"
#include "ui/theme/theme.h"
#include "ui/timeline/overview.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kBarHeight = 32;

QToolButton* button(const QString& text, const QString& tip, QWidget* parent) {
  auto* made = new QToolButton(parent);
  made->setText(text);
  made->setToolTip(tip);
  made->setAccessibleName(tip);
  made->setFont(uiFont(12));
  made->setCheckable(true);
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

}  // namespace

PairedPane::PairedPane(CompareState* state, QWidget* parent) : QWidget(parent), m_state(state), m_view(new PairedView(state, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(makeBar());
  layout->addWidget(m_view, 1);
  for (std::size_t i = 0; i < m_overviews.size(); ++i) {
    m_overviews[i] = new Overview(state->side(static_cast<Side>(i)), {}, LanesView::kLabelWidth, 0, nullptr, this);
  }
  setFocusProxy(m_view);
  setAutoFillBackground(true);
  connect(state, &CompareState::resultChanged, this, &PairedPane::refresh);
  connect(state, &CompareState::alignmentChanged, this, &PairedPane::refresh);
  connect(state, &CompareState::currentChanged, this, &PairedPane::refresh);
  refresh();
}

QWidget* PairedPane::makeBar() {
  auto* bar = new QWidget(this);
  bar->setFixedHeight(kBarHeight);
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(14, 0, 10, 0);
  layout->setSpacing(4);
  auto* caption = new QLabel(tr("Align by"), bar);
  caption->setFont(uiFont(12));
  caption->setForegroundRole(QPalette::PlaceholderText);
  layout->addWidget(caption);
  layout->addSpacing(6);
  const QString names[] = {tr("phase"), tr("test"), tr("job start"), tr("by hand K")};
  const QString tips[] = {tr("Align by the start of the phase in which the runs first differ"), tr("Align by the start of the test that is looked at"), tr("Align by the starts of the jobs"),
                          tr("Align by hand: choose an event and press K, in either run")};
  for (int i = 0; i < 4; ++i) {
    const auto by = static_cast<AlignBy>(i);
    m_align[static_cast<std::size_t>(i)] = button(names[i], tips[i], bar);
    connect(m_align[static_cast<std::size_t>(i)], &QToolButton::clicked, this, [this, by] {
      m_state->align(by);
      refresh();                                 // the button stays as it was where that is not possible
    });
    layout->addWidget(m_align[static_cast<std::size_t>(i)]);
  }
  layout->addSpacing(10);
  m_sentence = new QLabel(bar);
  m_sentence->setFont(uiFont(12));
  m_sentence->setForegroundRole(QPalette::PlaceholderText);
  m_sentence->setTextFormat(Qt::PlainText);
  m_sentence->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_sentence->setMinimumWidth(1);
  layout->addWidget(m_sentence, 1);
  layout->addSpacing(6);
  m_order = button(tr("by rank"), tr("Each rank of both runs below each other"), bar);
  m_launches = button(tr("all launches"), tr("Show the lanes of all launches"), bar);
  layout->addWidget(m_order);
  layout->addWidget(m_launches);
  connect(m_order, &QToolButton::toggled, this, [this](bool on) { m_view->setOrder(on ? PairOrder::interleaved : PairOrder::stacked); });
  connect(m_launches, &QToolButton::toggled, m_view, &PairedView::setAllLaunches);
  return bar;
}

QString PairedPane::alignmentSentence() const {
  if (m_state->result() == nullptr) return {};
  const bool a = m_state->pinned(Side::run).has_value(), b = m_state->pinned(Side::baseline).has_value();
  if (a != b) return a ? tr("K: chosen in A. Choose an event in B and press K.") : tr("K: chosen in B. Choose an event in A and press K.");
  return tr("0 = %1 · zoom coupled").arg(m_state->alignment().what);
}

void PairedPane::setPreparedRuns(const std::shared_ptr<PreparedRuns>& runs) {
  m_view->setPreparedRuns(runs);
  for (Overview* overview : m_overviews) overview->setPreparedRuns(runs);
}

// A above B, also after they were swapped.
void PairedPane::placeOverviews() {
  for (Overview* overview : m_overviews) {
    const bool first = overview->state() == m_state->side(Side::run);
    overview->setLabel(first ? tr("A overview") : tr("B overview"));
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->removeWidget(overview);
    column->insertWidget(first ? 2 : 3, overview);
  }
}

void PairedPane::refresh() {
  placeOverviews();
  for (std::size_t i = 0; i < m_align.size(); ++i) {
    const auto by = static_cast<AlignBy>(i);
    m_align[i]->setChecked(m_state->result() != nullptr && m_state->alignment().by == by);
    m_align[i]->setEnabled(m_state->canAlign(by));
  }
  m_fullSentence = alignmentSentence();
  m_sentence->setToolTip(clippedText(m_fullSentence));
  elide();
}

void PairedPane::elide() { m_sentence->setText(QFontMetrics(m_sentence->font()).elidedText(clippedText(m_fullSentence), Qt::ElideMiddle, std::max(20, m_sentence->width()))); }

void PairedPane::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // The label has its new width when the layout is done.
  QMetaObject::invokeMethod(this, &PairedPane::elide, Qt::QueuedConnection);
}

}  // namespace lanescope::ui
