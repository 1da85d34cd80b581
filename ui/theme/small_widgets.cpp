// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/small_widgets.h"

#include "ui/theme/theme.h"

#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace lanescope::ui {

QLabel* quietLabel(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setFont(uiFont(11));
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setTextFormat(Qt::PlainText);
  label->setMinimumWidth(1);
  return label;
}

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

QToolButton* menuButton(const QString& text, const QString& tip, QWidget* parent) {
  QToolButton* button = flatButton(text, tip, parent);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setMenu(new QMenu(button));
  button->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));   // the text says that there is more
  return button;
}

}  // namespace lanescope::ui
