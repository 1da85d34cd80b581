// SPDX-License-Identifier: Apache-2.0
#include "ui/search/search_box.h"

#include "ui/models/keymap.h"
#include "ui/models/pane_commands.h"
#include "ui/models/words.h"
#include "ui/search/kept_searches.h"
#include "ui/theme/small_widgets.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStringListModel>
#include <QToolButton>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kTypingMs = 200;                   // a pause after which what stands in the box is searched for
constexpr int kHeight = 24, kWidth = 520, kLeast = 260, kMost = 680;
constexpr int kLeastText = 140;                  // below it what stands behind the text gives way
constexpr int kTextPadding = 8;                  // of a line edit, as the style sheet has it

}  // namespace

SearchBox::SearchBox(SearchState* search, QWidget* parent)
    : QWidget(parent), m_search(search), m_commands(new PaneCommands(this)), m_field(new QLineEdit(this)), m_case(makeToggle(tr("Aa"))), m_word(makeToggle(tr("W"))), m_regex(makeToggle(tr(".*"))), m_scope(new QComboBox(m_field)),
      m_count(quietLabel(m_field)), m_fault(new QLabel(window())), m_history(new QStringListModel(KeptSearches::history(), this)) {
  m_field->setAccessibleName(tr("Search all ranks"));
  m_field->installEventFilter(this);
  auto* completer = new QCompleter(m_history, this);
  completer->setCaseSensitivity(Qt::CaseSensitive);
  m_field->setCompleter(completer);
  m_scope->addItems({tr("everything"), tr("visible lanes"), tr("time shown"), tr("this text")});
  m_scope->setAccessibleName(tr("What is searched"));
  m_fault->setFont(monoFont(12));
  m_fault->setTextFormat(Qt::PlainText);
  m_fault->setMargin(8);
  m_fault->setAutoFillBackground(true);
  m_fault->setBackgroundRole(QPalette::ToolTipBase);
  m_fault->setFrameShape(QFrame::StyledPanel);
  m_fault->hide();
  addCommands();
  updateTips();
  setTyped({});
  layOut();
  setFocusProxy(m_field);
  m_typing.setSingleShot(true);
  m_typing.setInterval(kTypingMs);
  connect(&m_typing, &QTimer::timeout, this, [this] { this->search(false); });
  connect(m_field, &QLineEdit::textEdited, this, &SearchBox::onTyped);
  connect(m_scope, &QComboBox::currentIndexChanged, this, &SearchBox::onTyped);
  connect(&Keymap::inForce(), &Keymap::changed, this, &SearchBox::updateTips);
  connect(search, &SearchState::changed, this, &SearchBox::onChanged);
  connect(search, &SearchState::grew, this, &SearchBox::onFound);
  connect(search, &SearchState::finished, this, &SearchBox::onFound);
  refresh();
}

QSize SearchBox::sizeHint() const { return {kWidth, kHeight}; }

QToolButton* SearchBox::makeToggle(const QString& text) {
  QToolButton* button = flatButton(text, {}, m_field);
  button->setFont(uiFont(11));
  button->setCheckable(true);
  button->setStyleSheet(QStringLiteral("QToolButton { padding: 1px 4px; }"));
  connect(button, &QToolButton::toggled, this, &SearchBox::onTyped);
  return button;
}

void SearchBox::addCommands() {
  m_commands->add("box.case", [this] { m_case->toggle(); });
  m_commands->add("box.word", [this] { m_word->toggle(); });
  m_commands->add("box.regex", [this] { m_regex->toggle(); });
  m_commands->add("box.scope", [this] { m_scope->setCurrentIndex((m_scope->currentIndex() + 1) % m_scope->count()); });
}

// The keys may be the user's own.
void SearchBox::updateTips() {
  const auto name = [](QToolButton* button, const char* id) {
    button->setToolTip(withKeys(commandText(command(id)), id));
    button->setAccessibleName(commandText(command(id)));
  };
  name(m_case, "box.case");
  name(m_word, "box.word");
  name(m_regex, "box.regex");
  m_scope->setToolTip(withKeys(commandText(command("box.scope")), "box.scope"));
}

// The field is as wide as the box; what stands at its end covers no text.
void SearchBox::layOut() {
  m_scope->setFont(uiFont(11));
  m_scope->setStyleSheet(QStringLiteral("QComboBox { border: none; background: transparent; padding: 0 2px; }"));
  m_scope->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_count->setMinimumWidth(m_count->fontMetrics().horizontalAdvance(QStringLiteral("0,000 of 0,000")));
  auto* inside = new QHBoxLayout(m_field);
  inside->setContentsMargins(0, 0, kTextPadding, 0);
  inside->setSpacing(1);
  inside->addStretch(1);
  for (QWidget* part : parts()) {
    part->setCursor(Qt::ArrowCursor);
    part->setMaximumHeight(kHeight - 4);
    inside->addWidget(part);
  }
  m_field->setFixedHeight(kHeight);
  m_field->setMinimumWidth(kLeast);
  m_field->setStyleSheet(QStringLiteral("QLineEdit { padding: 0 %1px; }").arg(kTextPadding));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_field);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setMaximumWidth(kMost);
}

std::array<QWidget*, 5> SearchBox::parts() const { return {m_case, m_word, m_regex, m_scope, m_count}; }

// The text keeps its room: where the box is narrow the count goes first, then the scope, then the toggles. Their keys still work.
void SearchBox::fitParts() {
  const auto all = parts();
  const auto widthOf = [this](const QWidget* part) { return std::max(part->minimumWidth(), part->sizeHint().width()) + m_field->layout()->spacing(); };
  int taken = kTextPadding;
  for (const QWidget* part : all) taken += widthOf(part);
  const int most = width() - kLeastText - 2 * kTextPadding;
  for (std::size_t i = all.size(); i-- > 0;) {
    const bool fits = taken <= most;
    all[i]->setVisible(fits);
    if (!fits) taken -= widthOf(all[i]);
  }
  m_field->setTextMargins(isRightToLeft() ? taken : 0, 0, isRightToLeft() ? 0 : taken, 0);
}

void SearchBox::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitParts();
  nameRuns();
}

// The whole of it where there is room, else what matters.
void SearchBox::nameRuns() {
  const QMargins taken = m_field->textMargins();
  const int room = m_field->width() - taken.left() - taken.right() - 2 * kTextPadding;
  const QString what = m_search->side(1) ? tr("/ Search both runs") : tr("/ Search all ranks");
  const QString whole = tr("%1 (regex, exact counts)").arg(what);
  m_field->setPlaceholderText(m_field->fontMetrics().horizontalAdvance(whole) <= room ? whole : what);
}

// --- what is searched for

SearchQuery SearchBox::typed() const {
  return {m_field->text(), m_regex->isChecked(), m_case->isChecked(), m_word->isChecked(), static_cast<SearchQuery::Scope>(m_scope->currentIndex())};
}

void SearchBox::setTyped(const SearchQuery& query) {
  for (const auto& [toggle, on] : {std::pair(m_regex, query.regex), std::pair(m_case, query.matchCase), std::pair(m_word, query.wholeWord)}) {
    const QSignalBlocker quietly(toggle);
    toggle->setChecked(on);
  }
  const QSignalBlocker quietly(m_scope);
  m_scope->setCurrentIndex(static_cast<int>(query.scope));
  m_field->setText(query.text);
}

void SearchBox::onTyped() { m_typing.start(); }

void SearchBox::search(bool jump) {
  m_typing.stop();
  m_jump = jump;
  if (jump) {
    KeptSearches::remember(m_field->text());
    m_history->setStringList(KeptSearches::history());
  }
  m_search->start(typed());
  Q_EMIT searched();
}

void SearchBox::searchFor(const SearchQuery& query) {
  setTyped(query);
  search(true);
}

void SearchBox::open() {
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
  if (!m_search->isActive() && !m_field->text().isEmpty()) search(false);
}

void SearchBox::open(SearchQuery::Scope scope) {
  m_scope->setCurrentIndex(static_cast<int>(scope));
  open();
}

void SearchBox::startOver() {
  m_field->clear();
  onTyped();
  m_field->setFocus();
}

void SearchBox::endSearch() {
  m_typing.stop();
  m_jump = false;
  m_search->clear();
}

// Another search than what stands here: a saved one, one that was widened again, one that was kept with the run.
void SearchBox::onChanged() {
  const SearchQuery& query = m_search->query();
  if (!m_typing.isActive() && !query.text.isEmpty() && query != typed()) setTyped(query);
  refresh();
}

// --- what was found

void SearchBox::onFound() {
  refresh();
  if (!m_jump || m_search->hits().total() == 0) return;
  m_jump = false;
  const auto& line = m_search->side(0)->selection().line;
  if (!line || !m_search->hits().holds(m_search->side(0)->run().get(), *line)) Q_EMIT nextRequested(1);
}

void SearchBox::setCurrentHit(std::optional<std::uint64_t> hit) {
  if (hit == m_current) return;
  m_current = hit;
  refresh();
}

QString SearchBox::countText() const {
  const std::uint64_t total = m_search->hits().total();
  const QString at = ui::countText(m_current && total > 0 ? *m_current + 1 : 0);
  const QString text = tr("%1 of %2").arg(at, ui::countText(total));
  return m_search->isRunning() ? text + QStringLiteral("…") : text;
}

QString SearchBox::faultText() const {
  const auto& fault = m_search->fault();
  if (!fault) return {};
  const QString& text = m_search->query().text;
  const auto before = QString::fromUtf8(text.toUtf8().left(static_cast<qsizetype>(fault->offset))).size();
  return text + QLatin1Char('\n') + QString(before, QLatin1Char(' ')) + QStringLiteral("^ ") + m_search->faultText();
}

void SearchBox::refresh() {
  m_count->setText(countText());
  fitParts();
  const QString fault = faultText();
  m_fault->setText(fault);
  m_field->setAccessibleDescription(m_search->fault() ? tr("Not a regular expression: %1").arg(m_search->faultText()) : tr("%1 lines match").arg(ui::countText(m_search->hits().total())));
  placeFault();
}

// While one writes in the box; elsewhere the panel says the same.
void SearchBox::placeFault() {
  m_fault->setVisible(!m_fault->text().isEmpty() && isAncestorOf(window()->focusWidget()));
  m_fault->adjustSize();
  m_fault->move(mapTo(window(), QPoint(0, height() + 2)));
  m_fault->raise();
}

// --- keys

bool SearchBox::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_field) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) QMetaObject::invokeMethod(this, &SearchBox::placeFault, Qt::QueuedConnection);
  const bool override = event->type() == QEvent::ShortcutOverride;
  if (!override && event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (m_commands->knows(*key)) {
    // Here they are no mnemonics of menus.
    if (override) event->accept();
    else m_commands->handle(*key);
    return true;
  }
  return !override && handleKey(key->key(), key->modifiers());
}

bool SearchBox::handleKey(int key, Qt::KeyboardModifiers modifiers) {
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
      Q_EMIT listRequested();
      return true;
    case Qt::Key_Backspace:
      if (!m_field->text().isEmpty() || m_search->narrowedBy().empty()) return false;
      m_search->widen();
      return true;
    default:
      return false;
  }
}

}  // namespace lanescope::ui
