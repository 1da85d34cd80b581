// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/log_pane.h"

#include "ui/models/words.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

QToolButton* flatButton(const QString& text, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(tip);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

LogPane::LogPane(ViewState* state, QWidget* parent) : QWidget(parent), m_state(state), m_view(new LogView(state, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(makeHead());
  layout->addWidget(m_view, 1);
  layout->addWidget(makeFindBar());
  setFocusProxy(m_view);
  connect(m_view, &LogView::listChanged, this, &LogPane::updateHead);
  connect(m_view, &LogView::findChanged, this, &LogPane::updateCount);
  connect(m_view, &LogView::findRequested, this, &LogPane::openFind);
  updateHead();
}

QWidget* LogPane::makeHead() {
  auto* head = new QWidget(this);
  auto* layout = new QHBoxLayout(head);
  layout->setContentsMargins(14, 4, 14, 4);
  m_title = new QLabel(head);
  m_title->setFont(uiFont(12, true));
  m_title->setTextFormat(Qt::PlainText);
  m_scope = flatButton(tr("other text…"), tr("Choose whose text is shown"), head);
  m_scope->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(m_scope);
  m_scope->setMenu(menu);
  m_scope->setFont(uiFont(11));
  m_scope->setStyleSheet(
      QStringLiteral("QToolButton { color: palette(link); padding: 1px 4px; } QToolButton::menu-indicator { image: none; }"));
  connect(menu, &QMenu::aboutToShow, this, &LogPane::fillScopeMenu);
  m_hint = new QLabel(head);
  m_hint->setFont(uiFont(11));
  m_hint->setForegroundRole(QPalette::PlaceholderText);
  layout->addWidget(m_title);
  layout->addStretch(1);
  layout->addWidget(m_hint);
  layout->addWidget(m_scope);
  return head;
}

QWidget* LogPane::makeFindBar() {
  m_findBar = new QWidget(this);
  auto* layout = new QHBoxLayout(m_findBar);
  layout->setContentsMargins(14, 4, 14, 4);
  m_field = new QLineEdit(m_findBar);
  m_field->setPlaceholderText(tr("Find in this text"));
  m_field->setAccessibleName(tr("Find in this text"));
  m_field->setClearButtonEnabled(false);
  m_field->installEventFilter(this);
  m_case = flatButton(tr("Aa"), tr("Match upper and lower case"), m_findBar);
  m_case->setCheckable(true);
  m_count = new QLabel(m_findBar);
  m_count->setMinimumWidth(110);
  auto* previous = flatButton(tr("Previous"), tr("Previous hit (N)"), m_findBar);
  auto* next = flatButton(tr("Next"), tr("Next hit (n)"), m_findBar);
  auto* close = flatButton(tr("Close"), tr("Close (Esc)"), m_findBar);
  layout->addWidget(m_field, 1);
  for (QWidget* widget : {static_cast<QWidget*>(m_case), static_cast<QWidget*>(m_count), static_cast<QWidget*>(previous),
                          static_cast<QWidget*>(next), static_cast<QWidget*>(close)}) {
    layout->addWidget(widget);
  }
  const auto search = [this] { m_view->find(m_field->text(), m_case->isChecked()); };
  connect(m_field, &QLineEdit::textChanged, this, search);
  connect(m_case, &QToolButton::toggled, this, search);
  connect(previous, &QToolButton::clicked, m_view, &LogView::findPrevious);
  connect(next, &QToolButton::clicked, m_view, &LogView::findNext);
  connect(close, &QToolButton::clicked, this, &LogPane::closeFind);
  m_findBar->hide();
  return m_findBar;
}

bool LogPane::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_field || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  switch (key->key()) {
    case Qt::Key_Escape:
      closeFind();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (key->modifiers().testFlag(Qt::ShiftModifier))
        m_view->findPrevious();
      else
        m_view->findNext();
      return true;
    case Qt::Key_Down:
    case Qt::Key_Up:
      m_view->setFocus();
      return true;
    default:
      return false;
  }
}

void LogPane::openFind() {
  m_findBar->show();
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
  updateCount();
}

void LogPane::closeFind() {
  m_view->cancelFind();
  m_field->clear();
  m_findBar->hide();
  m_view->setFocus();
}

bool LogPane::isFindOpen() const { return m_findBar->isVisibleTo(this); }

QString LogPane::findCountText() const {
  const LineFinder& finder = m_view->finder();
  if (m_field->text().isEmpty()) return {};
  const QString total = countText(finder.hits().size()) + (finder.isRunning() ? QStringLiteral("…") : QString());
  if (finder.hits().empty()) return finder.isRunning() ? tr("searching…") : tr("no line");
  const auto current = m_view->currentHit();
  return current ? tr("%1 of %2 lines").arg(countText(*current + 1), total) : tr("%1 lines").arg(total);
}

void LogPane::updateCount() { m_count->setText(findCountText()); }

void LogPane::updateHead() {
  const auto run = m_state->run();
  const ViewState::TextScope scope = m_state->textScope();
  m_scope->setVisible(run != nullptr && !run->sources.empty());
  QString title = tr("Log text");
  if (run && scope.lane) {
    QStringList streams;
    for (const model::SourceId source : run->lanes[scope.lane->value].sources) streams << columnSourceName(run->source(source));
    title = laneText(*run, *scope.lane);
    if (!streams.isEmpty()) title += QStringLiteral(" · ") + streams.join(QStringLiteral(" + "));
    if (streams.size() > 1) title += tr(" by time");
  } else if (run && scope.source) {
    title = toQt(run->source(*scope.source).path);
  }
  m_title->setText(title);
  m_hint->setText(m_view->rowCount() == 0 ? QString()
                                          : tr("%1 lines · copy with provenance Ctrl+C").arg(countText(m_view->rowCount())));
  updateCount();
}

// The present rank and its files, and what belongs to no rank. The table of sources has the rest.
void LogPane::fillScopeMenu() {
  QMenu* menu = m_scope->menu();
  menu->clear();
  const auto run = m_state->run();
  if (run == nullptr) return;
  const auto add = [this, menu](const QString& text, ViewState::TextScope scope) {
    QAction* action = menu->addAction(text, this, [this, scope] { m_state->setTextScope(scope); });
    action->setCheckable(true);
    action->setChecked(m_state->textScope() == scope);
  };
  const auto lane = m_state->textScope().lane ? m_state->textScope().lane : m_state->selection().lane;
  if (lane) {
    add(tr("%1, all its files by time").arg(laneText(*run, *lane)), {lane, {}});
    for (const model::SourceId source : run->lanes[lane->value].sources) {
      add(tr("%1 only").arg(sourceFileName(run->source(source))), {{}, source});
    }
    menu->addSeparator();
  }
  for (std::uint32_t i = 0; i < run->sources.size(); ++i) {
    if (!run->sources[i].rank) add(toQt(run->sources[i].path), {{}, model::SourceId{i}});
  }
}

}  // namespace lanescope::ui
