// SPDX-License-Identifier: Apache-2.0
#include "ui/search/search_panel.h"

#include "ui/models/words.h"
#include "ui/panels/empty_text.h"
#include "ui/panels/row_list_view.h"
#include "ui/search/kept_searches.h"
#include "ui/search/result_delegate.h"
#include "ui/search/results_model.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

constexpr int kTypingMs = 200;                   // a pause after which what stands in the box is searched for

QToolButton* flatButton(const QString& text, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setFont(uiFont(12));
  return button;
}

QLabel* quiet(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setFont(uiFont(11));
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setTextFormat(Qt::PlainText);
  label->setMinimumWidth(1);
  return label;
}

}  // namespace

SearchPanel::SearchPanel(SearchState* search, QWidget* parent)
    : QWidget(parent), m_search(search), m_results(new ResultsModel(search, this)), m_list(new RowListView(ResultDelegate::kRowHeight, this)) {
  m_list->setModel(m_results);
  m_list->setItemDelegate(new ResultDelegate(m_list));
  m_list->setAccessibleName(tr("Hits of the search, by rank"));
  m_list->installEventFilter(this);
  new EmptyText(m_list, [this] {
    if (m_search->fault()) return tr("Not a regular expression: %1.").arg(m_search->faultText());
    if (!m_search->isActive()) return tr("A regular expression finds every line of every source that matches it. Several are joined by AND, OR and NOT; double quotes make words of these.");
    return m_search->isRunning() ? tr("Searching…") : tr("No line matches.");
  });
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 4, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(makeBox());
  layout->addWidget(makeHow());
  m_message = quiet(this);
  m_message->setContentsMargins(12, 0, 12, 2);
  m_message->setFont(monoFont(11));
  layout->addWidget(m_message);
  layout->addWidget(m_list, 1);
  setMinimumWidth(260);
  m_typing.setSingleShot(true);
  m_typing.setInterval(kTypingMs);
  connect(&m_typing, &QTimer::timeout, this, [this] { this->search(false); });
  connect(search, &SearchState::changed, this, &SearchPanel::refresh);
  connect(search, &SearchState::grew, this, &SearchPanel::onFound);
  connect(search, &SearchState::finished, this, &SearchPanel::onFound);
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

QToolButton* SearchPanel::makeToggle(const QString& text, const QString& tip, QWidget* parent) {
  QToolButton* button = flatButton(text, tip, parent);
  button->setCheckable(true);
  connect(button, &QToolButton::toggled, this, &SearchPanel::onTyped);
  return button;
}

QWidget* SearchPanel::makeBox() {
  auto* box = new QWidget(this);
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(12, 0, 8, 0);
  layout->setSpacing(2);
  m_field = new QLineEdit(box);
  m_field->setPlaceholderText(tr("Search all ranks"));
  m_field->setAccessibleName(tr("Search all ranks"));
  m_field->setClearButtonEnabled(true);
  m_field->installEventFilter(this);
  m_history = new QStringListModel(KeptSearches::history(), this);
  auto* completer = new QCompleter(m_history, this);
  completer->setCaseSensitivity(Qt::CaseSensitive);
  m_field->setCompleter(completer);
  layout->addWidget(m_field, 1);
  m_case = makeToggle(tr("Aa"), tr("Match upper and lower case"), box);
  m_word = makeToggle(tr("W"), tr("Whole words only"), box);
  m_regex = makeToggle(tr(".*"), tr("Regular expression"), box);
  m_regex->setChecked(true);
  for (QToolButton* toggle : {m_case, m_word, m_regex}) layout->addWidget(toggle);
  auto* close = flatButton(QStringLiteral("×"), tr("Close, and end the search (Esc)"), box);
  layout->addWidget(close);
  connect(m_field, &QLineEdit::textEdited, this, &SearchPanel::onTyped);
  connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
    if (text.isEmpty()) onTyped();               // its clear button
  });
  connect(close, &QToolButton::clicked, this, &SearchPanel::closeRequested);
  return box;
}

QWidget* SearchPanel::makeHow() {
  auto* how = new QWidget(this);
  auto* layout = new QHBoxLayout(how);
  layout->setContentsMargins(12, 0, 8, 0);
  layout->setSpacing(4);
  m_count = quiet(how);
  m_stop = flatButton(tr("Stop"), tr("Stop searching; what is found stays"), how);
  m_scope = new QComboBox(how);
  m_scope->setAccessibleName(tr("What is searched"));
  m_scope->setFont(uiFont(11));
  m_scope->addItems({tr("everything"), tr("visible lanes"), tr("time shown")});
  m_scope->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_saved = flatButton(tr("more…"), tr("Saved searches, and search in what was found"), how);
  m_saved->setPopupMode(QToolButton::InstantPopup);
  m_saved->setMenu(new QMenu(m_saved));
  m_saved->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
  layout->addWidget(m_count, 1);
  for (QWidget* widget : {static_cast<QWidget*>(m_stop), static_cast<QWidget*>(m_scope), static_cast<QWidget*>(m_saved)}) layout->addWidget(widget);
  connect(m_stop, &QToolButton::clicked, this, [this] {
    m_search->cancel();
    refresh();
  });
  connect(m_scope, &QComboBox::currentIndexChanged, this, &SearchPanel::onTyped);
  connect(m_saved->menu(), &QMenu::aboutToShow, this, &SearchPanel::fillSaved);
  return how;
}

// --- what is searched for

SearchQuery SearchPanel::typed() const {
  return {m_field->text(), m_regex->isChecked(), m_case->isChecked(), m_word->isChecked(), static_cast<SearchQuery::Scope>(m_scope->currentIndex())};
}

void SearchPanel::setTyped(const SearchQuery& query) {
  for (const auto& [toggle, on] : {std::pair(m_regex, query.regex), std::pair(m_case, query.matchCase), std::pair(m_word, query.wholeWord)}) {
    const QSignalBlocker quietly(toggle);
    toggle->setChecked(on);
  }
  const QSignalBlocker quietly(m_scope);
  m_scope->setCurrentIndex(static_cast<int>(query.scope));
  const QSignalBlocker still(m_field);
  m_field->setText(query.text);
}

void SearchPanel::onTyped() { m_typing.start(); }

void SearchPanel::search(bool jump) {
  m_typing.stop();
  m_jump = jump;
  if (jump) {
    KeptSearches::remember(m_field->text());
    m_history->setStringList(KeptSearches::history());
  }
  m_search->start(typed());
}

void SearchPanel::openBox() {
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
  if (!m_search->isActive() && !m_field->text().isEmpty()) search(false);
}

void SearchPanel::endSearch() {
  m_typing.stop();
  m_jump = false;
  m_search->clear();
}

void SearchPanel::narrow() {
  if (!m_search->isActive()) return;
  m_search->narrow();
  m_field->clear();
  m_field->setFocus();
  refresh();
}

void SearchPanel::fillSaved() {
  QMenu* menu = m_saved->menu();
  menu->clear();
  const SearchQuery now = typed();
  QAction* save = menu->addAction(tr("Save this search"), this, [now] { KeptSearches::save(now); });
  save->setEnabled(!now.text.isEmpty());
  const QList<SearchQuery> saved = KeptSearches::saved();
  if (!saved.isEmpty()) menu->addSeparator();
  for (const SearchQuery& query : saved) {
    menu->addAction(QString(query.text).replace(QLatin1Char('&'), QStringLiteral("&&")), this, [this, query] {
      setTyped(query);
      search(true);
    });
  }
  if (!saved.isEmpty()) menu->addSeparator();
  QMenu* remove = saved.isEmpty() ? nullptr : menu->addMenu(tr("Remove"));
  for (const SearchQuery& query : saved) remove->addAction(QString(query.text).replace(QLatin1Char('&'), QStringLiteral("&&")), this, [query] { KeptSearches::remove(query); });
  menu->addSeparator();
  menu->addAction(tr("Search in the lines found"), this, &SearchPanel::narrow)->setEnabled(m_search->hits().total() > 0);
}

// --- what was found

void SearchPanel::onFound() {
  refresh();
  if (!m_jump || m_search->hits().total() == 0) return;
  m_jump = false;
  const auto& line = m_search->side(0)->selection().line;
  if (!line || !m_search->hits().holds(m_search->side(0)->run().get(), *line)) Q_EMIT nextRequested(1);
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

// The text with a caret below the place, where it is no expression; else what the search is narrowed by.
QString SearchPanel::messageText() const {
  if (const auto& fault = m_search->fault()) {
    const auto before = QString::fromUtf8(m_search->query().text.toUtf8().left(static_cast<qsizetype>(fault->offset))).size();
    return m_search->query().text + QLatin1Char('\n') + QString(before, QLatin1Char(' ')) + QStringLiteral("^ ") + m_search->faultText();
  }
  QStringList outer;
  for (const SearchQuery& query : m_search->narrowedBy()) outer << query.text;
  return outer.isEmpty() ? QString() : tr("in lines that match: %1 (Backspace in the empty box takes it back)").arg(outer.join(QStringLiteral("  ›  ")));
}

void SearchPanel::refresh() {
  m_count->setText(countText());
  const QString message = messageText();
  m_message->setText(message);
  m_message->setVisible(!message.isEmpty());
  m_stop->setVisible(m_search->isRunning());
}

void SearchPanel::choose(const QModelIndex& index) {
  const auto target = m_results->targetOf(index.row());
  if (!target) return;
  const QScopedValueRollback choosing(m_choosing, true);
  m_search->side(target->side)->selectLine(target->line);
}

void SearchPanel::walk(int direction) {
  const auto row = m_results->nextLine(m_list->currentIndex().isValid() ? m_list->currentIndex().row() : (direction > 0 ? -1 : 0), direction);
  if (!row) return;
  {
    const QScopedValueRollback choosing(m_choosing, true);
    m_list->setCurrentIndex(m_results->index(*row));
  }
  choose(m_results->index(*row));
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
  return watched == m_field ? handleFieldKey(key->key(), key->modifiers()) : handleListKey(key->key());
}

bool SearchPanel::handleFieldKey(int key, Qt::KeyboardModifiers modifiers) {
  switch (key) {
    case Qt::Key_Escape:
      Q_EMIT closeRequested();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_search->query() != typed() || !m_search->isActive()) search(true);
      else Q_EMIT nextRequested(modifiers.testFlag(Qt::ShiftModifier) ? -1 : 1);
      return true;
    case Qt::Key_Down:
      if (m_results->rowCount() == 0) return false;
      m_list->setFocus();
      if (!m_list->currentIndex().isValid()) walk(1);
      return true;
    case Qt::Key_Backspace:
      if (!m_field->text().isEmpty() || m_search->narrowedBy().empty()) return false;
      m_search->widen();
      setTyped(m_search->query());
      return true;
    default:
      return false;
  }
}

bool SearchPanel::handleListKey(int key) {
  const QModelIndex current = m_list->currentIndex();
  const bool heading = current.data(ResultsModel::HeadingRole).toBool();
  switch (key) {
    case Qt::Key_Escape:
      m_field->setFocus();
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
