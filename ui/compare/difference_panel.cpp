// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/difference_panel.h"

#include "ui/compare/difference_delegate.h"
#include "ui/compare/difference_filter.h"
#include "ui/compare/difference_model.h"
#include "ui/models/words.h"
#include "ui/panels/empty_text.h"
#include "ui/theme/small_widgets.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

namespace lanescope::ui {

namespace {

constexpr int kRowHeight = 22;
constexpr int kRowsAtLeast = 5;
constexpr int kMostPhaseLetters = 20;            // on the button that filters by it
constexpr int kHeadHeight = 32, kFootHeight = 24, kColumnsHeight = 22;
constexpr int kColumnWidths[] = {120, 420, 150, 150, 190, 150};   // of 12 px text; the second takes what is left

}  // namespace

DifferencePanel::DifferencePanel(CompareState* state, QWidget* parent) : QWidget(parent), m_state(state), m_tabs(new QTabBar(this)), m_stack(new QStackedWidget(this)) {
  for (int i = 0; i < kDifferenceTabs; ++i) m_pages[static_cast<std::size_t>(i)] = makePage(static_cast<DifferenceTab>(i));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(makeHead());
  layout->addWidget(m_stack, 1);
  layout->addWidget(makeFoot());
  setMinimumHeight(kHeadHeight + kColumnsHeight + kRowsAtLeast * kRowHeight + kFootHeight);
  setAccessibleName(tr("Differences"));
  setAutoFillBackground(true);
  connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
    m_stack->setCurrentIndex(index);
    setFocusProxy(list());
    updateFilters();
    followCurrent();
  });
  connect(state, &CompareState::resultChanged, this, &DifferencePanel::onResult);
  connect(state, &CompareState::currentChanged, this, &DifferencePanel::followCurrent);
  setFocusProxy(list());
  onResult();
}

DifferencePanel::Page DifferencePanel::makePage(DifferenceTab tab) {
  Page page;
  page.model = new DifferenceModel(m_state, tab, this);
  page.filter = new DifferenceFilter(this);
  page.filter->setSourceModel(page.model);
  page.view = new QTableView(m_stack);
  page.view->setModel(page.filter);
  page.view->setItemDelegate(new DifferenceDelegate(page.view));
  page.view->setAccessibleName(tabName(tab));
  page.view->setSelectionBehavior(QAbstractItemView::SelectRows);
  page.view->setSelectionMode(QAbstractItemView::SingleSelection);
  page.view->setShowGrid(false);
  page.view->setWordWrap(false);
  page.view->setFrameShape(QFrame::NoFrame);
  page.view->setTabKeyNavigation(false);
  page.view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  page.view->setContextMenuPolicy(Qt::CustomContextMenu);
  page.view->setStyleSheet(QStringLiteral("QHeaderView::section { font-size: 11px; padding: 2px 8px; }"));
  page.view->verticalHeader()->hide();
  page.view->verticalHeader()->setMinimumSectionSize(kRowHeight);
  page.view->verticalHeader()->setDefaultSectionSize(kRowHeight);
  QHeaderView* head = page.view->horizontalHeader();
  head->setFixedHeight(kColumnsHeight);
  head->setHighlightSections(false);
  head->setMinimumSectionSize(60);
  for (int i = 0; i < DifferenceModel::kColumns; ++i) {
    page.view->setColumnHidden(i, !page.model->isShown(static_cast<DifferenceModel::Column>(i)));
    page.view->setColumnWidth(i, kColumnWidths[i]);
  }
  head->setSectionResizeMode(DifferenceModel::WhatColumn, QHeaderView::Stretch);
  if (tab == DifferenceTab::environment) {
    for (const int column : {DifferenceModel::RunColumn, DifferenceModel::BaselineColumn}) head->setSectionResizeMode(column, QHeaderView::Stretch);
  }
  new EmptyText(page.view, [this, tab] { return emptySentence(tab); });
  page.view->installEventFilter(this);
  m_stack->addWidget(page.view);
  connect(page.view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this, view = page.view](const QModelIndex& current) {
    if (m_following || !current.isValid() || view != list()) return;
    if (const auto difference = currentDifference()) m_state->choose(*difference);
  });
  connect(page.view, &QTableView::clicked, this, [this] {
    if (const auto difference = currentDifference()) m_state->choose(*difference);
  });
  connect(page.view, &QTableView::customContextMenuRequested, this, &DifferencePanel::openMenu);
  return page;
}

QWidget* DifferencePanel::makeHead() {
  auto* head = new QWidget(this);
  head->setFixedHeight(kHeadHeight);
  auto* layout = new QHBoxLayout(head);
  layout->setContentsMargins(6, 0, 10, 0);
  layout->setSpacing(4);
  m_tabs->setExpanding(false);
  m_tabs->setDrawBase(false);
  m_tabs->setUsesScrollButtons(false);
  m_tabs->setElideMode(Qt::ElideNone);
  m_tabs->setFont(uiFont(12));
  m_tabs->setAccessibleName(tr("Kinds of differences"));
  for (int i = 0; i < kDifferenceTabs; ++i) m_tabs->addTab(tabName(static_cast<DifferenceTab>(i)));
  m_kind = menuButton(tr("kind"), tr("Show one kind of difference"), head);
  m_phase = menuButton(tr("phase"), tr("Show the differences of one phase"), head);
  m_ranks = new QLineEdit(head);
  m_ranks->setPlaceholderText(tr("ranks"));
  m_ranks->setAccessibleName(tr("Show the differences of these ranks"));
  m_ranks->setToolTip(tr("Ranks, as 5 or 0-3, 7"));
  m_ranks->setFont(uiFont(12));
  m_ranks->setFixedWidth(76);
  m_ranks->setStyleSheet(QStringLiteral("QLineEdit { padding: 1px 6px; }"));
  m_folded = new QToolButton(head);
  m_folded->setCheckable(true);
  m_folded->setFont(uiFont(12));
  m_folded->setFocusPolicy(Qt::TabFocus);
  m_folded->setToolTip(tr("What follows from the first failure, the teardown, what was not reached, what rules leave out"));
  m_copy = menuButton(tr("copy"), tr("Copy or export"), head);
  m_copy->menu()->addAction(tr("Copy this difference as Markdown"), this, &DifferencePanel::copyRequested);
  m_copy->menu()->addAction(tr("Copy the comparison as Markdown"), this, &DifferencePanel::copyAllRequested);
  m_copy->menu()->addAction(tr("Export the comparison…"), this, &DifferencePanel::exportRequested);
  layout->addWidget(m_tabs);
  layout->addStretch(1);
  for (QWidget* widget : {static_cast<QWidget*>(m_kind), static_cast<QWidget*>(m_ranks), static_cast<QWidget*>(m_phase), static_cast<QWidget*>(m_folded), static_cast<QWidget*>(m_copy)}) layout->addWidget(widget);
  connect(m_kind->menu(), &QMenu::aboutToShow, this, &DifferencePanel::fillKinds);
  connect(m_phase->menu(), &QMenu::aboutToShow, this, &DifferencePanel::fillPhases);
  connect(m_ranks, &QLineEdit::textChanged, this, &DifferencePanel::setRankFilter);
  connect(m_folded, &QToolButton::toggled, this, &DifferencePanel::setFoldedShown);
  return head;
}

QWidget* DifferencePanel::makeFoot() {
  auto* foot = new QWidget(this);
  foot->setFixedHeight(kFootHeight);
  auto* layout = new QHBoxLayout(foot);
  layout->setContentsMargins(14, 0, 14, 0);
  m_foot = quietLabel(foot);
  m_position = quietLabel(foot);
  layout->addWidget(m_foot, 1);
  layout->addWidget(m_position);
  return foot;
}

// --- what is shown

DifferenceTab DifferencePanel::tab() const { return static_cast<DifferenceTab>(std::max(0, m_tabs->currentIndex())); }
void DifferencePanel::setTab(DifferenceTab tab) { m_tabs->setCurrentIndex(static_cast<int>(tab)); }
DifferenceModel* DifferencePanel::model(DifferenceTab tab) const { return m_pages[static_cast<std::size_t>(tab)].model; }
DifferenceFilter* DifferencePanel::filter(DifferenceTab tab) const { return m_pages[static_cast<std::size_t>(tab)].filter; }
QTableView* DifferencePanel::list() const { return page().view; }
QString DifferencePanel::tabText(DifferenceTab tab) const { return m_tabs->tabText(static_cast<int>(tab)); }
QString DifferencePanel::footer() const { return m_foot->text(); }
QString DifferencePanel::position() const { return m_position->text(); }

void DifferencePanel::onResult() {
  for (int i = 0; i < kDifferenceTabs; ++i) {
    const auto tab = static_cast<DifferenceTab>(i);
    // The first tab lists what the others count.
    m_tabs->setTabText(i, tab == DifferenceTab::first || m_state->result() == nullptr ? tabName(tab) : QStringLiteral("%1 %2").arg(tabName(tab), countText(static_cast<std::uint64_t>(model(tab)->openRows()))));
  }
  setKindFilter({});
  setPhaseFilter({});
  updateFilters();
  followCurrent();
}

void DifferencePanel::updateFilters() {
  const auto name = [](QToolButton* button, const QString& text) { button->setText(text + QStringLiteral(" ▾")); };
  name(m_kind, page().filter->kind().isEmpty() ? tr("kind") : page().filter->kind());
  name(m_phase, page().filter->phase().isEmpty() ? tr("phase") : page().filter->phase().left(kMostPhaseLetters));
  name(m_copy, tr("copy"));
  const int folded = page().model->rowCount() - page().model->openRows();
  m_folded->setText(tr("folded %1").arg(countText(static_cast<std::uint64_t>(folded))));
  m_folded->setVisible(folded > 0);
  m_copy->setEnabled(m_state->result() != nullptr);
  updateFoot();
}

void DifferencePanel::updateFoot() {
  const auto& result = m_state->result();
  if (result == nullptr) {
    m_foot->clear();
    m_position->clear();
    return;
  }
  const compare::Compared& compared = result->compared;
  if (result->partial) {
    m_foot->setText(tr("Tests, ends, durations and the environment are compared; the lines are still being read"));
    m_foot->setToolTip(m_foot->text());
    m_position->clear();
    return;
  }
  QStringList parts{tr("compared %1 + %2 lines").arg(countText(compared.linesRun), countText(compared.linesBaseline)), countedText(compared.templates, tr("1 template"), tr("%1 templates"))};
  parts << tr("%1 ignored").arg(countText(compared.ignored));
  parts << countedText(result->files.size(), tr("1 file in one run only"), tr("%1 files in one run only"));
  if (compared.notKept > 0) parts << tr("%1 lines beyond the bound, not compared").arg(countText(compared.notKept));
  parts << (result->baselines.size() == 1 ? tr("against one baseline") : tr("against %1 baselines").arg(result->baselines.size()));
  if (result->changes) parts << toQt(result->changes->statement);
  m_foot->setText(parts.join(QStringLiteral(" · ")));
  QStringList notes = parts;
  for (const std::string& note : result->notes) notes << toQt(note);
  m_foot->setToolTip(notes.join(QLatin1Char('\n')));
  const int rows = page().filter->rowCount(), at = page().view->currentIndex().row();
  m_position->setText(rows == 0 ? QString() : at < 0 ? countedText(static_cast<std::uint64_t>(rows), tr("1 difference"), tr("%1 differences")) : tr("difference %1 of %2").arg(at + 1).arg(countText(static_cast<std::uint64_t>(rows))));
}

QString DifferencePanel::emptySentence(DifferenceTab tab) const {
  const auto& result = m_state->result();
  if (result == nullptr) return tr("What differs appears here when both runs are read.");
  if (result->partial && (tab == DifferenceTab::first || tab == DifferenceTab::messages || tab == DifferenceTab::files)) return tr("The lines of both runs are still being compared.");
  if (page().filter->isActive()) return tr("No difference of this list is left by the filters. Choose “all” in kind and phase, and empty the field of ranks.");
  const QString against = result->baselines.size() == 1 ? tr("against one baseline") : tr("against %1 baselines").arg(result->baselines.size());
  const QString compared = tr("%1 + %2 lines were compared, %3.").arg(countText(result->compared.linesRun), countText(result->compared.linesBaseline), against);
  const QString folded = page().model->rowCount() > 0 ? QLatin1Char(' ') + tr("Folded rows can be shown with “folded”.") : QString();
  switch (tab) {
    case DifferenceTab::first: return tr("Nothing that happened differs. ") + compared + folded;
    case DifferenceTab::messages: return tr("No message differs. ") + compared + folded;
    case DifferenceTab::tests: return tr("No test has another outcome. ") + compared + folded;
    case DifferenceTab::durations: return tr("No phase took longer or shorter than usual (more than 2 s and 25 %). ") + compared;
    case DifferenceTab::environment: return tr("What both logs say of their environment is the same. ") + compared;
    case DifferenceTab::files: break;
  }
  return tr("Both runs hold the same files. Changed files of the commits are listed where --repo names a clone.");
}

// --- choosing

std::optional<Difference> DifferencePanel::currentDifference() const {
  const QModelIndex index = page().filter->mapToSource(page().view->currentIndex());
  return index.isValid() ? std::optional<Difference>(page().model->at(index.row())) : std::nullopt;
}

void DifferencePanel::followCurrent() {
  const QScopedValueRollback following(m_following, true);
  const auto& current = m_state->current();
  const int row = current ? page().model->rowOf(*current) : -1;
  const QModelIndex index = row < 0 ? QModelIndex() : page().filter->mapFromSource(page().model->index(row, 0));
  if (index.isValid()) {
    page().view->setCurrentIndex(index);
    page().view->scrollTo(index);
  } else {
    page().view->setCurrentIndex({});
    page().view->clearSelection();
  }
  updateFoot();
}

void DifferencePanel::walk(int steps) {
  const int rows = page().filter->rowCount();
  if (rows == 0) return;
  const int at = page().view->currentIndex().row();
  const int next = at < 0 ? (steps > 0 ? 0 : rows - 1) : ((at + steps) % rows + rows) % rows;
  const QModelIndex index = page().filter->mapToSource(page().filter->index(next, 0));
  m_state->choose(page().model->at(index.row()));
}

bool DifferencePanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress || watched != list()) return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->matches(QKeySequence::Copy)) {
    Q_EMIT copyRequested();
    return true;
  }
  return false;
}

// --- filters

void DifferencePanel::setKindFilter(const QString& kind) {
  for (const Page& each : m_pages) each.filter->setKind(kind);
  updateFilters();
}

void DifferencePanel::setPhaseFilter(const QString& phase) {
  for (const Page& each : m_pages) each.filter->setPhase(phase);
  updateFilters();
}

void DifferencePanel::setRankFilter(const QString& ranks) {
  if (m_ranks->text() != ranks) return m_ranks->setText(ranks);
  for (const Page& each : m_pages) each.filter->setRanks(ranksOfText(ranks));
  updateFilters();
}

void DifferencePanel::setFoldedShown(bool shown) {
  if (m_folded->isChecked() != shown) return m_folded->setChecked(shown);
  for (const Page& each : m_pages) each.filter->setFolded(shown);
  updateFilters();
}

namespace {

// "all" and each value that the rows have, in their order.
void fillWith(QMenu* menu, const DifferenceModel& model, int role, const QString& chosen, const std::function<void(const QString&)>& choose) {
  menu->clear();
  QStringList values;
  for (int row = 0; row < model.rowCount(); ++row) {
    const QString value = model.index(row, 0).data(role).toString();
    if (!value.isEmpty() && !values.contains(value)) values << value;
  }
  const auto add = [&](const QString& text, const QString& value) {
    QAction* action = menu->addAction(text, menu, [choose, value] { choose(value); });
    action->setCheckable(true);
    action->setChecked(value == chosen);
  };
  add(DifferencePanel::tr("all"), {});
  for (const QString& value : values) add(value, value);
}

}  // namespace

void DifferencePanel::fillKinds() { fillWith(m_kind->menu(), *page().model, DifferenceModel::KindRole, page().filter->kind(), [this](const QString& kind) { setKindFilter(kind); }); }
void DifferencePanel::fillPhases() { fillWith(m_phase->menu(), *page().model, DifferenceModel::PhaseRole, page().filter->phase(), [this](const QString& phase) { setPhaseFilter(phase); }); }

void DifferencePanel::openMenu(const QPoint& position) {
  const auto difference = currentDifference();
  if (!difference) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Copy this difference as Markdown"), this, &DifferencePanel::copyRequested);
  const bool canIgnore = difference->kind == DifferenceKind::message || difference->kind == DifferenceKind::test || difference->kind == DifferenceKind::file;
  const bool ignored = isIgnored(*m_state->result(), *difference);
  QAction* ignore = menu->addAction(ignored ? tr("No longer ignore it in this project") : tr("Ignore it in this project"), this, &DifferencePanel::ignoreRequested);
  ignore->setEnabled(canIgnore);
  menu->addSeparator();
  menu->addAction(tr("Export the comparison…"), this, &DifferencePanel::exportRequested);
  menu->popup(list()->viewport()->mapToGlobal(position));
}

}  // namespace lanescope::ui
