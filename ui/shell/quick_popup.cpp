// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/quick_popup.h"

#include "ui/models/current_theme.h"
#include "ui/shell/quick_delegate.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kWidth = 640, kTop = 44, kMostRows = 14, kMargin = 10;

}  // namespace

QuickPopup::QuickPopup(QuickModel* model, const QString& name, const QString& placeholder, QWidget* window)
    : QWidget(window), m_model(model), m_field(new QLineEdit(this)), m_list(new QListView(this)), m_sentence(new QLabel(this)) {
  model->setParent(this);
  setAccessibleName(name);
  m_field->setAccessibleName(name);
  m_field->setPlaceholderText(placeholder);
  m_field->setFont(uiFont(14));
  m_list->setModel(model);
  m_list->setItemDelegate(new QuickDelegate(m_list));
  m_list->setAccessibleName(name);
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setUniformItemSizes(true);
  m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_sentence->setFont(uiFont(11));
  m_sentence->setForegroundRole(QPalette::PlaceholderText);
  m_sentence->setTextFormat(Qt::PlainText);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  column->setSpacing(6);
  column->addWidget(m_field);
  column->addWidget(m_list, 1);
  column->addWidget(m_sentence);
  setFocusProxy(m_field);
  m_field->installEventFilter(this);
  window->installEventFilter(this);
  connect(m_field, &QLineEdit::textChanged, this, &QuickPopup::narrow);
  connect(m_list, &QListView::clicked, this, &QuickPopup::choose);
  connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &QuickPopup::tellCurrent);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { onFocus(now); });
  hide();
}

void QuickPopup::open() {
  if (!isVisible()) m_before = QApplication::focusWidget();
  m_field->clear();
  narrow();
  raise();
  show();
  m_field->setFocus(Qt::PopupFocusReason);
}

void QuickPopup::narrow() {
  m_model->setQuery(m_field->text());
  m_sentence->setText(m_model->sentence());
  if (m_model->rowCount() > 0) m_list->setCurrentIndex(m_model->index(0, 0));
  m_list->scrollToTop();
  place();
  tellCurrent();
}

void QuickPopup::place() {
  const QWidget* window = parentWidget();
  const int rows = std::clamp(m_model->rowCount(), 1, kMostRows);
  const int frame = m_field->sizeHint().height() + m_sentence->sizeHint().height() + 2 * kMargin + 2 * layout()->spacing();
  const int width = std::min(kWidth, window->width() - 40);
  const int height = std::min(frame + rows * QuickDelegate::kHeight, window->height() - kTop - 20);
  setGeometry((window->width() - width) / 2, kTop, width, height);
}

void QuickPopup::walk(int rows) {
  const int count = m_model->rowCount();
  if (count == 0) return;
  const int at = m_list->currentIndex().row();
  const bool step = rows == 1 || rows == -1;
  const int next = step ? (at + rows + count) % count : std::clamp(at + rows, 0, count - 1);
  m_list->setCurrentIndex(m_model->index(next, 0));
}

void QuickPopup::choose() {
  const QModelIndex current = m_list->currentIndex();
  if (!current.isValid() || !current.data(QuickModel::AvailableRole).toBool()) return;
  dismiss();
  Q_EMIT chosen(current.row());
}

void QuickPopup::dismiss() {
  hide();
  QWidget* const back = m_before && m_before->isVisible() ? m_before.data() : parentWidget();
  back->setFocus(Qt::PopupFocusReason);
}

void QuickPopup::tellCurrent() {
  const QModelIndex current = m_list->currentIndex();
  m_field->setAccessibleDescription(current.isValid() ? current.data(Qt::AccessibleTextRole).toString() : m_model->sentence());
}

void QuickPopup::onFocus(QWidget* now) {
  if (isVisible() && now != nullptr && now->window() == window() && now != this && !isAncestorOf(now)) hide();
}

bool QuickPopup::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) place();
  if (watched != m_field || event->type() != QEvent::KeyPress) return false;
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up: walk(-1); return true;
    case Qt::Key_Down: walk(1); return true;
    case Qt::Key_PageUp: walk(-kMostRows); return true;
    case Qt::Key_PageDown: walk(kMostRows); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: choose(); return true;
    case Qt::Key_Escape: dismiss(); return true;
    default: return false;
  }
}

void QuickPopup::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.link, 1));
  painter.setBrush(theme.raised);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

}  // namespace lanescope::ui
