// SPDX-License-Identifier: Apache-2.0
// A person without a mouse: keys go to whatever has the focus, and nowhere else.
#pragma once

#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QTest>

#include <functional>

namespace lanescope::test {

class Keyboard {
 public:
  explicit Keyboard(QWidget* window) : m_window(window) {}

  // An open menu takes the keys, else the widget with the focus, else the window.
  QWidget* target() const {
    if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) return menu;
    if (QWidget* focus = QApplication::focusWidget()) return focus;
    return QApplication::activeWindow() ? QApplication::activeWindow() : m_window;
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const {
    // As a window manager does once a menu is gone; the offscreen platform has none.
    if (QApplication::activePopupWidget() == nullptr && qobject_cast<QMenu*>(QApplication::activeWindow()) != nullptr) {
      QApplication::setActiveWindow(m_window);
    }
    QTest::keyClick(target(), key, modifiers);
  }
  void type(const QString& text) const { QTest::keyClicks(target(), text); }

  // Presses a key until something holds; false where it never does.
  bool pressUntil(const std::function<bool()>& holds, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier, int most = 60) const {
    for (int i = 0; i < most && !holds(); ++i) press(key, modifiers);
    return holds();
  }
  bool tabTo(const std::function<bool(const QWidget*)>& wanted) const {
    return pressUntil([&] { return QApplication::focusWidget() != nullptr && wanted(QApplication::focusWidget()); }, Qt::Key_Tab);
  }
  bool goToPane(const QWidget* pane) const {
    return pressUntil([pane] { return pane->hasFocus() || pane->isAncestorOf(QApplication::focusWidget()); }, Qt::Key_F6);
  }
  // A menu of the menu bar, by its letter, and an entry of it.
  bool choose(Qt::Key menu, const QAction* entry) const {
    press(menu, Qt::AltModifier);
    const auto isThere = [entry] {
      const auto* open = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      return open != nullptr && open->activeAction() == entry;
    };
    if (!pressUntil(isThere, Qt::Key_Down)) return false;
    press(Qt::Key_Return);
    return true;
  }
  // Types into the dialog that is open and confirms it.
  bool answer(const QString& text) const {
    const auto asks = [] { return qobject_cast<QFileDialog*>(QApplication::activeWindow()) != nullptr && QApplication::focusWidget() != nullptr; };
    if (!QTest::qWaitFor(asks)) return false;
    press(Qt::Key_A, Qt::ControlModifier);       // what is proposed is replaced
    type(text);
    QWidget* const dialog = QApplication::activeWindow();
    QWidget* const below = dialog->parentWidget() ? dialog->parentWidget()->window() : m_window;
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    // As a window manager does; the offscreen platform has none.
    below->activateWindow();
    return QTest::qWaitForWindowActive(below);
  }

 private:
  QWidget* m_window;
};

}  // namespace lanescope::test
