// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/empty_text.h"

#include "ui/models/current_theme.h"

#include <QEvent>
#include <QPainter>

namespace lanescope::ui {

EmptyText::EmptyText(QAbstractItemView* view, std::function<QString()> sentence)
    : QObject(view), m_view(view), m_sentence(std::move(sentence)) {
  view->viewport()->installEventFilter(this);
}

bool EmptyText::eventFilter(QObject*, QEvent* event) {
  if (event->type() != QEvent::Paint || m_view->model() == nullptr || m_view->model()->rowCount() > 0) return false;
  QPainter painter(m_view->viewport());
  painter.fillRect(m_view->viewport()->rect(), m_view->viewport()->palette().color(m_view->viewport()->backgroundRole()));
  painter.setPen(currentTheme().muted);
  painter.setFont(uiFont(12));
  painter.drawText(m_view->viewport()->rect().adjusted(16, 12, -16, -12), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap,
                   m_sentence());
  return true;
}

}  // namespace lanescope::ui
