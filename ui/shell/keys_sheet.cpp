// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/keys_sheet.h"

#include "ui/models/keymap.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kKeysWidth = 120, kMostWidth = 1480;
constexpr qsizetype kMostKeys = 6;  // on one line

QLabel* label(const QString& text, const QFont& font, QWidget* parent) {
  auto* made = new QLabel(text, parent);
  made->setFont(font);
  made->setTextFormat(Qt::PlainText);
  return made;
}

// The keys of neighbours that stand on one line: all of them, or the first and the last of many.
QString keysOf(const std::vector<const Command*>& commands) {
  Keymap::Keys keys;
  for (const Command* command : commands) keys << Keymap::inForce().keys(QLatin1String(command->id));
  if (keys.size() <= kMostKeys) return keysText(keys);
  return keysText({keys.front()}) + QStringLiteral(" … ") + keysText({keys.back()});
}

bool standTogether(const Command& a, const Command& b) { return a.context == b.context && a.together != nullptr && a.together == b.together; }

QGridLayout* contextGrid(Context context, QWidget* parent) {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(20);
  grid->setVerticalSpacing(4);
  grid->addWidget(label(contextName(context).toUpper(), uiFont(11, true), parent), 0, 0, 1, 2);
  int row = 1;
  std::vector<const Command*> line;
  const auto finish = [&] {
    const QString keys = keysOf(line);
    if (!keys.isEmpty()) {
      grid->addWidget(label(keys, monoFont(12), parent), row, 0, Qt::AlignTop);
      QLabel* const text = label(togetherText(*line.front()), uiFont(12), parent);
      text->setWordWrap(true);
      grid->addWidget(text, row, 1);
      ++row;
    }
    line.clear();
  };
  for (const Command& command : commandTable()) {
    if (command.context != context) continue;
    if (!line.empty() && !standTogether(*line.front(), command)) finish();
    line.push_back(&command);
  }
  if (!line.empty()) finish();
  grid->setColumnMinimumWidth(0, kKeysWidth);
  grid->setColumnStretch(1, 1);
  grid->setRowStretch(row, 1);
  return grid;
}

// As high as it needs to be, and with a scroll bar where that is more than there is.
QWidget* scrolling(QWidget* content, QSize most) {
  auto* area = new QScrollArea(content->parentWidget());
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(content);
  for (QWidget* ground : {area->viewport(), content}) ground->setAutoFillBackground(false);
  const int width = std::min(most.width(), kMostWidth);
  area->setFixedSize(width, std::min(most.height(), content->layout()->totalHeightForWidth(width)));
  return area;
}

}  // namespace

KeysSheet::KeysSheet(QWidget* window) : Sheet(window) { setAccessibleName(tr("Keys")); }

QWidget* KeysSheet::makeBox() {
  auto* box = new QWidget(this);
  auto* rows = new QVBoxLayout(box);
  rows->setContentsMargins(28, 22, 28, 16);
  rows->setSpacing(12);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(36);
  const std::vector<std::vector<Context>> parts = {{Context::global}, {Context::timeline, Context::compare}, {Context::text, Context::lists, Context::box}};
  for (const std::vector<Context>& contexts : parts) {
    auto* column = new QVBoxLayout;
    column->setSpacing(16);
    for (const Context context : contexts) column->addLayout(contextGrid(context, box));
    columns->addLayout(column, 1);
  }
  rows->addLayout(columns);
  auto* change = new QPushButton(tr("Change keys…"), box);
  setFocusProxy(change);
  connect(change, &QPushButton::clicked, this, &KeysSheet::changeRequested);
  rows->addWidget(change, 0, Qt::AlignRight);
  return scrolling(box, parentWidget()->size() - QSize(40, 40));
}

// The keys may have changed since it was open last.
void KeysSheet::open() {
  setBox(makeBox());
  showOver();
  setFocus(Qt::PopupFocusReason);
}

}  // namespace lanescope::ui
