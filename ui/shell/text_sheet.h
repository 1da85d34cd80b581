// SPDX-License-Identifier: Apache-2.0
// A text to read over the window: why something is as it is, what this program is. Deletes itself when it closes.
#pragma once

#include "ui/shell/sheet.h"

namespace lanescope::ui {

class TextSheet : public Sheet {
  Q_OBJECT
 public:
  TextSheet(const QString& title, const QString& text, QSize size, QWidget* window);
};

}  // namespace lanescope::ui
