// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/sources_panel.h"

#include "ui/models/words.h"
#include "ui/models/zone_names.h"
#include "ui/panels/empty_text.h"
#include "ui/panels/sources_delegate.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPoint>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kHeadPadding = 32;  // both sides of a column's title, and the sort mark

// The groups keep their order; rows match by the text of any cell.
class SortedSources : public QSortFilterProxyModel {
 public:
  explicit SortedSources(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(RunTableModel::SortRole);
    setFilterCaseSensitivity(Qt::CaseInsensitive);
    setRecursiveFilteringEnabled(true);
    setFilterKeyColumn(-1);
  }

 protected:
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
    if (!left.parent().isValid()) return (left.row() < right.row()) == (sortOrder() == Qt::AscendingOrder);
    return QSortFilterProxyModel::lessThan(left, right);
  }
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    // A heading stands where one of its rows does.
    if (!parent.isValid())
      return filterRegularExpression().pattern().isEmpty() && sourceModel()->rowCount(sourceModel()->index(row, 0)) > 0;
    return QSortFilterProxyModel::filterAcceptsRow(row, parent);
  }
};

}  // namespace

SourcesPanel::SourcesPanel(ViewState* state, OverrideStore* store, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_store(store),
      m_model(new SourcesModel(state, store, this)),
      m_sorted(new SortedSources(this)),
      m_filter(new QLineEdit(this)),
      m_view(new QTreeView(this)) {
  m_sorted->setSourceModel(m_model);
  m_filter->setPlaceholderText(tr("Filter by name, layout, rank, reason …"));
  m_filter->setAccessibleName(tr("Filter the sources"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setFont(uiFont(12));
  makeView();
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->addWidget(m_filter);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(bar);
  layout->addWidget(m_view, 1);
  setFocusProxy(m_view);
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_sorted->setFilterFixedString(text);
    m_view->expandAll();
  });
  connect(m_view, &QTreeView::activated, this, &SourcesPanel::open);
  connect(m_view, &QTreeView::customContextMenuRequested, this, &SourcesPanel::showMenu);
  connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &SourcesPanel::keepPlace);
  connect(m_model, &QAbstractItemModel::modelReset, this, &SourcesPanel::restorePlace);
  connect(state, &ViewState::selectionChanged, this, &SourcesPanel::followSelection);
}

void SourcesPanel::makeView() {
  m_view->setModel(m_sorted);
  m_view->setItemDelegate(new SourcesDelegate(m_state, m_view));
  m_view->setAccessibleName(tr("Sources"));
  m_view->setAllColumnsShowFocus(false);
  m_view->setUniformRowHeights(true);
  m_view->setIndentation(14);
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(-1, Qt::AscendingOrder);
  m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_view->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
  m_view->setContextMenuPolicy(Qt::CustomContextMenu);
  m_view->setFrameShape(QFrame::NoFrame);
  // The ends of paths tell more than their middles.
  m_view->setTextElideMode(Qt::ElideMiddle);
  m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->setStyleSheet(
      QStringLiteral("QHeaderView::section { font-size: 11px; } QTreeView::item { padding: 0; }"
                     "QSpinBox, QComboBox, QComboBox QLineEdit, QSpinBox QLineEdit { padding: 0 4px; border-radius: 0; }"));
  QHeaderView* header = m_view->header();
  header->setStretchLastSection(true);
  header->setSectionsMovable(false);
  const QFontMetrics head(uiFont(11));
  for (int i = 0; i < SourcesModel::ColumnCount; ++i) {
    const QString title = m_model->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
    m_view->setColumnWidth(i, std::max(SourcesModel::columnWidth(i), head.horizontalAdvance(title) + kHeadPadding));
  }
  new EmptyText(m_view, [this] {
    if (m_state->run() == nullptr) return tr("The files of the run appear here.");
    return m_filter->text().isEmpty() ? tr("Nothing that holds lines was found.") : tr("No source matches the filter.");
  });
}

// Paths get the room that nothing else needs.
void SourcesPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  int others = m_view->verticalScrollBar()->sizeHint().width();
  for (int i = SourcesModel::PathColumn + 1; i < SourcesModel::ColumnCount; ++i) {
    const bool last = i == SourcesModel::ColumnCount - 1;  // stretched to what is left
    others += last ? SourcesModel::columnWidth(i) : m_view->columnWidth(i);
  }
  m_view->setColumnWidth(SourcesModel::PathColumn,
                         std::max(SourcesModel::columnWidth(SourcesModel::PathColumn), width() - others));
}

QModelIndex SourcesPanel::indexOf(const QString& path, int column) const {
  const QModelIndex cell = m_model->indexOf(path);
  return cell.isValid() ? m_sorted->mapFromSource(cell.siblingAtColumn(column)) : QModelIndex();
}

void SourcesPanel::open(const QModelIndex& index) {
  const QVariant target = index.data(RunTableModel::TargetRole);
  if (!target.isValid()) return;
  const model::LineRef line{model::SourceId{static_cast<std::uint32_t>(target.toPoint().x())},
                            static_cast<std::uint32_t>(target.toPoint().y())};
  m_state->setTextScope({{}, line.source});
  m_state->selectLine(line);
  Q_EMIT openRequested();
}

// Who works in the table keeps the rows chosen in it.
void SourcesPanel::followSelection() {
  const auto& line = m_state->selection().line;
  if (isAncestorOf(QApplication::focusWidget()) || !line || m_state->run() == nullptr) return;
  if (line->source.value >= m_state->run()->sources.size()) return;
  const QModelIndex index = m_sorted->mapFromSource(m_model->indexOf(line->source));
  if (!index.isValid() || m_view->currentIndex().siblingAtColumn(0) == index) return;
  m_view->setCurrentIndex(index);
  m_view->scrollTo(index);
}

void SourcesPanel::keepPlace() {
  m_keptSource = m_view->currentIndex().data(SourcesModel::SourceRole).toString();
  m_keptScroll = m_view->verticalScrollBar()->value();
  for (int group = 0; group < SourcesModel::GroupCount; ++group) {
    const QModelIndex heading = m_sorted->mapFromSource(m_model->index(group, 0));
    if (heading.isValid()) m_keptExpanded[group] = m_view->isExpanded(heading);
  }
}

void SourcesPanel::restorePlace() {
  for (int group = 0; group < SourcesModel::GroupCount; ++group) {
    const QModelIndex heading = m_sorted->mapFromSource(m_model->index(group, 0));
    if (heading.isValid()) m_view->setExpanded(heading, m_keptExpanded[group]);
  }
  const QModelIndex kept = indexOf(m_keptSource, SourcesModel::PathColumn);
  if (kept.isValid()) m_view->setCurrentIndex(kept);
  m_view->verticalScrollBar()->setValue(m_keptScroll);
}

// --- what can be said of the rows chosen

// Those whose cell in this column can be changed; -1: any.
std::vector<std::string> SourcesPanel::chosenSources(int column) const {
  std::vector<std::string> sources;
  for (const QModelIndex& row : m_view->selectionModel()->selectedRows(SourcesModel::PathColumn)) {
    const bool changeable = column < 0 || row.siblingAtColumn(column).flags().testFlag(Qt::ItemIsEditable);
    const QString source = row.data(SourcesModel::SourceRole).toString();
    if (changeable && !source.isEmpty()) sources.push_back(source.toStdString());
  }
  return sources;
}

void SourcesPanel::setChosen(int column, const QString& value) {
  const QString title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toLower();
  m_store->set(tr("set the %1").arg(title), chosenSources(column), SourcesModel::settingOf(column), value.toStdString());
}

void SourcesPanel::addChoices(QMenu& menu, int column, const std::vector<std::pair<QString, QString>>& choices) {
  QMenu* sub = menu.addMenu(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
  for (const auto& choice : choices)
    sub->addAction(choice.first, this, [this, column, value = choice.second] { setChosen(column, value); });
  sub->setEnabled(!chosenSources(column).empty());
}

void SourcesPanel::fillMenu(QMenu& menu) {
  const QModelIndex current = m_view->currentIndex();
  QAction* open = menu.addAction(tr("Open its text"), this, [this, current] { this->open(current); });
  open->setEnabled(current.data(RunTableModel::TargetRole).isValid());
  menu.addSeparator();
  const QModelIndex rank = current.siblingAtColumn(SourcesModel::RankColumn);
  QAction* editRank = menu.addAction(tr("Rank …"), this, [this, rank] {
    m_view->setCurrentIndex(rank);
    m_view->edit(rank);
  });
  editRank->setEnabled(rank.flags().testFlag(Qt::ItemIsEditable));
  addChoices(menu, SourcesModel::LaunchColumn, SourcesDelegate::launches(*m_state));
  SourcesDelegate::Choices zones{{tr("as found"), QString()}};
  for (const QString& zone : commonZones()) zones.emplace_back(zone, zone);
  addChoices(menu, SourcesModel::ZoneColumn, zones);
  addChoices(menu, SourcesModel::FormatColumn, SourcesDelegate::formats());
  menu.addSeparator();
  const std::vector<std::string> sources = chosenSources(-1);
  const bool anySaid = std::any_of(sources.begin(), sources.end(), [this](const std::string& source) {
    return std::any_of(m_store->all().begin(), m_store->all().end(),
                       [&](const model::Override& said) { return said.source == source; });
  });
  const char* setting = SourcesModel::settingOf(current.column());
  const QString title = m_model->headerData(current.column(), Qt::Horizontal, Qt::DisplayRole).toString().toLower();
  QAction* resetCell = menu.addAction(*setting != '\0' ? tr("Reset the %1").arg(title) : tr("Reset the cell"), this,
                                      [this, column = current.column()] { setChosen(column, {}); });
  resetCell->setEnabled(current.data(SourcesModel::SetByUserRole).toBool());
  QAction* reset =
      menu.addAction(tr("Reset all that is set here"), this, [this, sources] { m_store->clear(tr("reset sources"), sources); });
  reset->setEnabled(anySaid && m_store->isChangeable());
}

void SourcesPanel::showMenu(const QPoint& position) {
  QPoint at = position;
  // The menu key gives no place of its own.
  const QModelIndex current = m_view->currentIndex();
  if (!m_view->indexAt(position).isValid() && current.isValid()) at = m_view->visualRect(current).bottomLeft();
  if (m_view->selectionModel()->selectedRows().isEmpty()) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  fillMenu(*menu);
  menu->popup(m_view->viewport()->mapToGlobal(at));
}

}  // namespace lanescope::ui
