// SPDX-License-Identifier: Apache-2.0
// All keys in force on one sheet over the window. Esc or a click closes it.
#pragma once

#include "ui/shell/sheet.h"

namespace lanescope::ui {

class KeysSheet : public Sheet {
  Q_OBJECT
 public:
  explicit KeysSheet(QWidget* window);
  void open();

 Q_SIGNALS:
  void changeRequested();

 private:
  QWidget* makeBox();
};

}  // namespace lanescope::ui
