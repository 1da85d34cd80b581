// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/log_pane.h"

#include "core/model/ranks_text.h"
#include "ui/models/keymap.h"
#include "ui/models/words.h"
#include "ui/theme/clipped_text.h"
#include "ui/theme/small_widgets.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <algorithm>
#include <set>

namespace lanescope::ui {

namespace {

QToolButton* headMenu(const QString& text, const QString& tip, QWidget* parent) {
  QToolButton* button = menuButton(text, tip, parent);
  button->setFont(uiFont(11));
  button->setStyleSheet(QStringLiteral("QToolButton { color: palette(link); padding: 1px 4px; } QToolButton::menu-indicator { image: none; }"));
  return button;
}

}  // namespace

LogPane::LogPane(ViewState* state, SearchState* search, QWidget* parent)
    : QWidget(parent), m_state(state), m_search(search), m_view(new LogView(state, search, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(makeHead());
  layout->addWidget(makeStrip());
  m_context = quietLabel(this);
  m_context->setContentsMargins(14, 0, 14, 2);
  layout->addWidget(m_context);
  layout->addWidget(m_view, 1);
  setFocusProxy(m_view);
  connect(m_view, &LogView::listChanged, this, &LogPane::updateHead);
  connect(m_view, &LogView::hitsChanged, this, &LogPane::updateHead);
  connect(m_view, &LogView::optionsChanged, this, &LogPane::updateHead);
  connect(m_view, &LogView::listChanged, this, &LogPane::updateContext);
  connect(m_view, &LogView::firstRowChanged, this, &LogPane::updateContext);
  updateHead();
  updateContext();
}

QWidget* LogPane::makeHead() {
  auto* head = new QWidget(this);
  auto* layout = new QHBoxLayout(head);
  layout->setContentsMargins(14, 4, 14, 4);
  m_title = new QLabel(head);
  m_title->setFont(uiFont(12, true));
  m_title->setTextFormat(Qt::PlainText);
  m_title->setMinimumWidth(1);
  m_hint = quietLabel(head);
  m_options = headMenu(tr("view…"), tr("Columns, wrapping, colours, folded blocks"), head);
  m_scope = headMenu(tr("other text…"), tr("Choose whose text is shown"), head);
  connect(m_options->menu(), &QMenu::aboutToShow, this, &LogPane::fillOptionsMenu);
  connect(m_scope->menu(), &QMenu::aboutToShow, this, &LogPane::fillScopeMenu);
  layout->addWidget(m_title, 1);
  layout->addWidget(m_hint);
  layout->addWidget(m_options);
  layout->addWidget(m_scope);
  return head;
}

// Says that lines are hidden, and how they come back.
QWidget* LogPane::makeStrip() {
  m_strip = new QWidget(this);
  m_strip->setAutoFillBackground(true);
  m_strip->setBackgroundRole(QPalette::AlternateBase);
  auto* layout = new QHBoxLayout(m_strip);
  layout->setContentsMargins(14, 2, 14, 2);
  m_hidden = quietLabel(m_strip);
  auto* all = new QToolButton(m_strip);
  all->setText(tr("Show all lines"));
  all->setFont(uiFont(11));
  all->setAutoRaise(true);
  connect(all, &QToolButton::clicked, m_view, &LogView::showAllLines);
  layout->addWidget(m_hidden, 1);
  layout->addWidget(all);
  m_strip->hide();
  return m_strip;
}

QString LogPane::hiddenText() const {
  QStringList wanted;
  if (m_view->kinds() != LineKinds::all) wanted << lineKindsName(m_view->kinds());
  if (m_view->showsOnlyHits() && m_search->isActive()) wanted << tr("those that match “%1”").arg(m_search->query().text);
  const std::size_t exceptions = m_view->exceptions();
  if (!wanted.isEmpty()) {
    const QString text = tr("%1 of %2 lines: %3").arg(ui::countText(m_view->rowCount() - exceptions), ui::countText(m_view->lineCount()), wanted.join(tr(", of them ")));
    return exceptions == 0 ? text + QLatin1Char('.') : tr("%1; and what was chosen beside them.").arg(text);
  }
  return m_view->showsOnlyHits() ? tr("Only lines that match a search are wanted; nothing is searched for, so that all are shown.") : QString();
}

QString LogPane::contextText() const { return m_context->text(); }

QString LogPane::title() const {
  const auto run = m_state->run();
  const ViewState::TextScope scope = m_state->textScope();
  if (run == nullptr) return tr("Log text");
  if (m_view->showsEverything()) return tr("all ranks and sources by time");
  if (!m_view->lanes().empty()) {
    std::vector<model::Rank> ranks;
    std::set<std::uint32_t> launches;
    for (const model::LaneId lane : m_view->lanes()) {
      ranks.push_back(run->lanes[lane.value].rank);
      launches.insert(run->lanes[lane.value].launch);
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    const QString whose = ranksText(ranks);
    return launches.size() == 1 ? tr("%1 · launch %2 by time").arg(whose).arg(*launches.begin() + 1) : tr("%1 by time").arg(whose);
  }
  if (scope.lane) {
    QStringList streams;
    for (const model::SourceId source : run->lanes[scope.lane->value].sources) streams << columnSourceName(run->source(source));
    QString title = laneText(*run, *scope.lane);
    if (!streams.isEmpty()) title += QStringLiteral(" · ") + streams.join(QStringLiteral(" + "));
    return streams.size() > 1 ? tr("%1 by time").arg(title) : title;
  }
  return scope.source ? toQt(run->source(*scope.source).path) : tr("Log text");
}

QString LogPane::countText() const {
  if (m_view->lineCount() == 0) return {};
  const QString lines = tr("%1 lines").arg(ui::countText(m_view->lineCount()));
  if (!m_search->isActive()) {
    const QString keys = keysText(Keymap::inForce().keys(QStringLiteral("text.copy")));
    return keys.isEmpty() ? lines : lines + tr(" · copy with provenance %1").arg(keys);
  }
  const QString hits = ui::countText(m_view->hitCount());
  const auto current = m_view->currentHit();
  return lines + QStringLiteral(" · ") + (current ? tr("hit %1 of %2 here").arg(ui::countText(*current + 1), hits) : tr("%1 hits here").arg(hits));
}

void LogPane::updateHead() {
  const auto run = m_state->run();
  m_scope->setVisible(run != nullptr && !run->sources.empty());
  m_options->setVisible(m_scope->isVisibleTo(this));
  const QString heading = clippedText(title());
  m_title->setText(heading);
  m_title->setToolTip(heading);
  m_hint->setText(countText());
  m_hidden->setText(hiddenText());
  m_strip->setVisible(!hiddenText().isEmpty());
}

void LogPane::updateContext() {
  const QString context = clippedText(m_view->contextText());
  m_context->setText(context);
  m_context->setVisible(!context.isEmpty());
}

std::vector<model::LaneId> LogPane::lanesOf(std::uint32_t launch, std::uint32_t attempt) const {
  std::vector<model::LaneId> lanes;
  const auto run = m_state->run();
  for (std::uint32_t i = 0; run && i < run->lanes.size(); ++i) {
    const model::Lane& lane = run->lanes[i];
    if (lane.launch == launch && lane.attempt == attempt && !lane.sources.empty()) lanes.push_back(model::LaneId{i});
  }
  return lanes;
}

bool LogPane::showRanks(const QString& text) {
  const auto run = m_state->run();
  const auto ranks = model::parseRanks(text.simplified().remove(QLatin1Char(' ')).toStdString());
  if (run == nullptr || !ranks) return false;
  const auto looked = m_state->selection().lane ? m_state->selection().lane : m_state->textScope().lane;
  const std::uint32_t launch = looked ? run->lanes[looked->value].launch : 0, attempt = looked ? run->lanes[looked->value].attempt : 0;
  std::vector<model::LaneId> lanes = lanesOf(launch, attempt);
  const auto other = [&](model::LaneId lane) { return !std::binary_search(ranks->begin(), ranks->end(), run->lanes[lane.value].rank); };
  lanes.erase(std::remove_if(lanes.begin(), lanes.end(), other), lanes.end());
  if (lanes.empty()) return false;
  m_view->showLanes(std::move(lanes));
  return true;
}

// The present rank and its files, several ranks, all, and what belongs to no rank. The table of sources has the rest.
void LogPane::fillScopeMenu() {
  QMenu* menu = m_scope->menu();
  menu->clear();
  const auto run = m_state->run();
  if (run == nullptr) return;
  const bool own = !m_view->showsEverything() && m_view->lanes().empty();
  const auto check = [](QAction* action, bool on) {
    action->setCheckable(true);
    action->setChecked(on);
  };
  const auto add = [&](const QString& text, ViewState::TextScope scope) {
    QAction* action = menu->addAction(text, this, [this, scope] {
      m_view->showScope();
      m_state->setTextScope(scope);
    });
    check(action, own && m_state->textScope() == scope);
  };
  const auto lane = m_state->textScope().lane ? m_state->textScope().lane : m_state->selection().lane;
  if (lane) {
    add(tr("%1, all its files by time").arg(laneText(*run, *lane)), {lane, {}});
    for (const model::SourceId source : run->lanes[lane->value].sources) {
      add(tr("%1 only").arg(sourceFileName(run->source(source))), {{}, source});
    }
    menu->addSeparator();
  }
  check(menu->addAction(tr("All ranks and sources by time"), m_view, &LogView::showEverything), m_view->showsEverything());
  if (lane) {
    const std::vector<model::LaneId> lanes = lanesOf(run->lanes[lane->value].launch, run->lanes[lane->value].attempt);
    if (lanes.size() > 1) {
      check(menu->addAction(tr("All ranks of launch %1 by time").arg(run->lanes[lane->value].launch + 1), this, [this, lanes] { m_view->showLanes(lanes); }),
            m_view->lanes() == lanes);
      auto* field = new QLineEdit;
      field->setPlaceholderText(tr("Ranks, as 0-7,13"));
      field->setAccessibleName(tr("Ranks whose text is shown"));
      auto* entry = new QWidgetAction(menu);
      entry->setDefaultWidget(field);
      menu->addAction(entry);
      connect(field, &QLineEdit::returnPressed, this, [this, menu, field] {
        if (showRanks(field->text())) menu->close();
        else field->selectAll();
      });
    }
  }
  menu->addSeparator();
  for (std::uint32_t i = 0; i < run->sources.size(); ++i) {
    if (!run->sources[i].rank) add(toQt(run->sources[i].path), {{}, model::SourceId{i}});
  }
}

void LogPane::fillOptionsMenu() {
  QMenu* menu = m_options->menu();
  menu->clear();
  const auto add = [&](const QString& text, bool on, auto set) {
    QAction* action = menu->addAction(text);
    action->setCheckable(true);
    action->setChecked(on);
    connect(action, &QAction::toggled, m_view, set);
  };
  menu->addSection(tr("Columns"));
  for (std::size_t i = 0; i < kLogColumns; ++i) {
    const auto column = static_cast<LogColumn>(i);
    add(logColumnName(column), m_view->columns().has(column), [this, column](bool on) {
      LogColumns columns = m_view->columns();
      columns.set(column, on);
      m_view->setColumns(columns);
    });
  }
  menu->addSection(tr("Text"));
  add(tr("Wrap long lines"), m_view->wraps(), [this](bool on) { m_view->setWrap(on); });
  add(tr("Colours of the terminal"), m_view->showsColours(), [this](bool on) { m_view->setColours(on); });
  add(tr("Fold tracebacks and failure reports"), m_view->folds(), [this](bool on) { m_view->setFolding(on); });
  menu->addSection(tr("Lines"));
  add(tr("Only lines that match the search"), m_view->showsOnlyHits(), [this](bool on) { m_view->setOnlyHits(on); });
  auto* kinds = new QActionGroup(menu);
  for (std::size_t i = 0; i < kLineKinds; ++i) {
    const auto each = static_cast<LineKinds>(i);
    QAction* action = kinds->addAction(menu->addAction(lineKindsName(each), m_view, [this, each] { m_view->setKinds(each); }));
    action->setCheckable(true);
    action->setChecked(m_view->kinds() == each);
  }
}

}  // namespace lanescope::ui
