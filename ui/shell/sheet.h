// SPDX-License-Identifier: Apache-2.0
// Something that lies over the whole window until it is read or done: a box on a veil. Esc or a click beside the box closes it; what had
// the keyboard before has it again.
#pragma once

#include <QPointer>
#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace lanescope::ui {

class Sheet : public QWidget {
  Q_OBJECT
 public:
  explicit Sheet(QWidget* window);

 protected:
  // In the middle, instead of the one before.
  void setBox(QWidget* box);
  QWidget* box() const { return m_box; }
  void showOver();                               // the window, as large as that is
  void closesForGood();                          // deletes itself when it closes
  // A button that closes the sheet at the far end, and another one beside it.
  QHBoxLayout* closingRow(const QString& text, QPushButton* other = nullptr);

  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool focusNextPrevChild(bool next) override;   // stays in the sheet

 private:
  QWidget* m_box = nullptr;
  QPointer<QWidget> m_before;
  bool m_forGood = false;
};

}  // namespace lanescope::ui
