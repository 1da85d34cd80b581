// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/shortcut_sheet.h"

#include "ui/shell/key_field.h"
#include "ui/shell/shortcut_model.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QTreeView>

namespace lanescope::ui {

namespace {

constexpr QSize kBoxSize(820, 560);
constexpr int kKeysWidth = 220;

}  // namespace

ShortcutSheet::ShortcutSheet(Keymap* keymap, QWidget* window)
    : Sheet(window), m_keymap(keymap), m_model(new ShortcutModel(keymap, this)), m_filtered(new QSortFilterProxyModel(this)), m_filter(new QLineEdit),
      m_tree(new QTreeView) {
  auto* content = new QWidget(this);
  setAccessibleName(tr("Change keys"));
  auto* heading = new QLabel(tr("Change keys"));
  heading->setFont(uiFont(15, true));
  m_filter->setPlaceholderText(tr("A command or a key"));
  m_filter->setAccessibleName(tr("Filter commands"));
  m_filter->setClearButtonEnabled(true);
  auto* top = new QHBoxLayout;
  top->addWidget(heading);
  top->addStretch(1);
  top->addWidget(m_filter);
  makeTree();
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(20, 16, 20, 14);
  column->setSpacing(10);
  column->addLayout(top);
  column->addWidget(m_tree, 1);
  column->addLayout(makeKeysRow());
  column->addLayout(makeMessageRow());
  column->addLayout(makeButtons());
  content->setFixedSize(kBoxSize);
  setBox(content);
  setFocusProxy(m_filter);
  connect(m_filter, &QLineEdit::textChanged, this, &ShortcutSheet::narrow);
  connect(keymap, &Keymap::changed, this, &ShortcutSheet::refresh);
  refresh();
}

void ShortcutSheet::makeTree() {
  m_filtered->setSourceModel(m_model);
  m_filtered->setRecursiveFilteringEnabled(true);
  m_filtered->setAutoAcceptChildRows(true);
  m_filtered->setFilterKeyColumn(-1);
  m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_tree->setModel(m_filtered);
  m_tree->setAccessibleName(tr("Commands and their keys"));
  m_tree->setUniformRowHeights(true);
  m_tree->setRootIsDecorated(false);
  m_tree->setItemsExpandable(false);
  m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_tree->header()->setStretchLastSection(false);
  m_tree->header()->setSectionResizeMode(ShortcutModel::CommandColumn, QHeaderView::Stretch);
  m_tree->header()->setSectionResizeMode(ShortcutModel::KeysColumn, QHeaderView::Fixed);
  m_tree->header()->resizeSection(ShortcutModel::KeysColumn, kKeysWidth);
  m_tree->expandAll();
  connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &ShortcutSheet::refresh);
  connect(m_tree, &QTreeView::activated, this, [this] { m_field->setFocus(Qt::OtherFocusReason); });
}

QHBoxLayout* ShortcutSheet::makeKeysRow() {
  m_field = new KeyField;
  m_field->setPlaceholderText(tr("Press keys to add"));
  m_field->setAccessibleName(tr("Press the keys to add to the command"));
  m_reset = new QPushButton(tr("Reset"));
  m_reset->setToolTip(tr("The keys that this command had at first"));
  connect(m_field, &KeyField::pressed, this, &ShortcutSheet::onPressed);
  connect(m_reset, &QPushButton::clicked, this, [this] { m_keymap->reset(chosen()); });
  m_chips = new QHBoxLayout;
  m_chips->setSpacing(6);
  auto* row = new QHBoxLayout;
  row->addLayout(m_chips);
  row->addWidget(m_field, 1);
  row->addWidget(m_reset);
  return row;
}

QHBoxLayout* ShortcutSheet::makeMessageRow() {
  m_message = new QLabel;
  m_message->setTextFormat(Qt::PlainText);
  m_message->setWordWrap(true);
  m_message->setMinimumHeight(32);
  m_takeOver = new QPushButton(tr("Take it over"));
  m_leave = new QPushButton(tr("Leave it there"));
  connect(m_takeOver, &QPushButton::clicked, this, [this] {
    m_keymap->add(chosen(), m_asked);
    m_field->setFocus(Qt::OtherFocusReason);
  });
  connect(m_leave, &QPushButton::clicked, this, [this] {
    refresh();
    m_field->setFocus(Qt::OtherFocusReason);
  });
  auto* row = new QHBoxLayout;
  row->addWidget(m_message, 1);
  row->addWidget(m_takeOver);
  row->addWidget(m_leave);
  return row;
}

QHBoxLayout* ShortcutSheet::makeButtons() {
  m_resetAll = new QPushButton(tr("Reset all"));
  connect(m_resetAll, &QPushButton::clicked, m_keymap, &Keymap::resetAll);
  QHBoxLayout* row = closingRow(tr("Close"));
  row->insertWidget(0, m_resetAll);
  return row;
}

void ShortcutSheet::open() {
  m_filter->clear();
  if (chosen().isEmpty()) choose(QLatin1String(m_keymap->commands().front().id));
  showOver();
  m_filter->setFocus(Qt::PopupFocusReason);
}

void ShortcutSheet::choose(const QString& id) { m_tree->setCurrentIndex(m_filtered->mapFromSource(m_model->indexOf(id))); }

QString ShortcutSheet::chosen() const { return m_tree->currentIndex().siblingAtColumn(0).data(ShortcutModel::IdRole).toString(); }

QString ShortcutSheet::message() const { return m_message->text(); }

// The first command that is left becomes the chosen one.
void ShortcutSheet::narrow() {
  const QString before = chosen();
  m_filtered->setFilterFixedString(m_filter->text().trimmed());
  m_tree->expandAll();
  if (!before.isEmpty()) choose(before);
  if (chosen().isEmpty()) m_tree->setCurrentIndex(m_filtered->index(0, 0, m_filtered->index(0, 0)));
  m_tree->scrollTo(m_tree->currentIndex());
}

QString ShortcutSheet::sentenceOf(const Command* command) const {
  if (command == nullptr) return tr("Choose a command.");
  const QString text = commandText(*command);
  if (isFixed(*command)) return tr("“%1” keeps its key.").arg(text);
  return m_keymap->keys(QLatin1String(command->id)).isEmpty() ? tr("“%1” has no keys.").arg(text) : text;
}

void ShortcutSheet::refresh() {
  while (QLayoutItem* item = m_chips->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();               // it may be what was clicked
    delete item;
  }
  const QString id = chosen();
  const Command* command = findCommand(id);
  const bool changeable = command != nullptr && !isFixed(*command);
  for (const QKeySequence& key : m_keymap->keys(id)) {
    auto* chip = new QToolButton(box());
    const QString text = key.toString(QKeySequence::NativeText);
    chip->setText(changeable ? tr("%1  ×").arg(text) : text);
    chip->setEnabled(changeable);
    chip->setToolTip(tr("Take %1 away").arg(text));
    chip->setAccessibleName(chip->toolTip());
    connect(chip, &QToolButton::clicked, this, [this, id, key] { m_keymap->remove(id, key); });
    m_chips->addWidget(chip);
    if (isVisible()) chip->show();
  }
  m_field->setEnabled(changeable);
  m_reset->setEnabled(changeable && m_keymap->isChanged(id));
  m_resetAll->setEnabled(!m_keymap->changes().isEmpty());
  say(sentenceOf(command), false);
}

void ShortcutSheet::onPressed(const QKeySequence& key) {
  const QString id = chosen(), text = key.toString(QKeySequence::NativeText);
  if (id.isEmpty()) return;
  if (m_keymap->keys(id).contains(key)) return say(tr("It has %1 already.").arg(text), false);
  const Command* holder = m_keymap->holder(id, key);
  if (holder == nullptr) return m_keymap->add(id, key);
  m_asked = key;
  if (isFixed(*holder)) say(tr("%1 is always “%2”.").arg(text, commandText(*holder)), false);
  else say(tr("%1 is “%2” (%3).").arg(text, commandText(*holder), contextName(holder->context)), true);
}

void ShortcutSheet::say(const QString& text, bool asks) {
  m_message->setText(text);
  m_takeOver->setVisible(asks);
  m_leave->setVisible(asks);
  m_field->setAccessibleDescription(text);
}

}  // namespace lanescope::ui
