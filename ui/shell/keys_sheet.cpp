// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/keys_sheet.h"

#include "ui/models/current_theme.h"
#include "ui/shell/commands.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace lanescope::ui {

namespace {

constexpr int kKeysWidth = 130;

QString keysText(const Command& command) {
  QStringList keys;
  for (const QKeySequence& key : commandKeys(command)) keys << key.toString(QKeySequence::NativeText);
  return keys.join(QStringLiteral("  "));
}

QLabel* label(const QString& text, const QFont& font, QWidget* parent) {
  auto* made = new QLabel(text, parent);
  made->setFont(font);
  made->setTextFormat(Qt::PlainText);
  return made;
}

QGridLayout* contextGrid(Context context, QWidget* parent) {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(20);
  grid->setVerticalSpacing(5);
  grid->addWidget(label(contextName(context).toUpper(), uiFont(11, true), parent), 0, 0, 1, 2);
  int row = 1;
  for (const Command& command : commandTable()) {
    if (command.context != context || *command.keys == '\0') continue;
    grid->addWidget(label(keysText(command), monoFont(12), parent), row, 0);
    grid->addWidget(label(commandText(command), uiFont(12), parent), row, 1);
    ++row;
  }
  grid->setColumnMinimumWidth(0, kKeysWidth);
  grid->setColumnStretch(1, 1);
  grid->setRowStretch(row, 1);
  return grid;
}

}  // namespace

KeysSheet::KeysSheet(QWidget* window) : QWidget(window), m_box(new QWidget(this)) {
  auto* columns = new QHBoxLayout(m_box);
  columns->setContentsMargins(28, 24, 28, 24);
  columns->setSpacing(44);
  columns->addLayout(contextGrid(Context::global, m_box));
  auto* second = new QVBoxLayout;
  second->setSpacing(18);
  second->addLayout(contextGrid(Context::timeline, m_box));
  second->addLayout(contextGrid(Context::text, m_box));
  columns->addLayout(second);
  auto* third = new QVBoxLayout;
  third->setSpacing(18);
  third->addLayout(contextGrid(Context::compare, m_box));
  third->addLayout(contextGrid(Context::lists, m_box));
  columns->addLayout(third);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_box, 0, Qt::AlignCenter);
  setAccessibleName(tr("Keys"));
  window->installEventFilter(this);
  hide();
}

void KeysSheet::open() {
  setGeometry(parentWidget()->rect());
  raise();
  show();
}

bool KeysSheet::eventFilter(QObject*, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
  return false;
}

void KeysSheet::mousePressEvent(QMouseEvent*) { hide(); }

void KeysSheet::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  QColor veil = theme.base;
  veil.setAlphaF(0.72F);
  painter.fillRect(rect(), veil);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme.hairline);
  painter.setBrush(theme.raised);
  painter.drawRoundedRect(QRectF(m_box->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

}  // namespace lanescope::ui
