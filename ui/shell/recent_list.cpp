// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/recent_list.h"

#include "ui/models/in_background.h"
#include "ui/models/path_names.h"
#include "ui/theme/theme.h"

#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr qsizetype kMostShown = 6;
constexpr int kNameWidth = 340;

QLabel* muted(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setFont(uiFont(12));
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setTextFormat(Qt::PlainText);
  return label;
}

}  // namespace

RecentList::RecentList(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this)) {
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(2);
  setAccessibleName(tr("Runs opened before"));
}

void RecentList::setRuns(const QList<QStringList>& runs) {
  while (QLayoutItem* item = m_column->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();               // a button in it may be what called
    delete item;
  }
  m_rows.clear();
  setVisible(!runs.isEmpty());
  if (runs.isEmpty()) return;
  auto* heading = new QLabel(tr("OPENED BEFORE"), this);
  heading->setFont(uiFont(11, true));
  m_column->addWidget(heading);
  for (const QStringList& paths : runs.mid(0, kMostShown)) addRow(paths);
  lookForThem();
}

void RecentList::addRow(const QStringList& paths) {
  auto* row = new QWidget(this);
  auto* open = new QPushButton(QFontMetrics(uiFont(13)).elidedText(pathNames(paths), Qt::ElideMiddle, kNameWidth), row);
  open->setFlat(true);
  open->setCursor(Qt::PointingHandCursor);
  open->setToolTip(paths.join(QLatin1Char('\n')));
  open->setAccessibleName(pathNames(paths));
  open->setStyleSheet(QStringLiteral(
      "QPushButton { border: none; background: transparent; text-align: left; padding: 3px 0; color: palette(link); }"
      "QPushButton:hover, QPushButton:focus { text-decoration: underline; }"));
  open->installEventFilter(this);
  auto* note = muted(row);
  auto* remove = new QToolButton(row);
  remove->setText(QStringLiteral("×"));
  remove->setAutoRaise(true);
  remove->setToolTip(tr("Take it off this list"));
  remove->setAccessibleName(tr("Take %1 off this list").arg(pathNames(paths)));
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->addWidget(open);
  line->addWidget(note, 1);
  line->addWidget(remove);
  m_column->addWidget(row);
  m_rows.push_back({paths, open, note, false});
  connect(open, &QPushButton::clicked, this, [this, paths] { Q_EMIT runChosen(paths); });
  connect(remove, &QToolButton::clicked, this, [this, paths] { Q_EMIT removeRequested(paths); });
}

void RecentList::lookForThem() {
  QList<QStringList> runs;
  for (const Entry& row : m_rows) runs << row.paths;
  inBackground(
      this,
      [runs] {
        QList<bool> missing;
        for (const QStringList& paths : runs) missing << std::any_of(paths.begin(), paths.end(), [](const QString& path) { return !QFileInfo::exists(path); });
        return missing;
      },
      [this, generation = ++m_generation](const QList<bool>& missing) {
        if (generation == m_generation) mark(missing);
      });
}

void RecentList::mark(const QList<bool>& missing) {
  for (qsizetype i = 0; i < m_rows.size(); ++i) {
    Entry& row = m_rows[i];
    row.missing = missing[i];
    row.note->setText(row.missing ? tr("no longer there") : QString());
    row.open->setAccessibleDescription(row.note->text());
  }
}

bool RecentList::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return false;
  const auto found = std::find_if(m_rows.begin(), m_rows.end(), [watched](const Entry& row) { return row.open == watched; });
  if (found == m_rows.end()) return false;
  const qsizetype at = found - m_rows.begin();
  const auto go = [this](qsizetype row) {
    if (row >= 0 && row < m_rows.size()) m_rows[row].open->setFocus(Qt::TabFocusReason);
    return true;
  };
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up: return go(at - 1);
    case Qt::Key_Down: return go(at + 1);
    case Qt::Key_Return:
    case Qt::Key_Enter: m_rows[at].open->click(); return true;
    case Qt::Key_Delete: {
      Q_EMIT removeRequested(m_rows[at].paths);
      return go(std::min(at, m_rows.size() - 1));
    }
    default: return false;
  }
}

}  // namespace lanescope::ui
