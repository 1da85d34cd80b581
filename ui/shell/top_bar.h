// SPDX-License-Identifier: Apache-2.0
// The topmost line of the window: the program's name, the menus, the search box, what one comes here to do, and how times and letters are
// shown.
#pragma once

#include <QWidget>

#include <array>

class QAction;
class QLabel;
class QMenuBar;

namespace lanescope::ui {

class TopBar : public QWidget {
  Q_OBJECT
 public:
  TopBar(QMenuBar* menus, QWidget* search, QWidget* parent = nullptr);
  // A button with `text` that does what the command does, and cannot be pressed while that cannot be had.
  void addButton(const QString& text, QAction* action);
  // Of the letters of the log text: 1 as they are at first.
  void setTextScale(double scale);
  QString textScale() const;                     // as it stands there

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeBrand();
  QWidget* makeState();
  void paintMark();
  void hideOrShowButtons();

  QLabel* m_mark;
  QLabel* m_state;
  QWidget* m_buttons;
  std::array<QWidget*, 3> m_fixed{};              // the name, the menus and the state: they have their room at any width
};

}  // namespace lanescope::ui
