// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/mark_list.h"

#include "ui/models/current_theme.h"
#include "ui/models/view_state.h"
#include "ui/models/words.h"
#include "ui/timeline/event_marks.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QScreen>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr quintptr kGroup = 0;                   // internal id of a template; of ranks it is 1 + the number of their template
constexpr QSize kLargest(640, 360);

std::size_t at(const QModelIndex& index) { return static_cast<std::size_t>(index.row()); }
std::size_t groupOf(const QModelIndex& index) { return index.internalId() == kGroup ? at(index) : static_cast<std::size_t>(index.internalId() - 1); }

}  // namespace

void MarkListModel::setGroups(std::shared_ptr<const model::Run> run, std::shared_ptr<const RunIndex> index, std::vector<MarkGroup> groups) {
  beginResetModel();
  m_run = std::move(run);
  m_index = std::move(index);
  m_groups = std::move(groups);
  endResetModel();
}

QModelIndex MarkListModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || row >= rowCount(parent) || column < 0 || column >= columns) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kGroup);
}

QModelIndex MarkListModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kGroup) return {};
  return createIndex(static_cast<int>(index.internalId()) - 1, 0, kGroup);
}

int MarkListModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_groups.size());
  return parent.internalId() == kGroup && parent.column() == 0 ? static_cast<int>(m_groups[at(parent)].ranks.size()) : 0;
}

int MarkListModel::columnCount(const QModelIndex&) const { return columns; }

std::optional<std::uint32_t> MarkListModel::eventAt(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const MarkGroup& group = m_groups[groupOf(index)];
  return index.internalId() == kGroup ? group.event : group.ranks[at(index)].event;
}

// "ranks 0–416 · launch 1"
QString MarkListModel::textOf(const MarkRanks& ranks) const {
  if (!ranks.launch) return tr("the job");
  const QString text = ranks.first == ranks.last ? tr("rank %1").arg(ranks.first) : tr("ranks %1–%2").arg(ranks.first).arg(ranks.last);
  return m_run->launches.size() > 1 ? text + u" · "_s + tr("launch %1").arg(*ranks.launch + 1) : text;
}

QVariant MarkListModel::data(const QModelIndex& index, int role) const {
  const auto number = eventAt(index);
  if (!number) return {};
  const bool isGroup = index.internalId() == kGroup;
  const MarkGroup& group = m_groups[groupOf(index)];
  const model::Event& event = m_index->event(*m_run, *number);
  if (role == Qt::DecorationRole && index.column() == what && isGroup) return shapeIcon(markOf(*m_run, event, currentTheme()).look);
  if (role == Qt::TextAlignmentRole && index.column() == count) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) return isGroup ? group.what : lineText(*m_run, {event.source, event.line});
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case what: return isGroup ? group.what : textOf(group.ranks[at(index)]);
    case count: return QString(QChar(0xD7) + countText(isGroup ? group.count : group.ranks[at(index)].count));
    case when: return columnTimeText(event.when());
    default: return {};
  }
}

QVariant MarkListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const QString names[] = {tr("What, and on which ranks"), tr("Number"), tr("First at")};
  return section >= 0 && section < columns ? names[section] : QVariant();
}

MarkList::MarkList(QWidget* parent) : QFrame(parent, Qt::Popup), m_model(new MarkListModel(this)), m_tree(new QTreeView(this)) {
  setFrameShape(QFrame::StyledPanel);
  setAccessibleName(tr("What this mark stands for"));
  m_tree->setModel(m_model);
  m_tree->setAccessibleName(tr("What this mark stands for"));
  m_tree->setUniformRowHeights(true);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setTextElideMode(Qt::ElideMiddle);
  m_tree->header()->setStretchLastSection(false);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(1, 1, 1, 1);
  column->addWidget(m_tree);
  setFocusProxy(m_tree);
  connect(m_tree, &QTreeView::activated, this, &MarkList::choose);
  connect(m_tree, &QTreeView::clicked, this, &MarkList::choose);
}

void MarkList::open(std::shared_ptr<const model::Run> run, std::shared_ptr<const RunIndex> index, std::vector<MarkGroup> groups, QPoint global) {
  m_model->setGroups(std::move(run), std::move(index), std::move(groups));
  m_tree->expandAll();
  m_tree->header()->setSectionResizeMode(MarkListModel::what, QHeaderView::Stretch);
  m_tree->header()->setSectionResizeMode(MarkListModel::count, QHeaderView::ResizeToContents);
  m_tree->header()->setSectionResizeMode(MarkListModel::when, QHeaderView::ResizeToContents);
  m_tree->setCurrentIndex(m_model->index(0, 0));
  int rows = m_model->rowCount();
  for (int i = 0; i < m_model->rowCount(); ++i) rows += m_model->rowCount(m_model->index(i, 0));
  const int height = m_tree->header()->sizeHint().height() + rows * m_tree->sizeHintForRow(0) + 12;
  resize(kLargest.width(), std::min(kLargest.height(), height));
  const QScreen* const screen = parentWidget()->screen();
  const QRect room = screen->availableGeometry().adjusted(0, 0, -width(), -height);
  move(std::clamp(global.x(), room.left(), std::max(room.left(), room.right())), std::clamp(global.y(), room.top(), std::max(room.top(), room.bottom())));
  show();
  m_tree->setFocus();
}

void MarkList::choose(const QModelIndex& index) {
  const auto event = m_model->eventAt(index);
  if (!event) return;
  hide();
  Q_EMIT chosen(*event);
}

}  // namespace lanescope::ui
