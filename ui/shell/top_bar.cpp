// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/top_bar.h"

#include "ui/models/current_theme.h"
#include "ui/models/keymap.h"
#include "ui/theme/shapes.h"
#include "ui/theme/small_widgets.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenuBar>
#include <QToolButton>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kHeight = 32;
constexpr int kEnd = 18;
constexpr QSize kMark(14, 14);
constexpr int kSearchLeast = 420;                // what the buttons leave to the search box, or they hide: the menus have the same
constexpr int kSearchShare = 40;                 // nearly all that the rest leaves, up to the largest width of the box

// The hint of a menu bar that is read from right to left is the width that it has, however little that is.
void giveRoom(QWidget* menus) {
  if (!menus->isRightToLeft()) return;
  menus->setLayoutDirection(Qt::LeftToRight);
  menus->setMinimumWidth(menus->sizeHint().width());
  menus->unsetLayoutDirection();
}

}  // namespace

TopBar::TopBar(QMenuBar* menus, QWidget* search, QWidget* parent)
    : QWidget(parent), m_mark(new QLabel(this)), m_state(new QLabel(this)), m_buttons(new QWidget(this)) {
  setFixedHeight(kHeight);
  menus->setNativeMenuBar(false);
  menus->setStyleSheet(QStringLiteral("QMenuBar { border: none; }"));
  menus->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);   // a menu that has no room would be gone without a sign
  auto* buttons = new QHBoxLayout(m_buttons);
  buttons->setContentsMargins(6, 0, 6, 0);
  buttons->setSpacing(2);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_fixed = {makeBrand(), menus, makeState()};
  layout->addWidget(m_fixed[0]);
  layout->addWidget(menus);
  layout->addStretch(1);
  layout->addWidget(search, kSearchShare);
  layout->addStretch(1);
  layout->addWidget(m_buttons);
  layout->addWidget(m_state);
  layout->addSpacing(kEnd);
  setTextScale(1);
}

QWidget* TopBar::makeBrand() {
  auto* brand = new QWidget(this);
  auto* layout = new QHBoxLayout(brand);
  layout->setContentsMargins(18, 0, 14, 0);
  layout->setSpacing(9);
  auto* name = new QLabel(QStringLiteral("Lanescope"), brand);
  name->setFont(uiFont(14, true));
  layout->addWidget(m_mark);
  layout->addWidget(name);
  paintMark();
  return brand;
}

void TopBar::paintMark() {
  m_mark->setPixmap(shapeIcon({Shape::diamond, currentTheme().firstFailure, currentTheme().window}).pixmap(kMark, devicePixelRatioF()));
}

QWidget* TopBar::makeState() {
  m_state->setFont(uiFont(12));
  m_state->setForegroundRole(QPalette::PlaceholderText);
  return m_state;
}

void TopBar::addButton(const QString& text, QAction* action) {
  QToolButton* button = flatButton(text, {}, this);
  const auto follow = [button, action] {
    button->setEnabled(action->isEnabled());
    const QString keys = keysText(action->shortcuts());
    button->setToolTip(keys.isEmpty() ? action->text() : tr("%1 (%2)").arg(action->text(), keys));
    button->setAccessibleName(action->text());
  };
  follow();
  connect(action, &QAction::changed, button, follow);
  connect(button, &QToolButton::clicked, action, &QAction::trigger);
  m_buttons->layout()->addWidget(button);
}

void TopBar::setTextScale(double scale) {
  m_state->setText(tr("UTC · %1").arg(tr("%1 %").arg(QLocale().toString(scale * 100, 'f', 0))));
  m_state->setToolTip(tr("All times are UTC. The letters of the log text have this size: Ctrl+wheel over the text changes it."));
}

void TopBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  giveRoom(m_fixed[1]);
  hideOrShowButtons();
}

void TopBar::hideOrShowButtons() {
  int taken = kEnd + m_buttons->sizeHint().width();
  for (const QWidget* part : m_fixed) taken += std::max(part->minimumWidth(), part->sizeHint().width());
  m_buttons->setVisible(width() - taken >= kSearchLeast);
}

QString TopBar::textScale() const { return m_state->text(); }

void TopBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) paintMark();
}

}  // namespace lanescope::ui
