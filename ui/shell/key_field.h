// SPDX-License-Identifier: Apache-2.0
// A field that says which keys were pressed in it. Tab goes on to the next widget and Esc to whoever stands around it, as everywhere.
#pragma once

#include <QKeySequence>
#include <QLineEdit>

namespace lanescope::ui {

class KeyField : public QLineEdit {
  Q_OBJECT
 public:
  explicit KeyField(QWidget* parent = nullptr);

 Q_SIGNALS:
  void pressed(const QKeySequence& key);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace lanescope::ui
