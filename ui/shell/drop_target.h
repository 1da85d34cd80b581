// SPDX-License-Identifier: Apache-2.0
// Where what is held over the window goes: left opens it, right compares the present run with it. Lies over the window meanwhile.
#pragma once

#include <QWidget>

namespace lanescope::ui {

class DropTarget : public QWidget {
  Q_OBJECT
 public:
  explicit DropTarget(QWidget* window);
  void open(QPoint position);                    // in the window
  void move(QPoint position);
  bool comparesAt(QPoint position) const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QPoint m_position;
};

}  // namespace lanescope::ui
