// SPDX-License-Identifier: Apache-2.0
// All keys on one sheet over the window, from the table of commands. Esc or a click closes it.
#pragma once

#include <QWidget>

namespace lanescope::ui {

class KeysSheet : public QWidget {
  Q_OBJECT
 public:
  explicit KeysSheet(QWidget* window);
  void open();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* m_box;
};

}  // namespace lanescope::ui
