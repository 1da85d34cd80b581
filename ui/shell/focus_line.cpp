// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/focus_line.h"

#include "ui/models/current_theme.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QPainter>

namespace lanescope::ui {

namespace {

constexpr int kThickness = 2;

class Line : public QWidget {
 public:
  explicit Line(QWidget* pane) : QWidget(pane) { setAttribute(Qt::WA_TransparentForMouseEvents); }

 protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), currentTheme().link); }
};

}  // namespace

FocusLine::FocusLine(QMainWindow* window) : QObject(window), m_window(window) {
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

QWidget* FocusLine::paneOf(QWidget* widget) const {
  for (QWidget* each = widget; each != nullptr && each != m_window; each = each->parentWidget()) {
    if (qobject_cast<QDockWidget*>(each) || each == m_window->centralWidget()) return each;
  }
  return nullptr;
}

// While a menu or another window has the focus, the pane that had it gets it back.
void FocusLine::follow(QWidget* focus) {
  if (focus == nullptr || focus->window() != m_window) return;
  QWidget* const pane = paneOf(focus);
  if (pane == m_pane) return;
  if (m_pane) m_pane->removeEventFilter(this);
  delete m_line;
  m_pane = pane;
  if (pane == nullptr) return;
  pane->installEventFilter(this);
  m_line = new Line(pane);
  place();
  m_line->show();
}

void FocusLine::place() {
  if (!m_line || !m_pane) return;
  m_line->setGeometry(0, 0, m_pane->width(), kThickness);
  m_line->raise();
}

bool FocusLine::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_pane && event->type() == QEvent::Resize) place();
  return QObject::eventFilter(watched, event);
}

}  // namespace lanescope::ui
