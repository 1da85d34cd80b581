// SPDX-License-Identifier: Apache-2.0
#include "ui/search/search_panel.h"

#include "ui/models/words.h"
#include "ui/panels/empty_text.h"
#include "ui/panels/row_list_view.h"
#include "ui/search/kept_searches.h"
#include "ui/search/result_delegate.h"
#include "ui/search/results_model.h"
#include "ui/theme/small_widgets.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace lanescope::ui {

SearchPanel::SearchPanel(SearchState* search, QWidget* parent)
    : QWidget(parent), m_search(search), m_results(new ResultsModel(search, this)), m_list(new RowListView(ResultDelegate::kRowHeight, this)), m_message(quietLabel(this)) {
  m_list->setModel(m_results);
  m_list->setItemDelegate(new ResultDelegate(m_list));
  m_list->setAccessibleName(tr("Hits of the search, by rank"));
  m_list->installEventFilter(this);
  new EmptyText(m_list, [this] {
    if (m_search->fault()) return tr("Not a regular expression: %1.").arg(m_search->faultText());
    if (!m_search->isActive()) return tr("A regular expression finds every line of every source that matches it. Several are joined by AND, OR and NOT; double quotes make words of these.");
    return m_search->isRunning() ? tr("Searching…") : tr("No line matches.");
  });
  m_message->setContentsMargins(12, 0, 12, 2);
  m_message->setFont(monoFont(11));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 4, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(makeHead());
  layout->addWidget(m_message);
  layout->addWidget(m_list, 1);
  setMinimumWidth(260);
  setFocusProxy(m_list);
  for (const auto signal : {&SearchState::changed, &SearchState::grew, &SearchState::finished, &SearchState::hidingChanged}) connect(search, signal, this, &SearchPanel::refresh);
  connect(search->side(0), &ViewState::selectionChanged, this, &SearchPanel::showSelection);
  connect(m_list, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
    if (index.data(ResultsModel::HeadingRole).toBool()) m_results->toggle(index.row());
    else choose(index);
  });
  connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (m_list->hasFocus() && !m_choosing) choose(index);
  });
  refresh();
}

QToolButton* SearchPanel::makeToggle(const QString& text, const QString& tip, void (SearchState::*set)(bool), QWidget* parent) {
  QToolButton* button = flatButton(text, tip, parent);
  button->setCheckable(true);
  connect(button, &QToolButton::toggled, m_search, set);
  return button;
}

QWidget* SearchPanel::makeHead() {
  auto* head = new QWidget(this);
  auto* layout = new QHBoxLayout(head);
  layout->setContentsMargins(12, 0, 4, 0);
  layout->setSpacing(0);
  m_count = quietLabel(head);
  m_stop = flatButton(tr("Stop"), tr("Stop searching; what is found stays"), head);
  m_lines = makeToggle(tr("hide lines"), tr("Hide the lines that do not match"), &SearchState::setHidesLines, head);
  m_lanes = makeToggle(tr("hide lanes"), tr("Hide the lanes without a line that matches"), &SearchState::setHidesLanes, head);
  m_saved = menuButton(tr("more…"), tr("Saved searches, and search in what was found"), head);
  QToolButton* close = flatButton(QStringLiteral("×"), tr("Close, and end the search (Esc)"), head);
  layout->addWidget(m_count, 1);
  for (QToolButton* button : {m_stop, m_lines, m_lanes, m_saved, close}) {
    // Beside a text there is little room: the count comes first.
    button->setStyleSheet(QStringLiteral("QToolButton { padding: 2px 4px; } QToolButton::menu-indicator { image: none; }"));
    button->setFont(uiFont(11));
    layout->addWidget(button);
  }
  connect(m_stop, &QToolButton::clicked, this, [this] {
    m_search->cancel();
    refresh();
  });
  connect(m_saved->menu(), &QMenu::aboutToShow, this, &SearchPanel::fillSaved);
  connect(close, &QToolButton::clicked, this, &SearchPanel::closeRequested);
  return head;
}

void SearchPanel::narrow() {
  if (!m_search->isActive()) return;
  m_search->narrow();
  Q_EMIT narrowed();
  refresh();
}

void SearchPanel::fillSaved() {
  QMenu* menu = m_saved->menu();
  menu->clear();
  const SearchQuery now = m_search->query();
  QAction* save = menu->addAction(tr("Save this search"), this, [now] { KeptSearches::save(now); });
  save->setEnabled(!now.text.isEmpty());
  const QList<SearchQuery> saved = KeptSearches::saved();
  if (!saved.isEmpty()) menu->addSeparator();
  for (const SearchQuery& query : saved) {
    menu->addAction(QString(query.text).replace(QLatin1Char('&'), QStringLiteral("&&")), this, [this, query] { Q_EMIT searchRequested(query); });
  }
  if (!saved.isEmpty()) menu->addSeparator();
  QMenu* remove = saved.isEmpty() ? nullptr : menu->addMenu(tr("Remove"));
  for (const SearchQuery& query : saved) remove->addAction(QString(query.text).replace(QLatin1Char('&'), QStringLiteral("&&")), this, [query] { KeptSearches::remove(query); });
  menu->addSeparator();
  menu->addAction(tr("Search in the lines found"), this, &SearchPanel::narrow)->setEnabled(m_search->hits().total() > 0);
}

QString SearchPanel::countText() const {
  if (!m_search->isActive()) return {};
  const SearchHits& hits = m_search->hits();
  const QString lines = countedText(hits.total(), tr("1 line"), tr("%1 lines"));
  QString text = countedText(hits.groups().size(), tr("%1 of 1 writer").arg(lines), tr("%1 of %2 writers").arg(lines, QStringLiteral("%1")));
  if (hits.groups().empty()) text = lines;
  if (hits.sides() > 1) text = tr("A %1 · B %2 lines").arg(ui::countText(hits.total(0)), ui::countText(hits.total(1)));
  if (m_search->isRunning()) return tr("%1 so far, %2 %").arg(text).arg(static_cast<int>(m_search->part() * 100));
  return m_search->isComplete() ? text : tr("%1, not all was looked at").arg(text);
}

QString SearchPanel::messageText() const {
  if (m_search->fault()) return tr("Not a regular expression: %1").arg(m_search->faultText());
  QStringList outer;
  for (const SearchQuery& query : m_search->narrowedBy()) outer << query.text;
  return outer.isEmpty() ? QString() : tr("in lines that match: %1 (Backspace in the empty box takes it back)").arg(outer.join(QStringLiteral("  ›  ")));
}

void SearchPanel::refresh() {
  m_count->setText(countText());
  m_count->setToolTip(countText());
  const QString message = messageText();
  m_message->setText(message);
  m_message->setVisible(!message.isEmpty());
  m_stop->setVisible(m_search->isRunning());
  const QSignalBlocker lines(m_lines), lanes(m_lanes);
  m_lines->setChecked(m_search->hidesLines());
  m_lanes->setChecked(m_search->hidesLanes());
}

void SearchPanel::choose(const QModelIndex& index) {
  const auto target = m_results->targetOf(index.row());
  if (!target) return;
  const QScopedValueRollback choosing(m_choosing, true);
  m_search->side(target->side)->selectLine(target->line);
}

void SearchPanel::walk(int direction) {
  const int from = m_list->currentIndex().isValid() ? m_list->currentIndex().row() : (direction > 0 ? -1 : 0);
  const auto row = m_results->nextLine(from, direction);
  if (!row) return;
  {
    const QScopedValueRollback choosing(m_choosing, true);
    m_list->setCurrentIndex(m_results->index(*row));
  }
  choose(m_results->index(*row));
  if (direction > 0 ? *row <= from : *row >= from) Q_EMIT wentRound(direction);
}

void SearchPanel::enterList() {
  if (m_results->rowCount() == 0) return;
  m_list->setFocus();
  if (!m_list->currentIndex().isValid()) walk(1);
}

// The line that is selected, however it came to be, is current here too.
void SearchPanel::showSelection() {
  if (m_choosing || !m_search->isActive()) return;
  const auto& line = m_search->side(0)->selection().line;
  const auto row = line ? m_results->rowOf(0, *line) : std::nullopt;
  if (!row) return;
  const QScopedValueRollback choosing(m_choosing, true);
  m_list->setCurrentIndex(m_results->index(*row));
}

// --- keys

bool SearchPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  return handleListKey(key->key());
}

bool SearchPanel::handleListKey(int key) {
  const QModelIndex current = m_list->currentIndex();
  const bool heading = current.data(ResultsModel::HeadingRole).toBool();
  switch (key) {
    case Qt::Key_Escape:
      Q_EMIT boxRequested();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (heading) m_results->toggle(current.row());
      else if (current.isValid()) {
        choose(current);
        Q_EMIT openRequested();
      }
      return true;
    case Qt::Key_Space:
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const bool open = current.data(ResultsModel::OpenRole).toBool();
      if (heading && (key == Qt::Key_Space || open == (key == Qt::Key_Left))) m_results->toggle(current.row());
      return true;
    }
    default:
      return false;
  }
}

}  // namespace lanescope::ui
